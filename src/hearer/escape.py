"""Text from the input, escaped for terminals, messages, JSON and spreadsheets."""

from __future__ import annotations

import json
import re

# C0, DEL and C1; line and paragraph separators; what turns the direction of writing (Unicode TR 9,
# "Trojan Source", CVE-2021-42574); surrogates, which stand for bytes that are not UTF-8.
_CONTROLS = "\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff"
_IN_LINE = re.compile(f"[\x00-\x1f{_CONTROLS}]")
_IN_LINES = re.compile(f"[\x00-\x08\x0b\x0c\x0e-\x1f{_CONTROLS}]|\r(?!\n)")
_IN_JSON = re.compile(f"[{_CONTROLS}]")  # json.dumps escapes the others
# Characters that begin a formula, also in full width, and behind a quote that is removed.
_FORMULA = re.compile('[\\s"]*[=+\\-@\uff1d\uff0b\uff0d\uff20]|[\t\r]')
MOST_SHOWN = 120  # characters of a repr


def printable(text: str) -> str:
    r"""Escape all control characters: the result is one line.

    >>> print(printable("red\x1b[31m \u202eback\nnext"))
    red\x1b[31m \u202eback\nnext
    """
    return _IN_LINE.sub(_escaped, text)


def visible_lines(text: str) -> str:
    """Escape all control characters but tabs and line ends."""
    return _IN_LINES.sub(_escaped, text)


def _escaped(found: re.Match[str]) -> str:
    code = ord(found[0])
    if 0xDC80 <= code <= 0xDCFF:  # a byte that is not UTF-8, decoded with surrogateescape
        return f"\\x{code - 0xDC00:02x}"
    return found[0].encode("unicode_escape").decode("ascii")


def quoted(text: str, longest: int = 40) -> str:
    """Return the text in quotes, cut after `longest` characters.

    >>> quoted("x" * 100)
    "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx' (and 60 more characters)"
    """
    more = len(text) - longest
    return f"{text[:longest]!r} (and {more} more characters)" if more > 0 else repr(text)


def brief(value: object, text: str) -> str:
    """Return the repr of a value: its class and the text, in one short line."""
    shown = printable(text[: MOST_SHOWN + 1])
    shown = shown if len(shown) <= MOST_SHOWN else f"{shown[: MOST_SHOWN - 1]}…"
    return f"<{type(value).__name__}{'' if shown.startswith(':') else ' '}{shown}>"


def brief_text(value: object) -> str:
    """Return the repr of a value whose str says all."""
    return brief(value, str(value))


def number_and(number: int, noun: str) -> str:
    """Return a number with its noun.

    >>> number_and(1, "entity"), number_and(2, "entity"), number_and(0, "word")
    ('1 entity', '2 entities', '0 words')
    """
    plural = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{number} {noun if number == 1 else plural}"


def as_json(
    value: object, *, indent: int | None = None, separators: tuple[str, str] | None = None
) -> str:
    """Return a value as JSON with all control characters and surrogates escaped."""
    return in_json(json.dumps(value, ensure_ascii=False, indent=indent, separators=separators))


def in_json(text: str) -> str:
    """Escape the control characters in JSON; it is read back the same."""
    if text.isascii() and "\x7f" not in text:
        return text
    return _IN_JSON.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def in_spreadsheet(text: str) -> str:
    """Put a quote before a text that a spreadsheet would take for a formula.

    >>> in_spreadsheet("=1+1"), in_spreadsheet("she")
    ("'=1+1", 'she')
    """
    return f"'{text}" if _FORMULA.match(text) else text
