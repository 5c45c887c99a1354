"""Centering over documents from Python: `hearer centering --summary` as values.

centering    every instantiation of the theory, counted over documents
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import StrEnum
from os import PathLike
from typing import TypeVar

from hearer.errors import UnknownName
from hearer.evaluation.centering.summary import (
    ORDERS,
    CenteringSetup,
    CenteringSummary,
    summarized,
)
from hearer.evaluation.centering.ways import Cb, CenteringUnit, CfRank, Realization, ways
from hearer.evaluation.experiment import Mentions
from hearer.model import Discourse
from hearer.reading import DEFAULT_PARSER, documents_of, is_list, parsed

Choice = TypeVar("Choice", bound=StrEnum)


def centering(  # noqa: PLR0913 - one parameter per option
    documents: Iterable[Discourse] | Discourse | PathLike[str] | Sequence[PathLike[str]],
    *,
    unit: Collection[str] | str = (),
    realization: Collection[str] | str = (),
    rank: Collection[str] | str = (),
    cb: Collection[str] | str = (),
    mentions: str | None = None,
    orders: int = ORDERS,
    parser: object = DEFAULT_PARSER,
) -> CenteringSummary:
    """Every instantiation of centering (Poesio et al. 2004), counted over documents.

    The documents that `read` gives, a Path, or a list of Paths. Of the parameters `unit`,
    `realization`, `rank` and `cb` all values are taken, or those that are named.

    >>> from hearer import Discourse
    >>> story = Discourse.raw("Anna met a judge. She thanked him. He smiled.")
    >>> found = centering(story, unit="sentence", rank="grammatical", cb="constraint-3")
    >>> [(one["utterances"], one["continue"], one["with_cb_share"]) for one in found.records()]
    [(3, 1, 1.0)]
    """
    chosen = ways(
        _chosen("unit", CenteringUnit, unit),
        _chosen("realization", Realization, realization),
        ranks=_chosen("rank", CfRank, rank),
        cbs=_chosen("cb", Cb, cb),
    )
    whose = _chosen("mentions", Mentions, () if mentions is None else mentions)
    setup = CenteringSetup(chosen, whose[0] if whose else None, orders)
    return summarized(([parsed(x, parser) for x in file] for file in _files(documents)), setup)


def _chosen(option: str, choices: type[Choice], named: Collection[str] | str) -> list[Choice]:
    names = [named] if isinstance(named, str) else list(named)
    for name in names:
        if name not in set(choices):
            raise UnknownName(f"value of {option}", name, choices)
    return [choices(name) for name in names]


def _files(documents: object) -> Iterator[tuple[Discourse, ...]]:
    """The documents of each file; what is given as documents is one."""
    if is_list(documents) and documents and all(isinstance(x, PathLike) for x in documents):
        yield from (documents_of(path, "counted") for path in documents)
    else:
        yield documents_of(documents, "counted")
