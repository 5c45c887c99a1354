"""One span per expression: every writer gives the same words, and readers read them back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from pathlib import Path

import pytest

import hearer
from hearer.formats import FORMATS
from hearer.formats.annotation import entities_of
from hearer.formats.entities import Stretch, WordRun, in_words, offsets_of
from hearer.model import Interpretation, Kind
from hearer.parsers.english import model_version

TEXTS: dict[str, str] = json.loads(
    (Path(__file__).parent / "cases" / "spans.json").read_text("utf-8")
)
IN_WORDS = ("corefud", "webanno", "conll2012", "json")


@cache
def heard(name: str) -> Interpretation:
    return hearer.resolve(TEXTS[name])


def chains_of(runs: Iterable[tuple[str, object]]) -> set[frozenset[object]]:
    """What is said of one entity, whatever it is called."""
    chains: dict[str, set[object]] = {}
    for entity, run in runs:
        chains.setdefault(entity, set()).add(run)
    return set(map(frozenset, chains.values()))


def spoken(found: Interpretation) -> Iterator[tuple[str, WordRun]]:
    """The spans of the expressions themselves: what all have to agree with."""
    for chain in found.chains:
        for one in chain.expressions:
            yield chain.entity, WordRun(one.utterance, one.first, one.last)


def read_back(written: str, name: str) -> Iterator[tuple[str, object]]:
    reader = FORMATS.find(name).read
    assert reader is not None
    (document,) = reader(written.encode(), "")
    return ((m.entity, in_words(m)) for m in entities_of(document).mentions)


@pytest.mark.parametrize("to", IN_WORDS)
@pytest.mark.parametrize("name", TEXTS)
def test_formats_agree_on_the_words_of_every_expression(name: str, to: str) -> None:
    found = heard(name)
    ours = chains_of(spoken(found))
    assert ours
    assert chains_of(read_back(hearer.write(found, to=to), to)) == ours


@pytest.mark.parametrize("name", TEXTS)
def test_expressions_do_not_cross_and_offsets_are_those_of_the_words(name: str) -> None:
    """JSON and brat count code points: the same ones, and those of the words."""
    found = heard(name)
    runs = sorted(run for _, run in spoken(found))
    assert runs
    for one, other in product(runs, repeat=2):
        crosses = one.utterance == other.utterance and one.first < other.first <= one.last
        assert not (crosses and one.last < other.last), (one, other)
    offsets, text = offsets_of(found.discourse), found.discourse.text
    ours = {offsets.stretch(*run) for run in runs}
    told = json.loads(hearer.write(found, to="json"))["expressions"]
    assert {Stretch(one["start"], one["end"]) for one in told if one["is_spoken"]} >= ours
    lines = hearer.write(found, to="brat").splitlines()
    bound = [line.split("\t") for line in lines if line.startswith("T")]
    parts = [(place.split()[1:], words) for _, place, words in bound]
    assert {Stretch(int(first), int(last)) for (first, last), _ in parts} == ours
    assert all(text[int(first) : int(last)] == words for (first, last), words in parts)


def test_a_subject_left_out_has_no_words_in_any_format() -> None:
    found = heard("subjects left out")
    left_out = [one for one in found.expressions if one.kind is Kind.ELLIPSIS]
    places = [(one.head, one.first, one.last) for one in left_out]
    assert places == [(5, 0, 0), (8, 0, 0), (4, 0, 0)]
    told = json.loads(hearer.write(found, to="json"))
    silent = [one for one in told["expressions"] if not one["is_spoken"]]
    assert [one["text"] for one in silent] == ["ε"] * 3
    found_at = {(one["first"], one["last"], one["start"], one["end"]) for one in silent}
    assert found_at == {(0, 0, None, None)}
    numbers = {n for entity in told["entities"] for n in entity["expressions"]}
    assert all(told["expressions"][n]["is_spoken"] for n in numbers)
    verbs = {"thanked", "left", "waved"}
    bound = hearer.write(found, to="brat").splitlines()
    assert verbs.isdisjoint(line.split("\t")[2] for line in bound if line.startswith("T"))


def test_json_says_which_program_and_model_understood_the_text() -> None:
    told = json.loads(hearer.write(heard("a predicate"), to="json"))
    assert told["program"] == f"hearer {hearer.__version__}"
    assert told["parser"] == told["model"] == model_version()
