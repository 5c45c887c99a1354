"""Broken CoNLL-U: every problem at its place, the rest still read, and nothing lost."""

from __future__ import annotations

import json

import pytest

from hearer.formats import conllu
from tests.formats.making import BASE, HERE, base, field, reached_roots

Expected = list[tuple[int, str]]
MEGABYTES = 10 * 1024 * 1024
# A name, the lines, where a number is a line of the base, and the problems; bytes as Latin-1.
STORED = [*map(json.loads, (HERE / "invalid" / "cases.jsonl").read_text().splitlines())]
CASES: list[tuple[str, str | bytes, Expected]] = [
    ("a long word", base(put={5: field(5, 2, "x" * MEGABYTES)}), []),
    ("a long comment", base(put={2: "# " + "x" * MEGABYTES}), []),
    ("a long line", base(before={5: "x" * MEGABYTES}), [(5, "conllu-line")]),
    ("a long HEAD", base(put={5: field(5, 7, "x" * MEGABYTES)}), [(5, "conllu-head")]),
    ("a long row", base(put={5: BASE[4] + "\t_" * MEGABYTES}), [(5, "conllu-columns")]),
    ("a lone surrogate in a str", base(put={8: "# \ud800"}), [(8, "conllu-utf8")]),
]
for name, lines, problems in STORED:
    whole = "\n".join(BASE[line - 1] if isinstance(line, int) else line for line in lines)
    CASES.append((name, whole.encode("latin-1"), [(line, code) for line, code in problems]))


def heads(*found: str) -> str:
    return base(put={n: field(n, 7, head) for n, head in enumerate(found, start=3)})


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


@pytest.mark.parametrize(
    ("text", "column"),
    [
        (base(put={5: field(5, 7, "x")}), 22),  # 3 home home ADV RB _ and six tabs: 21 characters
        (base(put={5: field(5, 1, "x")}), 1),
        (base(put={5: field(5, 2, "")}), 3),
        (base(put={5: BASE[4] + "\tmore"}), len(BASE[4]) + 2),
        (
            base(put={5: BASE[4].rsplit("\t", 2)[0]}),
            len("3\thome\thome\tADV\tRB\t_\t2\tadvmod") + 2,
        ),
        (base().encode().replace(b"home\thome", b"ho\xff\thome"), 5),
        (base().replace("\n", "\r\n").replace("\tRB", "\tR B"), 17),
    ],
)
def test_a_problem_points_at_the_character(text: str | bytes, column: int) -> None:
    (problem,) = conllu.parse(text).problems
    assert (problem.line, problem.column) == (5, column)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        (heads("2", "0", "x", "2"), (2, 0, 2, 2)),
        (heads("2", "0", "4", "3"), (2, 0, 2, 3)),
        (heads("2", "1", "4", "3"), (0, 1, 1, 3)),
        (heads("_", "_", "_", "_"), (0, 1, 1, 1)),
        (heads("2", "2", "2", "2"), (2, 0, 2, 2)),
        # The first word is lost: IDs 2, 3, 4 are words 1, 2, 3, and HEAD 2 is word 1.
        ("\n".join((*BASE[:2], *BASE[3:])), (0, 1, 1)),
        # A word without an ID has the one that is left out.
        (base(put={5: field(5, 1, "x"), 6: field(6, 7, "3")}), (2, 0, 2, 3)),
    ],
)
def test_a_head_that_cannot_be_used_is_replaced(text: str, read: tuple[int, ...]) -> None:
    assert conllu.parse(text).sentences[0].heads == read


def test_problems_go_to_the_document_they_lie_in() -> None:
    broken = base(put={5: field(5, 7, "x")})
    first, second, third = conllu.discourses(conllu.parse(base() + broken + broken))
    assert [len(each.problems) for each in (first, second, third)] == [0, 1, 1]
    assert third.problems[0].line == 2 * 12 + 5
