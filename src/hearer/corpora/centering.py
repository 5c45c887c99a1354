"""Centering statistics of documents from Python, as `hearer centering --summary` prints them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
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
    """Count every instantiation of centering (Poesio et al. 2004) over documents.

    `documents` are what `read` returns, a Path, or a list of Paths. `unit`, `realization`, `rank`
    and `cb` restrict the instantiations to the values that they name.

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
    given: Sequence[object] = [documents]
    if is_list(documents) and documents and all(isinstance(x, PathLike) for x in documents):
        given = documents
    files = (documents_of(file, "counted") for file in given)
    return summarized(([parsed(x, parser) for x in file] for file in files), setup)


def _chosen(option: str, choices: type[Choice], named: Collection[str] | str) -> list[Choice]:
    names = [named] if isinstance(named, str) else list(named)
    for name in names:
        if name not in set(choices):
            raise UnknownName(f"value of {option}", name, choices)
    return [choices(name) for name in names]
