"""The summary: every pronoun is in a line, or counted in it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import hearer
from hearer.cli.coverage import Coverage
from hearer.model import Discourse, Interpretation, Utterance
from tests.cli.test_cli import Captured, run

ROOT = Path(__file__).parents[2]
TALK = (
    "I told Tom that you saw him, and whoever laughs wins. It was raining. Nobody knew what he "
    "wanted. Mary and Tom met. They love each other. There is one who was "
    "here, and this is hers. We left."
)


@pytest.mark.parametrize("text", [TALK, (ROOT / "examples/story.txt").read_text(), "Hm. He left."])
@pytest.mark.parametrize("precision", [None, 0.9])
def test_no_pronoun_is_left_out(text: str, precision: float | None, capsysbinary: Captured) -> None:
    options = () if precision is None else ("--precision", str(precision))
    _, out, err = run(capsysbinary, "resolve", "--text", text, *options)
    words = hearer.resolve(text).discourse.words
    tagged = [w for w in words if w.upos == "PRON" and w.relation != "expl"]
    looked_up = hearer.resolve(text).resolutions
    heads = {(r.pronoun.utterance, word) for r in looked_up for word in r.pronoun.words}
    others = [w for w in tagged if (w.utterance.number, w.number) not in heads]
    summary = err.splitlines()[-1]
    total = int(re.findall(r"\d+ of (\d+) pronoun", summary)[0])
    assert total == len(out.splitlines()) == len(looked_up)
    passed_over = summary.partition("not looked up: ")[2]
    assert sum(map(int, re.findall(r"(\d+) (?:of|others?)", passed_over))) == len(others)


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


def test_a_stream_is_counted_as_the_whole_is() -> None:
    text = "Before he left, John slept. He snored, and it rained. I saw her."
    streamed, whole = Coverage(0.5), Coverage(0.5)
    for step in hearer.follow(text):
        streamed.fallen(step)
    whole.heard(hearer.resolve(text))
    assert str(streamed) == str(whole)
    assert whole.resolved


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("Sam/PROPN/nsubj/2 hid/VERB/root/0 themself/NOUN/obj/2", "1 other (themself)"),
        ("Bob/PROPN/nsubj/2 saw/VERB/root/0 hir/X/obj/2", "1 other (hir)"),
        ("the/DET/det/2 IT/NOUN/root/0 staff/NOUN/obj/2", ""),
        ("Ze/PROPN/nsubj/2 saw/VERB/root/0 me/PRON/obj/2", "1 of I, you, we"),
    ],
)
def test_a_pronoun_is_known_by_its_form(words: str, named: str) -> None:
    coverage = Coverage()
    coverage.heard(Interpretation(discourse=Discourse((Utterance.of(words),))))
    assert str(coverage).partition("not looked up: ")[2] == named


def test_a_pronoun_is_never_taken_for_one_of_another_kind(capsysbinary: Captured) -> None:
    """'im is tagged as ' and I and am."""
    _, _, err = run(capsysbinary, "resolve", "--text", "Bob saw 'im. Then I saw ’im.")
    assert "1 of I, you, we" in err


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
