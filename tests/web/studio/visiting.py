"""Visits to the studio that begin with a link, as somebody gets one.

Visit      a page of the studio, opened with a text: by the link that carries it
visits     come to the studio at any width; see the fixture `studio`
fragment   the part of a link behind #, as link.js makes it
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from time import monotonic
from typing import Any

PATIENCE = 15  # seconds, on a busy machine
NORA = "Nora met Luis. She smiled at the dog. It barked at him."
SHE_IS_LUIS = {  # a correction of that text, as operations.js makes it
    "kind": "pointed",
    "said": "“She” is Luis",
    "place": [2, 1],
    "was": "Nora",
    "corrections": [{"utterance": 2, "word": 1, "entity": "@1.3"}],
    "names": {},
    "expects": [],
}


def fragment(carried: object) -> str:
    """The part of a link behind #, as link.js makes it."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(json.dumps(carried).encode()) + packer.flush()
    return "h=" + base64.urlsafe_b64encode(packed).decode().rstrip("=")


class Visit:
    """A page of the studio: what is in it, and what went wrong."""

    def __init__(self, page: Any, address: str) -> None:
        self.page, self.address = page, address
        self.wrong: list[str] = []
        self.asked: list[str] = []
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("console", lambda said: self.wrong.append(f"{said.type}: {said.text}"))
        page.on("request", lambda asked: self.asked.append(asked.url))

    def opened(self, text: str = NORA, **how: object) -> Visit:
        """The same, with a text in it that is heard."""
        self.goto(fragment({"document": {"text": text}, "how": how}))
        self.page.wait_for_selector("#text [data-p]")
        return self

    def goto(self, behind: str = "") -> Visit:
        """The same, at an address."""
        self.page.goto(f"{self.address}/#{behind}" if behind else f"{self.address}/")
        return self

    def mode(self, name: str) -> Visit:
        """The same, in another mode."""
        self.page.click(f"#modes [data-mode={name}]")
        return self

    def key(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def js(self, code: str, given: object = None) -> Any:
        return self.page.evaluate(code, given)

    def texts(self, selector: str) -> list[str]:
        """What all nodes of a kind say."""
        return [" ".join(told.split()) for told in self.page.locator(selector).all_inner_texts()]

    def until(self, code: str) -> None:
        """Wait until something is so; Playwright's own way needs what the page forbids: eval."""
        end = monotonic() + PATIENCE
        while not self.js(code):
            assert monotonic() < end, code
            self.page.wait_for_timeout(30)

    @property
    def words(self) -> str:
        """The text as it is read, without the names above its words."""
        inside = "[...document.querySelectorAll('#text .w')].map(one => one.textContent).join(' ')"
        return str(self.js(inside))

    @property
    def overflows(self) -> bool:
        wide = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
        return bool(self.js(wide))

    def axe(self) -> list[str]:
        """What axe-core finds in the page as it is: serious or worse."""
        found = find_spec("axe_playwright_python")
        assert found
        assert found.origin
        script = Path(found.origin).with_name("axe.min.js").read_text(encoding="utf-8")
        self.js(script)
        told = self.js("axe.run({resultTypes: ['violations']})")
        return [
            f"{one['id']}: {one['nodes'][0]['html']} {one['nodes'][0]['failureSummary']}"
            for one in told["violations"]
            if one["impact"] in {"serious", "critical"}
        ]


def visits(browser: Any, address: str) -> Iterator[Visits]:
    """Come to the studio at a width, light or dark; nothing may have gone wrong in the end."""
    made: list[Visit] = []

    def come(width: int = 1440, scheme: str = "light", **context: object) -> Visit:
        size = {"width": width, "height": 844 if width < 500 else 900}
        room = browser.new_context(
            viewport=size, color_scheme=scheme, reduced_motion="reduce", **context
        )
        room.set_default_timeout(1000 * PATIENCE)
        made.append(Visit(room.new_page(), address))
        return made[-1]

    yield come
    for visit in made:
        assert visit.wrong == []
        visit.page.context.close()


Visits = Callable[..., Visit]
