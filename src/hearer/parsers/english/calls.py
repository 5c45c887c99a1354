"""Calls: who has a name calls somebody, and is not called so.

make_calls    "Tom called Anna", "Viktor in Baku called Irina": Anna and Irina are called up
"""

from __future__ import annotations

from collections.abc import Sequence

from hearer.parsers.english.parse import Parse

CALLED = frozenset({"call", "calls", "called"})
OBJECTS = frozenset({"obj", "iobj"})


def make_calls(forms: Sequence[str], parse: Parse) -> None:
    """Let a name behind *called* be its object, unless somebody was given that name."""
    relations, heads = parse.relations, parse.heads
    beside = {n: set[str]() for n, form in enumerate(forms, start=1) if form.lower() in CALLED}
    for head, relation in zip(heads, relations, strict=True) if beside else ():
        beside.get(head, set()).add(relation)
    for name in range(1, len(forms) + 1) if beside else ():
        verb = heads[name - 1]
        is_name = relations[name - 1] == "xcomp" and parse.upos[name - 1] == "PROPN"
        if not is_name or verb not in beside:
            continue
        if "nsubj" in beside[verb] and OBJECTS.isdisjoint(beside[verb]):
            relations[name - 1] = "obj"
        elif _is_caller(heads[verb - 1], verb, parse):
            _turn(heads[verb - 1], verb, parse)
            relations[name - 1] = "obj"


def _is_caller(caller: int, verb: int, parse: Parse) -> bool:
    """Whether the sentence was taken for nothing but a name: somebody called Irina."""
    is_name = caller > 0 and parse.upos[caller - 1] == "PROPN"
    return is_name and parse.relations[caller - 1] == "root" and parse.relations[verb - 1] == "acl"


def _turn(caller: int, verb: int, parse: Parse) -> None:
    """Make a name the subject of the verb that hung on it; what stands behind hangs on the verb."""
    heads, relations = parse.heads, parse.relations
    for n in range(verb + 1, len(heads) + 1):
        if heads[n - 1] == caller:
            heads[n - 1] = verb
    heads[verb - 1], relations[verb - 1] = heads[caller - 1], "root"
    heads[caller - 1], relations[caller - 1] = verb, "nsubj"
