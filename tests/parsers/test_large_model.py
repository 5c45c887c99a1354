"""The large model: where it is missing, how to get it; where it is installed, that it is used.

A package with the files of the small model takes its place: same answers, another name.
"""

from __future__ import annotations

import pickle
import shutil
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import hearer
from hearer import parsers
from hearer.cli import main
from hearer.parsers.english import MODEL, STAMP, model_version
from tests.conftest import EXAMPLES
from tests.parsers.parses import needs_model
from tests.web.conftest import ANNA, application

pytestmark = needs_model
IS_INSTALLED = find_spec(parsers.LARGE) is not None
missing = pytest.mark.skipif(IS_INSTALLED, reason="hearer-english-large is installed")
installed = pytest.mark.skipif(
    not IS_INSTALLED, reason="hearer-english-large is not installed: make large builds it"
)
HOW_TO_GET_IT = (
    "The large model needs the package hearer-english-large: pip install "
    "dist/hearer_english_large-*.whl, which `make large` builds in hearer's repository"
)
NAME = "english:large 1.0-toy"
LARGE = {"model": "large"}


@pytest.fixture
def large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A package hearer_english_large, as installed; yield the name of its parser."""
    folder = tmp_path / "site" / parsers.LARGE
    shutil.copytree(MODEL, folder / "model", ignore=shutil.ignore_patterns("boundaries.onnx"))
    (folder / "__init__.py").touch()
    (folder / "model" / STAMP).write_text("1.0-toy\n")
    monkeypatch.syspath_prepend(folder.parent)
    caches = (parsers._senses, parsers._told)
    for cached in caches:
        cached.cache_clear()
    yield NAME
    for cached in caches:
        cached.cache_clear()


# Without the package --------------------------------------------------------------------------


@missing
def test_without_it_one_sentence_says_how_to_get_it(capsys: pytest.CaptureFixture[str]) -> None:
    calls: dict[str, Any] = {
        "resolve": lambda: hearer.resolve(ANNA, model="large"),
        "a parsed document": lambda: hearer.resolve(EXAMPLES / "table5.conllu", model="large"),
        "follow": lambda: hearer.follow(ANNA, model="large"),
        "a session": lambda: hearer.Session(model="large"),
        "a listener": lambda: hearer.Listener(model="large"),
        "a parser": lambda: parsers.find("english:large"),
    }
    for name, call in calls.items():
        with pytest.raises(hearer.MissingPackage) as error:
            call()
        assert str(error.value) == HOW_TO_GET_IT, name
    for option in (["--model", "large"], ["--set", "model=large"]):
        assert main(["resolve", "--text", ANNA, *option]) == 2
        assert capsys.readouterr().err == f"hearer: error: {HOW_TO_GET_IT}\n"


@missing
def test_without_it_the_server_says_so_too() -> None:
    with application() as client:
        for call in ("resolve", "sessions"):
            body = {"options": LARGE} | ({"text": ANNA} if call == "resolve" else {})
            answer = client.post(f"/v1/{call}", json=body)
            told = answer.json()
            assert (answer.status_code, told["code"]) == (422, "missing-package")
            assert told["detail"] == HOW_TO_GET_IT


def test_there_are_two_models() -> None:
    with pytest.raises(hearer.UsageError, match="model cannot be 'huge'; it may be small, large"):
        hearer.how_to_hear(model="huge")


# With the package -----------------------------------------------------------------------------


def test_functions_use_it(large: str) -> None:
    found = hearer.resolve(ANNA, model="large")
    assert (found.discourse.parser, found.model) == (large, large)
    small = hearer.resolve(ANNA)
    assert small.model == small.discourse.parser == model_version()
    assert [one.entity for one in found.resolutions] == [one.entity for one in small.resolutions]
    several = hearer.resolve([ANNA, ANNA], model="large")
    assert [one.discourse.parser for one in several] == [large, large]
    assert [step for step in hearer.follow(ANNA, model="large") if step.resolutions]
    rewritten = hearer.rewrite(ANNA, model="large")
    assert rewritten.text == "Anna met an old judge. Anna thanked the old judge."


def test_another_parser_is_not_replaced_but_what_is_predicted_is(large: str) -> None:
    found = hearer.resolve(EXAMPLES / "table5.conllu", model="large")
    assert (found.discourse.parser, found.model) == ("", large)


def test_sessions_keep_it(large: str) -> None:
    session = hearer.Session(model="large")
    assert session.hear("I met Susan Brennan.", speaker="Anna").discourse.parser == large
    restored = hearer.Session.from_json(session.to_json())
    heard = restored.hear("Did she win?", speaker="Ben")
    assert (heard.discourse.parser, heard.model) == (large, large)


def test_a_parser_is_pickled_by_its_name(large: str) -> None:
    parser = parsers.find("english:large")
    assert parsers.signature(parser) == large
    assert pickle.loads(pickle.dumps(parser)) is parser


@pytest.mark.parametrize("option", [["--model", "large"], ["--set", "model=large"]])
def test_the_command_line_uses_it(
    large: str, option: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["resolve", "--text", ANNA, "--to", "json", *option]) == 0
    out = capsys.readouterr().out
    assert f'"parser": "{large}"' in out
    assert f'"model": "{large}"' in out


@pytest.mark.parametrize("command", ["trace", "why", "rewrite", "compare"])
def test_other_commands_parse_with_it(
    large: str, command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed, find = list[object](), parsers.find

    def noted(name: object) -> parsers.Parser:
        parsed.append(name)
        return find(name)

    monkeypatch.setattr(parsers, "find", noted)
    assert main([command, "--text", ANNA, "--set", "model=large"]) == 0
    assert capsys.readouterr().out
    assert "english:large" in parsed
    assert "english" not in parsed


def test_a_corpus_uses_it_and_remembers_it(large: str, tmp_path: Path) -> None:
    (tmp_path / "anna.txt").write_text(ANNA)
    out = tmp_path / "out"
    hearer.corpus(tmp_path / "anna.txt", out, to="json", workers=0, model="large")
    (written,) = out.glob("**/anna*.json")
    assert f'"parser": "{large}"' in written.read_text()
    with pytest.raises(hearer.HearerError, match="model"):
        hearer.corpus(tmp_path / "anna.txt", out, to="json", workers=0, resume=True)


def test_the_server_uses_it(large: str) -> None:
    with application() as client:
        for options, name in (({}, model_version()), (LARGE, large), ({}, model_version())):
            body = {"text": ANNA, "options": options, "to": "json"}
            told = client.post("/v1/resolve", json=body).text
            assert f'"parser": "{name}"' in told or f'"parser":"{name}"' in told
        session = client.post("/v1/sessions", json={"options": LARGE}).json()["id"]
        turn = client.post(f"/v1/sessions/{session}/turns", json={"text": ANNA, "speaker": "Ben"})
        assert large in turn.text


# The real one ---------------------------------------------------------------------------------


@installed
def test_the_large_model_parses_and_resolves() -> None:
    text = "The trophy does not fit into the suitcase because it is too big. Anna met a judge."
    found = hearer.resolve(text, model="large")
    assert found.model.startswith("english:large ")
    first, second = found.discourse.utterances
    assert second.relations == ("nsubj", "root", "det", "obj", "punct")
    assert first.sorts[first.forms.index("trophy")] == "object"
