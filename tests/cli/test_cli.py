"""The command line: what goes where, and how it ends."""

import io
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import hearer
from hearer.cli import main
from hearer.cli.app import COMMANDS, command
from hearer.parsers.english.version import model_version

ROOT = Path(__file__).parents[2]
TABLE_3, TABLE_5 = ROOT / "examples/table3.conllu", ROOT / "examples/table5.conllu"
ELSEWHERE = ("gum", "litbank", "gap-", "GUM_", "novels.zip", "emma.txt")  # not ours
ASKED = re.compile("hearer corpus (query|status) out")
BROKEN = "1\tShe\tshe\tPRON\tPRP\t_\t2\tnsubj\t_\t_\n2\tdrives\tdrive\tVERB\n\n"
GOING_ON = ("hearer serve", "hearer studio", "curl", "http")  # run in tests/web/test_running.py
Captured = pytest.CaptureFixture[bytes]


def run(capture: Captured, *arguments: object) -> tuple[int, str, str]:
    """The exit status of a command, its output and its errors."""
    status = main([str(argument) for argument in arguments])
    out, err = capture.readouterr()
    return status, out.decode(), err.decode()


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    path = tmp_path / "broken.conllu"
    path.write_text(BROKEN)
    return path


@pytest.mark.parametrize("asked", ["--version", "-V"])
def test_the_versions_of_program_and_model_and_nothing_else(
    asked: str, capsysbinary: Captured
) -> None:
    said = f"hearer {hearer.__version__}, model {model_version()}\n"
    assert run(capsysbinary, asked) == (0, said, "")
    assert "model english 0." in said


def test_no_command_is_answered_with_help(capsysbinary: Captured) -> None:
    status, out, err = run(capsysbinary)
    assert (status, out) == (2, "")
    assert err.startswith("Usage: hearer [OPTIONS] COMMAND")
    assert all(name in err for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself_with_two_examples(name: str, capsysbinary: Captured) -> None:
    status, out, err = run(capsysbinary, name, "--help")
    assert (status, err) == (0, "")
    assert len(re.findall("^ +hearer [a-z].*$", out.partition("Examples:")[2], re.MULTILINE)) >= 2


def examples() -> list[str]:
    lines = [line for name in COMMANDS for line in command(name).help.splitlines()]
    found = [line.strip() for line in lines if line.startswith("  hearer ")]
    ended = [line for line in found if not line.startswith(GOING_ON)]
    return [line for line in ended if not any(f" {place}" in line for place in ELSEWHERE)]


def test_there_are_examples() -> None:
    assert len(examples()) >= 25


@pytest.mark.parametrize("line", dict.fromkeys(examples()))
def test_every_example_runs_as_it_is_written(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: Captured
) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    program, *arguments = shlex.split(line)
    assert program == "hearer"
    if ASKED.match(line):
        run(capsysbinary, "corpus", "examples/story.txt", "-o", "out", "--workers", 0)
    with (ROOT / "examples/story.txt").open() as story:
        monkeypatch.setattr(sys, "stdin", story)
        status, out, err = run(capsysbinary, *arguments)
    assert status == 0
    assert "error" not in err
    assert out or len(list(tmp_path.iterdir())) >= 2


def test_trace_shows_the_states_of_table_3(capsysbinary: Captured) -> None:
    status, out, err = run(capsysbinary, "trace", TABLE_3, "--document", "table3")
    assert (status, err) == (0, "")
    assert "        her: FRIEDMAN ✗ binding · BRENNAN ✓\n" in out
    assert "\x1b" not in out


def test_a_document_is_chosen_by_name_or_number(capsysbinary: Captured) -> None:
    by_name = run(capsysbinary, "trace", TABLE_3, "--document", "table3-prime")
    assert by_name == run(capsysbinary, "trace", TABLE_3, "--document", 2)
    assert "(1d')" in by_name[1]
    assert run(capsysbinary, "trace", TABLE_3, "--document", "x") == (
        2,
        "",
        "hearer: error: There is no document 'x'; there is table3, table3-prime.\n",
    )


def test_a_page_shows_one_document(capsysbinary: Captured) -> None:
    status, out, err = run(capsysbinary, "trace", TABLE_3, "--to", "html")
    assert (status, out) == (2, "")
    assert err == (
        "hearer: error: A page shows one document: choose with --document: table3, table3-prime\n"
    )
    status, out, _ = run(capsysbinary, "trace", TABLE_5, "--to", "html")
    assert status == 0
    assert out.startswith("<!DOCTYPE html>")


def test_latex_is_tables(capsysbinary: Captured) -> None:
    _, tables, _ = run(capsysbinary, "trace", TABLE_3, "--to", "latex")
    assert tables.count("\\begin{tabular}") == 2


def test_text_is_one_line_per_pronoun_with_a_place_and_a_name(capsysbinary: Captured) -> None:
    _, out, err = run(capsysbinary, "resolve", TABLE_5, "--profile", "paper")
    assert [re.split("  +", line)[:2] for line in out.splitlines()] == [
        [f"{TABLE_5}:45:4", "he → Mr. Curtis"],
        [f"{TABLE_5}:53:4", "his → Mr. Curtis"],
        [f"{TABLE_5}:90:4", "him → Mr. Curtis"],
        [f"{TABLE_5}:114:4", "he → John Smirga"],
    ]
    assert err == "hearer: 4 of 4 pronouns resolved\n"


def test_corefud_can_be_read_again(tmp_path: Path, capsysbinary: Captured) -> None:
    status, out, err = run(capsysbinary, "resolve", TABLE_3, TABLE_5, "--to", "corefud")
    assert (status, err) == (0, "")
    again = tmp_path / "again.conllu"
    again.write_text(out)
    reading = hearer.read(again, strict=True)
    assert [d.name for d in reading] == ["table3", "table3-prime", "table5"]


def test_several_documents_are_one_table_and_one_array(capsysbinary: Captured) -> None:
    _, table, _ = run(capsysbinary, "resolve", TABLE_3, TABLE_5, "--to", "tsv")
    header, *rows = table.splitlines()
    assert header.startswith("document\t")
    assert [row.split("\t")[0] for row in rows] == (
        ["table3"] * 3 + ["table3-prime"] * 4 + ["table5"] * 4
    )
    _, array, _ = run(capsysbinary, "resolve", TABLE_3, TABLE_5, "--to", "json")
    assert len(json.loads(array)) == 3
    _, one, _ = run(capsysbinary, "resolve", TABLE_5, "--to", "json")
    assert isinstance(json.loads(one), dict)


def test_the_standard_input_is_read(
    monkeypatch: pytest.MonkeyPatch, capsysbinary: Captured
) -> None:
    piped = io.TextIOWrapper(io.BytesIO(TABLE_5.read_bytes()))
    monkeypatch.setattr(sys, "stdin", piped)
    from_stdin = run(capsysbinary, "resolve", "-", "--to", "tsv")
    assert from_stdin == run(capsysbinary, "resolve", TABLE_5, "--to", "tsv")


def test_the_name_of_the_output_chooses_the_format(tmp_path: Path, capsysbinary: Captured) -> None:
    run(capsysbinary, "resolve", TABLE_5, "-o", tmp_path / "a.json")
    assert json.loads((tmp_path / "a.json").read_text())["document"] == "table5"


@pytest.mark.parametrize("command", ["resolve", "trace"])
def test_a_missing_file_is_one_clear_line(command: str, capsysbinary: Captured) -> None:
    assert run(capsysbinary, command, "no.conllu") == (
        2,
        "",
        "hearer: error: There is no file 'no.conllu'.\n",
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["why", str(ROOT)], "is a folder, and one file is to be read; `hearer resolve`"),
        (["resolve", "a.txt"], "There is no file 'a.txt'"),
        (["resolve", str(TABLE_5), "-a", "x"], "There is no algorithm 'x'; there is"),
        (["resolve", str(TABLE_5), "--profile", "x"], "There is no profile 'x'; there is"),
        (["resolve", str(TABLE_5), "-a", "bfp", "--profile", "default"], "not with bfp: leave"),
        (["trace", str(TABLE_5), "-a", "bfp", "--profile", "default"], "not with bfp: leave"),
        (["compare", str(TABLE_5), "-a", "bfp", "--profile", "default"], "not with bfp: leave"),
        (["evaluate", str(TABLE_5), "-a", "bfp", "--profile", "default"], "not with bfp: leave"),
        (["resolve", str(TABLE_5), "--set", "x=1"], "There is no option 'x'; there is"),
        (["resolve", str(TABLE_5), "--set", "profile=paper"], "say --profile paper"),
        (["resolve", str(TABLE_5), "--set", "x"], "--set wants NAME=VALUE"),
        (["resolve", str(TABLE_5), "--to", "x"], "There is no format 'x'; there is brat,"),
        (["resolve", str(TABLE_5), "-o", "/no/such/folder/x.json"], "There is no folder"),
        (["resolve", str(TABLE_5), "--nonsense"], "--nonsense"),
        (["resolve", "a\0b"], "cannot be read"),
        (["convert", str(TABLE_5), "--to", "xyz"], "There is no format 'xyz'"),
        (["nonsense"], "There is no command 'nonsense'; there is"),
    ],
)
def test_wrong_use_is_one_line_and_exit_2(
    arguments: list[str], message: str, capsysbinary: Captured
) -> None:
    status, out, err = run(capsysbinary, *arguments)
    assert (status, out) == (2, "")
    assert err.startswith("hearer: error: ")
    assert message in err
    assert err.count("\n") == 1


def test_problems_have_their_place_and_work_goes_on(broken: Path, capsysbinary: Captured) -> None:
    status, out, err = run(capsysbinary, "resolve", broken, "--to", "tsv")
    assert status == 0
    assert len(out.splitlines()) == 2
    assert err
    for line in err.splitlines():
        assert re.fullmatch(rf"{re.escape(str(broken))}:\d+:\d+: conllu-[a-z-]+ .+", line)


@pytest.mark.parametrize("command", [["resolve"], ["trace", "--set", "strict=yes"], ["convert"]])
def test_problems_under_strict_are_exit_1_and_no_result(
    command: list[str], broken: Path, capsysbinary: Captured
) -> None:
    name, *rest = command
    status, out, err = run(capsysbinary, name, broken, *(rest or ["--strict"]))
    assert (status, out) == (1, "")
    assert err.startswith(f"{broken}:2:")


def test_convert_keeps_every_byte(broken: Path, tmp_path: Path, capsysbinary: Captured) -> None:
    strange = tmp_path / "strange.conllu"
    strange.write_bytes(BROKEN.encode().replace(b"\n", b"\r\n") + b"# \xff no end")
    for path in (TABLE_3, broken, strange):
        copy = tmp_path / "copy.conllu"
        assert run(capsysbinary, "convert", path, "-o", copy, "--force")[0] == 0
        assert copy.read_bytes() == path.read_bytes()


def test_convert_to_json_tells_the_annotated_entities(
    tmp_path: Path, capsysbinary: Captured
) -> None:
    gold = tmp_path / "gold.conllu"
    run(capsysbinary, "resolve", TABLE_5, "-o", gold)
    _, out, _ = run(capsysbinary, "convert", gold, "--to", "json")
    _, found, _ = run(capsysbinary, "resolve", TABLE_5, "--to", "json")
    lengths = [len(entity["expressions"]) for entity in json.loads(out)["entities"]]
    assert lengths
    assert sorted(lengths) == sorted(len(e["expressions"]) for e in json.loads(found)["entities"])


def test_an_output_is_there_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: Captured
) -> None:
    out = tmp_path / "out.tsv"
    out.write_text("before")
    out.chmod(0o640)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", full)
        status, _, err = run(capsysbinary, "resolve", TABLE_5, "-o", out, "--force")
    told = f"hearer: error: '{out}' cannot be written: No space left on device.\n"
    assert (status, err) == (2, told)
    assert [path.name for path in tmp_path.iterdir()] == ["out.tsv"]
    assert out.read_text() == "before"
    assert run(capsysbinary, "resolve", TABLE_5, "-o", out, "--force")[0] == 0
    assert out.read_text().startswith("document\t")
    assert out.stat().st_mode & 0o777 == 0o640


def test_options_reach_the_algorithm(capsysbinary: Captured) -> None:
    narrow = run(capsysbinary, "trace", TABLE_5, "--set", "window=1")
    assert narrow[0] == 0
    assert narrow != run(capsysbinary, "trace", TABLE_5)


def python(*arguments: str, **options: object) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "PYTHONWARNINGS": "error", "PYTHONUTF8": "0", "LC_ALL": "C"}
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, env=environment, cwd=ROOT, check=False
    )


def test_the_module_runs_and_writes_utf8_whatever_the_locale() -> None:
    ran = python("-m", "hearer", "resolve", str(TABLE_5), "--to", "text", "--profile", "paper")
    assert ran.returncode == 0
    assert "he → Mr. Curtis " in ran.stdout.decode()


def test_a_reader_that_leaves_early_is_not_told_about() -> None:
    command = f"{sys.executable} -m hearer resolve {TABLE_5} --to json | head -n 1"
    ran = subprocess.run(command, shell=True, capture_output=True, cwd=ROOT, check=False)
    assert (ran.stdout, ran.stderr) == (b"{\n", b"")


def test_importing_hearer_is_quick_and_brings_nothing_along() -> None:
    heavy = "spacy rich typer numpy hearer.api hearer.analysis importlib.metadata".split()
    code = f"import sys, hearer; sys.exit(any(m in sys.modules for m in {heavy}))"
    assert python("-S", "-c", f"import sys; sys.path.insert(0, 'src'); {code}").returncode == 0
