"""What rewriting makes of sentences, each output judged as English by a human reader."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hearer.analysis.options import DirectSpeech
from hearer.errors import UsageError
from hearer.formats import conllu
from hearer.hearing import listen
from hearer.model import Discourse, Interpretation, Utterance
from hearer.views.rewriting.rewriter import Reason, rewrite
from tests.conftest import ROOT

REWRITTEN: dict[str, str] = json.loads(
    Path(__file__).with_name("rewritten.json").read_text(encoding="utf-8")
)

PARSED = (ROOT / "tests" / "rewriting" / "cases.conllu").read_bytes()
TEXTS = {d.name: d for d in conllu.discourses(conllu.parse(PARSED))}


# Where the default profile takes somebody else, and wrongly so: "it" is Peter in both.
BY_THE_PAPER = frozenset({"a-named-make-becomes-definite", "a-phrasal-verb"})


def understood(name: str, **options: Any) -> Interpretation:
    chosen = {"profile": "paper"} if name in BY_THE_PAPER else {}
    return listen(TEXTS[name], **{**chosen, **options})


@pytest.mark.parametrize("name", REWRITTEN)
def test_pronouns_are_replaced_or_left_with_a_reason_and_the_text_stays_english(name: str) -> None:
    assert len(REWRITTEN) > 40
    assert list(TEXTS) == list(REWRITTEN)
    found = understood(name)
    done = rewrite(found)
    assert done.text == REWRITTEN[name]
    rewritten = {edit.expression.id for edit in done.edits}
    left = {one.expression.id for one in done.left}
    assert rewritten | left == {resolution.pronoun.id for resolution in found.resolutions}
    assert not rewritten & left


def test_what_stays_has_its_reason_and_a_possessor_can_be_named_below_what_it_possesses() -> None:
    found = understood("beside-a-conjunct")
    done = rewrite(found)
    assert [left.reason for left in done.left] == [Reason.NAMED_IN_SENTENCE]
    assert rewrite(found, every="all").text == "Susan came in and Peter greeted Susan."
    done = rewrite(understood("below-its-possessor", profile="paper"))
    assert done.text == "Susan's mother said that Susan was tired."


def test_quotations_are_never_changed_even_when_they_are_heard() -> None:
    found = understood("quotations-stay", direct_speech=DirectSpeech.KEEP)

    assert rewrite(found).text == REWRITTEN["quotations-stay"]
    assert Reason.QUOTED in [left.reason for left in rewrite(found).left]


def test_pronouns_without_antecedent_stay() -> None:
    she = Discourse(TEXTS["a-subject"].utterances[1:])
    done = rewrite(listen(she))

    assert done.text == she.text
    assert [left.reason for left in done.left] == [Reason.NO_ANTECEDENT]


def test_a_set_that_nobody_named_is_written_as_its_members() -> None:
    met = "Tom/PROPN/nsubj/2 met/VERB/root/0 Clara/PROPN/obj/2 ./PUNCT/punct/2"
    left = "They/PRON/nsubj/2 left/VERB/root/0 together/ADV/advmod/2"
    said = "They/PRON/nsubj/2 sang/VERB/root/0"
    heard = [Utterance.of(one, number=n) for n, one in enumerate((met, left, said), start=1)]

    done = rewrite(listen(Discourse(tuple(heard)), profile="default"))

    assert done.text == "Tom met Clara . Tom and Clara left together Tom and Clara sang "


def test_an_unknown_frequency_or_no_text_is_wrong_use() -> None:
    with pytest.raises(UsageError, match="There is no every 'now and then'; there is all, needed"):
        rewrite(understood("a-subject"), every="now and then")
    found = understood("a-subject")
    with pytest.raises(UsageError, match="no text"):
        rewrite(Interpretation(found.steps, found.expressions))
