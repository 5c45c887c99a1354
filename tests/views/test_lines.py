"""One line per pronoun: where it stands, what it means, and what is around it."""

from __future__ import annotations

import re

import pytest

import hearer
from hearer.formats.format import Screen
from hearer.model import Discourse, Utterance
from hearer.report.table import width_of
from hearer.views import lines
from hearer.views.lines import document_names
from tests.conftest import EXAMPLES
from tests.views.by_hand import other, table3_prime

STYLE = re.compile("\x1b\\[[0-9]*m")
STORY = hearer.resolve(hearer.read(EXAMPLES / "story.txt"))


def test_each_pronoun_has_its_place_and_its_antecedent() -> None:
    text = table3_prime.discourse.text
    shown = lines.render([table3_prime]).splitlines()
    said = [re.split("  +", line)[:2] for line in shown]
    pronouns = list(re.finditer(r"\b(she|her)\b", text, re.IGNORECASE))
    assert [place for place, _ in said] == [f"1:{one.start() + 1}" for one in pronouns]
    who = ["She → Brennan", "her → Brennan", "She → Friedman", "her → Brennan"]
    assert [told for _, told in said] == who
    assert " → no antecedent" in lines.render([other]).splitlines()[0]


def test_a_narrow_screen_has_shorter_lines_and_colours() -> None:
    for width in (60, 80, 100):
        shown = lines.render([STORY], Screen(color=True, width=width)).splitlines()
        assert len(shown) == len(STORY.resolutions) > 0
        assert all("\x1b[" in line for line in shown)
        meanings = [STYLE.sub("", line).split('   "')[0] for line in shown]
        for line, told in zip(shown, meanings, strict=True):
            assert width_of(STYLE.sub("", line)) <= max(width, width_of(told))


def test_nothing_in_a_line_steers_a_terminal() -> None:
    evil = "Ann\x1b[31ma\u202e slept. She\x07 snored."
    (shown,) = lines.render([hearer.resolve(evil)]).splitlines() or [""]
    assert not re.search("[\x00-\x1f\u202e]", shown)


def test_documents_of_one_file_are_told_apart() -> None:
    said = Utterance.of("Anna/PROPN/nsubj/2 slept/VERB/root/0")
    she = Utterance.of("She/PRON/nsubj/2 snored/VERB/root/0", number=2)
    several = [hearer.resolve(Discourse((said, she), name, path="two.json")) for name in ("a", "b")]
    places = [line.split()[0] for line in lines.render(several).splitlines()]
    assert places == ["two.json:a:1:12", "two.json:b:1:12"]
    assert document_names([several[0].discourse]) == [""]


@pytest.mark.parametrize("room", range(0, 60, 12))
def test_an_excerpt_is_cut_at_blanks(room: int) -> None:
    text = "I don't know why Mrs. O'Hara-Smythe's sister's dog, she's sure, didn't-you-know bark."
    (heard,) = hearer.resolve(text).discourse.utterances
    she = heard.forms.index("she") + 1
    around = lines.excerpt(heard, (she, she), room)
    shown = "".join(around).strip("…").rstrip(",.").split()
    written = [word.rstrip(",.") for word in text.split()]
    assert "she's" in shown
    assert shown[-1].rstrip(".,") in written
    assert shown[0].rstrip(".,") in written
