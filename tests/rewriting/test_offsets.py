"""Offsets lead back exactly, whatever the words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hearer.hearing import listen
from hearer.model import Discourse, ReferringExpression
from hearer.views.rewriting.rewriter import Every, Rewriting, rewrite
from hearer.views.rewriting.rewritten import rewriting
from tests.strategies import parsed_discourses

SHE = ReferringExpression("she", 1, 1, is_pronoun=True)


@st.composite
def changed(draw: st.DrawFn) -> Rewriting:
    """Any text with any replacements and insertions in it, none beside another."""
    text = draw(st.text(max_size=40))
    places = sorted(draw(st.sets(st.integers(0, len(text)), max_size=8)))
    pairs = zip(places[::2], places[1::2], strict=False)
    changes = []
    for start, end in pairs:
        stop = start if draw(st.booleans()) else end
        changes.append((start, stop, draw(st.text(min_size=1, max_size=5)), SHE))
    return rewriting(text, changes, ())


def undone(done: Rewriting) -> str:
    text = done.text
    for edit in reversed(done.edits):
        text = text[: edit.new_start] + edit.original + text[edit.new_end :]
    return text


@given(changed())
def test_undoing_gives_the_original_and_offsets_lead_back(done: Rewriting) -> None:
    assert undone(done) == done.original
    edited = {n for edit in done.edits for n in range(edit.new_start, edit.new_end)}
    back = [done.back(n) for n in range(len(done.text) + 1)]
    assert back == sorted(back)
    for n, letter in enumerate(done.text):
        assert n in edited or done.original[back[n]] == letter
    for edit in done.edits:
        assert (back[edit.new_start], back[edit.new_end]) == (edit.start, edit.end)


@pytest.mark.untraced
@given(parsed_discourses(), st.sampled_from(Every))
def test_any_discourse_can_be_rewritten_and_undone(discourse: Discourse, every: Every) -> None:
    found = listen(discourse)
    done = rewrite(found, every=every)
    assert undone(done) == done.original == discourse.text
    for edit in done.edits:
        assert done.text[edit.new_start : edit.new_end] == edit.text
        assert done.original[edit.start : edit.end] == edit.original
    if not any(resolution.antecedent for resolution in found.resolutions):
        assert done.text == discourse.text
