"""The documents of files: their order, their names, their sizes, and what cannot be read."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

import hearer
from hearer.corpora.document import Document
from hearer.corpora.processing import discourses_of
from hearer.corpora.sources import Documents
from hearer.errors import HearerError, UnknownName
from hearer.reading import open_file
from tests.corpora.inputs import ANNA, TOM, all_of, codes, put, tarred, told, zipped

pytestmark = pytest.mark.usefixtures("here")


def test_order_depends_on_the_names_alone() -> None:
    for name in ("n/b.txt", "n/a/c.txt", "n/a.md", "m/z.txt"):
        put(name, ANNA)
    first, second = all_of("n", "m"), all_of("n", "m")
    assert [one.name for one in first] == ["n/a/c.txt", "n/a.md", "n/b.txt", "m/z.txt"]
    assert first == second
    assert [one.digest for one in first] == [one.digest for one in second]
    assert len({one.digest for one in first}) == 4


def test_every_document_has_a_name_of_its_own() -> None:
    put("a/x/a.txt", ANNA)
    put("b/x/a.txt", TOM)
    put("b/x/a.txt~2", TOM)
    here = Path.cwd()
    found = all_of(here / "a/x", here / "b/x", here / "b/x/a.txt~2")
    expected = {"x/a.txt": ANNA, "x/a.txt~2": TOM, "a.txt~2": TOM}
    assert told(found) == {name: text.decode() for name, text in expected.items()}


def test_files_of_one_name_are_read_as_what_they_are() -> None:
    for folder in "ab":
        put(f"{folder}/x/t.jsonl", b'{"text": "A."}\n')
        put(f"{folder}/x/z.zip", zipped([("a.txt", ANNA)]))
        put(f"{folder}/x/t.tar", tarred([("a.txt", TOM)]))
    found = all_of(Path.cwd() / "a/x", Path.cwd() / "b/x")
    assert told(found) == {
        "x/t.jsonl:1": "A.", "x/t.tar/a.txt": TOM.decode(), "x/z.zip/a.txt": ANNA.decode(),
        "x/t.jsonl~2:1": "A.", "x/t.tar~2/a.txt": TOM.decode(), "x/z.zip~2/a.txt": ANNA.decode(),
    }  # fmt: skip


def test_a_file_may_be_called_like_a_row_of_another() -> None:
    put("x/a.jsonl", b'{"text": "A."}\n{"text": "B."}\n')
    put("x/a.jsonl:1.txt", ANNA)
    put("x/a.jsonl:2.txt", ANNA)
    put("x/b.jsonl#1.txt", ANNA)
    put("x/b.jsonl", b'{"text": "A."}\n')
    names = [one.name for one in all_of("x")]
    assert len(set(names)) == len(names) == 6


# What cannot be read ----------------------------------------------------------------------------


def test_what_is_gone_when_it_is_to_be_read_is_a_failure() -> None:
    put("n/a.txt", ANNA)
    put("n/b.txt", TOM)
    found = Documents(["n"])
    Path("n/a.txt").unlink()
    failed, read = found
    said = "'n/a.txt' cannot be read: No such file or directory."
    assert failed.failure == ("input-unreadable", said)
    assert read.content == TOM


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read every file")
def test_what_may_not_be_read_is_a_failure() -> None:
    Path(put("n/a.txt", ANNA)).chmod(0)
    assert codes(all_of("n")) == ["input-unreadable"]


def test_what_is_no_file_is_a_failure_and_not_waited_for() -> None:
    os.mkfifo("pipe.txt")
    assert codes(all_of("pipe.txt", "/dev/null")) == ["input-unreadable"] * 2


def test_names_of_files_that_are_no_utf8_are_printable() -> None:
    Path(os.fsdecode(b"n")).mkdir()
    Path(os.fsdecode(b"n/caf\xe9.txt")).write_bytes(ANNA)
    (found,) = all_of("n")
    assert (found.name, found.path) == (r"n/caf\xe9.txt", r"n/caf\xe9.txt")


def test_a_format_that_is_none_is_an_error_at_once() -> None:
    with pytest.raises(UnknownName):
        Documents([put("a.txt", ANNA)], format="conlu")


# What hearer.read reads -------------------------------------------------------------------------

TEXTS = {
    "plain": ANNA, "empty": b"", "blank": b" \n\n", "mark": b"\xef\xbb\xbfAnna slept.",
    "a byte": b"Anna went to the caf\xe9, and she slept.", "latin": "ä ö ü ß é".encode("latin-1"),
    "utf16": "Anna slept.".encode("utf-16"), "nul": b"Anna slept.\0 She snored, and nobody heard.",
    "binary": bytes(range(256)) * 4, "ends": b"Anna slept.\r\nShe snored.\rSo what.",
}  # fmt: skip


def outcome(read: Callable[[], Iterable[hearer.Discourse]]) -> object:
    try:
        return [(one.path, one.text, one.problems) for one in read()]
    except HearerError as error:
        return str(error)


@pytest.mark.parametrize("case", TEXTS)
def test_a_document_reads_as_its_file(case: str) -> None:
    name = put("some.txt", TEXTS[case])
    (found,) = all_of(name)
    assert outcome(lambda: discourses_of(found)) == outcome(lambda: open_file(name))


def test_arrays_of_ours_stay_whole() -> None:
    several = hearer.resolve(["Anna slept. She snored.", "Tom fell. He cried."])
    put("two.json", hearer.write(several, to="json").encode())
    (found,) = all_of("two.json")
    assert (found.name, found.format, len([*discourses_of(found)])) == ("two.json", "json", 2)


def test_problems_of_a_whole_file_belong_to_its_first_document() -> None:
    wrong = hearer.Problem("x.conllu", 0, 0, "text-utf8", "no UTF-8")
    two = b"# newdoc id = a\n1\tHush\n\n# newdoc id = b\n1\tHush\n\n"
    first, second = discourses_of(Document("x", "x.conllu", "conllu", two, problems=(wrong,)))
    assert (first.name, second.name) == ("x#a", "x#b")
    assert (wrong in first.problems, wrong in second.problems) == (True, False)


# How far it is ----------------------------------------------------------------------------------


def test_the_position_ends_at_the_size_of_all_files() -> None:
    put("n/a.txt", ANNA)
    put("n/b.jsonl", b'{"text": "A."}\n' * 20)
    put("n/c.conllu", b"# newdoc\n1\tHush\n\n" * 5)
    put("n/d.zip", zipped([("a.txt", ANNA), ("b.txt", TOM)]))
    put("n/e.zip", zipped([]))
    put("n/empty.jsonl", b"\n\n")
    put("n/f.txt", TOM)
    found = Documents(["n"])
    everything = sum(path.stat().st_size for path in Path("n").iterdir())
    assert (found.size, found.position) == (everything, 0)
    positions = [found.position for _ in found]
    assert positions == sorted(positions)
    assert found.position == everything
    assert found.passed_over == {"without a document": 2}


def test_files_are_read_one_after_the_other() -> None:
    for n in range(3):
        put(f"n/{n}.txt", ANNA)
    found = Documents(["n"])
    assert next(found).name == "n/0.txt"
    put("n/2.txt", TOM)
    assert [one.content for one in found] == [ANNA, TOM]
