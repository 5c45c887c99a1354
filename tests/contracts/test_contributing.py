"""A toy algorithm, added as CONTRIBUTING.md says and nothing else, can be used everywhere."""

from __future__ import annotations

import importlib
import json
import re
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import hearer
from hearer import cli, registry
from hearer.testing import check_algorithm
from tests.conftest import ROOT

GUIDE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
TABLE_5 = str(ROOT / "examples" / "table5.conllu")
NAME = "last-mentioned"


def section(title: str) -> str:
    return GUIDE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def block(language: str, text: str) -> str:
    (found,) = re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return str(found)


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The package of the guide, installed: its module, and the entry point it names."""
    guide = section("Add an algorithm")
    (point,) = re.findall(r'^([\w-]+) = "(.+):(.+)"$', block("toml", guide), re.MULTILINE)
    name, module, attribute = point
    place = tmp_path.joinpath(*module.split(".")).with_suffix(".py")
    place.parent.mkdir()
    place.write_text(block("python", guide), encoding="utf-8")
    installed = EntryPoint(name, f"{module}:{attribute}", "hearer.algorithms")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(
        registry, "entry_points", lambda group: [installed] if group == installed.group else []
    )
    importlib.invalidate_caches()
    yield name
    for loaded in [each for each in sys.modules if each.partition(".")[0] == "my_package"]:
        del sys.modules[loaded]


def test_a_toy_keeps_the_contract(toy: str) -> None:
    check_algorithm(toy)


def test_a_toy_resolves_with_an_option_of_its_own(toy: str) -> None:
    found = hearer.resolve(hearer.read(TABLE_5), algorithm=toy)
    assert (found.algorithm, found.profile) == (NAME, "paper")
    assert len(found.resolutions) == 4
    how = hearer.how_to_hear(toy, settings={"kept": 1})
    narrow = hearer.resolve(hearer.read(TABLE_5), profile=how)
    assert max(len(step.state) for step in narrow.steps) == 1
    with pytest.raises(hearer.UnknownName, match=r"option 'kep' \(did you mean 'kept'\?\)"):
        hearer.how_to_hear(toy, settings={"kep": 1})


def test_a_toy_goes_with_the_papers_profile_only(toy: str) -> None:
    with pytest.raises(hearer.UsageError, match="requires weighted-s-list, not last-ment"):
        hearer.resolve(hearer.read(TABLE_5), algorithm=toy, profile="default")


def test_a_toy_is_compared_and_evaluated(toy: str, tmp_path: Path) -> None:
    shown = hearer.compare(hearer.read(TABLE_5), algorithms=["s-list", toy])
    assert NAME in shown
    annotated = tmp_path / "annotated.conllu"
    found = hearer.resolve(hearer.read(TABLE_5), profile="paper")
    annotated.write_text(hearer.write(found, to="corefud"), encoding="utf-8")
    evaluation = hearer.evaluate(hearer.read(annotated), algorithm=toy)
    assert len(evaluation.rows(toy)) == 4


def test_a_toy_holds_a_conversation_and_is_stored(toy: str) -> None:
    session = hearer.Session(algorithm=toy)
    session.hear(hearer.Utterance.of("Lyn/PROPN/nsubj/2 won/VERB/root/0"))
    stored = hearer.Session.from_json(session.to_json())
    found = stored.hear(hearer.Utterance.of("She/PRON/nsubj/2 smiled/VERB/root/0"))
    assert [r.entity for r in found.resolutions] == ["LYN"]


def test_a_toy_is_a_name_on_the_command_line(
    toy: str, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert cli.main(["resolve", TABLE_5, "-a", toy, "--set", "kept=3", "--to", "json"]) == 0
    assert json.loads(capsysbinary.readouterr().out)["algorithm"] == NAME
    assert cli.main(["list", "algorithms"]) == 0
    listed = capsysbinary.readouterr().out.decode()
    assert f"{NAME}\n  Take whoever was mentioned last.\n  Nobody (2026)." in listed


def test_the_guide_names_all_that_is_to_be_changed() -> None:
    guide = section("Add an algorithm")
    for place in (
        "docs/options.md",
        "docs/algorithms/index.md",
        "mkdocs.yml",
        "CHANGELOG.md",
        "src/hearer/algorithms/__init__.py",
        "src/hearer/keywords.pyi",
    ):
        assert place in guide
        assert (ROOT / place).exists(), place
    for name in ("Strategy", "Stateful", "look_up", "Searching", "Needs", "AntecedentTest"):
        assert name in guide
        assert hasattr(importlib.import_module("hearer.plugins"), name)
