"""Offsets are exact in both directions, whatever the words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hearer.hearing import listen
from hearer.model import Discourse, ReferringExpression
from hearer.views.rewriting.rewriter import Every, Rewriting, Style, rewrite
from hearer.views.rewriting.rewritten import Replacement, rewriting
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
        changes.append(Replacement(start, stop, draw(st.text(min_size=1, max_size=5)), SHE))
    return rewriting(text, changes, ())


@given(changed())
def test_undoing_gives_the_original_and_offsets_lead_there_and_back(done: Rewriting) -> None:
    assert done.undone() == done.original
    edited = {n for edit in done.edits for n in range(edit.start, edit.end)}
    for offset in range(len(done.original) + 1):
        if not any(edit.start < offset < edit.end for edit in done.edits):
            assert done.back(done.forward(offset)) == offset
        if offset < len(done.original) and offset not in edited:
            assert done.text[done.forward(offset)] == done.original[offset]
    forward = [done.forward(n) for n in range(len(done.original) + 1)]
    back = [done.back(n) for n in range(len(done.text) + 1)]
    assert forward == sorted(forward)
    assert back == sorted(back)


@pytest.mark.untraced
@given(parsed_discourses(), st.sampled_from(Style), st.sampled_from(Every))
def test_any_discourse_can_be_rewritten_and_undone(
    discourse: Discourse, style: Style, every: Every
) -> None:
    found = listen(discourse)
    done = rewrite(found, style=style, every=every)
    assert done.undone() == done.original == discourse.text
    for edit in done.edits:
        assert done.text[edit.new_start : edit.new_end] == edit.text
        assert done.original[edit.start : edit.end] == edit.original
    if not any(resolution.antecedent for resolution in found.resolutions):
        assert done.text == discourse.text
