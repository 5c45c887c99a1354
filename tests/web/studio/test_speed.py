"""Ten thousand words: the processor time of the page itself, however busy the machine is."""

from __future__ import annotations

from typing import Any

import pytest

from tests.timing import seconds
from tests.web.studio.conftest import Look, Studio

pytestmark = pytest.mark.slow
NAMES = "Anna Clara Dora Emma Frieda Grete Hanna Ida Jana Klara Lena Maria".split()
THINGS = "book hat coat lamp chair cup letter key watch knife stone coin".split()
LINES = [
    f"When {name} met the old {thing} dealer of the town, she gave him her {thing}."
    for name in NAMES
    for thing in THINGS
] * 5


class Clock:
    """The seconds that the thread of the page has worked."""

    def __init__(self, studio: Studio) -> None:
        self.session: Any = studio.page.context.new_cdp_session(studio.page)
        self.session.send("Performance.enable", {"timeDomain": "threadTicks"})
        self.before = 0.0

    def lap(self) -> float:
        """Return the seconds since the last call."""
        metrics = self.session.send("Performance.getMetrics")["metrics"]
        now = next(float(one["value"]) for one in metrics if one["name"] == "TaskDuration")
        before, self.before = self.before, now
        return now - before


@pytest.mark.parametrize("between", ["\n\n", " "], ids=["paragraphs", "one paragraph"])
def test_ten_thousand_words_are_shown_without_delay(look: Look, between: str) -> None:
    studio = look().goto()
    studio.page.set_default_timeout(240_000)
    clock = Clock(studio)

    def answer(route: Any) -> None:
        response = route.fetch(timeout=240_000)
        clock.lap()  # do not count the time of the server
        route.fulfill(response=response)

    studio.page.route("**/studio/film", answer)
    studio.read(between.join(LINES))
    assert studio.js("document.querySelectorAll('#text .w').length") > 10_000
    assert clock.lap() < seconds(1)
    studio.key("ArrowRight")
    clock.lap()
    for key in ("ArrowRight", "p"):
        studio.key(*[key] * 50)
        assert clock.lap() / 50 < seconds(0.032)
    for key in ("End", "Home", "End"):
        studio.key(key)
        assert clock.lap() < seconds(0.3)
    studio.page.click("#edit-button")
    clock.lap()
    studio.page.focus("#typed")
    studio.page.keyboard.type("She smiled. ")
    assert clock.lap() / 12 < seconds(0.05)
