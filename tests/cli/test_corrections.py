"""--corrections: what somebody knows better, applied by resolve, trace and rewrite."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.test_cli import Captured, run

TEXT = "Anna met Mia. She smiled."
TOLD = "utterance\tword\tentity\n2\t1\t@1.3\nname\t@1.3\tMia Berg\n"


@pytest.fixture
def told(tmp_path: Path) -> Path:
    file = tmp_path / "corrections.tsv"
    file.write_text(TOLD, encoding="utf-8")
    return file


@pytest.mark.parametrize("to", ["text", "tsv", "json", "jsonl", "html"])
def test_every_output_has_what_was_corrected(capsysbinary: Captured, told: Path, to: str) -> None:
    words = ("resolve", "--text", TEXT, "--to", to)
    assert "Mia Berg" not in run(capsysbinary, *words)[1]
    code, out, _ = run(capsysbinary, *words, "--corrections", told)
    assert (code, "Mia Berg" in out) == (0, True)


def test_trace_and_rewrite_apply_them_too(capsysbinary: Captured, told: Path) -> None:
    _, out, _ = run(capsysbinary, "trace", "--text", TEXT, "--set", f"corrections={told}")
    assert "corrected: MIA" in out
    _, out, _ = run(capsysbinary, "rewrite", "--text", TEXT, "--set", f"corrections={told}")
    assert out == "Anna met Mia. Mia Berg smiled.\n"


def test_what_is_of_no_use_is_said_and_is_the_end_if_strict(
    capsysbinary: Captured, tmp_path: Path
) -> None:
    file = tmp_path / "c.tsv"
    file.write_text("7\t1\tMIA\n", encoding="utf-8")
    words = ("resolve", "--text", TEXT, "--to", "json", "--corrections", file)
    code, out, err = run(capsysbinary, *words)
    assert (code, bool(out)) == (0, True)
    assert "corrections-place word 1 of utterance 7 is not 'MIA': there is no such word" in err
    code, out, _ = run(capsysbinary, *words, "--strict")
    assert (code, out) == (1, "")


def test_corrections_are_of_one_document(
    capsysbinary: Captured, tmp_path: Path, told: Path
) -> None:
    texts = [tmp_path / "a.txt", tmp_path / "b.txt"]
    for text in texts:
        text.write_text(TEXT, encoding="utf-8")
    for asked in (texts, [tmp_path]):
        code, out, err = run(capsysbinary, "resolve", *asked, "--corrections", told)
        assert (code, out) == (2, "")
        assert "one document" in err or "not for folders" in err
