"""Names that nothing else in a corpus has.

GivenNames    gives everything a name of its own: the second "a.txt" is "a.txt~2"

A row is called after its file, "crawl.jsonl:17" or "crawl.jsonl#id". So only the names of files
are kept: of rows there may be millions.
"""

from __future__ import annotations

import re

from hearer.harmless import printable

_ROW = re.compile("[:#]")  # what stands between a file and its rows


class GivenNames:
    """Gives names; where one is taken, or something in a file may be called so, a number follows.

    >>> names = GivenNames()
    >>> names.given("a.txt"), names.given("a.txt"), names.given("b.jsonl", has_rows=True)
    ('a.txt', 'a.txt~2', 'b.jsonl')
    >>> names.given("b.jsonl:17")
    'b.jsonl~2:17'
    """

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._before: set[str] = set()  # what stands before such a mark in them
        self._with_rows: set[str] = set()
        self._numbers: dict[str, int] = {}

    def given(self, wanted: str, *, has_rows: bool = False) -> str:
        """A name of its own for something that wants this one."""
        name = printable(wanted)
        while (end := self._clash(name, has_rows=has_rows)) is not None:
            number = self._numbers.get(name[:end], 1) + 1
            self._numbers[name[:end]] = number
            name = f"{name[:end]}~{number}{name[end:]}"
        self._taken.add(name)
        self._before.update(name[: mark.start()] for mark in _ROW.finditer(name))
        if has_rows:
            self._with_rows.add(name)
        return name

    def _clash(self, name: str, *, has_rows: bool) -> int | None:
        """How much of a name is taken: all of it, or what reads as the name of a file with rows."""
        for mark in _ROW.finditer(name):
            if name[: mark.start()] in self._with_rows:
                return mark.start()
        return len(name) if name in self._taken or (has_rows and name in self._before) else None
