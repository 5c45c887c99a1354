"""A format written as the documentation says works at every entrance."""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib.metadata import EntryPoint
from importlib.metadata import entry_points as installed
from pathlib import Path

import pytest

import hearer
from hearer import registry
from hearer.errors import UsageError
from hearer.testing import check_format
from tests.cli.test_cli import Captured, run
from tests.conftest import EXAMPLES, ROOT

PAGE = (ROOT / "docs" / "formats" / "index.md").read_text(encoding="utf-8")
SLASHED = "%slashed\nAnn/1 met Sue/2 .\nShe/1 left .\n"


def blocks(language: str) -> list[str]:
    own = PAGE.partition("## A format of your own")[2]
    return re.findall(rf"^```{language}\n(.*?)^```", own, re.MULTILINE | re.DOTALL)


@pytest.fixture(autouse=True)
def _installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The module and the entry point of the documentation, as if they were installed."""
    (module,), (project,) = blocks("python"), blocks("toml")
    found = re.search(r'^(\w+) = "((\w+):\w+)"$', project, re.MULTILINE)
    assert found
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / f"{found[3]}.py").write_text(module, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path / "site")
    point = EntryPoint(found[1], found[2], "hearer.formats")

    def entry_points(*, group: str) -> Iterable[EntryPoint]:
        return [point] if group == point.group else installed(group=group)

    monkeypatch.setattr(registry, "entry_points", entry_points)
    (tmp_path / "story.slashed").write_text(SLASHED, encoding="utf-8")


def test_it_keeps_the_contract_and_is_read_written_and_converted(tmp_path: Path) -> None:
    check_format("slashed")
    check_format("slashed", sample=SLASHED.encode())
    other = tmp_path / "story.of.another.name"
    other.write_text(SLASHED, encoding="utf-8")
    for path in (tmp_path / "story.slashed", other):  # by its name, and by its lines
        reading = hearer.read(path)
        (story,) = reading
        assert (story.format, story.has_parse) == ("slashed", False)
        assert story.text == "Ann met Sue . She left . "
    with pytest.raises(UsageError, match=r"'bfp' needs a parse, and .*\(slashed\) has words only"):
        hearer.resolve(story, algorithm="bfp", profile="paper")
    written = hearer.write(hearer.resolve("Ann met a judge. She thanked him."), to="slashed")
    assert written == "%slashed\nAnn/1 met a judge/2 .\nShe/1 thanked him/2 .\n"
    assert hearer.convert(reading, to="slashed") == SLASHED
    assert hearer.convert(reading, to="brat") == (
        "T1\tEntity 0 3\tAnn\nT2\tEntity 14 17\tShe\nT3\tEntity 8 11\tSue\n*\tCoref T1 T2\n"
    )


def test_the_commands_know_it(tmp_path: Path, capsysbinary: Captured) -> None:
    out, back = tmp_path / "out.slashed", tmp_path / "back.slashed"
    table = EXAMPLES / "table5.conllu"
    assert run(capsysbinary, "resolve", table, "-o", out)[0] == 0
    assert out.read_text(encoding="utf-8").startswith("%slashed\n")
    status, printed, _ = run(capsysbinary, "resolve", table, "--to", "slashed")
    assert (status, printed) == (0, out.read_text(encoding="utf-8"))
    assert (
        run(capsysbinary, "convert", tmp_path / "story.slashed", "-o", tmp_path / "a.json")[0] == 0
    )
    status, _, _ = run(capsysbinary, "convert", tmp_path / "a.json", "-o", back)
    assert (status, back.read_text(encoding="utf-8")) == (0, SLASHED)
    assert run(capsysbinary, "convert", "--from", "slashed", out, "--to", "tsv")[0] == 0
    assert "slashed     .slashed" in run(capsysbinary, "list", "formats")[1]
    _, _, err = run(capsysbinary, "convert", table, "-o", out, "--force")
    assert "no place for: the dependency parse" in err
