"""Folders: every file in them that can be read, and a tree of results like theirs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.test_cli import Captured, run

ANNA, TOM = "Anna slept. She snored.\n", "Tom fell. He cried.\n"


@pytest.fixture
def texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two texts of one name, one below, and what is no text."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "texts"
    (folder / "below").mkdir(parents=True)
    (folder / "a.txt").write_text(ANNA)
    (folder / "a.md").write_text(TOM)
    (folder / "below" / "b.txt").write_text(TOM)
    (folder / ".hidden.txt").write_text(ANNA)
    (folder / "picture.pdf").write_bytes(b"%PDF")
    (folder / "below" / "circle").symlink_to(folder)
    return folder


def test_a_folder_is_resolved_file_by_file(texts: Path, capsysbinary: Captured) -> None:
    status, out, err = run(capsysbinary, "resolve", "texts")
    assert status == 0
    assert [line.split("   ")[0] for line in out.splitlines()] == [
        "texts/a.md:1:11  He → Tom",
        "texts/a.txt:1:13  She → Anna",
        "texts/below/b.txt:1:11  He → Tom",
    ]
    assert err == (
        "hearer: skipped in folders: 1 hidden, 1 links out of the folder, "
        "1 of no known format\n"
        "hearer: 3 of 3 pronouns resolved\n"
    )


def test_a_folder_for_results_has_a_file_for_every_input(
    texts: Path, capsysbinary: Captured
) -> None:
    folder = ("resolve", "texts", "--to", "json", "-o", "found/")
    assert run(capsysbinary, *folder)[0] == 0
    below = sorted(path.name for path in Path("found").rglob("*.json") if "text" in str(path))
    assert [name.partition(".")[0] for name in below] == ["a", "a", "b"]
    status, _, err = run(capsysbinary, *folder)
    assert (status, "--resume" in err) == (2, True)
    status, _, err = run(capsysbinary, *folder, "--resume")
    assert (status, "3 documents: 3 done" in err) == (0, True)
    status, _, err = run(capsysbinary, "resolve", "texts", "--resume")
    assert (status, "--resume is for OUTPUT" in err) == (2, True)


def test_a_file_that_is_not_what_its_name_says_has_the_format_of_to(
    texts: Path, capsysbinary: Captured
) -> None:
    run(capsysbinary, "resolve", "texts/a.txt", "-o", "out.json", "--to", "html")
    assert Path("out.json").read_text().startswith("<!DOCTYPE html>")


def test_a_file_that_cannot_be_read_does_not_stop_the_others(
    texts: Path, capsysbinary: Captured
) -> None:
    (texts / "bad.json").write_text("{")
    (texts / "noise.txt").write_bytes(bytes(range(32)) * 40)
    status, out, err = run(capsysbinary, "resolve", "texts")
    assert status == 1
    assert len(out.splitlines()) == 3
    assert "texts/bad.json: There is no document in it." in err
    assert "'texts/noise.txt' is not a text, nor of another format" in err
    assert "hearer: 2 documents could not be resolved\n" in err


def test_an_empty_folder_is_wrong_use(tmp_path: Path, capsysbinary: Captured) -> None:
    status, out, err = run(capsysbinary, "resolve", tmp_path)
    assert (status, out) == (2, "")
    assert str(tmp_path) in err
