"""The corpora that the replication is made from.

Corpora    the documents to be heard, and who hears them
read       those in a folder
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from hearer import parsers
from hearer.algorithms import ALGORITHMS
from hearer.errors import HearerError
from hearer.formats import conll2012, conllu, gap
from hearer.model import Discourse

ENGLISH = "english"


@dataclass(frozen=True, slots=True)
class Corpora:
    """The documents to be heard, and who hears them."""

    gum: tuple[Discourse, ...]
    gum_dev: tuple[Discourse, ...]
    litbank: tuple[Discourse, ...]
    gap: tuple[gap.GapExample, ...]
    algorithms: tuple[str, ...]
    has_parser: bool
    processes: int

    def of(self, wanted: Iterable[str]) -> tuple[str, ...]:
        return tuple(name for name in wanted if name in self.algorithms)


def read(data: Path, limit: int | None, processes: int) -> Corpora:
    """The corpora in `data`, and the algorithms that there are."""
    dev = _conllu(_spread((data / "gum" / "dev").glob("*.conllu"), limit))
    train = _conllu(_spread((data / "gum" / "train").glob("*.conllu"), limit))
    litbank = [
        discourse
        for path in _spread((data / "litbank").glob("*.conll"), limit)
        for discourse in conll2012.read(path.read_bytes(), path.name)
    ]
    examples = gap.examples_of(gap.read((data / "gap" / "gap-development.tsv").read_bytes(), ""))
    return Corpora(
        (*dev, *train),
        dev,
        tuple(litbank),
        examples[: limit and 20 * limit],
        tuple(_algorithms()),
        _has_parser(),
        processes,
    )


def _spread(paths: Iterable[Path], limit: int | None) -> list[Path]:
    """The paths in order; if there is a limit, so many of them, from all over the folder."""
    found = sorted(paths)
    return found if limit is None else found[:: max(len(found) // limit, 1)][:limit]


def _conllu(paths: Sequence[Path]) -> tuple[Discourse, ...]:
    return tuple(d for path in paths for d in conllu.discourses(conllu.read(str(path))))


def _algorithms() -> Iterator[str]:
    for name in ALGORITHMS.names():
        try:
            ALGORITHMS.find(name)
        except (ImportError, AttributeError):
            continue
        yield name


def _has_parser() -> bool:
    try:
        parsers.find(ENGLISH)
    except HearerError:
        return False
    return True
