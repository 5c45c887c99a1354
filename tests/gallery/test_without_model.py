"""Without the English model, too, what is published comes out: files state the sorts it takes."""

from __future__ import annotations

import pytest

from hearer.gallery import examples
from hearer.gallery.examples import answers_to, examples_of
from hearer.profiles import Profile, how_to_hear
from tests.conftest import EXAMPLES


def by_lexicon(algorithm: str) -> Profile:
    return how_to_hear(algorithm, settings={"sorts": "lexicon"})


def test_sorts_of_the_lexicon_do(monkeypatch: pytest.MonkeyPatch) -> None:
    gallery = examples_of(EXAMPLES / "gallery")
    tagged = {one.key: one.ours for each in gallery for one in answers_to(each)}
    monkeypatch.setattr(examples, "how_to_hear", by_lexicon)
    plain = {one.key: one.ours for each in gallery for one in answers_to(each)}
    assert plain == tagged
    assert len(plain) > 150
