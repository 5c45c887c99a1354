r"""Text of strangers, made harmless for whoever looks at it.

    printable        one line of it: what steers a terminal or breaks a line is shown, as \x1b
    visible_lines    whole lines of it: the same, but lines and tabs stay
    quoted           a text in quotes, for messages: one line, and not too long
    brief            a value at the prompt: one short line
    number_and       a number with its noun: 1 word, 2 words
    in_spreadsheet   a text as a cell that no spreadsheet takes for a formula
    as_json          a value as JSON, in which what steers a terminal is escaped
    json_string      the same of a text; in_json of JSON that is written already
    SENTENCE         a text of somebody who should have named something

What people look at (tables, traces, explanations, messages) is always printable. Formats that are
read again keep every byte, but on a terminal their lines are made visible, too.
"""

from __future__ import annotations

import json
import re
from json.encoder import encode_basestring

# C0, DEL and C1; line and paragraph separators; what turns the direction of writing (Unicode TR 9,
# "Trojan Source", CVE-2021-42574); halves of code points, which are bytes that are no UTF-8.
_STEERS = "\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff"
STEERING = re.compile(f"[\x00-\x1f{_STEERS}]")
STEERING_JSON = re.compile(f"[{_STEERS}]")  # what JSON itself does not escape
STEERING_LINES = re.compile(f"[\x00-\x08\x0b\x0c\x0e-\x1f{_STEERS}]|\r(?!\n)")
# What a spreadsheet begins a formula with, also in full width, and behind a quote that it removes.
FORMULA = re.compile('[\\s"]*[=+\\-@\uff1d\uff0b\uff0d\uff20]|[\t\r]')
# Words, and the end of a sentence: a text where a name should stand.
SENTENCE = re.compile(r"\s\S.*[.!?…][\"'”’)]*\s*$|\n", re.DOTALL)
LONGEST = 40  # letters of a text in a message
MOST_SHOWN = 120  # letters of a value at the prompt


def printable(text: str) -> str:
    r"""The text in one line, with all that steers a terminal or breaks a file shown.

    >>> print(printable("red\x1b[31m \u202eback\nnext"))
    red\x1b[31m \u202eback\nnext
    """
    return STEERING.sub(_shown, text)


def visible_lines(text: str) -> str:
    r"""The same for several lines, which may have tabs.

    >>> print(visible_lines("a\x07\nb\rc"))
    a\x07
    b\rc
    """
    return STEERING_LINES.sub(_shown, text)


def _shown(found: re.Match[str]) -> str:
    code = ord(found[0])
    if 0xDC80 <= code <= 0xDCFF:  # a byte that is no UTF-8, as Python keeps it
        return f"\\x{code - 0xDC00:02x}"
    return found[0].encode("unicode_escape").decode("ascii")


def quoted(text: str, longest: int = LONGEST) -> str:
    """The text in quotes, cut when it is long.

    >>> quoted("x" * 100)
    "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx' (and 60 more characters)"
    """
    more = len(text) - longest
    return f"{text[:longest]!r} (and {more} more characters)" if more > 0 else repr(text)


def brief(value: object, text: str) -> str:
    """A value as it shows itself at the prompt: in one short line, whatever is in it.

    >>> brief(7, "and many" * 100)[-20:]
    'anyand manyand man…>'
    """
    told = printable(text[: MOST_SHOWN + 1])
    shown = told if len(told) <= MOST_SHOWN else f"{told[: MOST_SHOWN - 1]}…"
    return f"<{type(value).__name__}{'' if shown.startswith(':') else ' '}{shown}>"


def number_and(number: int, noun: str) -> str:
    """A number with its noun.

    >>> number_and(1, "entity"), number_and(2, "entity"), number_and(0, "word")
    ('1 entity', '2 entities', '0 words')
    """
    many = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{number} {noun if number == 1 else many}"


def as_json(
    value: object, *, indent: int | None = None, separators: tuple[str, str] | None = None
) -> str:
    r"""A value as JSON that can be encoded and looked at, whatever is in it.

    >>> print(as_json(["caf\xe9", "\x1b", "\x9b"]))
    ["café", "\u001b", "\u009b"]
    """
    return in_json(json.dumps(value, ensure_ascii=False, indent=indent, separators=separators))


def json_string(text: str) -> str:
    """A text as a string of JSON, likewise."""
    return in_json(encode_basestring(text))


def in_json(text: str) -> str:
    """JSON with all that steers a terminal escaped; it is read back the same."""
    if text.isascii() and "\x7f" not in text:
        return text
    return STEERING_JSON.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def in_spreadsheet(text: str) -> str:
    """A text as a cell: with a quote before it where a spreadsheet would begin to calculate.

    Only for texts: a number is no formula, whatever its sign.

    >>> in_spreadsheet("=1+1"), in_spreadsheet("she")
    ("'=1+1", 'she')
    """
    return f"'{text}" if FORMULA.match(text) else text
