"""Calls about documents: the answers are those of the library, and errors are one sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import pytest

import hearer
from hearer.errors import UsageError
from hearer.formats.converting import known
from hearer.views.rewriting.rewriter import Every
from hearer.web.application import create
from hearer.web.documents import DocumentCache, Source
from hearer.web.models import RewriteRequest
from hearer.web.problems import problem_of
from hearer.web.settings import Settings
from tests.cases import cases
from tests.conftest import EXAMPLES
from tests.parsers.parses import needs_model
from tests.web.conftest import ANNA, application, expanded, in_process

pytestmark = needs_model
TABLE_3 = (EXAMPLES / "table3.conllu").read_text(encoding="utf-8")
STORY = (EXAMPLES / "story.txt").read_text(encoding="utf-8")
LONG = "Anna met a judge and she thanked him. " * 5_000
CONLLU = "1\tAnna\tAnna\tPROPN\t_\t_\t0\troot\t_\t_\n\n"
ANN = "T1\tPER 0 4\tAnna\nT2\tPER 23 26\tShe\n*\tCoref T1 T2\n"
BOTH = {"document": TABLE_3, "format": "conllu"}  # two documents
TEXTS = {"ANNA": ANNA, "ANN": ANN, "TABLE_3": TABLE_3}  # names for them in the table
# Formats that hold a parsed document with its entities; CoNLL-U alone holds no entities.
READ = [one.name for one in known() if one.read and one.write and one.name not in {"text", "brat"}]
WRITTEN = [one.name for one in known() if one.write and one.name != "conllu"]


def documents() -> list[Any]:
    return [*hearer.read(EXAMPLES / "table3.conllu")]


def called(client: Any, call: str, **body: object) -> Any:
    answer = client.post(f"/v1/{call}", json=body)
    assert answer.status_code == 200, answer.text
    return answer


def refused(client: Any, call: str, **body: object) -> str:
    """Return the message of a refused request."""
    answer = client.post(f"/v1/{call}", json=body)
    assert answer.headers["content-type"] == "application/problem+json"
    found = answer.json()
    assert (answer.status_code, found["status"], found["type"]) == (422, 422, "about:blank")
    assert found["title"] == "Unprocessable Entity"
    return str(found["detail"])


@cases(__file__)
def test_a_wrong_request_is_refused_with_the_reason(
    client: Any, call: str, body: dict[str, Any], detail: str
) -> None:
    given = {name: TEXTS.get(str(value), value) for name, value in body.items()}
    assert detail in refused(client, call, **given)


@cases(__file__)
def test_an_error_in_the_body_has_its_position(
    client: Any, body: dict[str, Any], places: list[str]
) -> None:
    found = client.post("/v1/why", json=body).json()
    assert (found["status"], found["code"]) == (422, "invalid")
    assert [one["place"] for one in found["errors"]] == places
    assert found["detail"].startswith(f"{places[0]}: ")


@cases(__file__)
def test_no_body_causes_an_internal_error(
    client: Any, path: str, content: str, status: int
) -> None:
    body = expanded(content).encode("latin-1")
    kind = {"Content-Type": "application/json"}
    answer = client.post(path, content=body, headers=kind)
    assert answer.status_code == status, answer.text
    assert "Traceback" not in answer.text


def test_a_problem_has_a_code_a_message_and_a_hint(client: Any) -> None:
    found = client.get("/v1/sessions/0000000000000000/turns", params={"most": 0}).json()
    assert (found["status"], found["errors"][0]["place"]) == (422, "most")
    found = client.post("/v1/resolve", json={f"{n}" * 3000: 1 for n in range(30)}).json()
    assert (len(found["errors"]), len(found["detail"])) == (20, 1000)
    found = client.post("/v1/resolve", json={"document": "1\tAnna\t_\n", "format": "conllu"}).json()
    assert found["code"] == "usage"
    assert found["detail"].endswith("needs a parse, and the document (conllu) has words only.")
    assert found["hint"] == "Send its text, as text."
    error = UsageError("There is a file.", hint="Say force=True.", command_hint="Say --force.")
    expected = {"detail": "There is a file.", "code": "usage", "hint": "Say force=True."}
    status = {"type": "about:blank", "title": "Unprocessable Entity", "status": 422}
    assert problem_of(error) == status | expected


@pytest.mark.parametrize("to", WRITTEN)
def test_every_format_that_can_be_written_is_answered(client: Any, to: str) -> None:
    answer = called(client, "resolve", text=ANNA, to=to)
    assert answer.text == hearer.write(hearer.resolve(ANNA), to=to)
    assert (to != "json") or answer.headers["content-type"] == "application/json"


def test_a_document_is_read_in_its_format_or_in_the_detected_one(client: Any) -> None:
    expected = [hearer.resolve(one, profile="paper") for one in documents()]
    for format_name in ("conllu", None):
        given = {"document": TABLE_3, "format": format_name, "profile": "paper", "to": "tsv"}
        assert called(client, "resolve", **given).text == hearer.write(expected, to="tsv")
    assert "\tshe\tBrennan\t" in hearer.write(expected, to="tsv")


def test_options_and_knowledge_are_those_of_the_library(client: Any) -> None:
    text, pronouns = "Alex met Sam. They waved.", {"Alex": "they/them"}
    knowledge = hearer.Knowledge(pronouns=pronouns)
    expected = hearer.resolve(text, knowledge=knowledge, precision=0.5)
    given = {"knowledge": {"pronouns": pronouns}, "options": {"precision": 0.5}}
    assert called(client, "resolve", text=text, **given).text == hearer.write(expected, to="json")
    correction = {"utterance": 2, "word": 1, "entity": "JUDGE"}
    corrected = {"to": "tsv", "knowledge": {"corrections": [correction]}}
    assert "\tshe\tjudge\t" in called(client, "resolve", text=ANNA, **corrected).text.lower()


@pytest.mark.parametrize("to", ["brat", "webanno"])
def test_one_of_several_documents_is_written(client: Any, to: str) -> None:
    assert "say which, as in part: 1" in refused(client, "resolve", **BOTH, to=to)
    answer = called(client, "resolve", **BOTH, to=to, part=2)
    assert answer.text == hearer.write(hearer.resolve(documents()[1]), to=to)


def test_problems_of_a_document_are_counted_or_refused(client: Any) -> None:
    broken = TABLE_3.replace("\troot\t", "\troot\tx\ty\t", 1)
    asked = {"document": broken, "format": "conllu", "part": 1}
    answer = called(client, "resolve", **asked)
    assert int(answer.headers["hearer-problems"]) == len(answer.json()["problems"]) > 0
    found = client.post("/v1/resolve", json={**asked, "strict": True}).json()
    assert (found["status"], found["code"]) == (422, "strict")
    assert "column" in found["errors"][0]["message"]


@pytest.mark.parametrize("call", ["resolve", "trace"])
def test_no_file_is_opened_whatever_the_name_of_a_document(
    client: Any, call: str, tmp_path: Path
) -> None:
    """On disk, brat's reader looks for a text file beside the annotations."""
    secret = tmp_path / "secret.txt"
    secret.write_text(ANNA, encoding="utf-8")
    for name in (str(secret), str(secret.with_suffix(".ann"))):
        for how in ({"format": "brat"}, {}):
            answer = client.post(f"/v1/{call}", json={"document": ANN, "name": name, **how})
            assert answer.status_code == (200 if name.endswith(".txt") and not how else 422)
            assert "judge" not in answer.text


def test_a_rewriting_is_that_of_the_library(client: Any) -> None:
    found, expected = called(client, "rewrite", text=STORY).json(), hearer.rewrite(STORY)
    assert found["text"] == expected.text
    assert [(one["start"], one["new_end"]) for one in found["edits"]] == [
        (one.start, one.new_end) for one in expected.edits
    ]
    assert [one["reason"] for one in found["left"]] == [str(one.reason) for one in expected.left]
    text = "Anna's hat was wet, but she wore it."
    done = called(client, "rewrite", text=text, every="all").json()["text"]
    assert done == hearer.rewrite(text, every="all").text != text
    fields = RewriteRequest.model_fields
    assert set(get_args(fields["every"].annotation)) == set(Every)


def test_an_explanation_is_that_of_the_library(client: Any) -> None:
    found = hearer.resolve(ANNA)
    for pronoun in ("she", "1:24", [2, 1]):
        answer = called(client, "why", text=ANNA, pronoun=pronoun)
        assert answer.json()["sentence"] == str(found.why("she"))
    answer = called(client, "why-not", text=ANNA, pronoun="she", candidate="judge").json()
    expected = found.why_not("she", "judge")
    assert (answer["sentence"], answer["candidate"]) == (expected.sentence, expected.candidate)
    twice = f"{ANNA} She smiled."
    second = called(client, "why", text=twice, pronoun="she", which=2).json()
    assert second["sentence"] == hearer.resolve(twice).why("she", which=2).sentence


def test_one_of_several_documents_is_explained(client: Any) -> None:
    assert "say which" in refused(client, "why", **BOTH, pronoun="she")
    found = [called(client, "why", **BOTH, pronoun="she", part=n).json() for n in (1, 2)]
    expected = [hearer.resolve(one).why("she").sentence for one in documents()]
    assert [one["sentence"] for one in found] == expected
    assert "There is no document 3" in refused(client, "why", **BOTH, pronoun="she", part=3)


@pytest.mark.parametrize(
    ("view", "kind"),
    [("terminal", "text/plain"), ("latex", "application/x-latex"), ("html", "text/html")],
)
def test_a_trace_is_that_of_the_library(client: Any, view: str, kind: str) -> None:
    answer = called(client, "trace", **BOTH, view=view, part=1, profile="paper")
    assert answer.headers["content-type"].partition(";")[0] == kind
    found = hearer.resolve(documents()[0], profile="paper")
    assert answer.text == hearer.trace(found, view=view)


@pytest.mark.parametrize("to", ["json", "text", "tsv", "html"])
def test_a_comparison_is_that_of_the_library(client: Any, to: str) -> None:
    algorithms, document = ["s-list", "bfp"], documents()[0]
    for only in (False, True):
        how: dict[str, Any] = {"algorithms": algorithms, "to": to, "only_differences": only}
        expected = hearer.compare(document, **how)
        assert called(client, "compare", **BOTH, part=1, **how).text == expected
    both = called(client, "compare", **BOTH, algorithms=algorithms).json()
    assert [one["document"] for one in both] == [one.name for one in documents()]


def test_brat_needs_its_text(client: Any) -> None:
    asked = {"document": ANN, "format": "brat", "text": ANNA}
    answer = client.post("/v1/resolve", json=asked)
    assert (answer.status_code, answer.json()["hint"]) == (422, "Send its text, as text.")


@pytest.mark.parametrize("error", [MemoryError(), RecursionError()])
def test_an_exhausted_document_is_a_problem(error: Exception) -> None:
    class Exhausted(DocumentCache):
        def resolve(self, source: Source, *rest: Any) -> list[Any]:
            if source.name == "one":
                raise error
            return super().resolve(source, *rest)

    app = create(Settings())
    app.state.services.documents = Exhausted(1_000)
    one = {"document": CONLLU, "name": "one", "algorithm": "s-list"}
    alone = in_process(app).post("/v1/resolve", json=one)
    assert (alone.status_code, alone.json()) == (422, problem_of(error))


def test_a_text_that_takes_too_long_is_refused() -> None:
    with application(threads=1, queue=0, timeout=2) as client:
        late = client.post("/v1/resolve", json={"text": LONG})
    assert (late.status_code, late.json()["code"]) == (503, "too-long")
    assert "longer than 2 seconds" in late.json()["detail"]
    assert int(late.headers["retry-after"]) >= 1
