r"""Mutations of files and texts: a seeded random decides everything, so a number is a case.

mutated         some mutations after each other, of a kind that fits what is mutated
mutated_text    the same of a text
nasty_number    a number that nobody counts on
nasty_text      a text that nobody counts on
nasty_value     a JSON value that nobody counts on

    BYTES     any file: bytes flipped, runs dropped or doubled, cut, two samples spliced
    LINES     lines dropped, doubled, swapped, joined, split; line ends changed; byte order marks
    FIELDS    columns dropped, doubled, swapped, replaced; numbers made huge or negative
    JSON      values replaced, dropped, doubled, renamed, nested deeply

>>> mutated(b"a\tb\n", Random(3), ()) == mutated(b"a\tb\n", Random(3), ())
True
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

MOST_BYTES = 40_000  # of a mutant; a long word or a number may come on top
MOST_MUTATIONS = 4
LONG = 5_000
Mutation = Callable[[bytes, Random, Sequence[bytes]], bytes]

NUMBERS = (
    "0", "-1", "1", "2", "-0", "+1", "01", "1.0", "1e3", "1e999", "-1e999", "NaN", "Infinity",
    "2147483648", "4294967296", "9223372036854775808", "999999999", "-999999999999", "1_000",
    "9" * LONG, "-" + "9" * LONG, "1e" + "9" * LONG, "0." + "3" * LONG, "٣", "²", "½", "0x10",
    "inf",
)  # fmt: skip
TEXTS = (
    "", " ", "\t", "\n", "\r", "\r\n", "\0", "\ufeff", "\x1b[31m", "\x1b]0;x\x07", "\x9b31m",
    "\x7f", "\u202e", "\u2066", "\u200b", "\u200d", "\u2028", "\u2029", "\x85", "\x0b", "\x0c",
    "\x1c", "\x1e", "\xa0", "\u0301", "👩\u200d👩\u200d👧", "ﬁ", "İ", "ß", "\ud800", "\udc80",
    "\udfff", "\ufffd", "=1+1", "@SUM(A1)", "+1", "-", "--", "_", "*", "|", "(", ")", "()",
    "(1", "1)", "(1)", "[1]", "->1-1", "*->9-9", "e1", "(e1", "e1)", "(e1-person-1-)", "e1<e2",
    "a[1/2]", "<", ">", "&", "&amp;", "<script>", "</pre>", "{", "}", "{}", "[]", "null",
    "true", "..", "%s", "{0}", "\\", "\\n", '"', "'", "“", "”", "she", "it", "SpaceAfter=No",
    "#", "# newdoc", "#begin document (x); part 000", "T1\tPER 0 3\tAnn", "a" * LONG,
    "f0" * LONG, "(" * LONG, "-" * LONG, "a-" * LONG, "http://" * LONG, "e" + "\u0301" * LONG,
    "he " * (LONG // 10), "a\tb\tc\td\te\tf", "ANNA", "@1.1", "@0.0", "@9.9",
)  # fmt: skip


def mutated(content: bytes, random: Random, others: Sequence[bytes]) -> bytes:
    """Some mutations after each other; seldom none at all."""
    kinds = _kinds(content)
    for _ in range(random.choice((0, *range(1, MOST_MUTATIONS + 1), 1, 1, 2))):
        mutation = random.choice(random.choice(kinds))
        content = mutation(content, random, others)[: MOST_BYTES + 2 * LONG]
    return content


def mutated_text(text: str, random: Random, others: Sequence[str]) -> str:
    """The same of a text; some have surrogates, as texts of Python may."""
    content = text.encode("utf-8", "surrogatepass")
    rest = [other.encode("utf-8", "surrogatepass") for other in others]
    changed = mutated(content, random, rest)
    return changed.decode("utf-8", random.choice(("surrogateescape", "replace", "ignore")))


def _kinds(content: bytes) -> Sequence[Sequence[Mutation]]:
    start = content[:200].lstrip(b"\xef\xbb\xbf \r\n\t")[:1]
    if start in (b"{", b"["):
        return (JSON, JSON, JSON, BYTES, LINES)
    return (BYTES, LINES, FIELDS, FIELDS)


def nasty_number(random: Random) -> str:
    if random.random() < 0.3:
        return str(random.randint(-3, 60))
    return random.choice(NUMBERS)


def nasty_text(random: Random) -> str:
    if random.random() < 0.15:
        return nasty_number(random)
    if random.random() < 0.1:
        return chr(random.choice((random.randrange(0x110000), random.randrange(0x500))))
    return random.choice(TEXTS)


def nasty_value(random: Random) -> Any:
    """A JSON value; RAW ones are spelled out when the JSON is written."""
    kind = random.randrange(8)
    if kind == 0:
        return random.choice((None, True, False, [], {}, [[]], [None], {"": None}, 0, 1, -1, 0.5))
    if kind == 1:
        return RAW + nasty_number(random)
    if kind == 2:
        return RAW + "9" * LONG
    if kind == 3:
        return random.randint(-5, 100)
    if kind == 4:
        deep = random.choice((3, 50, 900, 1_100, 6_000))
        opened, closed = random.choice((("[", "]"), ('{"a":', "}")))
        return RAW + opened * deep + "0" + closed * deep
    return nasty_text(random)


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


# Bytes ------------------------------------------------------------------------------------------


def _place(content: bytes, random: Random) -> int:
    return random.randint(0, len(content))


def flip(content: bytes, random: Random, _: Sequence[bytes]) -> bytes:
    changed = bytearray(content)
    for _each in range(random.choice((1, 1, 2, 8)) if changed else 0):
        changed[random.randrange(len(changed))] ^= 1 << random.randrange(8)
    return bytes(changed)


def put(content: bytes, random: Random, _: Sequence[bytes]) -> bytes:
    """Something nasty in the middle."""
    n = _place(content, random)
    return content[:n] + _encoded(nasty_text(random)) + content[n:]


def put_bytes(content: bytes, random: Random, _: Sequence[bytes]) -> bytes:
    n = _place(content, random)
    return content[:n] + random.randbytes(random.choice((1, 2, 20))) + content[n:]


def drop(content: bytes, random: Random, _: Sequence[bytes]) -> bytes:
    n = _place(content, random)
    return content[:n] + content[n + random.choice((1, 1, 3, 30, 300)) :]


def double(content: bytes, random: Random, _: Sequence[bytes]) -> bytes:
    n = _place(content, random)
    piece = content[n : n + random.choice((1, 5, 50, 500))]
    return content[:n] + piece * random.choice((1, 1, 2, 20)) + content[n:]


def cut(content: bytes, random: Random, _: Sequence[bytes]) -> bytes:
    return content[: _place(content, random)]


def behead(content: bytes, random: Random, _: Sequence[bytes]) -> bytes:
    return content[_place(content, random) :]


def splice(content: bytes, random: Random, others: Sequence[bytes]) -> bytes:
    """The beginning of one sample and the end of another."""
    other = random.choice(others) if others else content
    return content[: _place(content, random)] + other[_place(other, random) :]


def mark_order(content: bytes, random: Random, _: Sequence[bytes]) -> bytes:
    mark = random.choice((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf" * 2))
    return mark + content


def encode_otherwise(content: bytes, random: Random, _: Sequence[bytes]) -> bytes:
    text = content.decode("utf-8", "replace")
    return text.encode(random.choice(("utf-16", "latin-1", "utf-32-le")), "replace")


# Lines ------------------------------------------------------------------------------------------


def _lines(content: bytes) -> list[bytes]:
    return content.splitlines(keepends=True)


def _line(lines: list[bytes], random: Random) -> int:
    return random.randrange(len(lines)) if lines else 0


def drop_line(content: bytes, random: Random, _: Sequence[bytes]) -> bytes:
    lines = _lines(content)
    n = _line(lines, random)
    return b"".join(lines[:n] + lines[n + random.choice((1, 1, 4)) :])


def double_line(content: bytes, random: Random, _: Sequence[bytes]) -> bytes:
    lines = _lines(content)
    n = _line(lines, random)
    return b"".join(lines[:n] + lines[n : n + 1] * random.choice((2, 2, 3, 40)) + lines[n + 1 :])


def swap_lines(content: bytes, random: Random, _: Sequence[bytes]) -> bytes:
    lines = _lines(content)
    if lines:
        n, m = _line(lines, random), _line(lines, random)
        lines[n], lines[m] = lines[m], lines[n]
    return b"".join(lines)


def add_line(content: bytes, random: Random, others: Sequence[bytes]) -> bytes:
    """A line of another sample, an empty one, or a nasty one."""
    lines = _lines(content)
    strange = _lines(random.choice(others)) if others else []
    line = random.choice(
        [b"\n", b" \n", b"#\n", _encoded(nasty_text(random)) + b"\n", *strange[:40]]
    )
    lines.insert(_line(lines, random), line)
    return b"".join(lines)


def join_lines(content: bytes, random: Random, _: Sequence[bytes]) -> bytes:
    lines = _lines(content)
    if lines:
        n = _line(lines, random)
        lines[n] = lines[n].rstrip(b"\r\n")
    return b"".join(lines)


def end_lines_otherwise(content: bytes, random: Random, _: Sequence[bytes]) -> bytes:
    ends = (b"\r", b"\r\n", b"\n\r", b"\xe2\x80\xa8", b"\xc2\x85", b"\x0b", b"\n\n", b"")
    end = random.choice(ends[: random.choice((2, 2, len(ends)))])
    if random.random() < 0.3:
        before, after = content.split(b"\n")[:1], content.split(b"\n")[1:]
        return end.join((b"".join(before), b"\n".join(after)))
    return content.replace(b"\n", end)


# Fields -----------------------------------------------------------------------------------------

_FIELD = re.compile(rb"[^\t ]+")
_NUMBER = re.compile(rb"\d+")


def _changed_line(content: bytes, random: Random, change: Callable[[bytes], bytes]) -> bytes:
    lines = _lines(content)
    if lines:
        n = _line(lines, random)
        lines[n] = change(lines[n])
    return b"".join(lines)


def swap_fields(content: bytes, random: Random, _: Sequence[bytes]) -> bytes:
    def change(line: bytes) -> bytes:
        fields = line.rstrip(b"\r\n").split(b"\t")
        n, m = random.randrange(len(fields)), random.randrange(len(fields))
        fields[n], fields[m] = fields[m], fields[n]
        return b"\t".join(fields) + b"\n"

    return _changed_line(content, random, change)


def drop_field(content: bytes, random: Random, _: Sequence[bytes]) -> bytes:
    def change(line: bytes) -> bytes:
        fields = line.rstrip(b"\r\n").split(b"\t")
        n = random.randrange(len(fields))
        return b"\t".join(fields[:n] + fields[n + 1 :]) + b"\n"

    return _changed_line(content, random, change)


def double_field(content: bytes, random: Random, _: Sequence[bytes]) -> bytes:
    def change(line: bytes) -> bytes:
        fields = line.rstrip(b"\r\n").split(b"\t")
        fields.insert(random.randrange(len(fields)), random.choice(fields))
        return b"\t".join(fields) + b"\n"

    return _changed_line(content, random, change)


def replace_field(content: bytes, random: Random, _: Sequence[bytes]) -> bytes:
    def change(line: bytes) -> bytes:
        return _replaced(line, _FIELD, random, _encoded(nasty_text(random)))

    return _changed_line(content, random, change)


def move_field(content: bytes, random: Random, _: Sequence[bytes]) -> bytes:
    """A field in the place of another, from anywhere."""
    found = _FIELD.findall(content)
    piece = random.choice(found) if found else b""
    return _changed_line(content, random, lambda line: _replaced(line, _FIELD, random, piece))


def replace_number(content: bytes, random: Random, _: Sequence[bytes]) -> bytes:
    return _replaced(content, _NUMBER, random, _encoded(nasty_number(random)))


def step_number(content: bytes, random: Random, _: Sequence[bytes]) -> bytes:
    """A number that is a little more, or a little less."""
    found = list(_NUMBER.finditer(content))
    if not found:
        return content
    one = random.choice(found)
    stepped = int(one[0][-9:]) + random.choice((-1, 1, 1, -2, 10, 1000))
    return content[: one.start()] + str(stepped).encode() + content[one.end() :]


def _replaced(content: bytes, what: re.Pattern[bytes], random: Random, by: bytes) -> bytes:
    found = list(what.finditer(content))
    if not found:
        return content
    one = random.choice(found)
    return content[: one.start()] + by + content[one.end() :]


# JSON -------------------------------------------------------------------------------------------

RAW = "\0raw\0"  # begins what stands in JSON as it is: numbers of many digits, deep nests
_SPELLED_RAW = re.compile(r'"\\u0000raw\\u0000((?:[^"\\]|\\.)*)"')


def change_json(content: bytes, random: Random, others: Sequence[bytes]) -> bytes:
    """One value of the JSON, or of one of the lines that are JSON, changed."""
    lines = [content] if _loaded(content) is not NOTHING else _lines(content)
    n = _line(lines, random)
    value = _loaded(lines[n]) if lines else NOTHING
    if value is NOTHING:
        return replace_number(content, random, others)
    lines[n] = _dumped(_change(value, random), random) + (b"\n" if lines[n][-1:] == b"\n" else b"")
    return b"".join(lines)


NOTHING = object()


def _loaded(content: bytes) -> Any:
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        return NOTHING


def _dumped(value: Any, random: Random) -> bytes:
    try:
        indent = random.choice((None, None, 1))
        spelled = json.dumps(value, indent=indent, ensure_ascii=random.random() < 0.5)
    except (ValueError, RecursionError):
        return b"{}"
    # The text stands between quotes with its own quotes escaped: out of both.
    raw = _SPELLED_RAW.sub(lambda found: found[1].replace('\\"', '"'), spelled)
    return raw.encode("utf-8", "surrogatepass")


def _change(value: Any, random: Random) -> Any:
    holders = list(_holders(value))
    if not holders or random.random() < 0.03:
        return random.choice((nasty_value(random), [value], {"a": value}, [value, value]))
    holder = random.choice(holders)
    key: Any = random.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
    random.choice(_CHANGES)(holder, key, random, holders)
    return value


def _holders(value: Any) -> Iterator[Any]:
    """The objects and arrays that have something in them, all that are inside with them."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, (dict, list)) and one:
            yield one
            waiting.extend(one.values() if isinstance(one, dict) else one)


Change = Callable[[Any, Any, Random, Sequence[Any]], object]


def _set_nasty(holder: Any, key: Any, random: Random, _: Sequence[Any]) -> None:
    holder[key] = nasty_value(random)


def _set_near(holder: Any, key: Any, random: Random, _: Sequence[Any]) -> None:
    """A value of the same type that is a little off."""
    now = holder[key]
    if isinstance(now, bool):
        holder[key] = not now
    elif isinstance(now, int | float):
        holder[key] = now + random.choice((-1, 1, 1, -5, 1000, 0.5))
    elif isinstance(now, str):
        holder[key] = random.choice((now + nasty_text(random), now[1:], now.upper(), now[::-1], ""))
    elif isinstance(now, list):
        holder[key] = random.choice((now[1:], now + now, now[::-1], now[:1], [now]))
    else:
        holder[key] = [now]


def _set_other(holder: Any, key: Any, random: Random, holders: Sequence[Any]) -> None:
    """A value from elsewhere."""
    other = random.choice(holders)
    values = list(other.values() if isinstance(other, dict) else other)
    holder[key] = json.loads(json.dumps(random.choice(values)))


def _delete(holder: Any, key: Any, _: Random, __: Sequence[Any]) -> None:
    del holder[key]


def _double(holder: Any, key: Any, random: Random, _: Sequence[Any]) -> None:
    if isinstance(holder, list):
        holder[key:key] = [holder[key]] * random.choice((1, 2, 30))
    else:
        holder[nasty_text(random)] = holder[key]


def _rename(holder: Any, key: Any, random: Random, _: Sequence[Any]) -> None:
    if isinstance(holder, dict):
        holder[random.choice((key.upper(), key + "x", nasty_text(random)))] = holder.pop(key)
    else:
        random.shuffle(holder)


_CHANGES: tuple[Change, ...] = (
    _set_nasty, _set_near, _set_near, _set_other, _set_other, _delete, _double, _rename,
)  # fmt: skip

BYTES: tuple[Mutation, ...] = (
    flip, put, put, put_bytes, drop, double, cut, behead, splice, mark_order, encode_otherwise,
)  # fmt: skip
LINES: tuple[Mutation, ...] = (
    drop_line, double_line, swap_lines, add_line, join_lines, end_lines_otherwise,
)  # fmt: skip
FIELDS: tuple[Mutation, ...] = (
    swap_fields, drop_field, double_field, replace_field, replace_field, move_field,
    replace_number, replace_number, step_number, step_number,
)  # fmt: skip
JSON: tuple[Mutation, ...] = (change_json,)
