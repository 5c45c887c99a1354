"""Names to things: what users type, and where it is found.

Plain dicts that everybody can read. A plug-in adds names through entry points of the groups
`hearer.algorithms`, `hearer.formats`, `hearer.parsers` and `hearer.views`.
"""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

from hearer.errors import UnknownName

ALGORITHMS = {
    "bfp": "hearer.algorithms.centering.bfp:BFPAlgorithm",
    "bfp-carter": "hearer.algorithms.centering.bfp:CarterAlgorithm",
    "bfp-kameyama": "hearer.algorithms.centering.kameyama:BFPKameyamaAlgorithm",
    "functional-centering": "hearer.algorithms.centering.functional_centering:FunctionalCentering",
    "kameyama": "hearer.algorithms.centering.kameyama:KameyamaAlgorithm",
    "raft-rapr": "hearer.algorithms.focus.raft_rapr:RaftRapr",
    "s-list": "hearer.algorithms.s_list.s_list:SListAlgorithm",
    "hobbs": "hearer.algorithms.search.hobbs:HobbsAlgorithm",
    "lappin-leass": "hearer.algorithms.salience.lappin_leass:LappinLeassAlgorithm",
    "lrc": "hearer.algorithms.search.lrc:LRCAlgorithm",
    "lrc-f": "hearer.algorithms.search.lrc:LRCFAlgorithm",
    "lrc-p": "hearer.algorithms.search.lrc:LRCPAlgorithm",
    "most-recent": "hearer.algorithms.baselines:MostRecent",
    "parallelism": "hearer.algorithms.baselines:Parallelism",
    "previous-first": "hearer.algorithms.baselines:PreviousFirst",
    "previous-subject": "hearer.algorithms.baselines:PreviousSubject",
    "random": "hearer.algorithms.baselines:Random",
    "s-list-tetreault": "hearer.algorithms.s_list.tetreault:TetreaultSList",
    "sidner": "hearer.algorithms.focus.sidner:Sidner",
    "ssk": "hearer.algorithms.focus.ssk:StockOfSharedKnowledge",
    "weighted-s-list": "hearer.algorithms.weighted.weighted_s_list:WeightedSList",
}
FORMATS = {
    "brat": "hearer.formats.brat",
    "conll2012": "hearer.formats.conll2012",
    "conllu": "hearer.formats.conllu",
    "corefud": "hearer.formats.corefud",
    "corenlp": "hearer.formats.corenlp",
    "gap": "hearer.formats.gap_tsv",
    "gum": "hearer.formats.gum",
    "json": "hearer.formats.json",
    "jsonl": "hearer.formats.jsonl",
    "jsonlines": "hearer.formats.jsonlines",
    "tsv": "hearer.formats.plain",
    "webanno": "hearer.formats.webanno",
}
PARSERS = {
    "english": "hearer.parsers.english:shipped",
    "spacy": "hearer.parsers.spacy:named",
    "stanza": "hearer.parsers.stanza:named",
}
VIEWS = {
    "html": "hearer.views.trace.html:render",
    "latex": "hearer.views.trace.latex:render",
    "terminal": "hearer.views.trace.terminal:render",
}
REGISTRIES = {"algorithm": ALGORITHMS, "format": FORMATS, "parser": PARSERS, "view": VIEWS}


def names(kind: str) -> tuple[str, ...]:
    """All names of a kind, sorted: ours and those of plug-ins."""
    return tuple(sorted({*REGISTRIES[kind], *_plugins(kind)}))


def find(kind: str, name: str) -> Any:
    """What `name` stands for, imported now and not before."""
    if name in REGISTRIES[kind]:
        return _load(REGISTRIES[kind][name])
    plugins = _plugins(kind)
    if name not in plugins:
        raise UnknownName(kind, name, names(kind))
    return _load(plugins[name])


def _plugins(kind: str) -> dict[str, str]:
    return {point.name: point.value for point in entry_points(group=f"hearer.{kind}s")}


def _load(place: str) -> Any:
    module, _, attribute = place.partition(":")
    loaded = import_module(module)
    return getattr(loaded, attribute) if attribute else loaded
