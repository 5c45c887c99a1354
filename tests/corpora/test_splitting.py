"""Files of many documents, cut without being parsed: each piece reads as its part of the file."""

from __future__ import annotations

import io
import random
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import hearer
from hearer.corpora.document import Document
from hearer.corpora.inputs import ReadingOptions
from hearer.corpora.processing import reading_of
from hearer.corpora.splitting import SPLIT, Piece, documents_in
from hearer.formats import FORMATS, Reading
from hearer.formats.converting import read_as
from hearer.model import Discourse
from tests.corpora.inputs import all_of, told

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

GUM = Path(__file__).parents[3] / "shared/data/gum/dev"
SENTENCE = "\n".join(
    ["1\tShe\tshe\tPRON\tPRP\t_\t2\tnsubj\t_\t_", "2\tslept\tsleep\tVERB\tVBD\t_\t0\troot\t_\t_"]
)


def cut(content: bytes, most: int = 10_000) -> list[Piece]:
    return list(documents_in(io.BytesIO(content), most=most))


def without_source(one: Discourse) -> Discourse:
    return replace(one, source=None)


def assert_reads_the_same(content: bytes, format_name: str, path: str = "some/file.conllu") -> int:
    """The oracle is what is read of the whole file."""
    whole = read_as(FORMATS.find(format_name), content, path)
    several = cut(content, most=10**9)
    assert b"".join(piece.content for piece in several) == content
    found: list[Reading] = [
        reading_of(Document("x", path, format_name, piece.content, line=piece.line))
        for piece in several
    ]
    documents = [one for reading in found for one in reading]
    assert list(map(without_source, documents)) == list(map(without_source, whole))
    assert [one.problems for one in documents] == [one.problems for one in whole]
    told_of = [one for reading in found for one in reading.problems if one.code != "file-empty"]
    assert sorted(map(str, told_of)) == sorted(
        str(one) for one in whole.problems if one.code != "file-empty"
    )
    if format_name != "conll2012" and len(whole):
        assert list(map(_converted, documents)) == list(map(_converted, whole))
    return len(several)


def _converted(document: Discourse) -> str:
    return hearer.convert([document], to="conllu")


# CoNLL-U ----------------------------------------------------------------------------------------

CASES = {
    "two": (2, f"# newdoc id = a\n{SENTENCE}\n\n# newdoc id = b\n{SENTENCE}\n\n"),
    "no names": (2, f"# newdoc\n{SENTENCE}\n\n#newdoc\n{SENTENCE}\n\n"),
    "none": (1, f"# sent_id = 1\n{SENTENCE}\n\n{SENTENCE}\n\n"),
    "something before": (2, f"{SENTENCE}\n\n# newdoc id = b\n{SENTENCE}\n\n"),
    "comments before": (2, f"# global.Entity = eid\n\n# newdoc id = b\n{SENTENCE}\n\n"),
    "blank lines before": (1, f"\n\n \n# newdoc id = b\n{SENTENCE}\n\n"),
    "no end": (2, f"# newdoc id = a\n{SENTENCE}\n\n# newdoc id = b\n{SENTENCE}"),
    "not at the beginning of a sentence": (
        1,
        f"{SENTENCE}\n\n# sent_id = 1\n# newdoc id = b\n{SENTENCE}\n\n",
    ),
    "among the words": (1, f"{SENTENCE}\n\n{SENTENCE}\n# newdoc id = b\n{SENTENCE}\n\n"),
    "blank lines of all kinds": (
        3,
        f"{SENTENCE}\n\u00a0\n# newdoc\n{SENTENCE}\n\t\n# newdoc\n{SENTENCE}",
    ),
    "no blank line between": (1, f"# newdoc id = a\n{SENTENCE}\n# newdoc id = b\n{SENTENCE}\n\n"),
    "like a newdoc": (1, f"{SENTENCE}\n\n# newdocument = 1\n# xnewdoc id = 3\n{SENTENCE}\n\n"),
    "wrong lines": (2, f"1\tx\n\n# newdoc id = b\nnonsense\n7\t\ty\n{SENTENCE}\n\n"),
    "no words": (3, "# newdoc id = a\n\n# newdoc id = b\n\n# newdoc id = c\n\n"),
    "twice in a sentence": (2, f"{SENTENCE}\n\n# newdoc id = b\n# newdoc id = c\n{SENTENCE}\n\n"),
    "a mark in the middle": (1, f"{SENTENCE}\n\n\ufeff# newdoc id = b\n{SENTENCE}\n\n"),
    "a mark in a beginning": (1, f"{SENTENCE}\n\n\ufeff# x\n# newdoc id = b\n{SENTENCE}\n\n"),
    "nothing": (1, ""),
    "a NUL": (2, f"# newdoc id = a\0\n{SENTENCE}\n\n# newdoc id = b\n{SENTENCE}\n\n"),
}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_a_piece_of_conllu_reads_as_its_part_of_the_file(case: str, end: str, mark: str) -> None:
    number, content = CASES[case]
    content = (mark + content).replace("\n", end)
    found = assert_reads_the_same(content.encode(), "conllu")
    assert found == (1 if end == "\r" else number)


def test_the_ends_of_lines_are_those_of_the_whole_file() -> None:
    one = f"# newdoc id = a\n{SENTENCE}\n\n".replace("\n", "\r").encode()
    assert_reads_the_same(one * 3 + b"\n" + one, "conllu")
    assert_reads_the_same(f"{SENTENCE}\n\n# newdoc\rx".encode(), "conllu")
    assert_reads_the_same(one * 3000 + b"\n# newdoc\n" + one, "conllu")


def test_bytes_that_are_no_utf8_stay_where_they_are() -> None:
    one = f"# newdoc id = caf\u00e9\n{SENTENCE}\n\n".encode("latin-1")
    assert assert_reads_the_same(one * 3, "conllu") == 3


def test_random_lines_are_cut_where_they_are_read_apart() -> None:
    rng = random.Random(17)
    stock = ["", "", "# newdoc", "# newdoc id = x", "#newdoc id=y", " ", "\t", "nonsense", "# c",
             "\u2003", "\x1c", "\x85", "\ufeff", "# newpar", *SENTENCE.split("\n")]  # fmt: skip
    often = 0
    for _ in range(400):
        lines = rng.choices(stock, k=rng.randrange(12))
        content = rng.choice(["\n", "\n", "\r\n", "\r"]).join(lines).encode()
        often += assert_reads_the_same(content, "conllu") > 1
    assert often > 40


@pytest.mark.skipif(not GUM.is_dir(), reason="the data of GUM is not here")
def test_gum_in_one_file_is_read_as_gum() -> None:
    files = sorted(GUM.glob("*.conllu"))[:3]
    content = b"".join(path.read_bytes() for path in files)
    assert assert_reads_the_same(content, "gum") == 3


# CoNLL-2012 -------------------------------------------------------------------------------------

WORDS = "a\t0\t0\tShe\t(1)\na\t0\t1\tslept\t-\n\n"
BEGIN, END = "#begin document", "#end document"
BEGUN = {
    "two": (2, f"{BEGIN} (a); part 000\n{WORDS}{END}\n{BEGIN} (b); part 001\n{WORDS}{END}\n"),
    "no end": (2, f"{BEGIN} (a); part 000\n{WORDS}{BEGIN} (b)\n{WORDS}"),
    "something before": (2, f"{WORDS}{BEGIN} (b)\n{WORDS}{END}\n"),
    "comments before": (2, f"# x\n\n{BEGIN} (b)\n{WORDS}{END}\n"),
    "no names": (2, f"{BEGIN}\n{WORDS}{END}\n{BEGIN} x\n{WORDS}{END}"),
    "wrong lines": (3, f"x\n{BEGIN} (a)\ny\n{END}\n{BEGIN} (b)\nz\n{WORDS}"),
    "open brackets": (2, f"{BEGIN} (a)\na 0 0 She (1\n{BEGIN} (b)\na 0 0 She 1)\n"),
    "nothing": (1, ""),
}


@pytest.mark.parametrize("case", BEGUN)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_piece_of_conll2012_reads_as_its_part_of_the_file(case: str, end: str) -> None:
    number, content = BEGUN[case]
    read = partial(assert_reads_the_same, format_name="conll2012", path="x.conll")
    assert read(content.replace("\n", end).encode()) == (1 if end == "\r" else number)


# Names, limits ----------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_documents_are_called_after_their_file_and_themselves() -> None:
    one = "# newdoc id = {}\n1\tHush\n\n"
    Path("a.conllu").write_text("".join(map(one.format, "aba")) + "# newdoc\n1\tHush\n\n")
    Path("b.conllu").write_text(one.format("b"))
    Path("c.conll").write_text("#begin document (x); part 000\n#begin document (x); part 012\n")
    found = all_of(".")
    assert [(one.name, one.line) for one in found] == [
        ("a.conllu#a", 1), ("a.conllu#b", 4), ("a.conllu#a~2", 7), ("a.conllu#4", 10),
        ("b.conllu", 1), ("c.conll#x", 1), ("c.conll#x-12", 2),
    ]  # fmt: skip
    assert [one.format for one in found] == ["conllu"] * 5 + ["conll2012"] * 2


def test_conllu_of_any_name_is_cut() -> None:
    Path("x.txt").write_text("# newdoc id = a\n1\tHush\n\n# newdoc id = b\n1\tHush\n\n")
    assert list(told(all_of("x.txt", how=ReadingOptions(format="conllu")))) == [
        "x.txt#a",
        "x.txt#b",
    ]
    Path("x").write_text(Path("x.txt").read_text())
    assert list(told(all_of("x"))) == ["x#a", "x#b"]


def test_a_document_beyond_the_limit_is_left_out_and_the_next_is_read() -> None:
    one = "# newdoc id = {}\n{}\n\n"
    long = one.format("b", "1\tHush\n" * 100)
    content = (
        one.format("a", "1\tHush") + long + one.format("c", "1\tHush") + "# newdoc\n" + "x" * 999
    )
    found = cut(content.encode(), most=100)
    assert [(piece.name, piece.failure is not None) for piece in found] == [
        ("a", False), ("b", True), ("c", False), ("", True),
    ]  # fmt: skip
    assert found[2].line == 1 + content[: content.index("# newdoc id = c")].count("\n")


def test_only_what_can_be_told_apart_is_cut() -> None:
    assert {name for name in FORMATS.ours if name in SPLIT} == SPLIT


def test_a_file_is_not_read_before_it_is_asked_for() -> None:
    class Endless(io.RawIOBase):
        def readable(self) -> bool:
            return True

        def readinto(self, into: WriteableBuffer, /) -> int:
            one, buffer = b"# newdoc id = a\n1\tHush\n\n", memoryview(into)
            many = (one * (len(buffer) // len(one) + 1))[: len(buffer) // len(one) * len(one)]
            buffer[: len(many)] = many
            return len(many)

    endless = documents_in(io.BufferedReader(Endless()))
    assert [next(endless).line for _ in range(3)] == [1, 4, 7]
