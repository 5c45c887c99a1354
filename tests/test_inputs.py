"""What can be resolved: texts, files, documents and lists of them; errors for all else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import hearer
from hearer.errors import InputError, UsageError
from tests.conftest import EXAMPLES
from tests.parsers.parses import needs_model

TABLE_3, TABLE_5 = EXAMPLES / "table3.conllu", EXAMPLES / "table5.conllu"
TEXTS = ["Anna left. She ran.", "Tom slept. He snored."]
h: Any = hearer  # calls that a type checker refuses


def meant(found: hearer.Interpretation) -> list[str]:
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


WRONG: list[tuple[Callable[[], object], str]] = [
    (lambda: h.resolve(None), "this is NoneType"),
    (lambda: h.resolve(5), "this is int"),
    (lambda: h.resolve(b"Anna"), r"bytes: decode it first, hearer.resolve\(x.decode\(\)\)"),
    (lambda: h.resolve({"a": "A."}), r"dict: .*hearer.resolve\(list\(x.values\(\)\)\)"),
    (lambda: h.resolve({"Anna left."}), r"this is set: say hearer.resolve\(list\(x\)\)"),
    (lambda: h.resolve(t for t in TEXTS), r"generator: say hearer.resolve\(list\(x"),
    (lambda: h.resolve([["A."]]), r"\[0\] is list: a list in a list is too deep"),
    (lambda: h.resolve(["Anna left.", None]), r"\[1\] is NoneType"),
    (lambda: h.resolve(found()), "it was resolved already"),
    (lambda: hearer.resolve(TABLE_3), r"has 2 documents.*resolve\(list\(hearer.read\(path\)\)\)"),
    (lambda: h.resolve("A.", precison=0.9), "did you mean 'precision'"),
    (lambda: h.resolve("A.", windw=5), "did you mean 'window'.*one of lappin-leass, s-list"),
    (lambda: h.resolve("A.", algoritm="bfp"), "did you mean 'algorithm'"),
    (lambda: h.resolve("A.", algorithm="bpf"), "did you mean 'bfp'"),
    (lambda: h.resolve("A.", profile="papper"), "did you mean 'paper'"),
    (lambda: h.resolve("A.", parser="spacey"), "did you mean 'spacy'"),
    (lambda: hearer.write(found(), to="jsn"), "did you mean 'json'"),
    (lambda: h.resolve("A.", algorithm=5), "The algorithm is given by its name, not 5"),
    (lambda: h.resolve("A.", profile=5), "The profile is given by its name, not 5"),
    (lambda: h.trace(TEXTS), "One document at a time is taken.* this is list"),
    (lambda: h.follow(TEXTS), "One document at a time is taken.* this is list"),
    (lambda: h.compare(TEXTS), "One document at a time is taken.* this is list"),
    (lambda: h.evaluate("a.conllu"), r"or a file: Path\('a.conllu'\)"),
    (lambda: h.convert("a.conllu"), r"or a file: Path\('a.conllu'\)"),
    (lambda: h.Session().hear(5), "A turn is a text, an Utterance or several"),
    (lambda: h.given(document(), [(0, 2)]), r"A span is \(start, end, label\)"),
    (lambda: h.write("A."), r"not str: hearer.write\(hearer.resolve\("),
    (lambda: h.write(found(), to=5), "There is no format '5'"),
    (lambda: h.rewrite("A.", style=5), "There is no style '5'"),
    (lambda: h.compare(TABLE_5, algorithms=5), r"algorithms=\['s-list'\], not int"),
    (lambda: h.evaluate(5), r"Documents are evaluated, as hearer.read\(path\) gives them, not int"),
    (lambda: h.evaluate(TEXTS), "not str"),
    (lambda: h.convert(found()), "Documents are converted, .*, not Interpretation"),
    (lambda: h.read(5), "A file is given by its path, not int"),
    (lambda: h.read_corrections(5), "given by its path, not int"),
    (lambda: h.write_corrections([5], "none.tsv"), "corrections, .*, not int"),
    (lambda: h.given("Anna left.", [(0, 4, "PERSON")]), "Spans are of a document, .*, not str"),
    (lambda: h.given(document(), [("a", "b", "c")]), r"A span is \(start, end"),
    (lambda: h.resolve(TABLE_5).why("she", which="a"), "which=2, not str"),
    (lambda: h.resolve(TABLE_5).why_not("she", None), "asked about by name, .*, not NoneType"),
    (lambda: h.Session.from_json(5), r"the text that session.to_json\(\) gave, not int"),
    (lambda: h.Listener().hear(5), "What is heard is a text, not int"),
    (lambda: h.rewrite("A.", protect="abc"), r"protect=\[\(0, 12\)\]; not 'abc'"),
    (lambda: h.rewrite("A.", protect=(0, 4)), r"protect=\[\(0, 12\)\]; not 0"),
    (lambda: h.rewrite("Anna left.", protect=[(4, 0)]), r"not \(4, 0"),
    (lambda: h.rewrite("A.", pronouns=[5]), r"pronouns=\['she', 'her'\]; not 5"),
    (lambda: h.rewrite(TEXTS, protect=[(0, 4)]), "protect has ranges of one text"),
    (
        lambda: h.rewrite(found(), knowledge=hearer.Knowledge()),
        "This was resolved already: say knowledge to hearer.resolve",
    ),
    (lambda: h.Session().roll_back(99), r"what session.snapshot\(\) gave, not int"),
    (lambda: h.Session().hear("A.", speaker=5), "A speaker has a name, speaker='Anna', not int"),
    (
        lambda: h.correct("she", "EVA"),
        "one of found.resolutions or found.expressions, .*, not 'she'",
    ),
    (lambda: h.correct(found().resolutions[0], 5), "What is meant is one of .*, not 5"),
]


@pytest.mark.parametrize(("call", "message"), WRONG)
def test_wrong_use_is_refused_with_what_to_do(call: Callable[[], object], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        call()


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
    assert hearer.rewrite(text, pronouns="he").text == text
