"""Whatever can be meant, a hearer can be copied or stored as JSON at any word, and goes on."""

from __future__ import annotations

import json

import pytest

from hearer.hearing import Hearer
from hearer.model import Discourse
from hearer.model.state import restore, stored
from hearer.profiles import how_to_hear
from tests.discourses.reading import KINDS, parsed_by_hand

pytestmark = pytest.mark.untraced
MOST = 2  # discourses of a kind
STEP = 3  # words


def texts(kind: str) -> list[Discourse]:
    return [parsed for _, parsed in parsed_by_hand(kind)[:MOST]]


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_meant_is_the_same_from_any_word_on(kind: str) -> None:
    assert texts(kind)
    for discourse in texts(kind):
        profile = how_to_hear(None, "default", {})
        whole, hearer = Hearer(profile=profile), Hearer(profile=profile)
        words = list(discourse.words)
        expected = [whole.hear(word) for word in words]
        for n in range(0, len(words), STEP):
            restored = Hearer(profile=profile)
            restore(restored, json.loads(json.dumps(stored(hearer))))
            for other in (hearer.copy(), restored):
                assert [other.hear(each) for each in words[n:]] == expected[n:]
            for word in words[n : n + STEP]:
                hearer.hear(word)
        assert hearer.finish() == whole.finish()
