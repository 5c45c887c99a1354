"""POST /v1/resolve and /v1/why on a real server: what is answered, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("fastapi", reason="the server is an extra: pip install 'hearer[web]'")

import hearer
from hearer.formats.converting import known
from tests.conftest import EXAMPLES
from tests.parsers.parses import needs_model
from tests.web.conftest import ANNA

pytestmark = needs_model
TABLE_3 = (EXAMPLES / "table3.conllu").read_text(encoding="utf-8")
# CoNLL-U has no place for what was understood, and says so.
WRITTEN = [one.name for one in known() if one.write and one.name != "conllu"]


def resolved(client: Any, **body: object) -> Any:
    return client.post("/v1/resolve", json=body)


def test_a_text_is_resolved_as_the_library_does(client: Any) -> None:
    answer = resolved(client, text=ANNA)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/json"
    assert answer.text == hearer.write(hearer.resolve(ANNA), to="json")


@pytest.mark.parametrize("to", WRITTEN)
def test_every_format_that_can_be_written_is_answered(client: Any, to: str) -> None:
    answer = resolved(client, text=ANNA, to=to)
    assert answer.status_code == 200
    assert answer.text == hearer.write(hearer.resolve(ANNA), to=to)


def test_a_document_is_read_in_its_format(client: Any) -> None:
    answer = resolved(client, document=TABLE_3, format="conllu", profile="paper", to="tsv")
    documents = hearer.read(EXAMPLES / "table3.conllu")
    expected = hearer.write([hearer.resolve(one, profile="paper") for one in documents], to="tsv")
    assert answer.text == expected
    assert "\tshe\tBrennan\t" in answer.text


def test_its_first_lines_tell_the_format(client: Any) -> None:
    told = resolved(client, document=TABLE_3, to="tsv")
    assert told.text == resolved(client, document=TABLE_3, format="conllu", to="tsv").text


def test_options_and_knowledge_are_those_of_the_library(client: Any) -> None:
    text = "Alex met Sam. They waved."
    knowledge = {"pronouns": {"Alex": "they/them"}}
    answer = resolved(client, text=text, knowledge=knowledge, options={"precision": 0.5})
    expected = hearer.resolve(
        text, knowledge=hearer.Knowledge(pronouns={"Alex": "they/them"}), precision=0.5
    )
    assert answer.text == hearer.write(expected, to="json")


def test_a_correction_is_believed(client: Any) -> None:
    correction = {"utterance": 2, "word": 1, "entity": "JUDGE"}
    answer = resolved(client, text=ANNA, to="tsv", knowledge={"corrections": [correction]})
    assert "\tshe\tjudge\t" in answer.text.lower()


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"text": "Anna.", "algorithm": "slist"}, "did you mean 's-list'?"),
        ({"text": "Anna.", "options": {"precison": 0.9}}, "did you mean 'precision'?"),
        ({"text": "Anna.", "options": {"precision": 7}}, "a share between 0 and 1"),
        ({"text": "Anna.", "profile": "papre"}, "did you mean 'paper'?"),
        ({"text": "Anna.", "to": "jsn"}, "did you mean 'json'?"),
        ({"text": "Anna.", "to": "gap2"}, "There is no format"),
        ({"text": "Anna.", "to": "conllu"}, "write 'corefud'"),
        ({"document": "x", "format": "html"}, "can be written, not read"),
        ({"document": TABLE_3, "format": "conlu"}, "did you mean 'conllu'?"),
        ({}, "either text, or document"),
        ({"text": "Anna.", "document": "x"}, "has no text beside it"),
        ({"text": "Anna.", "format": "conllu"}, "a text has no format"),
        ({"text": 7}, "valid string"),
        ({"text": "Anna.", "parser": "spacy:en"}, "/parser"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(
    client: Any, body: dict[str, object], said: str
) -> None:
    answer = client.post("/v1/resolve", json=body)
    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"
    told = answer.json()
    assert said in told["detail"]
    assert (told["status"], told["title"], told["type"]) == (
        422, "Unprocessable Entity", "about:blank",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("content", "status"),
    [
        (b'{"text": "\xe9"}', 400),
        (b'{"text": "\\ud800", "to": "corefud"}', 422),
        (b'{"\\ud800": 1}', 422),
        (b'{"text": "a", "options": {"precision": NaN}}', 422),
        (b'{"text": "a", "options": {"depth": ' + b"9" * 5000 + b"}}", 400),
        (b'{"text": "a", "options": {"depth": ' + b"9" * 400 + b"}}", 422),
        (b'{"text": ' + b"[" * 10_000 + b"]" * 10_000 + b"}", 400),
        (b'{"text": "a", "knowledge": {"corrections": [{"utterance": 0}]}}', 422),
    ],
)
def test_no_body_is_a_failure_of_ours(client: Any, content: bytes, status: int) -> None:
    kind = {"Content-Type": "application/json"}
    answer = client.post("/v1/resolve", content=content, headers=kind)
    assert answer.status_code == status, answer.text
    assert "Traceback" not in answer.text


def test_why_is_what_the_command_says(client: Any) -> None:
    found = hearer.resolve(ANNA)
    for pronoun in ("she", "1:24", [2, 1]):
        answer = client.post("/v1/why", json={"text": ANNA, "pronoun": pronoun})
        assert answer.status_code == 200
        assert answer.json()["sentence"] == str(found.why("she"))


def test_why_of_no_pronoun_says_which_there_are(client: Any) -> None:
    answer = client.post("/v1/why", json={"text": ANNA, "pronoun": "they"})
    assert answer.status_code == 422
    assert answer.json()["detail"] == "No pronoun 'they' was heard; there is she, him."
