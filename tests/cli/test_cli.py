"""The command line: what goes where, and how it ends."""

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
from hearer.parsers.english import model_version

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


def test_no_command_is_answered_with_help(capsysbinary: Captured) -> None:
    status, out, err = run(capsysbinary)
    assert (status, err) == (0, "")
    assert out.startswith("Usage: hearer [OPTIONS] COMMAND")
    assert all(name in out for name in COMMANDS)


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


@pytest.mark.parametrize("line", dict.fromkeys(examples()))
def test_every_example_runs_as_it_is_written(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: Captured
) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    assert len(examples()) >= 25
    _, *arguments = shlex.split(line)
    if ASKED.match(line):
        run(capsysbinary, "corpus", "examples/story.txt", "-o", "out", "--workers", 0)
    with (ROOT / "examples/story.txt").open() as story:
        monkeypatch.setattr(sys, "stdin", story)
        status, out, err = run(capsysbinary, *arguments)
    assert status == 0
    assert "error" not in err
    assert out or len(list(tmp_path.iterdir())) >= 2


def test_a_document_is_chosen_by_name_or_number(capsysbinary: Captured) -> None:
    status, out, _ = run(capsysbinary, "--version")
    assert (status, out) == (0, f"hearer {hearer.__version__}, model {model_version()}\n")
    by_name = run(capsysbinary, "trace", TABLE_3, "--document", "table3-prime")
    assert by_name == run(capsysbinary, "trace", TABLE_3, "--document", 2)
    assert "(1d')" in by_name[1]
    assert "\x1b" not in by_name[1]


def test_what_has_only_an_unnamed_antecedent_is_not_resolved(capsysbinary: Captured) -> None:
    _, out, err = run(capsysbinary, "resolve", "--text", "He left. Then he came back, and he sat.")
    assert [line.partition('"')[0].rstrip() for line in out.splitlines()] == [
        "1:1   He → no antecedent",
        "1:15  he → “he” at 1:1",
        "1:33  he → “he” at 1:1",
    ]
    assert err == "hearer: 0 of 3 pronouns resolved\n"


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


def test_problems_have_their_place_and_work_goes_on(broken: Path, capsysbinary: Captured) -> None:
    status, out, err = run(capsysbinary, "resolve", broken, "--to", "tsv")
    assert status == 0
    assert len(out.splitlines()) == 2
    assert err
    for line in err.splitlines():
        assert re.fullmatch(rf"{re.escape(str(broken))}:\d+:\d+: conllu-[a-z-]+ .+", line)


@pytest.mark.parametrize("command", ["resolve", "convert"])
def test_problems_under_strict_are_exit_1_and_no_result(
    command: str, broken: Path, capsysbinary: Captured
) -> None:
    status, out, err = run(capsysbinary, command, broken, "--strict")
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
