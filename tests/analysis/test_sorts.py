"""Who says what kind of thing a noun stands for: the file, the English pipeline, the lexicon."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

import hearer
from hearer import parsers
from hearer.analysis.options import SortSource
from hearer.evaluation.gold import gold_of
from hearer.formats.conllu import discourses, parse
from hearer.formats.corefud import read as read_corefud
from hearer.hearing import listen
from hearer.model import Discourse, Interpretation, Sort, Utterance
from hearer.profiles import PROFILES
from tests.analysis.parsed import discourse
from tests.cases import cases
from tests.conftest import EXAMPLES
from tests.parsers.parses import needs_model

TOLD = {"glorp": "person", "Zzyx": "place", "judge": "object"}  # by who is asked
GLORP = "The/DET/det/2 glorp/NOUN/nsubj/3 fell/VERB/root/0/fall"
HE_ROSE = "He/PRON/nsubj/2 rose/VERB/root/0/rise"


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Utterance]]:
    """All that is put to somebody who tells sorts by a list of words."""
    heard: list[Utterance] = []

    def tell(utterance: Utterance) -> Utterance:
        heard.append(utterance)
        return replace(utterance, sorts=tuple(TOLD.get(form, "") for form in utterance.forms))

    parsers._told.cache_clear()
    monkeypatch.setattr(parsers, "_senses", lambda _model: tell)
    yield heard
    parsers._told.cache_clear()


def stating(sentence: str, **sorts: str) -> Discourse:
    """A sentence whose file states the sorts of some words."""
    [utterance] = discourse(sentence).utterances
    return Discourse((replace(utterance, stated=tuple(sorts.get(f, "") for f in utterance.forms)),))


def sorts_of(found: Interpretation) -> dict[str, frozenset[Sort]]:
    return {expression.text: expression.sorts for expression in found.expressions}


def heard(
    *sentences: str, profile: str = "paper", sorts: SortSource | None = None
) -> Interpretation:
    how = PROFILES[profile].with_options({"sorts": sorts} if sorts else {})
    return listen(discourse(*sentences), profile=how)


# Who is asked -----------------------------------------------------------------------------------


def test_what_nobody_states_is_asked_for(asked: list[Utterance]) -> None:
    assert sorts_of(heard(GLORP))["glorp"] == {Sort.PERSON}
    assert len(asked) == 1


@pytest.mark.parametrize("source", [SortSource.STATED, SortSource.LEXICON])
def test_who_wants_to_be_told_by_nobody_else_asks_nobody(
    asked: list[Utterance], source: SortSource
) -> None:
    found = heard(GLORP, sorts=source)
    assert not asked
    assert len(sorts_of(found)["glorp"]) == len(Sort)
    assert not found.model


def test_the_lexicon_knows_better_what_a_noun_can_be(asked: list[Utterance]) -> None:
    assert sorts_of(heard("The/DET/det/2 judge/NOUN/nsubj/3 fell/VERB/root/0"))["judge"] == {
        Sort.PERSON
    }
    assert asked


def test_several_who_hear_the_same_ask_once(asked: list[Utterance]) -> None:
    text = discourse(GLORP, HE_ROSE)
    for algorithm in ("s-list", "bfp", "hobbs", "s-list"):
        found = listen(text, algorithm=algorithm)
        assert [str(r.entity) for r in found.resolutions] == ["GLORP"]
    assert len(asked) == len(text.utterances)


def test_a_parser_that_tells_sorts_is_not_asked_again(asked: list[Utterance]) -> None:
    [utterance] = discourse(GLORP).utterances
    parsed = replace(utterance, sorts=("", "place", ""))
    assert sorts_of(listen(Discourse((parsed,)), profile="paper"))["glorp"] == {Sort.PLACE}
    assert not asked


def test_the_default_profile_is_told_of_nouns_and_not_of_names(asked: list[Utterance]) -> None:
    found = heard(
        "Zzyx/PROPN/nsubj/2 saw/VERB/root/0 a/DET/det/4 glorp/NOUN/obj/2", profile="default"
    )
    assert asked
    assert sorts_of(found)["glorp"] == {Sort.PERSON}
    assert sorts_of(found)["Zzyx"] > {Sort.PLACE}


def test_whoever_told_sorts_is_named() -> None:
    found = heard(GLORP)
    assert found.model == parsers.ear()


# What a file states -----------------------------------------------------------------------------


@pytest.mark.parametrize("profile", ["paper", "default"])
@pytest.mark.parametrize("word", ["glorp", "judge"])
def test_what_a_file_states_holds(asked: list[Utterance], word: str, profile: str) -> None:
    sentence = f"The/DET/det/2 {word}/NOUN/nsubj/3 fell/VERB/root/0"
    found = listen(stating(sentence, **{word: "place"}), profile=profile)
    assert sorts_of(found)[word] == {Sort.PLACE}


def test_only_the_lexicon_is_told_nothing_by_the_file() -> None:
    sentence = "The/DET/det/2 judge/NOUN/nsubj/3 fell/VERB/root/0"
    found = listen(stating(sentence, judge="place"), profile="paper", sorts="lexicon")
    assert sorts_of(found)["judge"] == {Sort.PERSON}


def conllu(misc: str) -> str:
    return (
        "# newdoc id = a\n# sent_id = 1\n"
        f"1\tBrennan\tBrennan\tPROPN\tNNP\t_\t2\tnsubj\t_\t{misc}\n"
        "2\tfell\tfall\tVERB\tVBD\t_\t0\troot\t_\t_\n\n"
        "1\tIt\tit\tPRON\tPRP\t_\t2\tnsubj\t_\t_\n"
        "2\trose\trise\tVERB\tVBD\t_\t0\troot\t_\t_\n\n"
    )


@cases(__file__)
def test_sort_stands_in_misc(misc: str, it: str | None) -> None:
    [document] = discourses(parse(conllu(misc)))
    [resolution] = listen(document, profile="paper").resolutions
    assert resolution.entity == it


def test_a_sort_that_there_is_not_is_a_problem_with_its_place() -> None:
    [document] = discourses(parse(conllu("Sort=planet")))
    [problem] = document.problems
    assert (problem.line, problem.code) == (3, "conllu-sort")
    assert "'planet'" in problem.message
    assert document.utterances[0].stated == ("", "")


def test_such_a_problem_is_one_of_the_file_too() -> None:
    reading = read_corefud(conllu("Sort=planet").encode())
    assert [problem.code for problem in reading.problems] == ["conllu-sort"]


def test_the_types_of_annotated_entities_are_no_analysis() -> None:
    text = "# global.Entity = eid-etype-head-other\n" + conllu("Entity=(e1-place-1-)")
    [document] = discourses(parse(text))
    assert gold_of(document).mentions[0].sort == "place"
    assert document.utterances[0].stated == ()
    assert not document.utterances[0].sorts


# The English pipeline ---------------------------------------------------------------------------


@needs_model
@pytest.mark.parametrize("table", ["table3", "table4", "table5"])
def test_the_tables_come_out_the_same_whoever_tells(table: str) -> None:
    for document in hearer.read(EXAMPLES / f"{table}.conllu"):
        told, stated = (
            listen(document, profile="paper", sorts=source)
            for source in (SortSource.AUTO, SortSource.STATED)
        )
        assert told.model
        assert not stated.model
        assert [*map(str, told.steps)] == [*map(str, stated.steps)]


@needs_model
def test_a_person_and_a_thing_are_told_apart_though_no_lexicon_knows_them() -> None:
    words = "The/DET/det/2 stevedore/NOUN/nsubj/3 left/VERB/root/0/leave his/PRON/nmod:poss/5 portmanteau/NOUN/obj/3 in/ADP/case/8 the/DET/det/8 vestibule/NOUN/obl/3"
    found = sorts_of(heard(words))
    assert found["stevedore"] == {Sort.PERSON}
    assert Sort.PERSON not in found["portmanteau"] | found["vestibule"]


def test_an_acronym_is_nobodys_name_unless_all_is_in_capitals() -> None:
    he = "He/PRON/nsubj/2 fell/VERB/root/0/fall"
    for works, meant in (("works", None), ("WORKS", "XQ")):
        sentence = f"XQ/PROPN/nsubj/2 {works}/VERB/root/0/work"
        found = listen(discourse(sentence, he), profile="paper", sorts="lexicon")
        assert [r.entity for r in found.resolutions] == [meant]


@pytest.mark.parametrize(
    ("name", "sort"), [("Mercedes", "object"), ("Victoria", "place"), ("Chianti", "substance")]
)
def test_a_thing_called_like_a_person_is_one_where_that_is_stated(name: str, sort: str) -> None:
    judge = f"The/DET/det/2 judge/NOUN/nsubj/3 had/VERB/root/0/have {name}/PROPN/obj/3"
    liked = discourse("_/X/root/0", "He/PRON/nsubj/2 liked/VERB/root/0/like it/PRON/obj/2")
    (had,) = stating(judge, **{name: sort}).utterances
    found = listen(replace(liked, utterances=(had, liked.utterances[1])), profile="paper")
    assert [str(r.entity) for r in found.resolutions] == ["JUDGE", name.upper()]
