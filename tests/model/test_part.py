"""Parts own what they keep: no two share it, whether made, copied or restored."""

from __future__ import annotations

import dataclasses
import importlib
import json
import pkgutil
from collections import deque
from collections.abc import Iterator

import hearer
from hearer.hearing import Hearer
from hearer.model import Utterance
from hearer.model.state import Stateful, constant, restore, stored

CORE = ("hearer.algorithms", "hearer.analysis", "hearer.evaluation", "hearer.session")
BRENNAN = Utterance.of("Brennan/PROPN/nsubj/2 drives/VERB/root/0 cars/NOUN/obj/2")


def kinds(kind: type[Stateful] = Stateful) -> Iterator[type[Stateful]]:
    for each in kind.__subclasses__():
        yield each
        yield from kinds(each)


def test_no_part_is_another_parts_default() -> None:
    for module in pkgutil.walk_packages(hearer.__path__, "hearer."):
        if module.name.startswith(CORE):
            importlib.import_module(module.name)
    found = [
        f"{kind.__name__}.{field.name}"
        for kind in kinds()
        for field in dataclasses.fields(kind)
        if isinstance(field.default, Stateful)
    ]
    assert len(list(kinds())) > 20
    assert found == []


def test_what_is_restored_in_one_hearer_is_not_heard_by_another() -> None:
    fresh, first = stored(Hearer()), Hearer()
    for word in BRENNAN.words[:2]:
        first.hear(word)
    state = json.loads(json.dumps(stored(first)))
    one, other = Hearer(), Hearer()
    restore(one, state)
    assert stored(other) == fresh
    assert stored(one) == state


@dataclasses.dataclass(slots=True, eq=False)
class Nested(Stateful):
    parts: list[Stateful | None]
    lists: dict[str, list[int]]
    recent: deque[set[int]]
    shared: list[int] = constant()


def test_a_copy_shares_nothing_but_what_is_given() -> None:
    inner = Nested([], {}, deque(), [])
    one = Nested([None, inner], {"a": [], "b": [1]}, deque([{1}], 2), [1])
    other = one.copy()
    assert (other.lists, other.recent, other.recent.maxlen) == (one.lists, one.recent, 2)
    assert other.shared is one.shared
    assert other.parts[1] is not inner
    assert other.lists["a"] is not one.lists["a"]
    assert other.recent[0] is not one.recent[0]
