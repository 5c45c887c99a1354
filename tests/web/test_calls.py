"""The other calls on a real server: each answers what the library says."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import pytest

pytest.importorskip("fastapi", reason="the server is an extra: pip install 'hearer[web]'")

import hearer
from hearer.formats.converting import known
from hearer.views.rewriting.rewriter import Every, Style
from hearer.web.models import RewriteRequest
from tests.conftest import EXAMPLES
from tests.parsers.parses import needs_model
from tests.web.conftest import ANNA

pytestmark = needs_model
TABLE_3 = (EXAMPLES / "table3.conllu").read_text(encoding="utf-8")
STORY = (EXAMPLES / "story.txt").read_text(encoding="utf-8")
ANN = "T1\tPER 0 4\tAnna\nT2\tPER 23 26\tShe\n*\tCoref T1 T2\n"
# What holds a document with its parse and entities can be read back and converted on.
READ = [one.name for one in known() if one.read and one.name not in {"text", "brat", "gap"}]


def called(client: Any, call: str, **body: object) -> Any:
    answer = client.post(f"/v1/{call}", json=body)
    assert answer.status_code == 200, answer.text
    return answer


def refused(client: Any, call: str, **body: object) -> str:
    answer = client.post(f"/v1/{call}", json=body)
    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"
    return str(answer.json()["detail"])


# Rewriting ----------------------------------------------------------------------------------------


def test_a_rewriting_is_that_of_the_library(client: Any) -> None:
    told = called(client, "rewrite", text=STORY).json()
    expected = hearer.rewrite(STORY)
    assert told["text"] == expected.text
    assert [(one["start"], one["new_end"]) for one in told["edits"]] == [
        (one.start, one.new_end) for one in expected.edits
    ]
    assert [one["reason"] for one in told["left"]] == [str(one.reason) for one in expected.left]


def test_a_rewriting_takes_what_the_library_takes(client: Any) -> None:
    how: dict[str, Any] = {"style": "annotate", "every": "all", "pronouns": ["she"]}
    told = called(client, "rewrite", text=ANNA, **how).json()
    assert told["text"] == hearer.rewrite(ANNA, **how).text == ANNA.replace("She", "She [Anna]")
    start = ANNA.index("She")
    kept = called(client, "rewrite", text=ANNA, protect=[[start, start + 3]]).json()
    assert "She thanked" in kept["text"]


def test_the_styles_are_those_of_the_library() -> None:
    fields = RewriteRequest.model_fields
    assert set(get_args(fields["style"].annotation)) == set(Style)
    assert set(get_args(fields["every"].annotation)) == set(Every)


# Explaining ---------------------------------------------------------------------------------------


def test_why_not_is_what_the_library_says(client: Any) -> None:
    told = called(client, "why-not", text=ANNA, pronoun="she", candidate="judge").json()
    expected = hearer.resolve(ANNA).why_not("she", "judge")
    assert (told["sentence"], told["candidate"]) == (expected.sentence, expected.candidate)
    assert "Nothing called 'Tom'" in refused(
        client, "why-not", text=ANNA, pronoun="she", candidate="Tom"
    )


def test_of_several_documents_one_is_asked_about(client: Any) -> None:
    asked = {"document": TABLE_3, "format": "conllu"}
    assert "say which" in refused(client, "why", **asked, pronoun="she")
    told = [called(client, "why", **asked, pronoun="she", part=n).json() for n in (1, 2)]
    documents = hearer.read(EXAMPLES / "table3.conllu")
    expected = [hearer.resolve(one).why("she").sentence for one in documents]
    assert [one["sentence"] for one in told] == expected
    assert "There is no document 3" in refused(client, "why", **asked, pronoun="she", part=3)


@pytest.mark.parametrize(
    ("view", "kind"),
    [("terminal", "text/plain"), ("latex", "application/x-latex"), ("html", "text/html")],
)
def test_a_trace_is_that_of_the_library(client: Any, view: str, kind: str) -> None:
    how = {"profile": "paper"}
    answer = called(client, "trace", document=TABLE_3, format="conllu", view=view, part=1, **how)
    document, _ = hearer.read(EXAMPLES / "table3.conllu")
    assert answer.headers["content-type"].partition(";")[0] == kind
    assert answer.text == hearer.trace(hearer.resolve(document, profile="paper"), view=view)


@pytest.mark.parametrize("to", ["json", "text", "tsv", "html"])
def test_a_comparison_is_that_of_the_library(client: Any, to: str) -> None:
    algorithms = ["s-list", "bfp"]
    asked = {"document": TABLE_3, "format": "conllu", "algorithms": algorithms}
    document, _ = hearer.read(EXAMPLES / "table3.conllu")
    for only in (False, True):
        answer = called(client, "compare", **asked, to=to, only_differences=only, part=1)
        assert answer.text == hearer.compare(
            document, algorithms=algorithms, to=to, only_differences=only
        )


def test_each_of_several_documents_is_compared(client: Any) -> None:
    asked = {"document": TABLE_3, "format": "conllu", "algorithms": ["s-list", "bfp"]}
    told = called(client, "compare", **asked).json()
    assert [one["document"] for one in told] == [
        one.name for one in hearer.read(EXAMPLES / "table3.conllu")
    ]


def test_a_comparison_refuses_whom_nobody_knows(client: Any) -> None:
    assert "did you mean 's-list'" in refused(client, "compare", text=ANNA, algorithms=["slist"])


# Converting ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("to", READ)
def test_what_is_written_is_read_again_and_converted(client: Any, to: str, tmp_path: Path) -> None:
    file = tmp_path / "file"
    written = called(client, "convert", document=TABLE_3, format="conllu", to=to, part=2)
    file.write_text(written.text, encoding="utf-8")
    back = called(client, "convert", document=written.text, format=to, to="corefud")
    assert back.text == hearer.convert(hearer.read(file, format=to), to="corefud")


def test_a_document_of_its_own_format_stays_as_it_is(client: Any) -> None:
    answer = called(client, "convert", document=TABLE_3, format="conllu", to="conllu")
    assert answer.text == TABLE_3
    assert answer.headers["hearer-problems"] == "0"


def test_what_is_lost_is_counted_or_refused(client: Any) -> None:
    asked = {"document": TABLE_3, "format": "conllu", "to": "jsonlines"}
    assert called(client, "convert", **asked).headers["hearer-problems"] == "1"
    assert "has no place for" in refused(client, "convert", **asked, strict=True)


def test_raw_text_is_not_converted(client: Any) -> None:
    assert "without entities to convert" in refused(client, "convert", document=ANNA, to="json")


@pytest.mark.parametrize("to", ["brat", "webanno"])
def test_a_format_of_one_document_says_what_to_do_with_two(client: Any, to: str) -> None:
    asked = {"document": TABLE_3, "format": "conllu", "to": to}
    assert "say which, as in part: 1" in refused(client, "resolve", **asked)
    document = hearer.read(EXAMPLES / "table3.conllu")[1]
    answer = called(client, "resolve", **asked, part=2)
    assert answer.text == hearer.write(hearer.resolve(document), to=to)


def test_problems_of_a_document_are_counted_or_refused(client: Any) -> None:
    broken = TABLE_3.replace("\troot\t", "\troot\tx\ty\t", 1)
    asked = {"document": broken, "format": "conllu", "part": 1}
    answer = called(client, "resolve", **asked)
    assert int(answer.headers["hearer-problems"]) == len(answer.json()["problems"]) > 0
    told = client.post("/v1/resolve", json={**asked, "strict": True}).json()
    assert (told["status"], told["code"]) == (422, "strict")
    assert "column" in told["errors"][0]["message"]


def test_brat_has_its_text_beside_it(client: Any) -> None:
    asked = {"document": ANN, "format": "brat"}
    found = called(client, "convert", **asked, text=ANNA, to="json").json()
    assert [one["text"] for one in found["expressions"]] == ["Anna", "She"]
    assert "needs its text, too" in refused(client, "convert", **asked)
    answer = client.post("/v1/resolve", json={**asked, "text": ANNA})
    assert (answer.status_code, answer.json()["hint"]) == (422, "Send its text, as text.")


@pytest.mark.parametrize("call", ["resolve", "trace"])
def test_no_file_is_opened_whatever_a_document_is_called(
    client: Any, call: str, tmp_path: Path
) -> None:
    """brat's reader looks for a text beside the file it is given: not so for strangers."""
    secret = tmp_path / "secret.txt"
    secret.write_text(ANNA, encoding="utf-8")
    for name in (str(secret), str(secret.with_suffix(".ann"))):
        for how in ({"format": "brat"}, {}):
            told = client.post(f"/v1/{call}", json={"document": ANN, "name": name, **how})
            assert told.status_code == (200 if name.endswith(".txt") and not how else 422)
            assert "judge" not in told.text


# Many ---------------------------------------------------------------------------------------------


def test_a_batch_answers_in_order_and_one_that_fails_stops_nobody(client: Any) -> None:
    documents = [
        {"text": ANNA, "name": "first"},
        {"document": ANN, "format": "brat", "text": ANNA},
        {"document": TABLE_3, "format": "conllu", "name": "third"},
    ]
    first, second, third = called(client, "batch", documents=documents).json()["results"]
    assert first["name"] == "first"
    assert [one["name"] for one in first["content"]["resolutions"]] == ["Anna", "the old judge"]
    assert second["problem"]["status"] == 422
    assert "needs a parse" in second["problem"]["detail"]
    assert [one["document"] for one in third["content"]] == [
        one.name for one in hearer.read(EXAMPLES / "table3.conllu")
    ]


def test_a_batch_in_another_format_has_texts(client: Any) -> None:
    (one,) = called(client, "batch", documents=[{"text": ANNA}], to="tsv").json()["results"]
    assert one["content"] == hearer.write(hearer.resolve(ANNA), to="tsv")


def test_a_batch_that_can_do_nothing_is_refused_as_a_whole(client: Any) -> None:
    asked = {"documents": [{"text": ANNA}]}
    assert "did you mean 's-list'" in refused(client, "batch", **asked, algorithm="slist")
    assert "did you mean 'json'" in refused(client, "batch", **asked, to="jsn")
    for name, said in (("nothing", "There is no format"), ("html", "can be written, not read")):
        documents = [{"text": ANNA}, {"document": "x", "format": name}]
        assert said in refused(client, "batch", documents=documents)
    assert "/documents" in refused(client, "batch", documents=[])
    assert "/documents/0" in refused(client, "batch", documents=[{}])
    assert "at most 1000" in refused(client, "batch", documents=[{"text": ""}] * 1001)
