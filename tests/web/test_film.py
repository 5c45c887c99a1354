"""Calls of the studio: its examples, the document that it shows, and the files that it exports."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

import hearer
from hearer.escape import as_json
from hearer.formats.converting import known
from hearer.session.knowledge import read_corrections
from hearer.views.film import studio as film
from tests.cases import cases

TEXT = "Anna met Mia. She smiled at her brother.\n"
CORRECTIONS = [
    {"utterance": 2, "word": 1, "entity": "@1.1"},
    {"utterance": 2, "word": 1, "entity": "@1.3"},
]
KNOWLEDGE: dict[str, Any] = {"corrections": CORRECTIONS, "names": {"@1.3": "Mia Berg"}}
FORMATS = [one.name for one in known() if one.write and one.name not in {"conllu", "brat"}]


def shown(client: Any, **asked: Any) -> Any:
    answer = client.post("/studio/film", json=asked)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_every_example_has_a_text_or_a_document(client: Any) -> None:
    examples = client.get("/studio/examples").json()
    assert examples
    assert all(("text" in one) != ("document" in one) for one in examples)


def test_the_film_is_that_of_the_library(client: Any) -> None:
    own = json.loads(as_json(film(hearer.resolve(TEXT))))
    assert shown(client, text=TEXT) == {**own, "parts": ["document 1"]}


def test_the_last_of_several_corrections_of_a_word_applies(client: Any) -> None:
    she = shown(client, text=TEXT, knowledge=KNOWLEDGE)["pronouns"][0]
    assert she["shown"] == "Mia Berg"
    other = {**KNOWLEDGE, "names": {}}
    assert shown(client, text=TEXT, knowledge=other)["pronouns"][0]["shown"] == "Mia"
    wrong = {"corrections": [{"utterance": 9, "word": 9, "entity": "@1.1"}], "names": {"X": "Y"}}
    assert len(shown(client, text=TEXT, knowledge=wrong)["problems"]) == 2


@pytest.mark.parametrize("part", [1, 2])
def test_one_of_several_documents_is_shown(client: Any, part: int) -> None:
    both = "# newdoc id = a\n1\tShe\tshe\tPRON\t_\t_\t0\troot\t_\t_\n\n"
    both += "# newdoc id = b\n1\tIt\tit\tPRON\t_\t_\t0\troot\t_\t_\n\n"
    found = shown(client, document=both, format="conllu", part=part)
    assert found["parts"] == ["a", "b"]
    assert found["pronouns"][0]["text"] == ["She", "It"][part - 1]


@pytest.mark.parametrize("text", ["", " \n", "\u202e<b>she</b>\x00", "She. " * 200])
def test_any_text_can_be_shown(client: Any, text: str) -> None:
    found = shown(client, text=text)
    words = [u[i] for u in found["utterances"] for i in ("words", "spaces")]
    assert sum(map(len, words)) == 2 * found["summary"]["words"]


def test_a_document_that_cannot_be_resolved_is_answered_with_the_problem(client: Any) -> None:
    """Status 200: a browser logs any other as an error of the page."""
    found = shown(client, document="1\tAnna\t_\n", format="conllu")
    assert list(found) == ["problem"]
    assert "needs a parse" in found["problem"]["detail"]


def exported(client: Any, to: str, **asked: Any) -> Any:
    answer = client.post("/studio/export", json={"text": TEXT, "to": to, **asked})
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-disposition"].startswith('attachment; filename="')
    return answer


@pytest.mark.parametrize("to", FORMATS)
def test_a_format_is_exported_as_the_library_writes_it(client: Any, to: str) -> None:
    corrections = tuple(hearer.Correction(**one) for one in CORRECTIONS)  # type: ignore[arg-type]
    knowledge = hearer.Knowledge(corrections=corrections, names=KNOWLEDGE["names"])
    found = hearer.resolve(TEXT, knowledge=knowledge)
    assert exported(client, to, knowledge=KNOWLEDGE).content == hearer.write(found, to=to).encode()


@pytest.mark.parametrize(
    ("to", "words"),
    [
        pytest.param("corefud", "resolve --to corefud", marks=pytest.mark.slow),
        pytest.param("latex", "trace --profile default --to latex", marks=pytest.mark.slow),
        pytest.param("trace", "trace --profile default --to html", marks=pytest.mark.slow),
        ("rewritten", "rewrite"),
    ],
)
def test_an_export_is_byte_for_byte_that_of_the_command_line(
    client: Any, tmp_path: Path, to: str, words: str
) -> None:
    file, place = tmp_path / "corrections.tsv", tmp_path / "out"
    told = [hearer.Correction(**one) for one in CORRECTIONS]  # type: ignore[arg-type]
    hearer.write_corrections(hearer.Corrections(told, {"@1.3": "Mia Berg"}), file)
    command = [sys.executable, "-m", "hearer", *words.split(), "--text", TEXT, "-o", str(place)]
    subprocess.run([*command, "--set", f"corrections={file}"], check=True, capture_output=True)
    assert exported(client, to, knowledge=KNOWLEDGE).content == place.read_bytes()


def test_brat_is_an_archive_with_its_text(client: Any) -> None:
    answer = exported(client, "brat", name="a story.txt")
    assert answer.headers["content-type"] == "application/zip"
    packed = ZipFile(io.BytesIO(answer.content))
    assert packed.namelist() == ["a story.ann", "a story.txt"]
    assert packed.read("a story.txt").decode() == TEXT
    assert packed.read("a story.ann").decode() == hearer.write(hearer.resolve(TEXT), to="brat")


def test_conllu_has_the_trees_alone_and_a_text_can_be_rewritten(client: Any) -> None:
    content = exported(client, "conllu").text
    assert "Entity=" not in content
    (line,) = [line for line in content.splitlines() if line.startswith("1\tAnna\t")]
    assert line.split("\t")[7] == "nsubj"
    answer = exported(client, "rewritten", every="all", knowledge=KNOWLEDGE)
    assert "Mia Berg smiled" in answer.text


def test_exported_corrections_can_be_read_again(client: Any, tmp_path: Path) -> None:
    file = tmp_path / "c.tsv"
    file.write_bytes(exported(client, "corrections.tsv", knowledge=KNOWLEDGE).content)
    again = read_corrections(file)
    assert (again, again.names) == ((hearer.Correction(2, 1, "@1.3"),), {"@1.3": "Mia Berg"})
    found = hearer.resolve(TEXT, knowledge=hearer.Knowledge(corrections=again))
    assert found.resolutions[0].name == "Mia Berg"


@cases(__file__)
def test_a_file_has_a_safe_name_and_its_media_type(
    client: Any, to: str, name: Any, kind: str, safe: str
) -> None:
    answer = exported(client, to, name=name)
    assert answer.headers["content-type"] == kind
    value = answer.headers["content-disposition"]
    assert value.split("; ")[1] == f'filename="{safe}"'
    assert "\n" not in value


def test_an_unknown_kind_of_file_is_refused(client: Any) -> None:
    answer = client.post("/studio/export", json={"text": TEXT, "to": "corefudd"})
    assert answer.status_code == 422
    assert "corefud" in answer.json()["detail"]
