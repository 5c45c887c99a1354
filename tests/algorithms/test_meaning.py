"""Meaning as one more factor: weighed where it is known, told, stored, and never needed."""

from __future__ import annotations

import json
import pickle
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from hearer import parsers
from hearer.analysis.analyst import analyst_for
from hearer.analysis.describe import of_pronoun
from hearer.errors import MissingPackage, UsageError
from hearer.evaluation.trial import ForcedRun, FreeRun
from hearer.formats.json import write
from hearer.hearing import Hearer, listen
from hearer.model import (
    UNSPECIFIED,
    Discourse,
    Interpretation,
    Kind,
    ReferringExpression,
    Utterance,
    Word,
)
from hearer.model.meaning import NO_MEANING, offered
from hearer.model.state import restore, stored
from hearer.profiles import DEFAULT
from hearer.ranking.algorithm import WeightedSList, WeightedSListOptions
from hearer.ranking.ranker import Ranker, shipped
from hearer.session.listener import Listener
from hearer.views import why as reasons
from hearer.views.words import signed
from tests.algorithms.ear import TABLES, ear, fake_ear
from tests.algorithms.test_default_answers import (
    BEFORE_HE_LEFT,
    HE_DREAMT,
    MARLENA_DID,
    PARSED,
    RAIN,
    WHO_CUT,
)

__all__ = ["fake_ear"]

LINES = (
    *PARSED,
    "The/DET/det/2/the tree/NOUN/nsubj/3/tree/Number=Sing hit/VERB/root/0/hit it/PRON/obj/3/it",
    *RAIN,
    BEFORE_HE_LEFT,
    HE_DREAMT,
)
TEXT = Discourse(tuple(Utterance.of(line, number=n) for n, line in enumerate(LINES, 1)))
Heard = list[Utterance]


def meant(found: Interpretation) -> list[tuple[str, str | None]]:
    return [(r.pronoun.text, r.entity) for r in found.resolutions]


# Where it is weighed ----------------------------------------------------------------------------


def test_the_fit_of_a_candidate_is_a_feature(fake_ear: Heard) -> None:
    attempts = [a for r in listen(TEXT).resolutions for a in r.attempts if a.score is not None]
    assert attempts
    for attempt in attempts:
        (factor,) = attempt.factors
        assert "fit" in [value.factor for value in factor.values]
        assert attempt.score == factor.weight
    assert list(fake_ear) == list(TEXT.utterances)


def test_who_wants_no_meaning_and_no_sorts_asks_nobody(fake_ear: Heard) -> None:
    found = listen(TEXT, meaning=False, sorts="stated")
    assert not fake_ear
    assert {e.meaning for e in found.expressions} == {NO_MEANING}
    given = replace(TEXT, utterances=tuple(map(ear, TEXT.utterances)))
    assert meant(listen(given, meaning=False)) == meant(found)
    told = [factor for r in listen(given, meaning=False).resolutions for factor in r.nobody]
    assert told == [factor for r in found.resolutions for factor in r.nobody]


def test_without_an_ear_all_is_as_without_meaning(
    fake_ear: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = listen(TEXT, meaning=False, sorts="stated")
    monkeypatch.setattr(parsers, "_senses", lambda _: None)
    assert listen(TEXT) == expected
    assert not fake_ear


@pytest.mark.parametrize(
    "missing", [MissingPackage("numpy", "The ear"), UsageError("no model"), ImportError, OSError]
)
def test_a_pipeline_that_is_not_there_is_not_missed(
    monkeypatch: pytest.MonkeyPatch, missing: Exception
) -> None:
    def find(_: object) -> EarParser:
        raise missing

    monkeypatch.setattr(parsers, "find", find)
    assert parsers._senses.__wrapped__("small") is None
    monkeypatch.setattr(parsers, "find", lambda _: EarParser())  # it has no method for it
    assert parsers._senses.__wrapped__("small") is None


def test_only_the_weighted_list_asks_for_meanings(fake_ear: Heard) -> None:
    found = listen(TEXT, algorithm="s-list")
    assert fake_ear  # for sorts
    assert {e.meaning for e in found.expressions} == {NO_MEANING}
    strategy = WeightedSList(lambda *_: None, WeightedSListOptions(meaning=False))
    assert (strategy.needs.parse, strategy.needs.meanings) == (True, False)


def test_precision_may_be_asked_of_each_pronoun() -> None:
    he, it = (
        ReferringExpression(form, 1, 1, is_pronoun=True, agreement=of_pronoun(form) or UNSPECIFIED)
        for form in ("he", "it")
    )
    assert TABLES.confidence_for(0.9) == TABLES.confidence_for(0.9, he) == 0.6
    assert TABLES.confidence_for(0.8, it) == 0.5
    assert TABLES.confidence_for(0.9, it) == 1.0
    assert TABLES.confidence_for(0.0, it) == 0.0
    assert Ranker(TABLES.text.replace('"it"', '"she"')).confidence_for(0.9, it) == 0.6


def test_rankers_can_be_pickled() -> None:
    assert pickle.loads(pickle.dumps(shipped("small"))) is shipped("small")
    again = pickle.loads(pickle.dumps(TABLES))
    assert again.cells.tolist() == TABLES.cells.tolist()


# Who is asked, and how often --------------------------------------------------------------------


def test_not_even_if_every_pronoun_is_heard_twice(fake_ear: Heard) -> None:
    free, forced = FreeRun(DEFAULT, analyst_for), ForcedRun(DEFAULT, analyst_for, lambda _: None)
    for word in TEXT.words:
        free.hear(word)
        forced.hear(word)
    assert forced.answers
    assert list(fake_ear) == list(TEXT.utterances)


def test_what_has_meanings_is_not_put_to_the_ear(fake_ear: Heard) -> None:
    given = replace(TEXT, utterances=tuple(map(ear, TEXT.utterances)))
    found = listen(given)
    assert not fake_ear
    assert meant(found) == meant(listen(TEXT))
    assert found.expressions == listen(TEXT).expressions


def test_another_value_for_the_same_utterance_goes_on(fake_ear: Heard) -> None:
    hearer, expected = Hearer(), Hearer()
    for word in TEXT.words:
        same = Word(replace(word.utterance), word.number)
        assert hearer.hear(same) == expected.hear(word)
    assert len(fake_ear) == len(TEXT)


CHINESE = Utterance.of("他/PRON/nsubj/2 来/VERB/root/0 ./PUNCT/punct/2")
ODD = {
    "": (False, Utterance.of("")),
    "another script": (True, Utterance.of("Москва/PROPN/nsubj/2 велика/ADJ/root/0 it/PRON/obj/2")),
    "Chinese": (False, replace(CHINESE, language="zh")),
    "a foreign name": (True, Utterance.of("Москва/PROPN/nsubj/3 is/AUX/cop/3 big/ADJ/root/0")),
    "accents": (True, Utterance.of("Zoë/PROPN/nsubj/2 ate/VERB/root/0 phở/NOUN/obj/2")),
    "no letters": (True, Utterance.of("1990/NUM/root/0 !/PUNCT/punct/1")),
    "underscores": (True, Utterance.of("_/X/root/0 _/X/dep/1")),
    "empty forms": (True, replace(Utterance.of("x/X/root/0 y/X/dep/1"), forms=("", ""))),
    "a long one": (True, Utterance.of(" ".join(["x/NOUN/root/0", *["y/NOUN/dep/1"] * 1500]))),
}


@pytest.mark.parametrize(("is_put", "utterance"), ODD.values(), ids=ODD)
def test_only_another_language_is_left_alone(
    fake_ear: Heard, is_put: bool, utterance: Utterance
) -> None:
    found = parsers.understood(utterance)
    assert (len(found.meanings) == len(utterance.forms)) is (is_put or not utterance.forms)
    assert fake_ear == [utterance] * is_put
    assert replace(found, meanings=()) == utterance
    listen(Discourse((utterance,)))


class EarParser:
    """A parser that has an ear of its own: every word is a name, and the last is *it*."""

    def parse(self, text: str) -> Iterator[Utterance]:
        words = [f"{word}/{'PRON' if word == 'it' else 'PROPN'}/dep/1" for word in text.split()]
        yield ear(Utterance.of(" ".join([words[0].replace("dep/1", "root/0"), *words[1:]])))


def test_live_text_is_put_to_one_ear_only(fake_ear: Heard) -> None:
    listener = Listener(parser=EarParser())
    changes = [*listener.hear("Ann Sue it won it "), *listener.finish()]
    assert changes
    assert not fake_ear


# What expressions mean --------------------------------------------------------------------------

SET = "Ann/PROPN/nsubj/4 and/CCONJ/cc/3 Sue/PROPN/conj/1 came/VERB/root/0/come/VerbForm=Fin and/CCONJ/cc/6 sang/VERB/conj/4/sing/VerbForm=Fin"
WHO = "Ann/PROPN/nsubj/4 who/PRON/nsubj/3/who/PronType=Rel sang/VERB/acl:relcl/1 won/VERB/root/0"


@pytest.mark.parametrize(
    ("line", "kind", "word"),
    [
        (SET, Kind.NAME, 1),
        (SET, Kind.SET, 1),
        (SET, Kind.ELLIPSIS, 6),
        (WHO, Kind.RELATIVE, 2),
        (HE_DREAMT, Kind.PRONOUN, 1),
    ],
)
def test_an_expression_means_what_its_head_means(
    fake_ear: Heard, line: str, kind: Kind, word: int
) -> None:
    said = Utterance.of(line)
    found = listen(Discourse((said,)), relatives_in_chains=True)
    first = next(e for e in found.expressions if e.kind is kind)
    meaning = ear(said).meaning(word)
    assert first.meaning == (meaning if first.is_pronoun else offered(meaning))
    assert len(fake_ear) == 1


def test_a_clause_means_what_its_verb_means(fake_ear: Heard) -> None:
    who_cut, did_it = Utterance.of(WHO_CUT), Utterance.of(MARLENA_DID, number=2)
    (it,) = listen(Discourse((who_cut, did_it))).resolutions
    assert it.pronoun.clauses[0].meaning == offered(ear(who_cut).meaning(2))
    assert fake_ear == [who_cut, did_it]


# Why --------------------------------------------------------------------------------------------


def test_why_says_how_much_meaning_spoke_for_whom(fake_ear: Heard) -> None:
    weighed = 0
    found = listen(TEXT)
    for resolution in found.resolutions:
        told = " ".join(reasons.weights(found, resolution))
        for attempt in [one for one in resolution.attempts if one.score is not None][-1:]:
            if attempt.score is not None and abs(attempt.score) > 0.1:
                half = signed(attempt.score)  # the pronoun is the same for all
                name = found.names[attempt.candidate.entity]
                of_it = told.partition(f"For {name}: ")[2].partition(". For ")[0]
                assert re.search(rf"meaning \([^)]*\) {re.escape(half)}", of_it)
                weighed += 1
    assert weighed
    assert fake_ear


def test_without_meaning_why_says_nothing_of_it() -> None:
    found = listen(TEXT, meaning=False)
    assert found.resolutions
    for resolution in found.resolutions:
        assert "fits the context" not in str(reasons.why(found, resolution))


def test_results_have_no_meanings_in_them(fake_ear: Heard) -> None:
    found = listen(replace(TEXT, utterances=tuple(map(ear, TEXT.utterances))))
    assert json.loads(write([found]))
    plain = replace(found, discourse=TEXT)
    assert write([found]) == write([plain])
    assert "meaning" not in repr(found.expressions) + repr(found.discourse)
    assert not fake_ear


# Stored -----------------------------------------------------------------------------------------


def test_a_stored_hearer_goes_on_the_same_at_every_word(fake_ear: Heard) -> None:
    whole, going = Hearer(), Hearer()
    for word in TEXT.words:
        again = Hearer()
        restore(again, json.loads(json.dumps(stored(going))))
        going = again
        assert going.hear(word) == whole.hear(word)
    assert len(fake_ear) == len(TEXT)
