"""Tables of test cases in files: `cases/NAME.tsv` beside `test_NAME.py`, a section for each test.

    ## test_a_first_mention_has_the_status: sentence, text, status
    A/DET/det/2/a judge/NOUN/nsubj/3 came/VERB/root/0	judge	BN	# a comment

Cells are separated by tabs. A parameter of type `str` is the cell itself, any other is JSON.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest

Test = TypeVar("Test", bound=Callable[..., None])


def cases(module: str) -> Callable[[Test], Test]:
    """Run a test once for each case of its section in the file beside its module."""
    path = Path(module)
    table = path.parent / "cases" / f"{path.stem.removeprefix('test_')}.tsv"

    def decorate(test: Test) -> Test:
        for section in table.read_text(encoding="utf-8").split("## ")[1:]:
            header, *lines = section.splitlines()
            title, _, names = header.partition(": ")
            if title == test.__name__:
                break
        else:
            raise LookupError(f"{table} has no section {test.__name__}")
        columns = names.split(", ")
        rows = [line.partition("\t# ")[0].split("\t") for line in lines if line]
        is_text = [test.__annotations__[name] == "str" for name in columns]
        read = [
            tuple(
                cell if plain else json.loads(cell)
                for cell, plain in zip(row, is_text, strict=True)
            )
            for row in rows
        ]
        marked: Test = pytest.mark.parametrize(columns, read)(test)
        return marked

    return decorate
