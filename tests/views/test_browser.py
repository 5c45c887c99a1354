"""Our pages in a real browser, on a desk and on a phone; skipped where there is no Chromium."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import hearer
from tests.conftest import EXAMPLES
from tests.timing import seconds

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)
if CHROMIUM is None:
    pytest.skip("there is no Chromium here", allow_module_level=True)
sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

DESK, PHONE = (1280, 800), (390, 844)
SIZES = pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
CONTROLS = ("first", "back", "play", "next", "last", "pronoun", "slider")
STORY = (EXAMPLES / "story.txt").read_text(encoding="utf-8")
TABLE_3 = hearer.read(EXAMPLES / "table3.conllu")[0]


class Sight:
    """A page that is looked at: what went wrong in it, and what it asked of the network."""

    def __init__(self, browser: Any, file: Path, size: tuple[int, int], scheme: str) -> None:
        self.wrong: list[str] = []
        width, height = size
        context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme
        )
        self.page = context.new_page()
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("console", lambda said: self.wrong.append(said.text))
        self.page.on("dialog", lambda dialog: self.wrong.append(dialog.message))
        self.page.on("request", lambda asked: self.asked.append(asked.url))
        self.asked: list[str] = []
        watch = context.new_cdp_session(self.page)
        watch.send("Performance.enable", {"timeDomain": "threadTicks"})
        self.page.goto(file.as_uri())
        told = watch.send("Performance.getMetrics")["metrics"]
        # What the page itself worked, however busy the machine is.
        self.took = next(one["value"] for one in told if one["name"] == "TaskDuration")

    def js(self, code: str, given: object = None) -> Any:
        return self.page.evaluate(code, given)

    def key(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    @property
    def step(self) -> int:
        return int(self.js("document.getElementById('slider').value")) + 1

    @property
    def overflows(self) -> bool:
        wide = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
        return bool(self.js(wide))

    def in_view(self, selector: str) -> bool:
        """Whether the middle of an element is seen, and nothing lies over it."""
        return bool(self.js(SEEN, selector))


SEEN = """async (selector) => {
  for (let n = 0; n < 3; n += 1) await new Promise(requestAnimationFrame);
  const node = document.querySelector(selector), box = node.getBoundingClientRect();
  const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return box.top >= 0 && box.bottom <= innerHeight && (node === top || node.contains(top));
}"""

Look = Callable[..., Sight]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM)
        yield chromium
        chromium.close()


@pytest.fixture
def look(browser: Any, tmp_path: Path) -> Iterator[Look]:
    sights: list[Sight] = []

    def at(html: str, size: tuple[int, int] = DESK, scheme: str = "light") -> Sight:
        file = tmp_path / f"{len(sights)}.html"
        file.write_text(html, encoding="utf-8")
        sights.append(Sight(browser, file, size, scheme))
        return sights[-1]

    yield at
    for sight in sights:
        assert sight.wrong == []
        assert [url for url in sight.asked if not url.startswith("file:")] == []
        sight.page.context.close()


@pytest.fixture(scope="module")
def story() -> str:
    return hearer.trace(hearer.resolve(STORY), view="html")


@pytest.fixture(scope="module")
def novel() -> str:
    """The trace of two thousand words, whose list is longer than its panel."""
    names = "Anna Clara Dora Emma Frieda Grete Hanna Ida Jana Klara Lena Maria".split()
    things = "book hat coat lamp chair cup letter key watch knife stone coin".split()
    lines = [
        f"When {name} met the old {thing} dealer of the town, she gave him her {thing}."
        for name in names
        for thing in things
    ]
    return hearer.trace(hearer.resolve("\n\n".join(lines)), view="html")


# The trace ------------------------------------------------------------------------------------


@pytest.mark.untraced
@SIZES
def test_a_long_text_opens_at_the_first_step_with_the_controls_in_view(
    look: Look, novel: str, size: tuple[int, int]
) -> None:
    sight = look(novel, size)
    words = sight.js("document.querySelectorAll('.w').length")
    assert words > 2_000
    assert sight.took < seconds(2)
    assert sight.step == 1
    for move in ("", "last", "pronoun", "back"):  # at the beginning, at the end, and in between
        if move:
            sight.page.click(f"#{move}")
        assert [one for one in CONTROLS if not sight.in_view(f"#{one}")] == []
        for _ in range(30):  # it may be scrolled to
            if sight.in_view(".now"):
                break
            sight.page.wait_for_timeout(100)
        assert sight.in_view(".now"), move
    sight.page.click("#last")
    assert sight.js("document.querySelectorAll('.w:not(.ahead)').length") == words
    assert sight.js("document.querySelectorAll('#list li').length") > 8
    assert not sight.overflows


@SIZES
def test_the_panel_leaves_the_text_its_room(look: Look, story: str, size: tuple[int, int]) -> None:
    sight = look(story, size)
    sight.key(*"ppppp")
    panel = sight.js("document.getElementById('panel').getBoundingClientRect().toJSON()")
    _, height = size
    assert panel["bottom"] <= height + 1
    assert panel["height"] < height * (0.5 if size == PHONE else 0.9)
    assert not sight.overflows


def test_keys_mean_what_they_mean_elsewhere(look: Look, story: str) -> None:
    sight = look(story)
    sight.js("addEventListener('keydown', (event) => { window.taken = event.defaultPrevented; })")
    for key in ("Home", "End", " ", "PageUp", "PageDown", "ArrowUp", "ArrowDown", "Escape"):
        sight.key(key)
        assert (key, sight.js("window.taken"), sight.step) == (key, False, 1)
    for key in ("Control+ArrowRight", "Alt+ArrowRight", "Shift+ArrowRight", "Control+p"):
        sight.js("addEventListener('keydown', (event) => event.preventDefault())")
        sight.key(key)
        assert (key, sight.step) == (key, 1)
    sight.key("ArrowRight", "ArrowRight", "ArrowLeft")
    assert sight.step == 2


def test_words_can_be_gone_to_with_the_keyboard(look: Look, story: str) -> None:
    sight = look(story)
    here = "document.activeElement.textContent"
    sight.key("Tab")
    assert sight.js(here) == "The"
    sight.key("ArrowRight", "ArrowRight", "ArrowRight")
    assert sight.js(here) == "Anna"
    assert sight.step == 1
    sight.key("Enter")
    assert sight.js("document.querySelector('.now').textContent") == "Anna"
    assert sight.js("document.querySelectorAll('.w[tabindex=\"0\"]').length") == 1


def test_a_chain_is_shown_where_the_pointer_is_and_held_by_a_click(look: Look, story: str) -> None:
    sight = look(story)
    together = "document.querySelectorAll('.text .together').length"
    sight.page.hover(".m[style]")
    anna = sight.js(together)
    assert anna > 5
    sight.page.hover("h1")
    assert sight.js(together) == 0
    sight.page.click(".m[style] .w")
    sight.page.hover("h1")
    assert sight.js(together) == anna
    sight.key("Escape")
    assert sight.js(together) == 0
    for left in (anna, 0):  # a second click lets go
        sight.page.click(".m[style] .w")
        sight.page.hover("h1")
        assert sight.js(together) == left


def test_a_page_that_was_linked_opens_at_its_step(look: Look, story: str) -> None:
    sight = look(story)
    sight.page.goto(f"{sight.page.url}#step=31")
    sight.page.reload()
    assert sight.step == 31
    assert sight.in_view(".now")


# The text with its names ----------------------------------------------------------------------


@SIZES
def test_names_are_seen_above_pronouns_and_chains_are_held(
    look: Look, size: tuple[int, int]
) -> None:
    sight = look(hearer.write(hearer.resolve(STORY), to="html"), size)
    assert sight.in_view("rt")
    assert not sight.overflows
    sight.page.click(".who .e")
    sight.page.hover("h1")
    assert sight.js("document.querySelectorAll('.said .together').length") == 9
    sight.key("Escape")
    assert sight.js("document.querySelectorAll('.together').length") == 0
    sight.page.click("#names")
    assert sight.js("document.querySelector('rt').getBoundingClientRect().height") == 0


# Colours, and the other pages -----------------------------------------------------------------

CONTRAST = """() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const painted = (layers) => {
    for (const [colour, opacity] of layers) {
      canvas.globalAlpha = opacity;
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
    }
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3)
      .map((v) => v / 255)
      .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
      .reduce((sum, v, n) => sum + v * [0.2126, 0.7152, 0.0722][n], 0);
  };
  const faint = [];
  for (const node of document.querySelectorAll("body :not(script, style)")) {
    const isText = [...node.childNodes].some((one) => one.nodeType === 3 && one.data.trim());
    if (!isText || !node.getClientRects().length) continue;
    const ground = [["white", 1]];
    for (let up = node; up; up = up.parentElement) {
      ground.splice(1, 0, [getComputedStyle(up).backgroundColor, 1]);
    }
    const { color, opacity } = getComputedStyle(node);
    const light = [painted(ground), painted([...ground, [color, Number(opacity)]])];
    const ratio = (Math.max(...light) + 0.05) / (Math.min(...light) + 0.05);
    if (ratio < 4.5) faint.push([ratio.toFixed(2), node.className, node.textContent.slice(0, 30)]);
  }
  return faint;
}"""


@pytest.mark.untraced
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everything_can_be_read_in_light_and_dark(look: Look, story: str, scheme: str) -> None:
    sight = look(story, DESK, scheme)
    sight.key(*"ppppp")
    sight.page.wait_for_timeout(400)  # until nothing moves
    assert sight.js(CONTRAST) == []
    for page in (
        hearer.write(hearer.resolve(STORY), to="html"),
        hearer.compare(TABLE_3, to="html"),
    ):
        assert look(page, DESK, scheme).js(CONTRAST) == []
