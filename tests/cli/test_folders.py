"""Folders: every file in them that can be read, and a tree of results like theirs."""

from __future__ import annotations

from pathlib import Path

import pytest

from hearer.cli.inputs import inputs_of
from tests.cli.test_cli import Captured, run

OPEN = Path("/proc/self/fd")
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


def test_every_file_that_is_known_by_its_name_is_found_once(texts: Path) -> None:
    found = inputs_of(["texts"])
    assert [one.path for one in found.files] == ["texts/a.md", "texts/a.txt", "texts/below/b.txt"]
    assert [str(one.name) for one in found.files] == ["a.md", "a.txt", "below/b.txt"]
    assert dict(found.passed_over) == {"hidden": 1, "of no known format": 1}


def test_a_folder_of_results_is_not_read(texts: Path) -> None:
    (texts / "found").mkdir()
    (texts / "found" / "c.txt").write_text(ANNA)
    assert len(inputs_of(["texts"], besides="texts/found").files) == 3
    assert len(inputs_of(["texts"]).files) == 4


def test_a_folder_is_resolved_file_by_file(texts: Path, capsysbinary: Captured) -> None:
    status, out, err = run(capsysbinary, "resolve", "texts")
    assert status == 0
    assert [line.split("   ")[0] for line in out.splitlines()] == [
        "texts/a.md:1:11  He → Tom",
        "texts/a.txt:1:13  She → Anna",
        "texts/below/b.txt:1:11  He → Tom",
    ]
    assert err == (
        "hearer: passed over in folders: 1 hidden, 1 of no known format\n"
        "hearer: 3 of 3 pronouns resolved\n"
    )


def test_results_stand_in_the_same_folders_under_names_of_their_own(
    texts: Path, capsysbinary: Captured
) -> None:
    assert run(capsysbinary, "resolve", "texts", "--to", "json", "-o", "found/")[0] == 0
    below = sorted(str(path) for path in Path("found").rglob("*.json"))
    assert below == ["found/a.md.json", "found/a.txt.json", "found/below/b.json"]
    status, _, err = run(capsysbinary, "resolve", "texts", "--to", "json", "-o", "found/")
    assert status == 2
    assert "is there already" in err
    assert "force=True" not in err
    assert "--resume" in err


def test_what_has_a_result_is_passed_over_on_request(texts: Path, capsysbinary: Captured) -> None:
    folder = ("resolve", "texts", "--to", "tsv", "-o", "found/")
    assert run(capsysbinary, *folder)[0] == 0
    Path("found/below/b.tsv").unlink()
    Path("found/a.md.tsv").write_text("mine")
    status, _, err = run(capsysbinary, *folder, "--resume")
    assert status == 0
    assert "2 resolved before" in err
    assert "1 of 1 pronoun resolved" in err
    assert Path("found/a.md.tsv").read_text() == "mine"
    assert Path("found/below/b.tsv").is_file()
    status, _, err = run(capsysbinary, *folder, "--resume")
    assert (status, "3 resolved before" in err) == (0, True)
    assert run(capsysbinary, "resolve", "texts/a.txt", "-o", "found/", "--resume")[0] == 0
    assert Path("found/a.txt").is_file()
    status, _, err = run(capsysbinary, "resolve", "texts", "--resume")
    assert (status, "-o FOLDER/" in err) == (2, True)


def test_a_file_that_is_not_what_its_name_says_is_noted(
    texts: Path, capsysbinary: Captured
) -> None:
    asked = ("resolve", "texts/a.txt", "-o", "out.json")
    err = run(capsysbinary, *asked, "--to", "html")[2]
    assert "hearer: out.json is written as html, though its name says json\n" in err
    assert "though" not in run(capsysbinary, *asked, "--to", "json", "--force")[2]


def test_a_file_that_cannot_be_read_does_not_stop_the_others(
    texts: Path, capsysbinary: Captured
) -> None:
    (texts / "bad.json").write_text("{")
    (texts / "noise.txt").write_bytes(bytes(range(32)) * 40)
    for output in ((), ("-o", "found/")):
        status, out, err = run(capsysbinary, "resolve", "texts", *output)
        assert status == 1
        assert len(out.splitlines()) == (0 if output else 3)
        assert "texts/bad.json: There is no document in it.\n" in err
        assert "\n'texts/noise.txt' is no text, and of no other format" in err
        assert err.endswith("hearer: 2 of 5 files could not be resolved\n")
    assert len([path for path in Path("found").rglob("*") if path.is_file()]) == 3


def test_an_empty_folder_is_wrong_use(tmp_path: Path, capsysbinary: Captured) -> None:
    status, out, err = run(capsysbinary, "resolve", tmp_path)
    assert (status, out) == (2, "")
    assert err.startswith(f"hearer: error: There is no file to read in '{tmp_path}': none has a ")
    assert ".conllu" in err


def test_several_folders_keep_their_names(texts: Path, capsysbinary: Captured) -> None:
    assert run(capsysbinary, "resolve", "texts", "texts/below", "-o", "found/")[0] == 0
    assert Path("found/texts/below/b.txt").exists()


@pytest.mark.untraced
def test_of_many_files_few_are_open_at_once(tmp_path: Path, capsysbinary: Captured) -> None:
    many = tmp_path / "many"
    many.mkdir()
    for n in range(300):
        (many / f"{n:03}.txt").write_text("Hm.")
    before = len(list(OPEN.iterdir())) if OPEN.exists() else 0
    assert run(capsysbinary, "resolve", many, "-o", f"{tmp_path}/found/", "--to", "json")[0] == 0
    assert len(list((tmp_path / "found").iterdir())) == 300
    if before:
        assert len(list(OPEN.iterdir())) <= before + 8


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("texts/a.tx", "There is no file 'texts/a.tx' (did you mean 'texts/a.txt'?)."),
        ("texts/A.TXT", "There is no file 'texts/A.TXT' (did you mean 'texts/a.txt'?)."),
        ("texts/*.tex", "There is no file whose name is like 'texts/*.tex'."),
        (
            "texts/a.txt:1:13",
            "'texts/a.txt:1:13' is a place in the file 'texts/a.txt': `hearer why "
            "texts/a.txt:1:13` says why the pronoun there means what it means.",
        ),
    ],
)
def test_a_name_that_is_not_there_is_answered_with_what_may_be_meant(
    texts: Path, name: str, message: str, capsysbinary: Captured
) -> None:
    assert run(capsysbinary, "resolve", name) == (2, "", f"hearer: error: {message}\n")


def test_a_new_name_without_a_suffix_is_a_folder_for_what_is_in_folders(
    tmp_path: Path, capsysbinary: Captured
) -> None:
    (tmp_path / "in" / "deep").mkdir(parents=True)
    for name in ("one.txt", "deep/two.txt"):
        (tmp_path / "in" / name).write_text("Anna slept. She snored.")
    read, made = tmp_path / "in", tmp_path / "out"
    status, _, err = run(capsysbinary, "resolve", read, "-o", made, "--to", "json")
    written = sorted(str(one.relative_to(tmp_path)) for one in (tmp_path / "out").rglob("*.json"))
    assert written == ["out/deep/two.json", "out/one.json"]
    assert (status, "2 of 2 pronouns resolved" in err) == (0, True)
