"""What is answered when something is wrong: a sentence, a place, and never a trace of our code."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

pytest.importorskip("fastapi", reason="the server is an extra: pip install 'hearer[web]'")

from hearer.errors import UsageError
from hearer.web.app import create
from hearer.web.documents import DocumentCache, Source
from hearer.web.models import CONLLU
from hearer.web.problems import problem_of
from hearer.web.settings import Settings
from tests.parsers.parses import needs_model
from tests.web.asgi import requested
from tests.web.conftest import ANNA, served

LONG = "Anna met a judge and she thanked him. " * 5_000


@needs_model
@pytest.mark.parametrize(
    ("body", "places"),
    [
        ({"text": "a", "pronoun": {}}, ["/pronoun", "/pronoun"]),
        ({"text": "a"}, ["/pronoun"]),
        ({"text": "a", "pronoun": [0, 1]}, ["/pronoun", "/pronoun/0"]),
        ({"text": "a", "pronoun": "she", "knowledge": {"names": {"A": 1}}}, ["/knowledge/names/A"]),
        ({"text": "a", "pronoun": "she", "nothing": 1}, ["/nothing"]),
    ],
)
def test_what_is_wrong_has_its_place_in_the_body(
    client: Any, body: dict[str, object], places: list[str]
) -> None:
    told = client.post("/v1/why", json=body).json()
    assert (told["status"], told["code"]) == (422, "invalid")
    assert [one["place"] for one in told["errors"]] == places
    assert told["detail"].startswith(f"{places[0]}: ")


@needs_model
def test_a_parameter_is_called_by_its_name(client: Any) -> None:
    told = client.get("/v1/sessions/0000000000000000/turns", params={"most": 0}).json()
    assert (told["status"], told["errors"][0]["place"]) == (422, "most")


@pytest.mark.parametrize("error", [MemoryError(), RecursionError()])
def test_an_exhausted_document_is_a_problem_and_does_not_stop_a_batch(error: Exception) -> None:
    class Exhausted(DocumentCache):
        def resolve(self, source: Source, *rest: Any) -> list[Any]:
            if source.name == "one":
                raise error
            return super().resolve(source, *rest)

    app = create(Settings())
    app.state.services.documents = Exhausted(1_000)
    documents = [{"document": CONLLU, "name": name} for name in ("one", "other")]
    body = {"documents": documents, "algorithm": "s-list", "to": "tsv"}
    one, other = requested(app, "POST", "/v1/batch", json=body).json()["results"]
    assert one == {"problem": problem_of(error)}
    assert one["problem"]["status"] == 422
    assert other["name"] == "other"
    alone = requested(app, "POST", "/v1/resolve", json={**documents[0], "algorithm": "s-list"})
    assert (alone.status_code, alone.json()) == (422, problem_of(error))


@needs_model
def test_a_problem_has_a_code_a_message_and_a_hint(client: Any) -> None:
    found = client.post("/v1/resolve", json={"document": "1\tAnna\t_\n", "format": "conllu"}).json()
    assert found["code"] == "usage"
    assert found["detail"].endswith("needs a parse, and the document (conllu) has words only.")
    assert found["hint"] == "Send its text, as text."
    error = UsageError("There is a file.", hint="Say force=True.", command_hint="Say --force.")
    assert problem_of(error) == {
        "type": "about:blank",
        "title": "Unprocessable Entity",
        "status": 422,
        "detail": "There is a file.",
        "code": "usage",
        "hint": "Say force=True.",
    }


@needs_model
def test_one_thread_and_two_seconds_are_kept_to() -> None:
    """Without a queue: what takes too long is given up, and a batch waits for its turn."""
    with (
        served(threads=1, queue=0, timeout=2) as address,
        httpx.Client(base_url=address, timeout=60) as client,
        ThreadPoolExecutor(1) as beside,
    ):
        batch = beside.submit(begun, client)
        statuses = set()
        while not batch.done():
            statuses.add(client.post("/v1/resolve", json={"text": ANNA}).status_code)
        late = client.post("/v1/resolve", json={"text": LONG})
    assert statuses <= {200, 429}
    assert (late.status_code, late.json()["code"]) == (503, "too-long")
    assert "longer than 2 seconds" in late.json()["detail"]
    assert int(late.headers["retry-after"]) >= 1
    told = [one.get("problem", {}).get("status") for one in batch.result()]
    assert told == [None, 503, None]


def begun(client: httpx.Client) -> list[dict[str, Any]]:
    """What comes of a batch whose second document takes too long; it begins when it may."""
    documents = [{"text": ANNA}, {"text": LONG}, {"text": f"{ANNA} He left."}]
    while True:
        answer = client.post("/v1/batch", json={"documents": documents})
        if answer.status_code != 429:
            assert answer.status_code == 200
            results: list[dict[str, Any]] = answer.json()["results"]
            return results
