"""--precision: only what is sure enough is resolved, and the rest has a label, in every output."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import hearer
from tests.cli.test_cli import Captured, run

ROOT = Path(__file__).parents[2]
TABLE_5 = ROOT / "examples/table5.conllu"
PRONOUNS = 4
SURE = "0.99999"  # no decision was ever that often right: nothing is resolved


def test_the_standard_error_says_how_many_were_resolved(capsysbinary: Captured) -> None:
    for to in ("text", "tsv", "json", "jsonl", "corefud"):
        _, out, err = run(capsysbinary, "resolve", TABLE_5, "--to", to, "--precision", SURE)
        assert out
        assert err == f"hearer: 0 of {PRONOUNS} pronouns resolved\n"


def test_every_output_labels_what_is_not_resolved(capsysbinary: Captured) -> None:
    def lines(to: str) -> list[str]:
        return run(capsysbinary, "resolve", TABLE_5, "--to", to, "--precision", SURE)[
            1
        ].splitlines()

    assert len(lines("text")) == PRONOUNS
    assert all(" → ambiguous: " in line for line in lines("text"))
    header, *rows = (line.split("\t") for line in lines("tsv"))
    labels = [dict(zip(header, row, strict=True))["label"] for row in rows]
    assert labels == ["ambiguous"] * PRONOUNS
    found = json.loads("\n".join(lines("json")))
    assert [r["label"] for r in found["resolutions"]] == ["ambiguous"] * PRONOUNS
    assert [json.loads(line)["label"] for line in lines("jsonl")] == ["ambiguous"] * PRONOUNS
    for told in run(capsysbinary, "why", TABLE_5, "--precision", SURE)[1].splitlines():
        assert "ambiguous" in told


def test_rewriting_leaves_what_is_not_sure(capsysbinary: Captured) -> None:
    (discourse,) = hearer.read(TABLE_5)
    _, out, _ = run(capsysbinary, "rewrite", TABLE_5, "--precision", SURE)
    assert out == discourse.text


@pytest.mark.parametrize("share", ["90", "-0.5", "nan"])
@pytest.mark.parametrize("command", ["resolve", "why", "rewrite", "evaluate"])
def test_a_precision_is_a_share(command: str, share: str, capsysbinary: Captured) -> None:
    status, out, err = run(capsysbinary, command, TABLE_5, "--precision", share)
    assert (status, out) == (2, "")
    assert err.startswith("hearer: error: A precision is a share")


def test_a_text_without_pronouns_is_said_to_have_none(capsysbinary: Captured) -> None:
    told = (0, "", "hearer: There is no pronoun to explain.\n")
    assert run(capsysbinary, "why", "--text", "Anna left.") == told


@pytest.mark.parametrize("command", ["resolve", "why", "rewrite", "evaluate"])
@pytest.mark.parametrize("unsure", [("-a", "bfp"), ("--profile", "paper")])
def test_an_algorithm_that_does_not_weigh_has_no_precision(
    command: str, unsure: tuple[str, str], capsysbinary: Captured
) -> None:
    status, _, err = run(capsysbinary, command, TABLE_5, "--precision", "0.9", *unsure)
    name = "bfp" if "bfp" in unsure else "s-list"
    assert status == 2
    others = f" of {name}; 'precision' is one of weighted-s-list"
    assert f"There is no option 'precision'{'' if command == 'evaluate' else others}" in err


def test_an_evaluation_says_how_many_were_answered(tmp_path: Path, capsysbinary: Captured) -> None:
    gold = tmp_path / "gold.conllu"
    run(capsysbinary, "resolve", TABLE_5, "-o", gold)
    _, out, _ = run(capsysbinary, "evaluate", gold, "--to", "json", "--precision", SURE)
    told = json.loads(out)
    assert told["setup"]["options"] == {"precision": SURE}
    assert told["algorithms"]["weighted-s-list"]["answered"] == 0
    _, out, _ = run(capsysbinary, "evaluate", gold, "--to", "json")
    assert json.loads(out)["algorithms"]["weighted-s-list"]["answered"] == 1
