"""What is done, batch by batch, on the disk."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from hearer.corpora.document import Failure
from hearer.corpora.kept.parts import Parts, outcomes_in, packed, unpacked
from hearer.corpora.outcome import BatchOutcome, DocumentOutcome
from hearer.errors import OutputError
from hearer.model import Problem

DONE = DocumentOutcome(
    document="näme\udcff",
    path="a/b.txt",
    words=12,
    labels={"resolved": 3, "event": 1},
    resolved=3,
    problems=(Problem("a/b.txt", 3, 1, "text-utf8", "byte 0xff is not UTF-8"),),
    seconds=0.125,
)
FAILED = DocumentOutcome("c", "c.txt", Failure("input-unreadable", "It is gone."))
PART = BatchOutcome((DONE, FAILED), {"results.jsonl": b'{"a": 1}\n', "documents/x.json": b"\0\xff"})


def test_a_part_is_read_back_as_it_was() -> None:
    assert unpacked(packed(PART)) == PART
    assert packed(PART) == packed(PART)


def test_a_part_that_is_cut_is_broken() -> None:
    content = packed(PART)
    assert len(content) > 500
    assert [unpacked(content[:n]) for n in range(len(content))] == [None] * len(content)


def test_a_part_with_another_byte_is_never_read_as_something_else() -> None:
    content = packed(PART)
    found = []
    for place in range(len(content)):
        other = bytearray(content)
        other[place] ^= 0x41
        found.append(unpacked(bytes(other)))
    assert all(one is None or one == PART for one in found)
    assert found.count(None) > len(found) / 2  # times and modes of an archive mean nothing


def test_a_part_that_is_packed_tight_is_none_of_ours() -> None:
    made = BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as archive, ZipFile(BytesIO(packed(PART))) as ours:
        for name in ours.namelist():
            archive.writestr(name, ours.read(name))
        archive.comment = ours.comment
    assert unpacked(made.getvalue()) is None


def test_parts_come_in_the_order_that_is_asked_for(tmp_path: Path) -> None:
    parts = Parts(str(tmp_path / "parts"))
    other = BatchOutcome((FAILED,), {})
    parts.write("aa11", PART)
    parts.write("aa22", other)
    assert list(parts.in_order(["aa22", "aa11"])) == [other, PART]
    assert sorted(map(len, parts.outcomes())) == [1, 2]
    assert outcomes_in(parts.path("aa11")) == PART.outcomes


def test_a_part_that_is_not_there_is_none(tmp_path: Path) -> None:
    parts = Parts(str(tmp_path / "parts"))
    assert parts.found("aa11") is None
    with pytest.raises(OutputError, match=r"go on with --resume"):
        list(parts.in_order(["aa11"]))


def test_what_is_of_no_batch_is_removed(tmp_path: Path) -> None:
    parts = Parts(str(tmp_path / "parts"))
    for key in ("aa11", "bb22"):
        parts.write(key, PART)
    (tmp_path / "parts/aa/.aa33.part.0123456789ab").write_bytes(b"half")
    parts.keep_only(["bb22"])
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == ["bb22.part"]
