"""A page as a browser reads it."""

from __future__ import annotations

from html.parser import HTMLParser

VOID = {"meta", "input", "br", "hr", "link", "img"}


class Page(HTMLParser):
    """Checks that every element is closed where it was opened, and collects tags and text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[tuple[str, str]] = []  # with their classes
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.texts: dict[str, str] = {}  # by tag
        self.text = ""  # all of it
        self.said, self.names = "", list[str]()  # the text in <div class="said">, without <rt>
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes.extend(attrs)
        if tag not in VOID:
            self.open.append((tag, dict(attrs).get("class") or ""))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop()[0] == tag

    def handle_data(self, data: str) -> None:
        tag = self.open[-1][0] if self.open else ""
        self.texts[tag] = self.texts.get(tag, "") + data
        self.text += data
        if tag == "rt":
            self.names.append(data)
        elif ("div", "said") in self.open:
            self.said += data
