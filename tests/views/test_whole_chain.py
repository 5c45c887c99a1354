"""Every view of the shipped examples and of real text: shown whole, and the same each time."""

from pathlib import Path

import pytest

import hearer
from hearer.model import Discourse
from hearer.views import VIEWS as REGISTERED

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("table*.conllu"))
VIEWS = REGISTERED.names()


def documents() -> list[Discourse]:
    return [discourse for path in EXAMPLES for discourse in hearer.read(path)]


@pytest.mark.parametrize("view", VIEWS)
def test_a_view_shows_every_word_and_every_pronoun(view: str) -> None:
    assert len(documents()) >= 5
    assert set(VIEWS) >= {"terminal", "html", "latex"}
    for discourse in documents():
        found = hearer.resolve(discourse)
        shown = hearer.trace(found, view=view)
        assert shown == hearer.trace(hearer.resolve(discourse), view=view)
        assert found.resolutions
        missing = [w.form for w in discourse.words if w.form.isalpha() and w.form not in shown]
        assert missing == []


def test_a_hearer_stopped_in_the_middle_can_be_shown() -> None:
    (discourse, *_) = documents()
    listener = hearer.Hearer(profile="paper")
    for word in list(discourse.words)[:9]:
        listener.hear(word)
    shown = hearer.trace(listener.finish())
    assert shown.endswith("she: BRENNAN ✓\n")
