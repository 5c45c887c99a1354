"""hearer rewrite: the text on the command line."""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner

from hearer.cli.app import app
from tests.conftest import EXAMPLES

SAID = "Anna met a judge. She thanked him."


def written(*arguments: str) -> str:
    result = CliRunner().invoke(app, ["rewrite", *arguments], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def test_a_text_is_rewritten() -> None:
    assert written("--text", SAID) == "Anna met a judge. Anna thanked the judge.\n"
    said = "Anna's hat was wet, but she wore it."
    assert written("--text", said) == f"{said}\n"
    assert "but Anna wore" in written("--text", said, "--every", "all")


def test_what_is_typed_is_printed_as_a_line_and_a_file_byte_for_byte(tmp_path: Path) -> None:
    text = tmp_path / "a.txt"
    for said, typed in (("Hm.", "Hm.\n"), ("Hm.\n", "Hm.\n")):
        text.write_text(said)
        assert written("--text", said) == typed
        assert written(str(text)) == said
        written("--text", said, "--force", "-o", str(tmp_path / "b.txt"))
        assert (tmp_path / "b.txt").read_text() == said


def test_edits_and_what_was_left_come_as_json() -> None:
    done = json.loads(written("--text", "Anna left. She hurt herself.", "--to", "json"))

    assert done["text"] == "Anna left. Anna hurt herself."
    place = {"start": 11, "end": 14, "new_start": 11, "new_end": 15}
    assert done["edits"] == [{**place, "original": "She", "text": "Anna", "pronoun": "she"}]
    assert done["left"] == [
        {
            "pronoun": "herself",
            "utterance": 2,
            "word": 3,
            "reason": "a reflexive or reciprocal stays",
        }
    ]


def test_a_conllu_file_is_rewritten_document_by_document() -> None:
    text = written(str(EXAMPLES / "table3.conllu"), "--profile", "paper")

    assert text.startswith("Brennan drives an Alfa Romeo. Brennan drives too fast.")
    assert text.rstrip().endswith("Friedman often beats Brennan.")
    assert len([line for line in text.splitlines() if line.startswith("Brennan drives")]) == 2
