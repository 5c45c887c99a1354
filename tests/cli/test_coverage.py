"""The summary: every pronoun that is looked up is counted."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import hearer
from tests.cli.test_cli import Captured, run

ROOT = Path(__file__).parents[2]
TALK = "Tom saw him. It was raining. Nobody knew what he wanted. Mary and Tom met. They left."


@pytest.mark.parametrize("text", [TALK, (ROOT / "examples/story.txt").read_text(), "Hm. He left."])
@pytest.mark.parametrize("precision", [None, 0.9])
def test_no_pronoun_is_left_out(text: str, precision: float | None, capsysbinary: Captured) -> None:
    options = () if precision is None else ("--precision", str(precision))
    _, out, err = run(capsysbinary, "resolve", "--text", text, *options)
    summary = err.splitlines()[-1]
    resolved, total = map(int, re.findall(r"(\d+) of (\d+) pronoun", summary)[0])
    left = map(int, re.findall(r"(\d+) [a-z]", summary.partition("; ")[2]))
    assert total == len(out.splitlines()) == len(hearer.resolve(text).resolutions)
    assert resolved + sum(left) == total


def test_what_has_only_an_unnamed_antecedent_is_not_resolved(capsysbinary: Captured) -> None:
    _, out, err = run(capsysbinary, "resolve", "--text", "He left. Then he came back, and he sat.")
    assert [line.partition('"')[0].rstrip() for line in out.splitlines()] == [
        "1:1   He → no antecedent",
        "1:15  he → he at 1:1, whom nobody names",
        "1:33  he → he at 1:1, whom nobody names",
    ]
    assert err == (
        "hearer: 0 of 3 pronouns resolved; 2 whose antecedent nobody named, 1 without antecedent\n"
    )


def test_code_in_markdown_is_no_text(tmp_path: Path, capsysbinary: Captured) -> None:
    text = "Anna slept. She ran `her.py`.\n\n~~~\nprint(her)  # she reads it\n~~~\n\nShe woke.\n"
    markdown, plain = tmp_path / "read.md", tmp_path / "read.txt"
    markdown.write_text(text)
    plain.write_text(text)
    for form in ("text", "rows"):
        _, out, err = run(capsysbinary, "resolve", markdown, "--to", form)
        shown = [line for line in out.splitlines() if line.startswith(str(markdown))]
        code = {line for line in shown if "in code" in line}
        fenced = {line for line in shown if f"{markdown}:4:" in line}
        assert fenced
        assert fenced <= code
        assert not any("Anna" in line.partition('"')[0] for line in fenced)
        assert not any(line for line in code if f"{markdown}:7:1" in line)
        assert f"; {len(code)} in code" in err
    assert "in code" not in run(capsysbinary, "resolve", plain)[1]
