"""Ten thousand words without stutter: what the page itself works, however busy the machine is."""

from __future__ import annotations

from typing import Any

import pytest

from tests.timing import seconds
from tests.web.studio.conftest import Look, Studio

NAMES = "Anna Clara Dora Emma Frieda Grete Hanna Ida Jana Klara Lena Maria".split()
THINGS = "book hat coat lamp chair cup letter key watch knife stone coin".split()
LINES = [
    f"When {name} met the old {thing} dealer of the town, she gave him her {thing}."
    for name in NAMES
    for thing in THINGS
] * 5


class Watch:
    """The seconds that the page's own thread has worked."""

    def __init__(self, studio: Studio) -> None:
        self.session: Any = studio.page.context.new_cdp_session(studio.page)
        self.session.send("Performance.enable", {"timeDomain": "threadTicks"})
        self.since = self._read()

    def _read(self) -> float:
        told = self.session.send("Performance.getMetrics")["metrics"]
        return next(float(one["value"]) for one in told if one["name"] == "TaskDuration")

    def lap(self) -> float:
        now = self._read()
        before, self.since = self.since, now
        return now - before


def answer(route: Any, watch: Watch) -> None:
    """Hand on what the server says, and begin to count when it is there."""
    said = route.fetch(timeout=240_000)
    watch.lap()
    route.fulfill(response=said)


@pytest.mark.parametrize("between", ["\n\n", " "], ids=["paragraphs", "one paragraph"])
def test_ten_thousand_words_do_not_stutter(look: Look, between: str) -> None:
    studio = look()
    studio.page.set_default_timeout(240_000)
    watch = Watch(studio)
    studio.page.route("**/studio/film", lambda route: answer(route, watch))
    studio.read(between.join(LINES))
    assert studio.js("document.querySelectorAll('#text .w').length") > 10_000
    shown = watch.lap()
    assert shown < seconds(1)
    studio.key("ArrowRight")
    watch.lap()
    for _ in range(50):
        studio.key("ArrowRight")
    assert watch.lap() / 50 < seconds(0.032)
    for _ in range(50):
        studio.key("p")
    assert watch.lap() / 50 < seconds(0.032)
    for key in ("End", "Home", "End"):
        studio.key(key)
        assert watch.lap() < seconds(0.3)
    studio.page.click("#edit-button")
    watch.lap()
    studio.page.focus("#typed")
    studio.page.keyboard.type("She smiled. ")
    assert watch.lap() / 12 < seconds(0.05)
