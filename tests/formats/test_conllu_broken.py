"""Broken CoNLL-U: every problem at its place, the rest still read, and nothing lost."""

from __future__ import annotations

import pytest

from hearer.formats import conllu, corefud
from tests.formats.making import BASE, EXPLAINED, HERE, INVALID, base, field, reached_roots

Expected = list[tuple[int, str]]
Case = tuple[str, str | bytes, Expected]

MEGABYTES = 10 * 1024 * 1024


def cut_to(columns: int) -> str:
    return base(put={5: "\t".join(BASE[4].split("\t")[:columns])})


def column_cases() -> list[Case]:
    cases: list[Case] = [("1 column", cut_to(1), [(5, "conllu-line"), (6, "conllu-id-order")])]
    short: Expected = [(5, "conllu-columns")]
    cases += [(f"{n} columns", cut_to(n), [*short, (5, "conllu-head")]) for n in range(2, 7)]
    cases += [(f"{n} columns", cut_to(n), short) for n in range(7, 10)]
    for n in (1, 2, 10):
        more = base(put={5: BASE[4] + "\tmore" * n})
        cases.append((f"{10 + n} columns", more, [(5, "conllu-columns")]))
    for n in range(1, 11):
        also = {1: [(5, "conllu-id")], 7: [(5, "conllu-head")]}.get(n, [])
        expected = [(5, "conllu-empty-field"), *also]
        cases.append((f"column {n} empty", base(put={5: field(5, n, "")}), expected))
    for n in (1, 4, 5, 6, 7, 8, 9):
        also = {1: [(5, "conllu-id")], 7: [(5, "conllu-head")]}.get(n, [])
        old = BASE[4].split("\t")[n - 1]
        text = base(put={5: field(5, n, old + " ")})
        cases.append((f"a space in column {n}", text, [(5, "conllu-space"), *also]))
    return cases


def id_cases() -> list[Case]:
    bad = ("x", "0", "-1", "03", "3.x", "1e3", "٣", "³", "3-", "9999999999")
    cases: list[Case] = [
        (f"ID {text}", base(put={5: field(5, 1, text)}), [(5, "conllu-id")]) for text in bad
    ]
    order, twice = "conllu-id-order", "conllu-id-duplicate"
    return [
        *cases,
        ("ID too high", base(put={5: field(5, 1, "5")}), [(5, order), (6, order)]),
        ("last ID too high", base(put={6: field(6, 1, "9")}), [(6, order)]),
        ("words swapped", base(put={5: BASE[5], 6: BASE[4]}), [(5, order), (6, order)]),
        ("first word lost", "\n".join((*BASE[:2], *BASE[3:])), [(3, order)]),
        ("ID 2 twice", base(put={5: field(5, 1, "2")}), [(5, twice), (6, order)]),
        ("ID 1 twice", base(put={5: field(5, 1, "1")}), [(5, twice), (6, order)]),
        ("a whole word twice", base(before={5: BASE[3]}), [(5, twice), (5, "conllu-roots")]),
    ]


def between(number: str, *, line: int = 5) -> str:
    return base(before={line: f"{number}\tx" + "\t_" * 8})


def range_cases() -> list[Case]:
    cases: list[Case] = [
        (f"range {text}", between(text), [(5, "conllu-range")])
        for text in ("4-3", "3-3", "1-2", "2-3", "4-5", "0-1")
    ]
    row = "3-4\tx" + "\t_" * 8
    across = base(before={3: "1-2\tx" + "\t_" * 8, 4: "2-3\tx" + "\t_" * 8})
    cases += [
        ("range beyond", between("3-9"), [(5, "conllu-range-beyond")]),
        ("range twice", base(before={5: f"{row}\n{row}"}), [(6, "conllu-range-overlap")]),
        ("ranges across", across, [(5, "conllu-range-overlap")]),
    ]
    for text in ("3.1", "2.2", "0.1", "9.1", "2.0"):
        cases.append((f"empty node {text}", between(text), [(5, "conllu-empty-node")]))
    row = "2.1\tx" + "\t_" * 8
    twice = base(before={5: f"{row}\n{row}"})
    return [*cases, ("empty node twice", twice, [(6, "conllu-empty-node")])]


def heads(*found: str) -> str:
    return base(put={n: field(n, 7, head) for n, head in enumerate(found, start=3)})


def head_cases() -> list[Case]:
    cases: list[Case] = [
        (f"HEAD {text}", heads("2", "0", text, "2"), [(5, "conllu-head")])
        for text in ("x", "_", "-1", "2.1", "02", "２", "1-2")
    ]
    cases += [
        (f"HEAD {text}", heads("2", "0", text, "2"), [(5, "conllu-head-range")])
        for text in ("9", "5", "9" * 30, "9" * 5000)
    ]
    head, cycle, none = "conllu-head", "conllu-cycle", "conllu-no-root"
    return [
        *cases,
        ("HEAD self", heads("2", "0", "3", "2"), [(5, "conllu-head-self")]),
        ("circle of 3 and 4", heads("2", "0", "4", "3"), [(5, cycle)]),
        ("circle of 1 and 3", heads("3", "0", "1", "2"), [(3, cycle)]),
        ("circle of three", heads("3", "0", "4", "1"), [(3, cycle)]),
        ("circle with a tail", heads("3", "0", "4", "3"), [(5, cycle)]),
        ("two circles", heads("2", "1", "4", "3"), [(3, cycle), (3, none), (5, cycle)]),
        ("no root, circle", heads("2", "1", "2", "2"), [(3, cycle), (3, none)]),
        ("no root, self", heads("2", "2", "2", "2"), [(4, "conllu-head-self"), (4, none)]),
        ("two roots", heads("2", "0", "0", "2"), [(5, "conllu-roots")]),
        ("all roots", heads("0", "0", "0", "0"), [(n, "conllu-roots") for n in (4, 5, 6)]),
        ("no heads", heads("_", "_", "_", "_"), [*((n, head) for n in (3, 4, 5, 6)), (3, none)]),
    ]


def line_cases() -> list[Case]:
    spaced = BASE[4].replace("\t", "  ")
    comment, blank, unknown = "conllu-comment", "conllu-blank", "conllu-line"
    return [
        ("comment among words", base(before={5: "# late"}), [(5, comment)]),
        ("comment with tabs among words", base(before={5: "#\tl\ta"}), [(5, comment)]),
        ("newdoc among words", base(before={5: "# newdoc id = b"}), [(5, comment)]),
        ("comments at the end", base() + "# lost\n", [(13, "conllu-no-words")]),
        ("comments alone", base(before={2: ""}), [(1, "conllu-no-words")]),
        ("a line of prose", base(before={5: "hello there"}), [(5, unknown)]),
        ("a line on top", "<doc>\n" + base(), [(1, unknown)]),
        ("a file of prose", "It was a dark night.\n", [(1, unknown), (1, "conllu-no-words")]),
        ("spaces for tabs", base(put={5: spaced}), [(5, unknown), (6, "conllu-id-order")]),
        ("a space for a blank line", base(put={7: " "}), [(7, blank)]),
        ("a tab for a blank line", base(put={7: "\t"}), [(7, blank)]),
        ("a wide blank line", base(put={7: "\u00a0\t "}), [(7, blank)]),
        ("NUL in a word", base(put={5: field(5, 2, "ho\0me")}), [(5, "conllu-nul")]),
        ("NUL in a comment", base(put={8: "# sent\0_id"}), [(8, "conllu-nul")]),
        ("no blank line", base(put={7: "# x"}), NO_BLANK_LINE),
    ]


# The second sentence goes on where the first ended: IDs stand twice, and 0 is root again.
NO_BLANK_LINE: Expected = [
    (7, "conllu-comment"),
    (8, "conllu-comment"),
    (9, "conllu-id-duplicate"),
    (10, "conllu-id-duplicate"),
    (10, "conllu-roots"),
    (11, "conllu-id-duplicate"),
]


def byte_cases() -> list[Case]:
    bad = {
        "0xff": b"\xff",
        "latin-1": b"caf\xe9",
        "cut short": b"\xe2\x82",
        "overlong": b"\xc0\xaf",
    }
    bad |= {"surrogate": b"\xed\xa0\x80", "continuation": b"\x80", "too high": b"\xf4\x90\x80\x80"}
    whole = base().encode()
    cases: list[Case] = [
        (f"bytes {name}", whole.replace(b"home\thome", found + b"\thome"), [(5, "conllu-utf8")])
        for name, found in bad.items()
    ]
    cut = whole.index(b"waits\twait") + 3
    ending = [(10, "conllu-columns"), (10, "conllu-head"), (10, "conllu-no-root")]
    return [
        *cases,
        ("bad byte in a comment", whole.replace(b"s2", b"s\xff"), [(8, "conllu-utf8")]),
        ("a lone surrogate in a str", base(put={8: "# \ud800"}), [(8, "conllu-utf8")]),
        ("cut in a word", whole[:cut], ending),
        ("cut in a comment", whole[: whole.index(b"# sent_id = s2") + 5], [(8, "conllu-no-words")]),
        ("a long word", base(put={5: field(5, 2, "x" * MEGABYTES)}), []),
        ("a long comment", base(put={2: "# " + "x" * MEGABYTES}), []),
        ("a long line", base(before={5: "x" * MEGABYTES}), [(5, "conllu-line")]),
        ("a long HEAD", base(put={5: field(5, 7, "x" * MEGABYTES)}), [(5, "conllu-head")]),
        ("a long row", base(put={5: BASE[4] + "\t_" * MEGABYTES}), [(5, "conllu-columns")]),
    ]


CASES = [
    *column_cases(),
    *id_cases(),
    *range_cases(),
    *head_cases(),
    *line_cases(),
    *byte_cases(),
]


@pytest.mark.parametrize(("text", "expected"), [c[1:] for c in CASES], ids=[c[0] for c in CASES])
def test_every_problem_is_reported_at_its_line_and_nothing_is_lost(
    text: str | bytes, expected: Expected
) -> None:
    file = conllu.parse(text, path="broken.conllu")
    assert sorted((p.line, p.code) for p in file.problems) == sorted(expected)
    assert all(len(p.message) < 200 for p in file.problems)
    data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    assert conllu.write(file) == data
    for discourse in conllu.discourses(file):
        assert all(reached_roots(utterance.heads) for utterance in discourse.utterances)
        discourse.text.encode("utf-8")


COLUMNS = [
    (base(put={5: field(5, 7, "x")}), 5, 22),  # 3 home home ADV RB _ and six tabs: 21 characters
    (base(put={5: field(5, 1, "x")}), 5, 1),
    (base(put={5: field(5, 2, "")}), 5, 3),
    (base(put={5: BASE[4] + "\tmore"}), 5, len(BASE[4]) + 2),
    (cut_to(8), 5, len("3\thome\thome\tADV\tRB\t_\t2\tadvmod") + 2),
    (base().encode().replace(b"home\thome", b"ho\xff\thome"), 5, 5),
    (base().replace("\n", "\r\n").replace("\tRB", "\tR B"), 5, 17),
]


@pytest.mark.parametrize(("text", "line", "column"), COLUMNS)
def test_a_problem_points_at_the_character(text: str | bytes, line: int, column: int) -> None:
    (problem,) = conllu.parse(text).problems
    assert (problem.line, problem.column) == (line, column)


REPAIRS = [
    (("2", "0", "x", "2"), (2, 0, 2, 2)),
    (("2", "0", "4", "3"), (2, 0, 2, 3)),
    (("2", "1", "4", "3"), (0, 1, 1, 3)),
    (("_", "_", "_", "_"), (0, 1, 1, 1)),
    (("2", "2", "2", "2"), (2, 0, 2, 2)),
]


@pytest.mark.parametrize(("written", "read"), REPAIRS)
def test_a_head_that_cannot_be_used_is_replaced(
    written: tuple[str, ...], read: tuple[int, ...]
) -> None:
    file = conllu.parse(heads(*written))
    assert file.sentences[0].heads == read


def test_heads_mean_the_ids_that_are_written() -> None:
    """The first word is lost: IDs 2, 3, 4 are words 1, 2, 3, and HEAD 2 is word 1."""
    file = conllu.parse("\n".join((*BASE[:2], *BASE[3:])))
    assert file.sentences[0].heads == (0, 1, 1)


def test_a_word_without_an_id_has_the_one_that_is_left_out() -> None:
    lines = {5: field(5, 1, "x"), 6: field(6, 7, "3")}
    file = conllu.parse(base(put=lines))
    assert [problem.code for problem in file.problems] == ["conllu-id"]
    assert file.sentences[0].heads == (2, 0, 2, 3)


def test_problems_go_to_the_document_they_lie_in() -> None:
    broken = base(put={5: field(5, 7, "x")})
    first, second, third = conllu.discourses(conllu.parse(base() + broken + broken))
    assert [len(first.problems), len(second.problems), len(third.problems)] == [0, 1, 1]
    assert third.problems[0].line == 2 * 12 + 5


KEPT = {
    "binary": "conllu-nul",
    "cyclic": "conllu-cycle",
    "duplicate_ids": "conllu-id-duplicate",
    "eleven_columns": "conllu-columns",
    "latin1": "conllu-utf8",
    "nine_columns": "conllu-columns",
    "truncated": "conllu-columns",
    "unclosed": "corefud-unclosed",
}


def test_every_kept_file_has_its_code() -> None:
    assert {path.stem for path in INVALID} == set(KEPT)


@pytest.mark.parametrize("name", KEPT)
def test_a_kept_file_gives_its_code_and_is_written_back(name: str) -> None:
    path = HERE / "invalid" / f"{name}.conllu"
    file = conllu.read(path)
    assert conllu.write(file) == path.read_bytes()
    found = [
        problem for d in conllu.discourses(file) for problem in corefud.read_entities(d).problems
    ]
    assert KEPT[name] in {problem.code for problem in (*file.problems, *found)}
    assert {problem.code for problem in (*file.problems, *found)} <= set(EXPLAINED)
