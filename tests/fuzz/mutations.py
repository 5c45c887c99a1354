"""Mutations of files and texts: a seeded random decides everything, so a number is a case.

>>> mutated(b"a\\tb\\n", Random(3), ()) == mutated(b"a\\tb\\n", Random(3), ())
True
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

MOST_BYTES = 40_000  # of a mutant; a long word or a number may come on top
LONG = 5_000
Mutation = Callable[[bytes, Random, Sequence[bytes]], bytes]
SHORT: dict[str, list[str]] = json.loads(
    Path(__file__).with_name("nasty.json").read_text(encoding="utf-8")
)
NUMBERS = (*SHORT["numbers"], "9" * LONG, "-" + "9" * LONG, "1e" + "9" * LONG, "0." + "3" * LONG)
REPEATED = ("a", "f0", "(", "-", "a-", "http://")
TEXTS = (
    *SHORT["texts"],
    *(piece * LONG for piece in REPEATED),
    "e" + "\u0301" * LONG,
    "he " * (LONG // 10),
)


def mutated(content: bytes, random: Random, others: Sequence[bytes]) -> bytes:
    """Apply some mutations one after the other; seldom none."""
    start = content[:200].lstrip(b"\xef\xbb\xbf \r\n\t")[:1]
    is_json = start in (b"{", b"[")
    kinds = ((change_json,), (change_json,), BYTES, LINES) if is_json else (BYTES, LINES, FIELDS)
    for _ in range(random.choice((0, 1, 2, 3, 4, 1, 1, 2))):
        mutation = random.choice(random.choice(kinds))
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


# Bytes ------------------------------------------------------------------------------------------


def flip(content: bytes, random: Random, _: Sequence[bytes]) -> bytes:
    changed = bytearray(content)
    for _each in range(random.choice((1, 1, 2, 8)) if changed else 0):
        changed[random.randrange(len(changed))] ^= 1 << random.randrange(8)
    return bytes(changed)


def put(content: bytes, random: Random, _: Sequence[bytes]) -> bytes:
    n = random.randint(0, len(content))
    noise = random.randbytes(random.choice((1, 2, 20)))
    return content[:n] + random.choice((_encoded(nasty_text(random)), noise)) + content[n:]


def drop(content: bytes, random: Random, _: Sequence[bytes]) -> bytes:
    n = random.randint(0, len(content))
    return content[:n] + content[n + random.choice((1, 1, 3, 30, 300, MOST_BYTES)) :]


def double(content: bytes, random: Random, _: Sequence[bytes]) -> bytes:
    n = random.randint(0, len(content))
    piece = content[n : n + random.choice((1, 5, 50, 500))]
    return content[:n] + piece * random.choice((1, 1, 2, 20)) + content[n:]


def splice(content: bytes, random: Random, others: Sequence[bytes]) -> bytes:
    """Join the beginning of one sample and the end of another."""
    other = random.choice((*others, content, b""))
    return content[: random.randint(0, len(content))] + other[random.randint(0, len(other)) :]


def encode_otherwise(content: bytes, random: Random, _: Sequence[bytes]) -> bytes:
    mark = random.choice((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf" * 2))
    encoding = random.choice(("utf-16", "latin-1", "utf-32-le"))
    return random.choice(
        (mark + content, content.decode("utf-8", "replace").encode(encoding, "replace"))
    )


# Lines and fields -------------------------------------------------------------------------------


def change_line(content: bytes, random: Random, others: Sequence[bytes]) -> bytes:
    """Drop, double, move, add or join a line."""
    lines = content.splitlines(keepends=True) or [b""]
    n, m = random.randrange(len(lines)), random.randrange(len(lines))
    strange = random.choice(others).splitlines(keepends=True)[:40] if others else []
    added = [b"\n", b" \n", b"#\n", _encoded(nasty_text(random)) + b"\n", *strange]
    lines[n : n + 1] = random.choice(
        (
            [],
            lines[n : n + 1] * random.choice((2, 2, 3, 40)),
            [random.choice(added), lines[n]],
            [lines[n].rstrip(b"\r\n")],
            [lines[m], lines[n]],
        )
    )
    return b"".join(lines)


def end_lines_otherwise(content: bytes, random: Random, _: Sequence[bytes]) -> bytes:
    ends = (b"\r", b"\r\n", b"\n\r", b"\xe2\x80\xa8", b"\xc2\x85", b"\x0b", b"\n\n", b"")
    end = random.choice(ends[: random.choice((2, 2, len(ends)))])
    return content.replace(b"\n", end, random.choice((1, -1, -1)))


def change_field(content: bytes, random: Random, _: Sequence[bytes]) -> bytes:
    """Drop, double, swap or replace a field of a line."""
    lines = content.splitlines(keepends=True) or [b""]
    line = random.randrange(len(lines))
    fields = lines[line].rstrip(b"\r\n").split(random.choice((b"\t", b"\t", b" ")))
    n, m = random.randrange(len(fields)), random.randrange(len(fields))
    anywhere = random.choice(content.split() or [b""])
    fields[n : n + 1] = random.choice(
        ([], [fields[m], fields[n]], [_encoded(nasty_text(random))], [anywhere], fields[n:][::-1])
    )
    lines[line] = b"\t".join(fields) + b"\n"
    return b"".join(lines)


def change_number(content: bytes, random: Random, _: Sequence[bytes]) -> bytes:
    """Replace a number by a nasty one, or by one a little more or less."""
    found = list(re.finditer(rb"\d+", content))
    if not found:
        return content
    one = random.choice(found)
    stepped = str(int(one[0][-9:]) + random.choice((-1, 1, 1, -2, 10, 1000)))
    new = random.choice((stepped, nasty_number(random)))
    return content[: one.start()] + _encoded(new) + content[one.end() :]


# JSON -------------------------------------------------------------------------------------------

RAW = "\0raw\0"  # begins a string that is written without quotes: a long number, a deep array
_SPELLED_RAW = re.compile(r'"\\u0000raw\\u0000((?:[^"\\]|\\.)*)"')


def nasty_value(random: Random) -> Any:
    deep = random.choice((3, 50, 900, 1_100, 6_000))
    opened, closed = random.choice((("[", "]"), ('{"a":', "}")))
    plain: Any = random.choice((None, True, False, [], {}, [[]], [None], {"": None}, 0, 1, -1, 0.5))
    nested = RAW + opened * deep + "0" + closed * deep
    number = RAW + random.choice((nasty_number(random), "9" * LONG))
    small = random.randint(-5, 100)
    return random.choice((plain, nested, number, small, nasty_text(random), nasty_text(random)))


def change_json(content: bytes, random: Random, others: Sequence[bytes]) -> bytes:
    """Change one value of the JSON, or of one of the lines that are JSON."""
    lines = [content]
    try:
        value = json.loads(content)
    except (ValueError, RecursionError):
        lines = content.splitlines(keepends=True) or [b""]
    n = random.randrange(len(lines))
    end = b"\n" if lines[n].endswith(b"\n") else b""
    try:
        value = _changed(json.loads(lines[n]), random)
        indent = random.choice((None, None, 1))
        spelled = json.dumps(value, indent=indent, ensure_ascii=random.random() < 0.5)
    except (ValueError, RecursionError):
        return change_number(content, random, others)
    lines[n] = _encoded(_SPELLED_RAW.sub(lambda raw: raw[1].replace('\\"', '"'), spelled)) + end
    return b"".join(lines)


def _changed(value: Any, random: Random) -> Any:
    holders, waiting = [], [value]  # the objects and arrays that have something in them
    while waiting:
        one = waiting.pop()
        if isinstance(one, (dict, list)) and one:
            holders.append(one)
            waiting.extend(one.values() if isinstance(one, dict) else one)
    if not holders or random.random() < 0.03:
        return random.choice((nasty_value(random), [value], {"a": value}, [value, value]))
    holder, other = random.choice(holders), random.choice(holders)
    key: Any = random.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
    elsewhere = random.choice([*other.values()] if isinstance(other, dict) else other)
    kind = random.randrange(8)
    if kind < 5:
        near, copied = _near(holder[key], random), json.loads(json.dumps(elsewhere))
        holder[key] = (nasty_value(random), near, near, copied, copied)[kind]
    elif kind == 5:
        del holder[key]
    elif isinstance(holder, list):
        holder[key:key] = [holder[key]] * random.choice((1, 2, 30))
    else:
        name = random.choice((key.upper(), key + "x", nasty_text(random)))
        holder[name] = holder[key] if kind == 6 else holder.pop(key)
    return value


def _near(now: Any, random: Random) -> Any:
    """Return a value of the same type that is a little off."""
    if isinstance(now, bool):
        return not now
    if isinstance(now, int | float):
        return now + random.choice((-1, 1, 1, -5, 1000, 0.5))
    if isinstance(now, str):
        return random.choice((now + nasty_text(random), now[1:], now.upper(), now[::-1], ""))
    if isinstance(now, list):
        return random.choice((now[1:], now + now, now[::-1], now[:1], [now]))
    return [now]


BYTES: tuple[Mutation, ...] = (flip, put, put, drop, double, splice, splice, encode_otherwise)
LINES: tuple[Mutation, ...] = (change_line, change_line, change_line, end_lines_otherwise)
FIELDS: tuple[Mutation, ...] = (change_field, change_field, change_number)
