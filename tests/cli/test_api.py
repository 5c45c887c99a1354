"""The functions behind the commands, as a program calls them."""

import subprocess
import sys
from pathlib import Path

import pytest

import hearer
from hearer import InputError, StrictError, UsageError
from hearer.formats import conllu

ROOT = Path(__file__).parents[2]
TABLE_3, TABLE_5 = ROOT / "examples/table3.conllu", ROOT / "examples/table5.conllu"


@pytest.fixture(scope="module")
def found() -> hearer.Interpretation:
    return hearer.resolve(hearer.read(TABLE_5), profile="paper")


def test_a_reading_is_its_documents() -> None:
    reading = hearer.read(TABLE_3)
    assert [d.name for d in reading] == ["table3", "table3-prime"]
    assert [d.name for d in reading[1:]] == ["table3-prime"]
    assert (reading.path, reading.problems) == (str(TABLE_3), ())
    assert repr(reading) == f"Reading(2 documents, path={str(TABLE_3)!r})"


def test_resolving_is_listening(found: hearer.Interpretation) -> None:
    (discourse,) = hearer.read(str(TABLE_5), format="corefud")
    assert found == hearer.listen(discourse, profile="paper")
    assert found == hearer.resolve(discourse, algorithm="s-list")
    assert [r.entity for r in found.resolutions] == ["CURTIS", "CURTIS", "CURTIS", "SMIRGA"]


def test_what_cannot_be_read_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"^There is no file '/no/file'\.$"):
        hearer.read("/no/file")
    with pytest.raises(InputError, match="is a folder, and one file is to be read"):
        hearer.read(tmp_path)
    with pytest.raises(InputError, match="cannot be read"):
        hearer.read("\0")
    with pytest.raises(InputError, match=r"There is no file 'story\.txt'"):
        hearer.read("story.txt")
    with pytest.raises(UsageError, match="'tsv' can be written, not read"):
        hearer.read(TABLE_5, format="tsv")
    with pytest.raises(UsageError, match="There is no format 'x'; there is"):
        hearer.read(TABLE_5, format="x")


def test_strict_raises_what_is_otherwise_told(tmp_path: Path) -> None:
    broken = tmp_path / "broken.conllu"
    broken.write_bytes(b"1\tShe\n\n")
    problems = hearer.read(broken).problems
    assert problems
    with pytest.raises(StrictError) as raised:
        hearer.read(broken, strict=True)
    assert raised.value.problems == problems


def test_writing_several_is_writing_each(found: hearer.Interpretation) -> None:
    for to in ("jsonl", "text"):
        assert hearer.write([found, found], to=to) == 2 * hearer.write(found, to=to)
    assert hearer.write([], to="json") == "[\n\n]\n"
    for to, message in (("x", "There is no format 'x'"), ("conllu", "write 'corefud'")):
        with pytest.raises(UsageError, match=message):
            hearer.write(found, to=to)


def test_converting_does_not_resolve() -> None:
    reading = hearer.read(TABLE_3)
    assert hearer.convert(reading, to="conllu").encode() == TABLE_3.read_bytes()
    assert '"resolutions": []' in hearer.convert(reading[:1], to="json")
    with pytest.raises(UsageError, match="There is no format 'xyz'"):
        hearer.convert(reading, to="xyz")


def test_a_view_refuses_an_option_it_does_not_have(found: hearer.Interpretation) -> None:
    assert len(hearer.trace(found, width=60)) > len(hearer.trace(found))
    with pytest.raises(UsageError) as raised:
        hearer.trace(found, colour=True)
    assert str(raised.value) == (
        "There is no option of the terminal view 'colour'; there is width."
    )
    with pytest.raises(UsageError, match="There is no view 'x'; there is"):
        hearer.trace(found, view="x")


@pytest.mark.untraced
def test_the_same_bytes_whatever_the_hash_seed() -> None:
    code = (
        "import hearer; found = hearer.resolve(hearer.read('examples/table5.conllu'));"
        "print(*(ascii(hearer.trace(found, view=v)) for v in ('terminal', 'html', 'latex')))"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            cwd=ROOT,
            check=True,
            env={"PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    ]
    assert runs[0]
    assert runs[0] == runs[1]


def _annotated() -> list[hearer.Discourse]:
    written = hearer.write(hearer.resolve(hearer.read(TABLE_5), profile="paper"), to="corefud")
    return list(conllu.discourses(conllu.parse(written)))


def test_documents_are_evaluated_against_what_they_are_annotated_with() -> None:
    report = hearer.evaluate(_annotated(), algorithm="s-list")

    (result,) = report.results
    assert [row.scored.result for row in result.rows["s-list"]] == ["correct"] * 4


def test_comparing_gives_each_algorithm_the_options_it_has() -> None:
    shown = hearer.compare(hearer.read(TABLE_5), algorithms=["s-list", "hobbs"], window=1)
    assert "s-list" in shown
    assert "hobbs" in shown
    with pytest.raises(UsageError, match="There is no option 'windows'"):
        hearer.compare(hearer.read(TABLE_5), algorithms=["s-list"], windows=1)  # type: ignore[call-arg]
