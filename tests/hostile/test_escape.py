"""Nothing of a text steers a terminal, is a formula to a spreadsheet, or is markup in a report."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest

import hearer
from hearer.escape import in_spreadsheet, printable, visible_lines
from hearer.report import forms, html
from hearer.report.forms import Form
from hearer.report.table import Table, cell
from tests.hostile.calling import EVIL, STEERING, Captured, call

NAMES = {"Anna": "e1", "Bob": "e2", "She": "e1", "him": "e2"}
FEATURES = {
    "She": "Case=Nom|Gender=Fem|Number=Sing|Person=3|PronType=Prs",
    "him": "Case=Acc|Gender=Masc|Number=Sing|Person=3|PronType=Prs",
}
SENTENCES = ("Anna/PROPN met/VERB Bob/PROPN", "She/PRON saw/VERB him/PRON")


def document(odd: str) -> str:
    """Two sentences with something odd in every place that a text of strangers can come from."""
    lines = [
        f"# newdoc id = {odd}",
        "# global.Entity = eid-etype-head-other",
        f"# meta::genre = {odd}",
    ]
    for n, sentence in enumerate(SENTENCES, start=1):
        lines += [f"# sent_id = {odd}{n}", f"# speaker = {odd}"]
        lines += [_row(i, word, odd) for i, word in enumerate(sentence.split(), start=1)]
        lines.append("")
    return "\n".join(lines) + "\n"


def _row(number: int, word: str, odd: str) -> str:
    form, _, upos = word.partition("/")
    said = odd + form if upos == "PROPN" else form
    relation = {1: "nsubj", 2: "root", 3: "obj"}[number]
    entity = f"Entity=({NAMES[form]}-person-1-)" if form in NAMES else "_"
    tag = "PRP" if upos == "PRON" else odd
    row = [number, said, said.lower(), upos, tag, FEATURES.get(form, "_")]
    return "\t".join(map(str, [*row, 0 if number == 2 else 2, relation, "_", entity]))


# What people look at ----------------------------------------------------------------------------

ALGORITHMS = ("s-list", "weighted-s-list", "bfp", "sidner", "hobbs", "lappin-leass", "ssk", "lrc")
VIEWS = [
    *(["resolve", "IN", "--to", "text", "-a", name] for name in ALGORITHMS),
    *(["trace", "IN", "-a", name] for name in ALGORITHMS),
    *(["trace", "IN", "--to", "latex", "-a", name] for name in ALGORITHMS),
    *(["trace", "IN", "--to", "html", "-a", name] for name in ALGORITHMS),
    *(["why", "IN", "-a", name] for name in ALGORITHMS),
    *(["why", "IN", "--not", f"{EVIL}Bob", "-a", name] for name in ALGORITHMS),
    *(["compare", "IN", "--to", form] for form in ("text", "tsv", "html")),
    *(["evaluate", "IN", "--to", form] for form in ("latex", "csv", "html")),
    ["evaluate", "IN"],
    ["evaluate", "IN", "--export", "/dev/stdout"],
    ["centering", "IN"],
    ["resolve", "IN", "--to", "tsv"],
]


def words(command: list[str]) -> str:
    return " ".join(command).replace(EVIL, "EVIL")


@pytest.fixture
def evil(tmp_path: Path) -> Path:
    path = tmp_path / "evil\x1b[31m.conllu"
    path.write_text(document(EVIL), encoding="utf-8")
    return path


@pytest.mark.untraced
@pytest.mark.parametrize("command", VIEWS, ids=words)
def test_nothing_steers_whoever_looks_at_it(
    command: list[str], evil: Path, capfdbinary: Captured
) -> None:
    answer = call(capfdbinary, *(evil if word == "IN" else word for word in command))
    assert answer.status == 0
    assert answer.out
    assert not STEERING.search(answer.out)
    assert not STEERING.search(answer.err)


def test_problems_show_what_they_are_about(tmp_path: Path, capsysbinary: Captured) -> None:
    path = tmp_path / "evil\x1b[31m\udcff.conllu"
    path.write_text("1\tShe\x1b[2J\tshe\tPRON\n\n")
    answer = call(capsysbinary, "resolve", path, "--to", "text")
    assert answer.status == 0
    assert not STEERING.search(answer.err)
    assert answer.err.startswith(rf"{tmp_path}/evil\x1b[31m\xff.conllu:1:")


def test_what_is_shown_says_what_it_was() -> None:
    assert printable("a\x1b\x9b\t\r\n\u202e\udce9b") == r"a\x1b\x9b\t\r\n\u202e\xe9b"
    assert visible_lines("a\r\nb\rc\td\x1b\n") == "a\r\nb\\rc\td\\x1b\n"
    kept = "\u0393\u03b5, \u05e9\u05dc, \u200f\u0645 \U0001f469\u200d\U0001f467"
    assert printable(kept) == kept


# Formulas ---------------------------------------------------------------------------------------

FORMULAS = ("=1+1", "+1", "-1", "@SUM(1)", '"=1"', "=cmd|x!A1", "＝1", "=HYPERLINK(x)")
SHEETS = [
    ["resolve", "IN", "--to", "tsv"],
    ["compare", "IN", "--to", "tsv", "-a", "s-list", "-a", "bfp"],
    ["centering", "IN"],
    ["evaluate", "IN", "--to", "csv"],
    ["evaluate", "IN", "--export", "OUT"],
]


@pytest.mark.untraced
@pytest.mark.parametrize("command", SHEETS, ids=words)
def test_no_text_is_a_formula(command: list[str], tmp_path: Path, capsysbinary: Captured) -> None:
    path, out = tmp_path / "in.conllu", tmp_path / "out.tsv"
    path.write_text("".join(map(document, FORMULAS)), encoding="utf-8")
    asked = [str(path) if word == "IN" else word.replace("OUT", str(out)) for word in command]
    answer = call(capsysbinary, *asked)
    assert answer.status == 0
    sheet = out.read_text() if out.exists() else answer.out
    rows = csv.reader(io.StringIO(sheet), delimiter="," if "csv" in command else "\t")
    cells = [one for row in rows for one in row]
    begun = [one for one in cells if re.match(r"\s*[=+@＝-]", one)]
    assert all(re.fullmatch(r"-[\d.]+", one) for one in begun), begun
    for formula in FORMULAS if "csv" not in command else ():
        assert any(formula in one for one in cells)


def test_numbers_stay_numbers_by_their_type() -> None:
    assert (cell(-1), cell("-1"), cell(-0.5), cell(True)) == ("-1", "'-1", "-0.5", "TRUE")
    assert in_spreadsheet("she") == "she"
    table = Table("t", "T", ("name", "figure"), (("-1", "-1"),))
    assert forms.tsv(table) == "name\tfigure\n'-1\t-1\n"
    assert forms.csv([table]).splitlines()[1] == "t,'-1,figure,-1"


# Markup -----------------------------------------------------------------------------------------

SCRIPT = "</script><script>alert(1)</script><img\u00a0src=x\u00a0onerror=alert(2)>'\"--><!--"


@pytest.mark.parametrize(
    "command",
    [
        ["trace", "IN", "--to", "html"],
        ["trace", "IN", "--to", "html", "--profile", "default"],
        ["compare", "IN", "--to", "html"],
        ["evaluate", "IN", "--to", "html"],
    ],
    ids=words,
)
def test_no_text_is_a_script_in_a_page(
    command: list[str], tmp_path: Path, capsysbinary: Captured
) -> None:
    path = tmp_path / "in.conllu"
    path.write_text(document(SCRIPT), encoding="utf-8")
    clean = tmp_path / "clean.conllu"
    clean.write_text(document("x"), encoding="utf-8")
    pages = [
        call(capsysbinary, *(given if word == "IN" else word for word in command)).out
        for given in (path, clean)
    ]
    tags = [re.findall("<(script|/script|img|!--)", one) for one in pages]
    assert tags[0] == tags[1]
    assert "alert(1)</script" not in pages[0]


def test_no_cell_leaves_its_table() -> None:
    odd = "a|b\nc <script> [x](javascript:1) [y][z] \\end{table} & %"
    table = Table("t", "T", ("", "n"), ((odd, "1 < 2"),))
    markdown = forms.render([table], to=Form.MARKDOWN)
    assert markdown.splitlines()[-1] == (
        r"| a\|b\nc \<script> [x]\(javascript:1) [y]\[z] \end{table} & % | 1 < 2 |"
    )
    assert html.escaped(odd) == html.escaped(odd.replace("\n", "\\n"))
    assert "<script" not in forms.render([table], to=Form.HTML)
    assert r"\textbackslash{}end\{table\} \& \%" in forms.latex(table)
    assert forms.latex(table).count(r"\end{table}") == 1
    for end in ("\n", "\r", "\r\n", "\x0b", "\u2028"):
        headed = forms.render([table], heading=f"a{end}\\input{{x}}\x1b", to=Form.LATEX)
        assert headed.startswith("% a\n% \\input{x}\\x1b\n\\begin{table}")


def test_errors_and_problems_are_one_escaped_line_in_the_library_too() -> None:
    problem = hearer.Problem("a\x1b\udcff", 1, 2, "x-code", "b\nc\u202e")
    assert str(problem) == r"a\x1b\xff:1:2: x-code b\nc\u202e"
    assert str(hearer.UsageError("a\x1b\n\x9b")) == r"a\x1b\n\x9b"
    assert str(hearer.StrictError([problem])) == str(problem)


def test_json_escapes_what_steers_and_is_read_back(tmp_path: Path, capfdbinary: Captured) -> None:
    path = tmp_path / "odd.conllu"
    path.write_text(document("\x9b\u202e\x7f"), encoding="utf-8")
    answer = call(capfdbinary, "resolve", path, "--to", "json")
    assert not STEERING.search(answer.out.replace("\n", ""))
    assert json.loads(answer.out)["document"] == "\x9b\u202e\x7f"
