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


def test_public_names_are_sorted_and_all_there() -> None:
    assert hearer.__all__ == sorted(hearer.__all__)
    assert [name for name in hearer.__all__ if not hasattr(hearer, name)] == []
    assert set(hearer.__all__) <= set(dir(hearer))
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        hearer.nonsense  # type: ignore[attr-defined]  # noqa: B018


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


def test_the_default_profile_is_the_default() -> None:
    (discourse,) = hearer.read(str(TABLE_5), format="corefud")
    found = hearer.resolve(discourse)
    assert (found.algorithm, found.profile) == ("weighted-s-list", "default")
    assert found == hearer.listen(discourse) == hearer.resolve(discourse, profile="default")
    assert hearer.evaluate(_annotated()).setup.algorithms == ("weighted-s-list",)


def test_an_algorithm_of_the_literature_is_heard_with_the_papers_options() -> None:
    (discourse,) = hearer.read(str(TABLE_5), format="corefud")
    for profile in (None, "paper"):
        found = hearer.resolve(discourse, algorithm="hobbs", profile=profile)
        assert (found.algorithm, found.profile) == ("hobbs", "paper")
        assert hearer.evaluate(_annotated(), algorithm="hobbs").setup.profiles == ("paper",)
    compared = hearer.compare(discourse, algorithms=["s-list"], to="json")
    assert compared == hearer.compare(discourse, algorithms=["s-list"], to="json", profile="paper")


def test_options_are_handed_on(found: hearer.Interpretation) -> None:
    narrow = hearer.resolve(hearer.read(TABLE_5), profile="paper", window=1)
    assert max(len(step.state) for step in found.steps) == 5
    assert max(len(step.state) for step in narrow.steps) == 1


def test_several_documents_are_refused_with_the_way_to_do_it() -> None:
    with pytest.raises(UsageError) as raised:
        hearer.resolve(hearer.read(TABLE_3))
    assert str(raised.value) == (
        f"{TABLE_3} has 2 documents, and one at a time is resolved: "
        "hearer.resolve(list(hearer.read(path))) gives a list."
    )


def test_what_cannot_be_resolved_is_refused() -> None:
    with pytest.raises(UsageError, match="There is no parser 'x'; there is english"):
        hearer.resolve("She drives too fast.", parser="x")
    with pytest.raises(UsageError, match="this is NoneType"):
        hearer.resolve(None)


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
    for to in ("jsonl", "text", "jsonlines"):
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
        "There is no option of the terminal view 'colour' (did you mean 'color'?); "
        "there is color, width."
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
