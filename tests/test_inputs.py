"""What can be resolved: texts, files, documents and lists of them; errors for all else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import hearer
from hearer.errors import InputError, UsageError
from tests.cases import cases
from tests.conftest import EXAMPLES
from tests.parsers.parses import needs_model

TABLE_3, TABLE_5 = EXAMPLES / "table3.conllu", EXAMPLES / "table5.conllu"
TEXTS = ["Anna left. She ran.", "Tom slept. He snored."]
h: Any = hearer  # calls that a type checker refuses


def meant(found: hearer.Interpretation) -> list[str | None]:
    return [resolution.name for resolution in found.resolutions]


@needs_model
def test_several_texts_give_a_list() -> None:
    assert [meant(one) for one in hearer.resolve(TEXTS)] == [["Anna"], ["Tom"]]
    assert h.resolve(TEXTS) == h.resolve(tuple(TEXTS))
    assert [meant(one) for one in hearer.resolve(TEXTS[:1])] == [["Anna"]]
    assert hearer.resolve([]) == []
    both = ["Anna left. Anna ran.", "Tom slept. Tom snored."]
    assert [one.text for one in hearer.rewrite(TEXTS)] == both
    assert [one.text for one in hearer.rewrite(hearer.resolve(TEXTS))] == both


@needs_model
def test_a_path_is_a_file_of_any_format(tmp_path: Path) -> None:
    file = tmp_path / "story.txt"
    file.write_text(TEXTS[0])
    assert meant(hearer.resolve(file)) == ["Anna"]
    assert meant(hearer.resolve(hearer.read(file))) == ["Anna"]
    for given in (file, TEXTS[0]):
        assert hearer.rewrite(given).text == "Anna left. Anna ran."
        assert "ANNA" in hearer.trace(given)
    assert [r.name for s in hearer.follow(file) for r in s.resolutions] == ["Anna"]
    assert hearer.trace(file) == hearer.trace(TEXTS[0])
    assert hearer.compare(file, to="tsv").count("\n") > 1


def test_documents_readings_and_paths_may_stand_in_one_list() -> None:
    one = hearer.resolve(TABLE_5)
    documents = hearer.read(TABLE_3)
    found = hearer.resolve([TABLE_5, hearer.read(TABLE_5), *documents])
    assert found[0] == one
    assert found[1].chains == one.chains
    assert len(found) == 2 + len(documents)
    assert hearer.resolve(list(documents)) == found[2:]


@needs_model
@pytest.mark.parametrize("text", ["story.txt", "data/story.conllu", "a.json"])
def test_a_text_that_looks_like_a_path_is_a_text_with_a_warning(text: str) -> None:
    with pytest.warns(UserWarning, match=r"for the file, say Path\("):
        found = hearer.resolve(text)
    assert found.discourse.text == text


@needs_model
@pytest.mark.parametrize("text", ["", "Anna", "Hello.", "e.g.", "Anna left at 5.30", "and/or", "…"])
def test_a_short_text_is_no_path(text: str) -> None:
    assert hearer.resolve(text).discourse.text == text


def found() -> hearer.Interpretation:
    return hearer.resolve(TABLE_5)


def document() -> hearer.Discourse:
    return hearer.read(TABLE_5)[0]


@cases(__file__)
def test_wrong_use_is_refused_with_what_to_do(call: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        eval(call)


def test_a_file_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="There is no file"):
        hearer.resolve(tmp_path / "nothing.txt")


def test_one_algorithm_and_one_document_need_no_list() -> None:
    compared = hearer.compare(TABLE_5, algorithms=["s-list"])
    assert hearer.compare(TABLE_5, algorithms="s-list") == compared
    documents = hearer.read(TABLE_5)
    assert hearer.convert(documents[0]) == hearer.convert(documents) == hearer.convert(TABLE_5)


@needs_model
def test_a_text_is_rewritten_as_it_is_resolved() -> None:
    text = "Alex met Anna. She was late."
    told = hearer.Knowledge(pronouns={"Alex": "she/her", "Anna": "they/them"})
    assert hearer.rewrite(text, knowledge=told).text == "Alex met Anna. Alex was late."
    assert hearer.rewrite(text, precision=1.0).text == text
    assert hearer.rewrite(text, profile="paper").text == "Alex met Anna. Anna was late."
