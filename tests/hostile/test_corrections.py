"""Hostile corrections: what is wrong with a file of them is said to the letter."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import hearer
from hearer.errors import HearerError
from hearer.session.knowledge import read_corrections
from tests.cases import cases

LARGE = {"NINES": "9" * 5000, "ARRAYS": "[" * 100_000}


@cases(__file__)
def test_what_is_wrong_is_said(tmp_path: Path, name: str, content: str, message: str) -> None:
    content = json.loads(content)
    for short, large in LARGE.items():
        content = content.replace(short, large)
    file = tmp_path / name
    file.write_bytes(b"\xef\xbb\xbf" + content.encode())
    with pytest.raises(HearerError) as raised:
        read_corrections(file)
    assert message in str(raised.value)
    assert str(raised.value).startswith(str(file))


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "latin-1"])
def test_other_encodings_are_refused(tmp_path: Path, encoding: str) -> None:
    file = tmp_path / "c.tsv"
    file.write_bytes("1\t1\tÉVA\n".encode(encoding))
    with pytest.raises(HearerError, match=r"iconv -f UTF-|1:5: file-utf8 byte 0xc9 is not UTF-8"):
        read_corrections(file)


def test_a_half_of_a_character_in_an_entity_is_no_traceback() -> None:
    known = hearer.Knowledge(corrections=(hearer.Correction(2, 1, "\ud800"),))
    found = hearer.resolve("Mary met Susan. She left.", knowledge=known)
    assert '"\\ud800"' in hearer.write(found, to="json")
    for to in ("tsv", "corefud", "conll2012", "brat", "webanno", "text"):
        hearer.write(found, to=to)
