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
    named = "Anna met a judge. She [Anna] thanked him [the judge].\n"
    assert written("--text", SAID) == "Anna met a judge. Anna thanked the judge.\n"
    assert written("--text", SAID, "--style", "annotate") == named
    only = written("--text", SAID, "--set", "pronouns=him")
    assert only == "Anna met a judge. She thanked the judge.\n"


def test_what_is_typed_is_printed_as_a_line_and_a_file_byte_for_byte(tmp_path: Path) -> None:
    text = tmp_path / "a.txt"
    for said, typed in (("Hm.", "Hm.\n"), ("Hm.\n", "Hm.\n")):
        text.write_text(said)
        assert written("--text", said) == typed
        assert written(str(text)) == said
        written("--text", said, "--force", "-o", str(tmp_path / "b.txt"))
        assert (tmp_path / "b.txt").read_text() == said


def test_edits_and_what_was_left_come_as_json() -> None:
    done = json.loads(written("--text", SAID, "--to", "json", "--set", "pronouns=she"))

    assert done["text"] == "Anna met a judge. Anna thanked him."
    place = {"start": 18, "end": 21, "new_start": 18, "new_end": 22}
    assert done["edits"] == [{**place, "original": "She", "text": "Anna", "pronoun": "she"}]
    assert done["left"] == [
        {"pronoun": "him", "utterance": 2, "word": 3, "reason": "it was not asked for"}
    ]


def test_a_conllu_file_is_rewritten_document_by_document() -> None:
    text = written(str(EXAMPLES / "table3.conllu"), "--profile", "paper")

    assert text.startswith("Brennan drives an Alfa Romeo. Brennan drives too fast.")
    assert text.rstrip().endswith("Friedman often beats Brennan.")
    assert len([line for line in text.splitlines() if line.startswith("Brennan drives")]) == 2


def test_a_file_with_nothing_to_resolve_comes_back_byte_for_byte(tmp_path: Path) -> None:
    content = b"The weather was bad.\r\n\r\n\tNo `her` here: www.she.org \n\n"
    source, target = tmp_path / "in.txt", tmp_path / "out.txt"
    source.write_bytes(content)
    written(str(source), "-o", str(target))

    assert target.read_bytes() == content
