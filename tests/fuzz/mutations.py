"""Mutations of files and texts: a seeded random decides everything, so a number is a case."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from itertools import product
from pathlib import Path
from random import Random

MOST_BYTES = 40_000  # of a mutant; a long word or a number may come on top
LONG = 5_000
SHORT: dict[str, list[str]] = json.loads(
    Path(__file__).with_name("nasty.json").read_text(encoding="utf-8")
)
NUMBERS = (*SHORT["numbers"], "9" * LONG, "-" + "9" * LONG, "1e" + "9" * LONG, "0." + "3" * LONG)
REPEATED = [piece * LONG for piece in ("a", "f0", "(", "-", "a-", "http://")]
TEXTS = (*SHORT["texts"], *REPEATED, "e" + "\u0301" * LONG, "he " * (LONG // 10))


def mutated(content: bytes, random: Random, others: Sequence[bytes]) -> bytes:
    """Apply some mutations one after the other; seldom none."""
    is_json = content[:200].lstrip(b"\xef\xbb\xbf \r\n\t")[:1] in (b"{", b"[")
    usual = change_json if is_json else change_piece
    for _ in range(random.choice((0, 1, 1, 1, 2, 2, 3, 4))):
        mutation = random.choice((*[usual] * 4, change_piece, change_whole))
        content = mutation(content, random, others)[: MOST_BYTES + 2 * LONG]
    return content


def mutated_text(text: str, random: Random, others: Sequence[str]) -> str:
    """Mutate a text; some get surrogates, as texts of Python may have."""
    changed = mutated(_encoded(text), random, [*map(_encoded, others)])
    return changed.decode("utf-8", random.choice(("surrogateescape", "replace", "ignore")))


def nasty_number(random: Random) -> str:
    return str(random.randint(-3, 60)) if random.random() < 0.3 else random.choice(NUMBERS)


def nasty_text(random: Random) -> str:
    if random.random() < 0.15:
        return nasty_number(random)
    if random.random() < 0.1:
        return chr(random.choice((random.randrange(0x110000), random.randrange(0x500))))
    return random.choice(TEXTS)


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


# One piece of the content: so many bytes, a line, a field, a number, a part of JSON ---------------

LINE, FIELD, NUMBER = rb"[^\n]*\n|[^\n]+", rb"[^\t\n ]+", rb"\d+"
UNITS: tuple[int | bytes, ...] = (
    1, 1, 3, 30, 300, MOST_BYTES, LINE, LINE, LINE, LINE, FIELD, FIELD, FIELD, NUMBER, NUMBER,
)  # fmt: skip
VALUE = rb'(?:"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null)(?!\s*:)'
KEY, OBJECT, ARRAY = rb'"[^"\\]*"(?=\s*:)', rb"[{][^{}]*[}],", rb"\[[^\[\]]*\],"
PAIR = rb'"[^"\\]*":\s*%s\s*,' % VALUE
BRACKETS = (("[", "]"), ('{"a":', "}"))
Change = Callable[[bytes, bytes, Random], bytes]  # of a piece, with another like it


def _flipped(piece: bytes, _: bytes, random: Random) -> bytes:
    changed = bytearray(piece)
    for _each in range(random.choice((1, 1, 2, 8)) if changed else 0):
        changed[random.randrange(len(changed))] ^= 1 << random.randrange(8)
    return bytes(changed)


def _counted_on(piece: bytes, _: bytes, random: Random) -> bytes:
    step = random.choice((-1, 1, 1, -2, 10, 1000))
    return re.sub(NUMBER, lambda one: b"%d" % (int(one[0][-9:]) + step), piece, count=1)


def _json(piece: bytes, _: bytes, random: Random) -> bytes:
    """Return a nasty value: a deep one, a number, a text."""
    deep, (opened, closed) = random.choice((3, 50, 900, 6_000)), random.choice(BRACKETS)
    plain = random.choice(("null", "true", "false", "[]", "{}", "[[]]", "[null]", "0", "-1", "0.5"))
    text = json.dumps(nasty_text(random), ensure_ascii=random.random() < 0.5)
    nested = opened * deep + "0" + closed * deep
    value = random.choice((plain, nested, nasty_number(random), "9" * LONG, text, text))
    return _encoded(value)


COPIES: dict[str, Change] = {
    "drop": lambda piece, other, random: b"",
    "repeat": lambda piece, other, random: piece * random.choice((2, 2, 3, 40)),
    "copy": lambda piece, other, random: other + piece,
    "replace by another": lambda piece, other, random: other,
    "count on": _counted_on,
}
CHANGES: dict[str, Change] = {
    **COPIES,
    "replace": lambda piece, other, random: _encoded(nasty_text(random)),
    "number": lambda piece, other, random: _encoded(nasty_number(random)),
    "add": lambda piece, other, random: _encoded(nasty_text(random)) + piece,
    "add a line": lambda piece, other, random: piece + _encoded(nasty_text(random)) + b"\n",
    "add noise": lambda piece, other, random: random.randbytes(random.choice((1, 2, 20))) + piece,
    "join": lambda piece, other, random: piece.rstrip(b"\r\n\t "),
    "separate": lambda piece, other, random: piece + random.choice((b"\n", b"\t", b" ", b"#")),
    "turn": lambda piece, other, random: b"\t".join(piece.split(b"\t")[::-1]),
    "flip": _flipped,
}


COMMON = COPIES["replace by another"], _counted_on
PIECES: list[tuple[int | bytes, Change]] = [*product(UNITS, CHANGES.values())]
PIECES_OF_JSON: list[tuple[int | bytes, Change]] = [
    *product((VALUE, VALUE), (*COMMON, _json, _json)),
    *product((KEY,), COMMON),
    *product((PAIR, OBJECT, ARRAY), COPIES.values()),
]


def change_piece(content: bytes, random: Random, _: Sequence[bytes]) -> bytes:
    return _with_change(content, random, *random.choice(PIECES))


def change_json(content: bytes, random: Random, _: Sequence[bytes]) -> bytes:
    return _with_change(content, random, *random.choice(PIECES_OF_JSON))


def _with_change(content: bytes, random: Random, unit: int | bytes, change: Change) -> bytes:
    if isinstance(unit, int):
        places = [(n := random.randint(0, len(content)), n + unit) for _ in range(2)]
    else:
        places = [one.span() for one in re.finditer(unit, content)] or [(0, 0)]
    (start, end), (first, last) = random.choices(places, k=2)
    return content[:start] + change(content[start:end], content[first:last], random) + content[end:]


# The whole content --------------------------------------------------------------------------------

MARKS = (b"", b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf" * 2)
ENDS = (b"\r", b"\r\n", b"\r", b"\n\r", b"\xe2\x80\xa8", b"\xc2\x85", b"\x0b", b"\n\n", b"")


def _spliced(content: bytes, random: Random, others: Sequence[bytes]) -> bytes:
    """Join the beginning of one sample and the end of another."""
    other = random.choice((*others, content, b""))
    return content[: random.randint(0, len(content))] + other[random.randint(0, len(other)) :]


def _encoded_otherwise(content: bytes, random: Random, _: Sequence[bytes]) -> bytes:
    encoding = random.choice(("utf-16", "latin-1", "utf-32-le"))
    changed = content.decode("utf-8", "replace").encode(encoding, "replace")
    return random.choice(MARKS) + random.choice((content, changed))


def _ended_otherwise(content: bytes, random: Random, _: Sequence[bytes]) -> bytes:
    return content.replace(b"\n", random.choice(ENDS), random.choice((1, -1, -1)))


WHOLE = (_spliced, _encoded_otherwise, _ended_otherwise)


def change_whole(content: bytes, random: Random, others: Sequence[bytes]) -> bytes:
    return random.choice((_spliced, *WHOLE))(content, random, others)
