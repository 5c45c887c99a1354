"""Hostile corrections: what is wrong with a file of them is said to the letter."""

# ruff: noqa: E501 - messages are long

from __future__ import annotations

from pathlib import Path

import pytest

import hearer
from hearer.errors import HearerError
from hearer.session.corrections import read_corrections

NINES = "9" * 5000
CASES: list[tuple[str, str, str]] = [
    ("c.tsv", f"{NINES}\t1\tX", "1:1: corrections-line '999"),
    ("c.tsv", "0\t1\tX", "1:1: corrections-line '0\\t1\\tX' is no correction: utterances and words"),
    ("c.tsv", "-1\t1\tX", "1:1: corrections-line '-1\\t1\\tX' is not utterance, word, entity"),
    ("c.tsv", "1\t1", "1:1: corrections-line '1\\t1' is not utterance, word, entity"),
    ("c.tsv", "# x\r1\t1\tX\r\r2\tx\tX", "4:1: corrections-line '2\\tx\\tX' is not utterance"),
    ("c.tsv", f"1\t1\t@{NINES}.1", "1:1: corrections-line '1\\t1\\t@999"),
    ("c.tsv", "1\t1\t@3", "'@3' points at no word, as '@3.1' does"),
    ("c.json", "[" * 100_000, "1:65: corrections-line nested more than 64 deep; ignored"),
    ("c.json", f'[{{"utterance": {NINES}, "word": 1, "entity": "X"}}]', "1:16: file-value this is no number, or too large"),
    ("c.json", '[{"utterance": NaN, "word": 1, "entity": "X"}]', "1:16: file-value this is no number, or too large"),
    ("c.json", '[{"utterance": 1.5, "word": 1, "entity": "X"}]', "1:2: corrections-line this is no correction: utterances and words count from 1 (and 1 more)"),
    ("c.json", '[{"utterance": 1, "word": 1, "entity": 7}]', "1:2: corrections-line this is no correction: it names no entity"),
    ("c.json", "[7]", "1:2: corrections-line no object with utterance, word, entity; ignored"),
    ("c.json", "{", "1:2: corrections-line no JSON (Expecting property name enclosed in double"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "content", "message"), CASES)
def test_what_is_wrong_is_said(tmp_path: Path, name: str, content: str, message: str) -> None:
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
    for to in ("tsv", "corefud", "conll2012", "brat", "webanno", "jsonlines", "corenlp", "text"):
        hearer.write(found, to=to)
