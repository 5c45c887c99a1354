"""The studio's film and its exports, asked for over HTTP."""

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
from hearer.harmless import as_json

pytest.importorskip("fastapi", reason="hearer[web] is not installed")

from hearer.formats.converting import known
from hearer.session.corrections import read_corrections
from hearer.views.studio import film
from hearer.web.routes.studio import KINDS

TEXT = "Anna met Mia. She smiled at her brother.\n"
KNOWLEDGE = {
    "corrections": [
        {"utterance": 2, "word": 1, "entity": "@1.1"},
        {"utterance": 2, "word": 1, "entity": "@1.3"},
    ],
    "names": {"@1.3": "Mia Berg"},
}
FORMATS = [one.name for one in known() if one.write and one.name not in {"conllu", "brat"}]


def film_of(client: Any, **asked: Any) -> Any:
    answer = client.post("/studio/film", json=asked)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_the_film_is_the_one_of_the_library(client: Any) -> None:
    shown = film_of(client, text=TEXT)
    own = json.loads(as_json(film(hearer.resolve(TEXT))))
    assert shown == {**own, "parts": ["document 1"]}


def test_corrections_and_names_are_in_effect_and_the_later_counts(client: Any) -> None:
    shown = film_of(client, text=TEXT, knowledge=KNOWLEDGE)
    she = shown["pronouns"][0]
    assert (she["shown"], she["corrected"]) == ("Mia Berg", True)
    assert film_of(client, text=TEXT)["pronouns"][0]["corrected"] is False
    other = {**KNOWLEDGE, "names": {}}
    assert film_of(client, text=TEXT, knowledge=other)["pronouns"][0]["shown"] == "Mia"


def test_a_correction_that_cannot_be_is_a_problem_and_no_error(client: Any) -> None:
    wrong = {"corrections": [{"utterance": 9, "word": 9, "entity": "@1.1"}], "names": {"X": "Y"}}
    shown = film_of(client, text=TEXT, knowledge=wrong)
    assert len(shown["problems"]) == 2


@pytest.mark.parametrize("part", [1, 2])
def test_one_of_several_documents_is_shown(client: Any, part: int) -> None:
    both = "# newdoc id = a\n1\tShe\tshe\tPRON\t_\t_\t0\troot\t_\t_\n\n"
    both += "# newdoc id = b\n1\tIt\tit\tPRON\t_\t_\t0\troot\t_\t_\n\n"
    shown = film_of(client, document=both, format="conllu", part=part)
    assert shown["parts"] == ["a", "b"]
    assert shown["pronouns"][0]["text"] == ["She", "It"][part - 1]


@pytest.mark.parametrize("text", ["", " \n", "\u202e<b>she</b>\x00", "She. " * 200])
def test_any_text_can_be_shown(client: Any, text: str) -> None:
    shown = film_of(client, text=text)
    words = [u[i] for u in shown["utterances"] for i in ("words", "spaces")]
    assert sum(map(len, words)) == 2 * shown["summary"]["words"]


# Export ---------------------------------------------------------------------------------------


def exported(client: Any, to: str, **asked: Any) -> Any:
    answer = client.post("/studio/export", json={"text": TEXT, "to": to, **asked})
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-disposition"].startswith('attachment; filename="')
    return answer


def of_the_cli(tmp_path: Path, *words: str) -> bytes:
    """What the program writes to a file for the same text and corrections."""
    told = tmp_path / "corrections.json"
    rows = [*KNOWLEDGE["corrections"], {"entity": "@1.3", "name": "Mia Berg"}]
    told.write_text(json.dumps(rows), encoding="utf-8")
    place = tmp_path / "out"
    command = [sys.executable, "-m", "hearer", *words, "--text", TEXT, "-o", str(place)]
    subprocess.run([*command, "--set", f"corrections={told}"], check=True, capture_output=True)
    return place.read_bytes()


@pytest.mark.parametrize("to", FORMATS)
def test_a_format_is_exported_as_the_library_writes_it(client: Any, to: str) -> None:
    corrections = tuple(hearer.Correction(**one) for one in KNOWLEDGE["corrections"])  # type: ignore[arg-type]
    told = hearer.Knowledge(corrections=corrections, names=KNOWLEDGE["names"])  # type: ignore[arg-type]
    found = hearer.resolve(TEXT, knowledge=told)
    answer = exported(client, to, knowledge=KNOWLEDGE)
    assert answer.content == hearer.write(found, to=to).encode()


@pytest.mark.parametrize(
    ("to", "words"),
    [
        pytest.param("corefud", ["resolve", "--to", "corefud"], marks=pytest.mark.slow),
        pytest.param(
            "latex",
            ["trace", "--profile", "default", "--to", "latex"],
            marks=pytest.mark.slow,
        ),
        ("trace", ["trace", "--profile", "default", "--to", "html"]),
        ("rewritten", ["rewrite"]),
    ],
)
def test_an_export_is_byte_for_byte_what_the_program_writes(
    client: Any, tmp_path: Path, to: str, words: list[str]
) -> None:
    assert exported(client, to, knowledge=KNOWLEDGE).content == of_the_cli(tmp_path, *words)


def test_brat_has_its_text_beside_it(client: Any) -> None:
    answer = exported(client, "brat", name="a story.txt")
    assert answer.headers["content-type"] == "application/zip"
    packed = ZipFile(io.BytesIO(answer.content))
    assert packed.namelist() == ["a story.ann", "a story.txt"]
    assert packed.read("a story.txt").decode() == TEXT
    assert packed.read("a story.ann").decode() == hearer.write(hearer.resolve(TEXT), to="brat")


def test_the_trees_alone_are_conllu(client: Any) -> None:
    content = exported(client, "conllu").text
    assert "Entity=" not in content
    (line,) = [line for line in content.splitlines() if line.startswith("1\tAnna\t")]
    assert line.split("\t")[7] == "nsubj"


@pytest.mark.parametrize("ending", ["tsv", "json"])
def test_exported_corrections_are_read_again(client: Any, tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"c.{ending}"
    file.write_bytes(exported(client, f"corrections.{ending}", knowledge=KNOWLEDGE).content)
    again = read_corrections(file)
    assert again == hearer.Corrections([hearer.Correction(2, 1, "@1.3")], {"@1.3": "Mia Berg"})
    found = hearer.resolve(TEXT, knowledge=hearer.Knowledge(corrections=again))
    assert found.resolutions[0].name == "Mia Berg"


@pytest.mark.parametrize(
    ("to", "kind", "name"),
    [
        ("json", "application/json", "story.json"),
        ("html", "text/html; charset=utf-8", "story.html"),
        ("trace", "text/html; charset=utf-8", "story.trace.html"),
        ("latex", "text/plain; charset=utf-8", "story.tex"),
        ("rewritten", "text/plain; charset=utf-8", "story.rewritten.txt"),
        ("tsv", "text/tab-separated-values; charset=utf-8", "story.tsv"),
        ("corrections.tsv", "text/tab-separated-values; charset=utf-8", "story.corrections.tsv"),
        ("corrections.json", "application/json", "story.corrections.json"),
    ],
)
def test_a_file_has_its_name_and_media_type(client: Any, to: str, kind: str, name: str) -> None:
    answer = exported(client, to, name="story.txt")
    assert answer.headers["content-type"] == kind
    assert f'filename="{name}"' in answer.headers["content-disposition"]


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("../../etc/passwd", "etc_passwd.json"),
        ('a"\r\nSet-Cookie: x', "a_Set-Cookie_ x.json"),
        ("\u202e.", "hearer.json"),
        ("Käse 🙂.txt", "K_se _.json"),
        ("x" * 200, "x" * 80 + ".json"),
    ],
)
def test_a_name_leads_nowhere_else(client: Any, name: str, safe: str) -> None:
    said = exported(client, "json", name=name).headers["content-disposition"]
    assert said.split("; ")[1] == f'filename="{safe}"'
    assert "\n" not in said


def test_what_there_is_not_is_refused_before_anything_is_heard(client: Any) -> None:
    answer = client.post("/studio/export", json={"text": TEXT, "to": "corefudd"})
    assert answer.status_code == 422
    assert "corefud" in answer.json()["detail"]
    assert "conllu" in KINDS


def test_a_document_that_cannot_be_shown_is_answered_with_the_problem(client: Any) -> None:
    """Not with a refusal, which a browser would note down as an error of the page."""
    answer = client.post("/studio/film", json={"document": "1\tAnna\t_\n", "format": "conllu"})
    assert (answer.status_code, list(answer.json())) == (200, ["problem"])
    assert "needs a parse" in answer.json()["problem"]["detail"]


def test_half_a_character_is_no_failure(client: Any) -> None:
    """A file cannot hold it, and JSON can."""
    body = b'{"text": "\\ud800 she", "to": "%s"}'
    headers = {"Content-Type": "application/json"}
    for to in (b"corefud", b"json", b"rewritten", b"trace", b"brat"):
        answer = client.post("/studio/export", content=body % to, headers=headers)
        assert answer.status_code in {200, 422}
    shown = client.post("/studio/film", content=b'{"text": "\\ud800 she"}', headers=headers)
    assert shown.status_code in {200, 422}


def test_the_text_can_be_annotated_instead_of_rewritten(client: Any) -> None:
    answer = exported(client, "rewritten", style="annotate", every="all", knowledge=KNOWLEDGE)
    assert "She [Mia Berg] smiled" in answer.text


def test_latex_can_be_a_whole_document(client: Any) -> None:
    assert exported(client, "latex", standalone=True).text.startswith(r"\documentclass")
