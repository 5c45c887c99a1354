"""One contract for every reader: a format is tested by being registered.

Line ends, byte order marks and wide encodings are read alike by all; what is not UTF-8 has a place;
a file cut anywhere gives documents or problems, and never nothing in silence.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

import hearer
from hearer.errors import InputError, StrictError
from hearer.formats import FORMATS, Reading
from hearer.formats.annotation import entities_of
from hearer.formats.converting import converted, known
from hearer.formats.format import Format, Holds
from tests.cli.test_cli import Captured, run
from tests.formats.exchange import document
from tests.formats.exchange import sample as text_of
from tests.formats.making import EXPLAINED, REPOSITORY

READERS = [one.name for one in known() if one.read and one.write and Holds.ENDS in one.holds]
READERS += [one.name for one in known() if one.read and one.write and one.text_suffix]
READERS += ["gap"]
ENDS = {"LF": b"\n", "CRLF": b"\r\n", "CR": b"\r"}
MARK = b"\xef\xbb\xbf"
CODE = re.compile(
    '"((?:brat|conll2012|conllu|corefud|gap|json|webanno|convert|corrections|file|'
    'given|knowledge|text|archive|document|input|row|table|worker)-[a-z0-9]+(?:-[a-z0-9]+)*)"'
)
NO_CODES = set("table-1 table-heading text-align text-anchor text-decoration json-indent".split())
WIDE = ["utf-16", "utf-16-be", "utf-32", "utf-32-be"]


def sample(name: str) -> bytes:
    return text_of(name).encode()


def file(folder: Path, of: Format, content: bytes, text: bytes | None = None) -> Path:
    """A file of a format; its text stands beside it, where it has one."""
    path = folder / f"story{of.suffixes[0]}"
    path.write_bytes(content)
    if of.text_suffix:
        beside = document().text.encode() if text is None else text
        path.with_suffix(of.text_suffix).write_bytes(beside)
    return path


def read(folder: Path, name: str, content: bytes, text: bytes | None = None) -> Reading:
    return hearer.read(file(folder, FORMATS.find(name), content, text), format=name)


def told(reading: Reading) -> list[object]:
    """What is read: words, white space, entities."""
    return [
        [(u.forms, u.spaces, u.start, u.heads) for u in one.utterances] + [entities_of(one)]
        for one in reading
    ]


def test_all_readers_are_here_and_exactly_the_reported_codes_are_explained() -> None:
    others = {one.name for one in known() if one.read} - set(READERS)
    assert others == {"gum", "text"}  # GUM is read as CorefUD is; tests/parsers has raw text
    assert len(set(READERS)) == len(READERS) > 6
    sources = sorted((REPOSITORY / "src/hearer").rglob("*.py"))
    reported = {code for path in sources for code in CODE.findall(path.read_text("utf-8"))}
    assert sorted(reported - NO_CODES) == sorted(EXPLAINED)  # each of them once
    assert len(EXPLAINED) > 50


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("mark", [b"", MARK], ids=["", "BOM"])
def test_line_ends_and_a_mark_change_nothing(
    tmp_path: Path, name: str, end: str, mark: bytes
) -> None:
    plain = read(tmp_path, name, sample(name))
    content = mark + sample(name).replace(b"\n", ENDS[end])
    again = read(tmp_path, name, content, mark + document().text.encode())
    assert told(again) == told(plain)
    assert plain.problems == again.problems == ()
    assert len(plain) == 1
    assert any(entities_of(one).mentions for one in again)


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("end", ENDS)
def test_a_file_with_a_mark_is_known_by_its_lines(tmp_path: Path, name: str, end: str) -> None:
    of = FORMATS.find(name)
    path = file(tmp_path, of, MARK + sample(name).replace(b"\n", ENDS[end]))
    known_as = hearer.read(path)[0].format
    assert known_as == ("corefud" if name == "conllu" else name)  # the sample has entities


@pytest.mark.parametrize("encoding", WIDE)
@pytest.mark.parametrize("name", [*READERS, "text"])
def test_other_encodings_are_refused_with_what_to_do(
    tmp_path: Path, name: str, encoding: str
) -> None:
    wide = ("\ufeff" if encoding.endswith("be") else "") + sample(name).decode()
    path = file(tmp_path, FORMATS.find(name), wide.encode(encoding))
    with pytest.raises(InputError) as raised:
        hearer.read(path, format=name)
    kind = encoding.upper().removesuffix("-BE")
    assert str(raised.value) == (
        f"{str(path)!r} is {kind}, and only UTF-8 is read: "
        f"iconv -f {kind} -t UTF-8 FILE > NEW makes it so."
    )


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("end", ENDS)
def test_a_byte_that_is_not_utf8_has_its_place(tmp_path: Path, name: str, end: str) -> None:
    content = sample(name).replace(b"judge", b"j\xe9dge").replace(b"\n", ENDS[end])
    before = content.partition(b"\xe9")[0].replace(ENDS[end], b"\n")
    line, column = before.count(b"\n") + 1, len(before) - before.rfind(b"\n")
    path = file(tmp_path, FORMATS.find(name), content)
    bad = [p for p in hearer.read(path, format=name).problems if p.code.endswith("-utf8")]
    assert (bad[0].path, bad[0].line, bad[0].column) == (str(path), line, column)
    assert "0xe9 is not UTF-8" in bad[0].message
    with pytest.raises(StrictError, match="-utf8"):
        hearer.read(path, format=name, strict=True)


@pytest.mark.parametrize("name", READERS)
def test_a_file_cut_anywhere_is_never_nothing_in_silence(tmp_path: Path, name: str) -> None:
    """And what is wrong with it has a line; a line of 0 is said of files without any."""
    whole = sample(name)
    for size in range(0, len(whole), 1 + len(whole) // 300):
        reading = read(tmp_path, name, whole[:size])
        assert reading or reading.problems, size
        assert reading.problems or any(map(len, reading)) or not whole[:size].strip()
        assert all(p.line or p.code == "file-empty" for p in reading.problems)


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("content", [b"", b"\n", b"nonsense", b"\r\r", b"\0", b"[]"])
def test_what_has_no_document_in_it_is_reported(tmp_path: Path, name: str, content: bytes) -> None:
    reading, of = read(tmp_path, name, content), FORMATS.find(name)
    if of.text_suffix:  # its text is a document
        assert (len(reading), bool(reading.problems)) == (1, bool(content.strip()))
    elif Holds.LINKS in of.holds and not content.strip():  # CoNLL-U keeps every byte, also of none
        assert (len(reading), reading.problems) == (1, ())
    else:
        assert reading.problems
        assert not any(map(len, reading))


SPOILT = {
    "json": (
        '{\n "schema": "hearer-interpretation-1",\n "document": "spoilt"',
        '{\n "schema": "hearer-interpretation-9"',
    ),
    "gap": ("spoilt-16\tAnn", "spoilt-16\tBen"),
}


@pytest.mark.parametrize("name", SPOILT)
def test_documents_in_are_documents_out_and_documents_reported(tmp_path: Path, name: str) -> None:
    first = document()
    documents = [first, replace(first, name="spoilt"), first]
    if name == "gap":
        header, one = text_of(name).splitlines()
        good = "\n".join((header, one, one.replace("story", "spoilt"), one))
    else:
        good = converted(documents, to=name)
    assert len(read(tmp_path, name, good.encode())) == 3
    was, now = SPOILT[name]
    assert good.count(was) == 1
    reading = read(tmp_path, name, good.replace(was, now).encode())
    assert [one.name.partition("-")[0] for one in reading] == ["story", "story"]
    assert len(reading.problems) == 1
    assert reading.problems[0].line == good.partition(was)[0].count("\n") + 1


def test_documents_without_words_are_documents(tmp_path: Path) -> None:
    content = (
        b"#begin document (a)\n#end document\n"
        b"#begin document (b); part 002\na 0 0 She -\n#end document\n"
    )
    reading = read(tmp_path, "conll2012", content)
    assert [(one.name, len(one)) for one in reading] == [("a", 0), ("b-2", 1)]
    assert not any(one.is_raw for one in reading)
    assert reading.problems == ()


def test_what_is_wrong_with_entities_is_said_by_who_looks_at_them(
    tmp_path: Path, capsysbinary: Captured
) -> None:
    row = "1\tAnn\tAnn\tPROPN\t_\t_\t0\troot\t_\tEntity=(e1-person-1-\n\n"
    gold = tmp_path / "gold.conllu"
    gold.write_text(f"# global.Entity = eid-etype-head-other\n{row}", encoding="utf-8")
    said = f"{gold}:2:37: corefud-unclosed the bracket of 'e1' is never closed; ignored"
    assert run(capsysbinary, "resolve", gold, "--strict")[0] == 0
    status, _, err = run(capsysbinary, "convert", gold, "-o", tmp_path / "a.json", "--strict")
    assert (status, said in err) == (1, True)
