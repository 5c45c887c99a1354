"""hearer compare: whom it compares, and what goes where."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hearer.algorithms import ALGORITHMS
from hearer.cli import main

ROOT = Path(__file__).parents[2]
TABLE_3, TABLE_5 = ROOT / "examples/table3.conllu", ROOT / "examples/table5.conllu"
Captured = pytest.CaptureFixture[bytes]
THREE = ("-a", "s-list", "-a", "sidner", "-a", "raft-rapr")


def run(capture: Captured, *arguments: object, status: int = 0) -> tuple[str, str]:
    """The output of the command and its errors."""
    assert main(["compare", *map(str, arguments)]) == status
    out, err = capture.readouterr()
    return out.decode(), err.decode()


def test_the_columns_stand_in_the_order_they_were_asked_for(capsysbinary: Captured) -> None:
    out, err = run(capsysbinary, TABLE_5, "-a", "ssk", "-a", "s-list", "--to", "tsv")
    header, *rows = out.splitlines()
    assert header.split("\t")[6:] == ["ssk", "s-list"]
    assert [row.split("\t")[4] for row in rows] == ["he", "his", "him", "he"]
    assert err == ""


def columns(table: str) -> list[str]:
    return table.splitlines()[0].split("\t")[6:]


def test_without_names_five_that_matter_are_compared_and_it_is_said(capsysbinary: Captured) -> None:
    out, err = run(capsysbinary, TABLE_5, "--to", "tsv")
    assert columns(out) == ["weighted-s-list", "s-list", "bfp", "lappin-leass", "hobbs"]
    assert err == ""
    out, err = run(capsysbinary, TABLE_5)
    assert out.startswith("5 algorithms agree on ")
    assert max(map(len, out.splitlines())) <= 80
    assert err == ""


def test_all_are_all_with_the_five_first(capsysbinary: Captured) -> None:
    out, _ = run(capsysbinary, TABLE_5, "-a", "all", "--to", "tsv")
    assert columns(out)[:2] == ["weighted-s-list", "s-list"]
    assert sorted(columns(out)) == list(ALGORITHMS.names())


def test_the_summary_counts_all_pronouns_where_only_differences_are_shown(
    capsysbinary: Captured,
) -> None:
    whole, _ = run(capsysbinary, TABLE_5, *THREE)
    part, _ = run(capsysbinary, TABLE_5, *THREE, "--only-differences")
    assert whole.splitlines()[0] == part.splitlines()[0]
    assert "3 of 4 pronouns, and differ on 1." in part


def test_a_text_without_pronouns_has_no_rows(capsysbinary: Captured) -> None:
    out, _ = run(capsysbinary, "--text", "Anna slept.", *THREE)
    summary, header, rule = out.splitlines()
    assert (summary, header.split()) == ("3 algorithms, 0 pronouns.", list(THREE[1::2]))
    assert set(rule) == {"-"}


def test_only_differences_shows_pronouns_on_which_they_differ(capsysbinary: Captured) -> None:
    out, _ = run(capsysbinary, TABLE_5, *THREE, "--only-differences", "--to", "tsv")
    rows = [line.split("\t") for line in out.splitlines()[1:]]
    assert rows
    assert {row[5] for row in rows} == {"yes"}


def test_the_name_of_the_output_tells_the_form(tmp_path: Path, capsysbinary: Captured) -> None:
    out, _ = run(capsysbinary, TABLE_5, *THREE, "-o", tmp_path / "found.json")
    assert out == ""
    assert json.loads((tmp_path / "found.json").read_text())["algorithms"] == list(THREE[1::2])
    run(capsysbinary, TABLE_5, *THREE, "-o", tmp_path / "found.html")
    assert (tmp_path / "found.html").read_text().startswith("<!DOCTYPE html>")
    _, err = run(capsysbinary, TABLE_5, *THREE, "-o", tmp_path / "found.pdf", status=2)
    assert "has no suffix of a form that can be written" in err
    assert not (tmp_path / "found.pdf").exists()


def test_problems_go_to_the_standard_error(tmp_path: Path, capsysbinary: Captured) -> None:
    broken = tmp_path / "broken.conllu"
    broken.write_text("1\tShe\tshe\tPRON\tPRP\t_\t2\tnsubj\t_\t_\n2\tdrives\tdrive\tVERB\n\n")
    _, err = run(capsysbinary, broken, "-a", "s-list")
    assert str(broken) in err


def test_two_documents_have_a_heading_each(capsysbinary: Captured) -> None:
    out, _ = run(capsysbinary, TABLE_3, *THREE)
    firsts = [line.split()[0] for line in out.splitlines() if line.startswith("  table3")]
    assert firsts == ["table3", "table3-prime"]
