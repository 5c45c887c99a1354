"""The studio in a real browser, on a desk and on a phone; skipped where there is no Chromium."""

from __future__ import annotations

import base64
import json
import shutil
import zlib
from collections.abc import Callable, Iterator
from time import monotonic
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="the extra hearer[web] is not installed")
sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
DESK, TABLET, PHONE = (1440, 900), (768, 1024), (390, 844)
PATIENCE = 20  # seconds
# What `make test` has time for; all else is slow, and run by `make check-slow`.
QUICK = frozenset(
    {
        "test_a_click_on_a_pronoun_says_who_how_probable_and_why",
        "test_a_click_on_another_candidate_says_why_not",
        "test_a_file_that_is_no_text_is_refused_with_the_reason",
        "test_a_link_restores_text_algorithm_profile_and_precision",
        "test_corrections_are_applied_again_when_the_same_text_is_opened",
        "test_corrections_are_exported_and_count_in_all_that_is",
        "test_every_pronoun_has_above_it_whom_it_means",
        "test_guesses_come_while_somebody_types",
        "test_hostile_links_get_a_sentence_each",
        "test_hostile_text_is_only_text",
        "test_nothing_is_found_by_axe",
        "test_nothing_of_the_answer_is_on_the_page_before_the_choice",
        "test_pointing_works_with_the_keyboard_alone",
        "test_somebody_is_pointed_at_in_the_text",
        "test_the_factors_are_bars_for_and_against_whose_numbers_add_up",
        "test_the_slider_is_a_slider",
        "test_what_is_open_outlives_a_reload_and_back_leads_to_what_was_open_before",
    }
)
SIZES = pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
ON_A_DESK = pytest.mark.parametrize(  # and on a phone where there is time
    "size", [DESK, pytest.param(PHONE, marks=pytest.mark.slow)], ids=["desk", "phone"]
)


NORA = "Nora met Luis. She smiled at the dog. It barked at him."
SHE_IS_LUIS = {  # a correction of that text, as operations.js makes it
    "kind": "pointed", "said": "“She” is Luis", "place": [2, 1], "was": "Nora",
    "corrections": [{"utterance": 2, "word": 1, "entity": "@1.3"}], "names": {}, "expects": [],
}  # fmt: skip


def fragment(carried: object) -> str:
    """The part of a link behind #, as link.js makes it."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(json.dumps(carried).encode()) + packer.flush()
    return "h=" + base64.urlsafe_b64encode(packed).decode().rstrip("=")


class Studio:
    """The studio as somebody sees it: a page, what went wrong in it, and what it asked for."""

    def __init__(self, context: Any, address: str) -> None:
        self.address, self.page = address, context.new_page()
        self.wrong: list[str] = []
        self.asked: list[str] = []
        self.page.set_default_timeout(PATIENCE * 1000)
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("console", lambda said: self.wrong.append(f"{said.type}: {said.text}"))
        self.page.on("request", lambda request: self.asked.append(request.url))

    def goto(self, behind: str = "") -> Studio:
        """The same, at an address."""
        self.page.goto(f"{self.address}/#{behind}" if behind else f"{self.address}/")
        return self

    def opened(self, text: str = NORA, **how: object) -> Studio:
        """The same, opened with the link that carries a text."""
        self.goto(fragment({"document": {"text": text}, "how": how}))
        self.page.wait_for_selector("#text [data-p]")
        return self

    def mode(self, name: str) -> Studio:
        """The same, in another mode."""
        self.page.click(f"#modes [data-mode={name}]")
        return self

    def read(self, text: str) -> None:
        """Have a text read, as somebody does who pastes it."""
        if self.page.locator("#typed").is_hidden():
            self.page.click("#open-button")
        self.page.fill("#typed", text)
        self.page.click("#read-button")
        self.page.wait_for_selector("#text .w")
        self.settled()

    def settled(self) -> None:
        """Wait until the server has answered, and what it said is shown."""
        self.until(SETTLED)

    def until(self, claim: str, given: object = None) -> None:
        """Wait until something is so: "() => ...", or a promise of it."""
        end = monotonic() + PATIENCE
        while not self.js(claim, given):
            assert monotonic() < end, f"it never was so: {claim}, with {given}"
            self.page.wait_for_timeout(40)

    def js(self, code: str, given: object = None) -> Any:
        return self.page.evaluate(code, given)

    def key(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def text(self, selector: str) -> str:
        """What is read there, blanks made one."""
        return " ".join(str(self.page.locator(selector).first.inner_text()).split())

    def texts(self, selector: str) -> list[str]:
        return [" ".join(one.split()) for one in self.page.locator(selector).all_inner_texts()]

    def says(self, sentence: str) -> None:
        """Wait until those who hear the page are told something."""
        self.until("(said) => document.getElementById('announced').textContent === said", sentence)

    @property
    def words(self) -> str:
        """The text as it is read, without the names above its words."""
        inside = "[...document.querySelectorAll('#text .w')].map(one => one.textContent).join(' ')"
        return str(self.js(inside))

    @property
    def overflows(self) -> bool:
        wide = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
        return bool(self.js(wide))

    def faults(self) -> list[str]:
        """What axe finds: rule, how bad, and where."""
        axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="no axe here")
        found = axe.Axe().run(self.page).response["violations"]
        return [
            f"{one['id']} ({one['impact']}): {node['html'][:160]}"
            for one in found
            for node in one["nodes"]
        ]


# Nothing is asked or awaited, and what was asked last has been shown.
SETTLED = """async () => {
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  const isQuiet = () => !document.querySelector("body.busy, [aria-busy='true']");
  if (!isQuiet()) return false;
  await wait(300);
  return isQuiet();
}"""

Look = Callable[..., Studio]


@pytest.fixture(scope="module")  # two at once, or one beside an event loop, are refused
def browser() -> Iterator[Any]:
    chromium = next(filter(None, map(shutil.which, BROWSERS)), None)
    if chromium is None:
        pytest.skip("there is no Chromium here")
    with sync_api.sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium)
        yield launched
        launched.close()


@pytest.fixture
def studio(browser: Any, address: str) -> Iterator[Look]:
    """Come to the studio, at a size and in a scheme; at the end nothing may have gone wrong."""
    studios: list[Studio] = []

    def come(
        size: tuple[int, int] = DESK, scheme: str = "light", context: Any = None, **options: Any
    ) -> Studio:
        width, height = size
        own = context or browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=scheme,
            has_touch=size == PHONE,
            reduced_motion="reduce",
            **options,
        )
        studios.append(Studio(own, address))
        return studios[-1]

    yield come
    for studio in studios:
        assert studio.wrong == []
        assert [url for url in studio.asked if not url.startswith(address)] == []
    for context in {studio.page.context for studio in studios}:
        context.close()


@pytest.fixture
def look(studio: Look) -> Look:
    """Open the studio, and have a text read."""

    def at(text: str = "", size: tuple[int, int] = DESK, *how: Any, **options: Any) -> Studio:
        come = studio(size, *how, **options).goto()
        if text:
            come.read(text)
        return come

    return at


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is not quick: the hook is asked for the items of all folders."""
    here = [one for one in items if "tests/web/studio/" in one.path.as_posix()]
    for one in here:
        if one.name.partition("[")[0] not in QUICK:
            one.add_marker(pytest.mark.slow)
