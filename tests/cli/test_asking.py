"""Places: what `hearer resolve` prints is what `hearer why` takes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import hearer
from tests.cli.test_cli import Captured, run

ROOT = Path(__file__).parents[2]
STORY = ROOT / "examples/story.txt"
TABLE_3 = ROOT / "examples/table3.conllu"


@pytest.mark.untraced
@pytest.mark.parametrize("name", ["story.txt", "table3.conllu", "table4.conllu", "table5.conllu"])
def test_every_place_that_is_printed_is_a_place_to_ask_about(
    name: str, capsysbinary: Captured
) -> None:
    _, out, _ = run(capsysbinary, "resolve", ROOT / "examples" / name)
    assert out
    for line in out.splitlines():
        place, rest = re.split("  +", line)[:2]
        pronoun = rest.partition(" → ")[0]
        status, told, err = run(capsysbinary, "why", "--at", place)
        assert (status, err) == (0, "")
        at = place.removeprefix(f"{ROOT / 'examples' / name}:")
        assert told.lower().startswith(f"“{pronoun.lower()}” at {at} ")


def test_a_place_is_given_in_any_of_four_ways(
    monkeypatch: pytest.MonkeyPatch, capsysbinary: Captured
) -> None:
    monkeypatch.chdir(ROOT / "examples")
    asked = [
        ("story.txt", "--at", "4:64"),
        ("story.txt", "--at", "story.txt:4:64"),
        ("story.txt:4:64",),
        ("--at", "story.txt:4:64:"),
    ]
    told = {run(capsysbinary, "why", *arguments) for arguments in asked}
    ((status, out, err),) = told
    assert (status, err) == (0, "")
    assert out.startswith("“his” at 4:64 is the old guard ")


@pytest.mark.parametrize(
    ("at", "nearest"),
    [
        ("3:62", "“her” at 3:58"),
        ("4:999", "“her” at 4:89"),
        ("6:3", "“he” at 6:25"),
    ],
)
def test_a_place_beside_a_pronoun_is_an_error_that_names_the_nearest(
    at: str, nearest: str, capsysbinary: Captured
) -> None:
    status, out, err = run(capsysbinary, "why", STORY, "--at", at)
    assert (status, out) == (2, "")
    assert f"the nearest is {nearest}".lower() in err.lower()


def test_every_letter_of_a_pronoun_is_its_place(capsysbinary: Captured) -> None:
    assert run(capsysbinary, "why", STORY, "--at", "3:60")[1].startswith("“her” at 3:58")
    assert run(capsysbinary, "why", STORY, "--at", "9:96")[1].startswith("“each other” at 9:90")


def test_documents_of_one_file_are_asked_about_by_name_or_number(
    tmp_path: Path, capsysbinary: Captured
) -> None:
    two = tmp_path / "two.json"
    said = [hearer.resolve(text) for text in ("Anna slept. She snored.", "Tom fell. He cried.")]
    two.write_text(hearer.write(said, to="json"))
    _, out, _ = run(capsysbinary, "resolve", two)
    places = [line.split("  ")[0] for line in out.splitlines()]
    assert places == [f"{two}:1:1:13", f"{two}:2:1:11"]
    told = [run(capsysbinary, "why", "--at", place)[1].split(" is ")[0] for place in places]
    assert told == ["“she” at 1:13", "“he” at 1:11"]
    status, _, err = run(capsysbinary, "why", two, "--at", "1:11")
    assert status == 2
    assert "Say --at DOCUMENT:LINE:COLUMN; there is 1, 2." in err


def test_places_are_those_of_the_file_that_is_read(tmp_path: Path, capsysbinary: Captured) -> None:
    """JSON names the text it was made from, which may be gone."""
    text, data = tmp_path / "gone.txt", tmp_path / "kept.json"
    text.write_text("Anna slept. She snored.\n")
    assert run(capsysbinary, "resolve", text, "-o", data)[0] == 0
    text.unlink()
    _, out, _ = run(capsysbinary, "resolve", data)
    place = out.split("  ")[0]
    assert place == f"{data}:1:13"
    for asked in ((place,), ("--at", place), (data, "--at", place), (data, "--at", "1:13")):
        status, told, _ = run(capsysbinary, "why", *asked)
        assert (status, told.partition(" is ")[0]) == (0, "“she” at 1:13")


def test_a_file_without_a_parse_is_answered_with_a_command(
    tmp_path: Path, capsysbinary: Captured
) -> None:
    text, marked = tmp_path / "a.txt", tmp_path / "b.ann"
    text.write_text("Anna slept. She snored.\n")
    assert run(capsysbinary, "resolve", text, "-o", marked)[0] == 0
    status, _, err = run(capsysbinary, "resolve", marked)
    assert (status, "hearer.resolve(" in err) == (2, False)
    assert "hearer resolve FILE.txt" in err


@pytest.mark.parametrize("who", ["keller", "Anna", "Anna Keller", "KELLER"])
def test_why_not_takes_a_name_or_a_part_of_it(who: str, capsysbinary: Captured) -> None:
    status, out, err = run(capsysbinary, "why", STORY, "--at", "4:64", "--not", who)
    assert (status, err) == (0, "")
    assert out.startswith("“his” at 4:64 is not Anna Keller: ")
    assert "feminine" in out


def test_why_not_says_who_was_there(capsysbinary: Captured) -> None:
    status, _, err = run(capsysbinary, "why", STORY, "--at", "4:64", "--not", "Bob")
    assert status == 2
    assert err.startswith("hearer: error: Nothing is called 'Bob'; there is ")
    assert "Anna Keller, " in err
    text = "Anna met a judge. She won."
    _, out, _ = run(capsysbinary, "why", "--text", text, "--at", "1:19", "--not", "the judge")
    assert out.startswith("“she” at 1:19 is not the judge")
