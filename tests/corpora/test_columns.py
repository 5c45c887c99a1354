"""Tables with a text in every row: JSON lines and Parquet."""

from __future__ import annotations

import gzip
import io
import json

import pytest

from hearer.corpora.columns import TextColumns, json_rows
from hearer.corpora.document import Document
from hearer.corpora.processing import discourses_of
from hearer.corpora.sources import Documents
from tests.cases import cases
from tests.corpora.inputs import all_of, codes, put, told, zipped

DEEP = "[" * 10_000 + "]" * 10_000


pytestmark = pytest.mark.usefixtures("here")


def lines(*values: object) -> str:
    return "".join(json.dumps(value) + "\n" for value in values)


def rows(content: str, columns: TextColumns | None = None) -> list[Document]:
    return list(json_rows(io.BytesIO(content.encode()), "x.jsonl", columns or TextColumns()))


# JSON lines -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["x.jsonl", "x.ndjson", "x.JSONL"])
def test_every_line_is_a_document_called_by_its_number(name: str) -> None:
    put(name, lines({"text": "Anna slept."}) + "\n  \n" + lines({"id": 1, "text": "Tom fell."}))
    assert told(all_of(name)) == {f"{name}:1": "Anna slept.", f"{name}:4": "Tom fell."}


def test_a_column_may_have_the_names_of_the_documents() -> None:
    put("x.jsonl", lines(*({"t": "She.", "key": key} for key in ("a", 7, "a", "a~2", "é\n"))))
    found = all_of("x.jsonl", text_column="t", id_column="key")
    names = [rf"x.jsonl#{name}" for name in ("a", "7", "a~2", "a~2~2", r"é\n")]
    assert [one.name for one in found] == names


@pytest.mark.parametrize("packed", ["x.jsonl.gz", "x.zip/in.jsonl"])
def test_rows_are_read_wherever_they_stand(packed: str) -> None:
    content = lines({"text": "Anna slept."}, {"text": None}).encode()
    if packed.startswith("x.zip"):
        put("x.zip", zipped([("in.jsonl", content)]))
    else:
        put(packed, gzip.compress(content))
    found = all_of(packed.partition("/")[0])
    assert told(found) == {f"{packed}:1": "Anna slept.", f"{packed}:2": "[row-text]"}


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_ends_of_lines_and_a_mark_at_the_beginning_make_no_difference(end: str, mark: str) -> None:
    found = rows(f'{mark}{{"text": "Anna."}}{end}{{"text": "Tom."}}')
    assert [(row.line, row.content) for row in found] == [(1, b"Anna."), (2, b"Tom.")]


@cases(__file__)
def test_a_line_without_a_text_is_a_failure_with_its_place(line: str, code: str, said: str) -> None:
    found = rows(f'{{"text": "Anna."}}\n{line}\n{{"text": "Tom."}}\n')
    assert [row.content for row in found] == [b"Anna.", b"", b"Tom."]
    assert found[1].failure is not None
    assert found[1].failure.code == code
    assert found[1].failure.message.startswith(said)


@pytest.mark.parametrize("value", [DEEP, "9" * 5000])
def test_values_beyond_all_measure_are_no_text(value: str) -> None:
    found = rows(f'{{"text": "Anna."}}\n{{"text": {value}}}\n{{"text": "Tom."}}\n')
    assert [bool(row.failure) for row in found] == [False, True, False]


def test_what_is_wrong_beside_the_text_is_a_problem_with_its_place() -> None:
    name = put(
        "x.jsonl", b'{"text": "A."}\n{"n": NaN, "text": "\\ud800 is far from the caf\xe9"}\n'
    )
    _, found = all_of(name)
    assert found.content.decode() == "\ufffd is far from the caf\ufffd"
    assert [str(one) for one in next(discourses_of(found)).problems] == [
        "x.jsonl:2:47: file-utf8 byte 0xe9 is not UTF-8; read as U+FFFD",
        "x.jsonl:2:7: file-value this is no number, or too large; read as null",
        r"x.jsonl:2:20: file-value \ud800 is half a character; read as U+FFFD",
    ]


def test_a_column_that_the_first_row_lacks_is_one_failure_with_those_there_are() -> None:
    name = put("x.jsonl", lines(*({"content": "Anna.", "url": "x"} for _ in range(5000))))
    (found,) = all_of(name, text_column="contents")
    assert found.name == "x.jsonl"
    assert found.failure == (
        "table-column",
        "There is no column 'contents' (did you mean 'content'?); there is content, url.",
    )
    (found,) = all_of(name, text_column="content", id_column="key")
    assert found.failure is not None
    assert "no column 'key'" in found.failure.message


def test_names_that_are_none_are_failures() -> None:
    names: list[object] = ["a", True, 1.5, " ", [], {}]
    content = lines(*({"text": "A.", "id": name} for name in names))
    found = rows(content, TextColumns("text", "id"))
    assert codes(found) == ["", *["row-id"] * 5]


def test_a_row_without_a_name_is_called_by_its_number() -> None:
    content = lines({"text": "C.", "id": "c"}, {"text": "A."}, {"text": "B.", "id": None},
                    {"text": ""}, {"id": "e"})  # fmt: skip
    found = all_of(put("x.jsonl", content), id_column="id")
    assert told(found) == {
        "x.jsonl#c": "C.", "x.jsonl:2": "A.", "x.jsonl:3": "B.", "x.jsonl:4": "",
        "x.jsonl:5": "[table-column]",
    }  # fmt: skip


def test_a_line_beyond_the_limit_is_a_failure_and_the_next_is_read() -> None:
    content = lines({"text": "x" * 500}, {"text": "Anna."}, {"text": "y" * 90})
    found = list(json_rows(io.BytesIO(content.encode()), "", TextColumns(), most=100))
    assert codes(found) == ["input-too-large", "", "input-too-large"]
    assert [row.line for row in found] == [1, 2, 3]


def test_a_packed_table_that_breaks_off_gives_the_rows_before() -> None:
    content = lines(*({"text": f"Anna {n * n * 7919 % 10007} slept."} for n in range(20_000)))
    packed = gzip.compress(content.encode())
    found = all_of(put("x.jsonl.gz", packed[: len(packed) // 2]))
    assert len(found) > 1000
    assert codes(found) == [""] * (len(found) - 1) + ["archive-broken"]
    assert found[0].name == "x.jsonl.gz:1"
    assert found[-1].name == "x.jsonl.gz"


def test_rows_are_not_kept() -> None:
    put("x.jsonl", lines(*({"text": "Anna slept. " * 1000} for _ in range(100))))
    found = Documents(["x.jsonl"])
    next(found)
    assert 0 < found.position < found.size


def test_many_columns_are_not_all_listed() -> None:
    (row,) = all_of(put("x.jsonl", lines({f"c{n}": 1 for n in range(10_000)})))
    assert 0 < len(str(row.failure)) < 200


# Parquet ----------------------------------------------------------------------------------------

pyarrow = pytest.importorskip("pyarrow")
TABLE = {
    "text": ["Anna slept.", None, "", "Tom fell."],
    "id": ["a", "b", "c", None],
    "n": [1, 2, 3, 4],
}


def parquet(table: object, **options: object) -> bytes:
    from pyarrow import parquet as adapted

    file = io.BytesIO()
    adapted.write_table(
        table if isinstance(table, pyarrow.Table) else pyarrow.table(table), file, **options
    )
    return file.getvalue()


def test_every_row_of_parquet_is_a_document() -> None:
    found = all_of(put("x.parquet", parquet(TABLE)))
    assert told(found) == {
        "x.parquet:1": "Anna slept.",
        "x.parquet:2": "[row-text]",
        "x.parquet:3": "",
        "x.parquet:4": "Tom fell.",
    }
    found = all_of("x.parquet", id_column="id")
    assert [one.name[9:] for one in found] == ["#a", ":2", "#c", ":4"]
    assert codes(found) == ["", "row-text", "", ""]
    found = all_of("x.parquet", id_column="n")
    assert [one.name[9:] for one in found] == ["#1", ":2", "#3", "#4"]


@pytest.mark.parametrize("kind", ["string", "large_string", "dictionary"])
def test_texts_of_parquet_are_of_several_types(kind: str) -> None:
    types = {
        "string": pyarrow.string(),
        "large_string": pyarrow.large_string(),
        "dictionary": pyarrow.dictionary(pyarrow.int32(), pyarrow.string()),
    }
    texts = pyarrow.array(["Anna.", "Tom.", "Anna."] * 100, types[kind])
    found = all_of(put("x.parquet", parquet({"text": texts}, row_group_size=90)))
    assert [one.content for one in found] == [b"Anna.", b"Tom.", b"Anna."] * 100


@pytest.mark.parametrize("kind", [pyarrow.binary(), pyarrow.large_binary()])
def test_bytes_of_parquet_that_are_utf8_are_texts(kind: object) -> None:
    texts = pyarrow.array([b"Anna.", "Zoë.".encode(), b"caf\xe9", None, b"Anna."] * 40, kind)
    ids = pyarrow.array([b"a", b"\xe9", b"c", b"d", None] * 40, kind)
    found = all_of(put("x.parquet", parquet({"text": texts, "id": ids})))
    assert [one.content for one in found[:3]] == [b"Anna.", "Zoë.".encode(), b"caf\xe9"]
    assert codes(found) == ["", "", "", "row-text", ""] * 40
    named = all_of("x.parquet", id_column="id")[:5]
    assert [one.name[9:] for one in named] == ["#a", "#\ufffd", "#c", ":4", ":5"]


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"text_column": "texts"}, "There is no column 'texts' (did you mean 'text'?); there"),
        ({"text_column": "n"}, "The column 'n' is of int64, and no text."),
        ({"id_column": "key"}, "There is no column 'key'; there is id, n, text."),
    ],
)
def test_a_wrong_column_of_parquet_is_one_failure(how: dict[str, str], said: str) -> None:
    (found,) = all_of(put("x.parquet", parquet(TABLE)), **how)
    assert found.failure is not None
    assert found.failure.code == "table-column"
    assert found.failure.message.startswith(said)


def test_a_column_that_is_there_twice_is_one_failure() -> None:
    table = pyarrow.table([["Anna."], ["Tom."]], names=["text", "text"])
    (found,) = all_of(put("x.parquet", parquet(table)))
    assert found.failure == ("table-column", "There is more than one column 'text'.")


@pytest.mark.parametrize("content", [b"", b"PAR1", b"PAR1" + bytes(100) + b"PAR1", b"Anna" * 100])
def test_what_is_no_parquet_is_one_failure(content: bytes) -> None:
    assert codes(all_of(put("x.parquet", content))) == ["table-broken"]


def test_parquet_that_is_broken_in_the_middle_gives_the_rows_before() -> None:
    texts = [f"Anna {n} slept." * 50 for n in range(1000)]
    content = bytearray(parquet({"text": texts}, row_group_size=100, use_dictionary=False))
    middle = len(content) // 2
    content[middle : middle + 20_000] = b"\xff" * 20_000
    found = all_of(put("x.parquet", bytes(content)))
    assert codes(found)[-1] == "table-broken"
    assert [one.content.decode() for one in found[:-1]] == texts[: len(found) - 1]
    assert len(found) > 100


def test_parquet_in_an_archive_is_read_too() -> None:
    put("x.zip", zipped([("in.parquet", parquet(TABLE))]))
    assert codes(all_of("x.zip")) == ["", "row-text", "", ""]


def test_a_text_that_stands_in_a_million_rows_is_no_bomb(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hearer.corpora.sources.MOST_UNPACKED", 1_000_000)
    text = pyarrow.DictionaryArray.from_arrays(
        pyarrow.array([0] * 200_000, pyarrow.int32()), ["Anna slept. " * 5_000]
    )
    found = all_of(put("x.parquet", parquet({"text": text})))
    assert codes(found)[-1] == "archive-bomb"
    assert len(found) < 200


def test_bytes_in_parquet_that_are_no_utf8_are_a_problem_of_their_row() -> None:
    texts = pyarrow.StringArray.from_buffers(
        2,
        pyarrow.py_buffer(b"\0\0\0\0\4\0\0\0\x1a\0\0\0"),
        pyarrow.py_buffer(b"Tom.A long way to the caf\xe9"),
    )
    found = all_of(put("x.parquet", parquet({"text": texts})))
    assert [one.content for one in found] == [b"Tom.", b"A long way to the caf\xe9"]
    (problem,) = next(discourses_of(found[1])).problems
    assert (problem.path, problem.line, problem.code) == ("x.parquet", 2, "text-utf8")
