"""Where documents are cut into batches."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hearer.corpora.document import LARGEST, OVERHEAD, SMALLEST, Document, Failure, batches
from hearer.model import Problem


def document(number: int, size: int = 3000) -> Document:
    return Document(f"{number}.txt", f"{number}.txt", "text", bytes([65 + number % 26]) * size)


MANY = [document(n, size=500 + 37 * n % 6000) for n in range(500)]


def test_batches_one_after_the_other_are_the_documents() -> None:
    found = list(batches(MANY))
    assert [one for batch in found for one in batch.documents] == MANY
    assert len({batch.key for batch in found}) == len(found) > 20


def test_a_batch_of_several_documents_is_not_too_large() -> None:
    several = [batch for batch in batches(MANY) if len(batch.documents) > 1]
    assert several
    sizes = [sum(len(one.content) + OVERHEAD for one in b.documents) for b in several]
    assert all(SMALLEST <= size <= LARGEST for size in sizes[:-1])


def test_a_long_document_has_a_batch_of_its_own() -> None:
    found = list(batches([document(1), document(2, size=LARGEST + 1), document(3)]))
    assert [[one.name for one in batch.documents] for batch in found] == [
        ["1.txt"], ["2.txt"], ["3.txt"],
    ]  # fmt: skip


def test_documents_without_bytes_fill_a_batch_too() -> None:
    gone = Failure("input-unreadable", "It is gone.")
    found = list(batches(Document(f"{n}", f"{n}", "text", failure=gone) for n in range(10_000)))
    assert max(len(batch.documents) for batch in found) <= LARGEST // OVERHEAD


@pytest.mark.parametrize("place", [0, 250, 499])
def test_one_more_document_leaves_nearly_all_batches_as_they_are(place: int) -> None:
    before = {batch.key for batch in batches(MANY)}
    more = [*MANY[:place], document(1000), *MANY[place:]]
    assert len({batch.key for batch in batches(more)} - before) <= 6


@pytest.mark.parametrize(
    "other",
    [
        {"name": "b"}, {"path": "b"}, {"format": "conllu"}, {"content": b"Berta slept."},
        {"line": 2}, {"problems": (Problem("a", 1, 1, "row-json", "wrong"),)},
        {"failure": Failure("input-unreadable", "It is gone.")},
    ],
)  # fmt: skip
def test_another_document_has_another_key(other: dict[str, object]) -> None:
    one = Document("a", "a", "text", b"Anna slept.")
    changed = replace(one, **other)  # type: ignore[arg-type]
    assert keys([one]) != keys([changed])
    assert keys([one]) == keys([replace(one)])


def test_another_job_has_other_keys() -> None:
    assert keys(MANY, "now").isdisjoint(keys(MANY, "then"))


def keys(documents: list[Document], job: str = "") -> set[str]:
    return {batch.key for batch in batches(documents, job)}
