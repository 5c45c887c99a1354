"""The studio in Chromium; skipped if it is not installed. `make test` runs test_essentials.py."""

from __future__ import annotations

import base64
import json
import shutil
import zlib
from collections.abc import Callable, Iterator
from time import monotonic
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="hearer[web] is not installed")
sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
DESK, TABLET, PHONE = (1440, 900), (768, 1024), (390, 844)
TIMEOUT = 20  # seconds
SIZES = pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
NORA = "Nora met Luis. She smiled at the dog. It barked at him."
SHE_IS_LUIS = {  # a correction of that text, as operations.js makes it
    "kind": "pointed", "said": "“She” is Luis", "place": [2, 1], "was": "Nora",
    "corrections": [{"utterance": 2, "word": 1, "entity": "@1.3"}], "names": {}, "expects": [],
}  # fmt: skip
# Nothing was requested, and the last answer was shown, 300 ms ago.
SETTLED = """async () => {
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  const isQuiet = () => !document.querySelector("body.busy, [aria-busy='true']");
  if (!isQuiet()) return false;
  await wait(300);
  return isQuiet();
}"""
REFERENT = "(name) => document.querySelector('.whom > *')?.textContent.toLowerCase() === name"
ANNOUNCED = "(text) => document.getElementById('announced').textContent === text"


def fragment(carried: object) -> str:
    """Return the part of a link behind #, as link.js makes it."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(json.dumps(carried).encode()) + packer.flush()
    return "h=" + base64.urlsafe_b64encode(packed).decode().rstrip("=")


class Studio:
    """A page of the studio, its errors and its requests."""

    def __init__(self, context: Any, address: str) -> None:
        self.address, self.page = address, context.new_page()
        self.errors: list[str] = []
        self.requests: list[str] = []
        self.page.set_default_timeout(TIMEOUT * 1000)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda line: self.errors.append(f"{line.type}: {line.text}"))
        self.page.on("request", lambda request: self.requests.append(request.url))

    def goto(self, behind: str = "") -> Studio:
        """Load the page, with a fragment."""
        self.page.goto(f"{self.address}/#{behind}" if behind else f"{self.address}/")
        return self

    def opened(self, text: str = NORA, **how: object) -> Studio:
        """Load the page with a link to a text."""
        self.goto(fragment({"document": {"text": text}, "how": how}))
        self.page.wait_for_selector("#text [data-p]")
        return self

    def mode(self, name: str) -> Studio:
        """Change to another mode."""
        self.page.click(f"#modes [data-mode={name}]")
        return self

    def read(self, text: str) -> None:
        """Paste a text and wait until it is shown."""
        if self.page.locator("#typed").is_hidden():
            self.page.click("#open-button")
        self.page.fill("#typed", text)
        self.page.click("#read-button")
        self.page.wait_for_selector("#text .w")
        self.settled()

    def ask(self, pronoun: int) -> None:
        """Click on a pronoun and wait for its explanation and the tools to correct it."""
        self.page.click(f"#text [data-p='{pronoun}']")
        for selector in (".why-body .answer, .why-head .by-you", "#why .correct"):
            self.page.wait_for_selector(selector)
        self.settled()

    def correct(self, name: str) -> None:
        """Choose another candidate in the panel."""
        self.page.locator(f"button[aria-label$='is {name}']").first.click()
        self.refers_to(name)

    def refers_to(self, name: str) -> None:
        """Wait until the chosen pronoun refers to an entity."""
        self.until(REFERENT, name.casefold())

    def settled(self) -> None:
        """Wait until the last answer of the server is shown."""
        self.until(SETTLED)

    def until(self, claim: str, given: object = None) -> None:
        """Wait until an expression, function or promise is true."""
        end = monotonic() + TIMEOUT
        while not self.js(claim, given):
            assert monotonic() < end, f"never true: {claim}, with {given}"
            self.page.wait_for_timeout(40)

    def js(self, code: str, given: object = None) -> Any:
        return self.page.evaluate(code, given)

    def key(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def text(self, selector: str) -> str:
        """Return the visible text of the first element, with single spaces."""
        return " ".join(str(self.page.locator(selector).first.inner_text()).split())

    def texts(self, selector: str) -> list[str]:
        return [" ".join(one.split()) for one in self.page.locator(selector).all_inner_texts()]

    def announces(self, text: str) -> None:
        """Wait until screen readers are told a text."""
        self.until(ANNOUNCED, text)

    @property
    def words(self) -> str:
        """The text without the names above its words."""
        inside = "[...document.querySelectorAll('#text .w')].map(one => one.textContent).join(' ')"
        return str(self.js(inside))

    @property
    def overflows(self) -> bool:
        wide = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
        return bool(self.js(wide))

    def faults(self) -> list[str]:
        """Return the violations that axe finds: rule, impact, element."""
        axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="no axe here")
        found = axe.Axe().run(self.page).response["violations"]
        nodes = [(one, node["html"][:160]) for one in found for node in one["nodes"]]
        return [f"{one['id']} ({one['impact']}): {html}" for one, html in nodes]


Look = Callable[..., Studio]


@pytest.fixture(scope="module")  # an open browser has an event loop, which other modules need
def browser() -> Iterator[Any]:
    chromium = next(filter(None, map(shutil.which, BROWSERS)), None)
    if chromium is None:
        pytest.skip("Chromium is not installed")
    with sync_api.sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium)
        yield launched
        launched.close()


@pytest.fixture
def look(browser: Any, address: str) -> Iterator[Look]:
    """Make pages, and read a text if one is given; no page may log an error or call elsewhere."""
    studios: list[Studio] = []

    def new(
        text: str = "",
        size: tuple[int, int] = DESK,
        scheme: str = "light",
        context: Any = None,
        **options: Any,
    ) -> Studio:
        viewport = dict(zip(("width", "height"), size, strict=True))
        how = {"viewport": viewport, "color_scheme": scheme, "has_touch": size == PHONE}
        made = context or browser.new_context(**how, reduced_motion="reduce", **options)
        studios.append(Studio(made, address))
        if text:
            studios[-1].goto().read(text)
        return studios[-1]

    yield new
    for studio in studios:
        assert studio.errors == []
        assert [url for url in studio.requests if not url.startswith(address)] == []
    for context in {studio.page.context for studio in studios}:
        context.close()
