"""Options by name, profiles as values, and what is said about wrong ones."""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace

import pytest

import hearer
from bench import keyword_options
from hearer.algorithms.base import changed
from hearer.algorithms.s_list import Fallback, SListOptions
from hearer.analysis.options import AnalysisOptions, Temporal
from hearer.errors import UnknownName, UsageError
from hearer.hearing import Hearer
from hearer.profiles import DEFAULT, PAPER, Profile, how_to_hear, side_by_side
from tests.conftest import ROOT

TABLE_5 = ROOT / "examples" / "table5.conllu"


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("windows", 5, r"There is no option 'windows' \(did you mean 'window'\?\)"),
        ("temporal", "never", "temporal cannot be 'never'; it may be determined-only"),
        ("window", "many", "window cannot be 'many'; it may be a whole number or none"),
        ("sortal", "perhaps", "sortal cannot be 'perhaps'; it may be true or false"),
        ("reach", None, "reach cannot be None; it may be a whole number"),
    ],
)
def test_a_wrong_option_is_refused_with_what_it_may_be(
    name: str, value: object, message: str
) -> None:
    with pytest.raises(UsageError, match=message):
        how_to_hear(profile="paper", settings={name: value})
    with pytest.raises(UnknownName, match="algorithm 'bpf'"):
        Hearer(algorithm="bpf")
    with pytest.raises(UnknownName, match="no profile 'accurate'; there is default, paper"):
        Hearer(profile="accurate")


def test_options_may_come_as_text_or_as_values() -> None:
    spelled = {"window": "7", "sortal": "no", "temporal": "all", "fallback": "none"}
    chosen = Hearer(
        profile="paper", window=7, sortal=False, temporal=Temporal.ALL, fallback=Fallback.NONE
    )
    assert chosen.how == how_to_hear(profile="paper", settings=spelled)
    assert chosen.how.analysis == AnalysisOptions(sortal=False, temporal=Temporal.ALL)
    assert chosen.how.options == SListOptions(window=7, fallback=Fallback.NONE)
    assert how_to_hear("s-list", settings={"window": "none"}).options == SListOptions(window=None)


# Profiles ----------------------------------------------------------------------------------------


def test_a_profile_is_a_value_or_its_name_and_one_of_ones_own_is_named_in_what_is_found() -> None:
    (discourse,) = hearer.read(TABLE_5)
    named = hearer.resolve(discourse, profile="paper", window=1)
    assert named == hearer.resolve(discourse, profile=hearer.PAPER, window=1)
    narrow = replace(PAPER, options=SListOptions(window=1))
    assert named == hearer.resolve(discourse, profile=narrow)
    mine = Profile(name="mine", algorithm="bfp", analysis=AnalysisOptions(sortal=False))
    found = hearer.resolve(discourse, profile=mine)
    assert (found.algorithm, found.profile) == ("bfp", "mine")
    with pytest.raises(UsageError, match="The options of bfp are BFPOptions, not SListOptions"):
        Hearer(profile=replace(mine, options=SListOptions()))


def test_an_algorithm_goes_with_its_profile() -> None:
    for algorithm, profile, heard_with in (
        (None, None, DEFAULT), (None, "default", DEFAULT), (None, "paper", PAPER),
        ("weighted-s-list", None, DEFAULT), ("weighted-s-list", "default", DEFAULT),
        ("weighted-s-list", "paper", PAPER), ("s-list", None, PAPER), ("bfp", None, PAPER),
        ("bfp", "paper", PAPER),
    ):  # fmt: skip
        how = how_to_hear(algorithm, profile)
        assert (how.name, how.analysis) == (heard_with.name, heard_with.analysis)
        assert how.algorithm == (algorithm or heard_with.algorithm)


@pytest.mark.parametrize("algorithm", ["bfp", "s-list", "random"])
def test_the_default_profile_goes_with_no_algorithm_of_the_literature(algorithm: str) -> None:
    (discourse,) = hearer.read(TABLE_5)
    wrong = f"'default' requires weighted-s-list, not {algorithm}: omit the profile"
    for call in (
        lambda: hearer.resolve(discourse, algorithm=algorithm, profile="default"),
        lambda: hearer.Session(algorithm=algorithm, profile="default"),
        lambda: hearer.compare(discourse, algorithms=[algorithm], profile="default"),
    ):
        with pytest.raises(UsageError, match=wrong):
            call()


def test_side_by_side_a_profile_and_an_option_must_suit_one() -> None:
    both = side_by_side(["s-list", "weighted-s-list"], "default", {"window": 7, "memory": 9})
    assert [how.name for how in both] == ["paper", "default"]
    assert [how.analysis.memory for how in both] == [9, 9]
    assert both[0].options == SListOptions(window=7)
    with pytest.raises(UnknownName, match="'windows'"):
        side_by_side(["s-list", "hobbs"], None, {"windows": 7})


def test_nothing_is_added_to_a_profile_without_a_word_not_even_by_knowledge() -> None:
    (discourse,) = hearer.read(TABLE_5)
    expected = hearer.resolve(discourse, profile="paper")
    idle = hearer.Knowledge(pronouns={"Nobody": "xe/xem"})
    found = hearer.resolve(discourse, profile="paper", knowledge=idle)
    assert [problem.code for problem in found.problems] == ["knowledge-name"]
    assert replace(found, problems=()) == expected
    speakers = hearer.Knowledge(speakers=("Anna", "Ben"))
    with pytest.raises(UsageError, match=r"needs speakers, which the profile 'paper' has not"):
        hearer.resolve(discourse, profile="paper", knowledge=speakers)
    with pytest.raises(UsageError, match="needs speakers"):
        hearer.Session(algorithm="bfp", knowledge=speakers)
    hearer.Session(algorithm="bfp", knowledge=speakers, speakers=True)


# Types -------------------------------------------------------------------------------------------


def test_the_keyword_options_are_those_of_the_analysis_and_of_our_algorithms() -> None:
    """If this fails, write them anew: see bench/keyword_options.py."""
    written = (ROOT / "src" / "hearer" / "keywords.pyi").read_text(encoding="utf-8")
    assert ast.dump(ast.parse(written)) == ast.dump(ast.parse(keyword_options.source()))
    assert written.count(": bool\n") > 20


@dataclass(frozen=True, slots=True, kw_only=True)
class SomeOptions:
    share: float | None = 0.5
    name: str = "toy"


def test_an_option_may_have_several_types() -> None:
    assert changed(SomeOptions(), {"share": "none"}) == SomeOptions(share=None)
    assert changed(SomeOptions(), {"share": 1, "name": "none"}) == SomeOptions(share=1, name="none")
