"""The documents of files: their order, their names, their sizes, and what cannot be read."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import hearer
from hearer.corpora.inputs import Documents, ReadingOptions
from hearer.corpora.processing import reading_of
from hearer.errors import HearerError, InputError, UnknownName
from hearer.formats.decoding import IN_LATIN_1
from hearer.reading import open_file
from tests.corpora.inputs import ANNA, TOM, all_of, codes, tarred, told, zipped


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def put(name: str, content: bytes) -> str:
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_bytes(content)
    return name


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
    assert told(found) == {
        "x/a.txt": ANNA.decode(),
        "x/a.txt~2": TOM.decode(),
        "a.txt~2": TOM.decode(),
    }


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
    assert failed.failure == (
        "input-unreadable",
        "'n/a.txt' cannot be read: No such file or directory.",
    )
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


@pytest.mark.parametrize(
    "how",
    [ReadingOptions(format="nonsense"), ReadingOptions(format="conlu")],
    ids=lambda how: how.format,
)
def test_a_format_that_is_none_is_an_error_at_once(how: ReadingOptions) -> None:
    with pytest.raises(UnknownName):
        Documents([put("a.txt", ANNA)], how)


def test_a_name_that_is_not_there_is_an_error_at_once() -> None:
    with pytest.raises(InputError):
        Documents(["gone.txt"])


# What hearer.read reads -------------------------------------------------------------------------

TEXTS: dict[str, bytes] = {
    "plain": ANNA,
    "empty": b"",
    "blank": b" \n\n",
    "mark": b"\xef\xbb\xbfAnna slept.",
    "a byte": b"Anna went to the caf\xe9, and she slept.",
    "latin": "ä ö ü ß é".encode("latin-1"),
    "utf16": "Anna slept.".encode("utf-16"),
    "nul": b"Anna slept.\0 She snored, and nobody heard it.",
    "binary": bytes(range(256)) * 4,
    "ends": b"Anna slept.\r\nShe snored.\rSo what.",
}
FILES = {
    "json": b'[{"format": "hearer-interpretation-1"}, 7]',
    "conllu": b"# newdoc\n1\tShe\n\n",
    "conll": b"#begin document (a)\n",
    "tsv": b"#FORMAT=WebAnno TSV 3.3\n",
}


def outcome(read: Callable[[], hearer.Reading]) -> object:
    try:
        found = read()
    except HearerError as error:
        return str(error)
    return [(one.name, one.path, one.text) for one in found], list(map(str, found.problems))


@pytest.mark.parametrize("case", [*TEXTS, *FILES])
def test_a_document_reads_as_its_file(case: str) -> None:
    suffix = case if case in FILES else "txt"
    name = put(f"some.{suffix}", TEXTS.get(case) or FILES.get(case, b""))
    (found,) = all_of(name)
    assert outcome(lambda: reading_of(found)) == outcome(lambda: open_file(name))


def test_what_is_not_utf8_says_what_to_do() -> None:
    (found,) = all_of(put("a.txt", TEXTS["latin"]))
    with pytest.raises(InputError, match=IN_LATIN_1.split(" ")[0]):
        reading_of(found)


def test_arrays_of_ours_stay_whole() -> None:
    several = hearer.resolve(["Anna slept. She snored.", "Tom fell. He cried."])
    put("two.json", hearer.write(several, to="json").encode())
    (found,) = all_of("two.json")
    assert (found.name, found.format, len(reading_of(found))) == ("two.json", "json", 2)


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
    assert (found.files, found.size, found.position) == (7, everything, 0)
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


def test_a_file_costs_what_reading_it_costs() -> None:
    for n in range(300):
        put(f"n/{n}.txt", ANNA)
    begin = time.process_time()
    assert len(all_of("n")) == 300
    assert time.process_time() - begin < 1


def test_a_value_goes_to_other_processes_and_back() -> None:
    import pickle

    (found,) = all_of(put("x.jsonl", json.dumps({"text": "A.", "n": float("nan")}).encode()))
    assert pickle.loads(pickle.dumps(found)) == found
    assert found.problems
