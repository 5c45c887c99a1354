"""What can be resolved: texts, files, documents and lists of them; what is said of all else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import hearer
from hearer.errors import InputError, UnknownName, UsageError
from tests.conftest import EXAMPLES
from tests.parsers.parses import needs_model

TABLE_3, TABLE_5 = EXAMPLES / "table3.conllu", EXAMPLES / "table5.conllu"
TEXTS = ["Anna left. She ran.", "Tom slept. He snored."]


def meant(found: hearer.Interpretation) -> list[str]:
    return [resolution.name for resolution in found.resolutions]


@needs_model
def test_several_texts_give_a_list() -> None:
    assert [meant(one) for one in hearer.resolve(TEXTS)] == [["Anna"], ["Tom"]]
    assert hearer.resolve(TEXTS) == hearer.resolve(tuple(TEXTS))  # type: ignore[comparison-overlap]


@needs_model
def test_one_in_a_list_gives_a_list_of_one_and_none_gives_none() -> None:
    assert [meant(one) for one in hearer.resolve(TEXTS[:1])] == [["Anna"]]
    assert hearer.resolve([]) == []


@needs_model
def test_a_path_is_a_file_of_any_format(tmp_path: Path) -> None:
    file = tmp_path / "story.txt"
    file.write_text(TEXTS[0])
    assert meant(hearer.resolve(file)) == ["Anna"]
    assert meant(hearer.resolve(hearer.read(file))) == ["Anna"]
    assert hearer.rewrite(file).text == "Anna left. Anna ran."
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
def test_raw_text_can_be_rewritten_and_traced_at_once() -> None:
    assert hearer.rewrite(TEXTS[0]).text == "Anna left. Anna ran."
    assert "ANNA" in hearer.trace(TEXTS[0])


WRONG: dict[str, tuple[object, str]] = {
    "None": (None, "this is NoneType"),
    "a number": (5, "this is int"),
    "bytes": (b"Anna", r"this is bytes: decode it first, hearer.resolve\(x.decode\(\)\)"),
    "a dict": ({"a": "Anna left."}, r"this is dict: .*hearer.resolve\(list\(x.values\(\)\)\)"),
    "a set": ({"Anna left."}, r"this is set: say hearer.resolve\(list\(x\)\)"),
    "a generator": ((t for t in TEXTS), r"this is generator: say hearer.resolve\(list\(x\)\)"),
    "a list of lists": ([["Anna left."]], r"\[0\] is list: a list in a list is too deep"),
    "one of a list": (["Anna left.", None], r"\[1\] is NoneType"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_no_text_is_refused_with_what_to_do(case: str) -> None:
    x, said = WRONG[case]
    with pytest.raises(UsageError, match=said):
        hearer.resolve(x)


def test_what_was_understood_is_not_resolved_again() -> None:
    with pytest.raises(UsageError, match="it was resolved already"):
        hearer.resolve(hearer.resolve(TABLE_5))


def test_a_file_of_several_documents_says_how_to_get_a_list() -> None:
    with pytest.raises(
        UsageError, match=r"has 2 documents.*resolve\(list\(hearer.read\(path\)\)\)"
    ):
        hearer.resolve(TABLE_3)


def test_a_file_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="There is no file"):
        hearer.resolve(tmp_path / "nothing.txt")


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


MISSPELLED: dict[str, tuple[dict[str, object], str]] = {
    "an option": ({"precison": 0.9}, "did you mean 'precision'"),
    "another's option": ({"windw": 5}, "did you mean 'window'.*one of lappin-leass, s-list"),
    "an argument": ({"algoritm": "bfp"}, "did you mean 'algorithm'"),
    "an algorithm": ({"algorithm": "bpf"}, "did you mean 'bfp'"),
    "a profile": ({"profile": "papper"}, "did you mean 'paper'"),
    "a parser": ({"parser": "spacey"}, "did you mean 'spacy'"),
}


@pytest.mark.parametrize("case", MISSPELLED)
def test_what_is_misspelled_is_told_with_what_is_meant(case: str) -> None:
    options, said = MISSPELLED[case]
    with pytest.raises(UnknownName, match=said):
        hearer.resolve("Anna left.", **options)  # type: ignore[call-overload]


def test_a_format_is_told_too() -> None:
    with pytest.raises(UnknownName, match="did you mean 'json'"):
        hearer.write(hearer.resolve(TABLE_5), to="jsn")


@pytest.mark.parametrize("name", ["algorithm", "profile"])
def test_algorithms_and_profiles_are_named(name: str) -> None:
    with pytest.raises(UsageError, match=f"The {name} is given by its name, not 5"):
        hearer.resolve("Anna left.", **{name: 5})  # type: ignore[call-overload]


@pytest.mark.parametrize("call", [hearer.trace, hearer.follow, hearer.compare])
def test_elsewhere_one_document_at_a_time_is_taken(call: Callable[[object], object]) -> None:
    with pytest.raises(UsageError, match="One document at a time is taken here, and this is list"):
        call(TEXTS)


@pytest.mark.parametrize("call", [hearer.evaluate, hearer.convert])
def test_a_file_is_evaluated_and_converted_by_its_path(call: Callable[[object], object]) -> None:
    with pytest.raises(UsageError, match=r"or a file: Path\('a.conllu'\)"):
        call("a.conllu")


def test_a_turn_is_a_text() -> None:
    with pytest.raises(UsageError, match="A turn is a text, an Utterance or several"):
        hearer.Session().hear(5)  # type: ignore[arg-type]


def test_a_span_has_a_label() -> None:
    with pytest.raises(UsageError, match=r"A span is \(start, end, label\)"):
        hearer.given(hearer.read(TABLE_5)[0], [(0, 2)])  # type: ignore[list-item]


def test_only_what_was_understood_is_written() -> None:
    with pytest.raises(UsageError, match=r"not str: hearer.write\(hearer.resolve\("):
        hearer.write("Anna left.")  # type: ignore[arg-type]


RAW: dict[str, tuple[Callable[[], object], str]] = {
    "a format that is a number": (
        lambda: hearer.write(hearer.resolve(TABLE_5), to=5),  # type: ignore[arg-type]
        "There is no format '5'",
    ),
    "a style that is a number": (
        lambda: hearer.rewrite("Anna left.", style=5),  # type: ignore[call-overload]
        "There is no style '5'",
    ),
    "algorithms as a number": (
        lambda: hearer.compare(TABLE_5, algorithms=5),  # type: ignore[arg-type]
        r"algorithms=\['s-list'\], not int",
    ),
    "evaluating a number": (
        lambda: hearer.evaluate(5),  # type: ignore[arg-type]
        r"Documents are evaluated, as hearer.read\(path\) gives them, not int",
    ),
    "evaluating texts": (lambda: hearer.evaluate(TEXTS), "not str"),  # type: ignore[arg-type]
    "converting what was understood": (
        lambda: hearer.convert(hearer.resolve(TABLE_5)),  # type: ignore[arg-type]
        "Documents are converted, .*, not Interpretation",
    ),
    "reading a number": (
        lambda: hearer.read(5),  # type: ignore[arg-type]
        "A file is given by its path, not int",
    ),
    "reading corrections of a number": (
        lambda: hearer.read_corrections(5),  # type: ignore[arg-type]
        "given by its path, not int",
    ),
    "writing what is no correction": (
        lambda: hearer.write_corrections([5], "none.tsv"),  # type: ignore[list-item]
        "corrections, .*, not int",
    ),
    "spans of a text": (
        lambda: hearer.given("Anna left.", [(0, 4, "PERSON")]),  # type: ignore[arg-type]
        "Spans are of a document, .*, not str",
    ),
    "a span of texts": (
        lambda: hearer.given(hearer.read(TABLE_5)[0], [("a", "b", "c")]),  # type: ignore[list-item]
        r"A span is \(start, end, label\)",
    ),
    "which as a text": (
        lambda: hearer.resolve(TABLE_5).why("she", which="a"),  # type: ignore[arg-type]
        "which=2, not str",
    ),
    "nobody's name": (
        lambda: hearer.resolve(TABLE_5).why_not("she", None),  # type: ignore[arg-type]
        "asked about by name, .*, not NoneType",
    ),
    "a session of a number": (
        lambda: hearer.Session.from_json(5),  # type: ignore[arg-type]
        r"the text that session.to_json\(\) gave, not int",
    ),
    "hearing a number": (
        lambda: hearer.Listener().hear(5),  # type: ignore[arg-type]
        "What is heard is a text, not int",
    ),
    "protect as a text": (
        lambda: hearer.rewrite("Anna left.", protect="abc"),  # type: ignore[arg-type]
        r"protect=\[\(0, 12\)\]; not 'abc'",
    ),
    "one range": (
        lambda: hearer.rewrite("Anna left.", protect=(0, 4)),  # type: ignore[arg-type]
        r"protect=\[\(0, 12\)\]; not 0",
    ),
    "a range backwards": (lambda: hearer.rewrite("Anna left.", protect=[(4, 0)]), "not \\(4, 0"),
    "pronouns as numbers": (
        lambda: hearer.rewrite("Anna left.", pronouns=[5]),  # type: ignore[list-item]
        r"pronouns=\['she', 'her'\]; not 5",
    ),
    "protect of several": (
        lambda: hearer.rewrite(TEXTS, protect=[(0, 4)]),
        "protect has ranges of one text",
    ),
    "rewriting what was heard, with knowledge": (
        lambda: hearer.rewrite(hearer.resolve(TABLE_5), knowledge=hearer.Knowledge()),
        "This was resolved already: say knowledge to hearer.resolve",
    ),
    "rolling back to a number": (
        lambda: hearer.Session().roll_back(99),  # type: ignore[arg-type]
        r"what session.snapshot\(\) gave, not int",
    ),
    "a speaker who is a number": (
        lambda: hearer.Session().hear("Anna left.", speaker=5),  # type: ignore[arg-type]
        "A speaker has a name, speaker='Anna', not int",
    ),
    "correcting a text": (
        lambda: hearer.correct("she", "EVA"),  # type: ignore[arg-type]
        "one of found.resolutions or found.expressions, .*, not 'she'",
    ),
    "correcting to a number": (
        lambda: hearer.correct(hearer.resolve(TABLE_5).resolutions[0], 5),  # type: ignore[arg-type]
        "What is meant is one of .*, not 5",
    ),
}


@pytest.mark.parametrize("case", RAW)
def test_wrong_use_is_told_in_words(case: str) -> None:
    call, said = RAW[case]
    with pytest.raises(UsageError, match=said):
        call()


def test_one_algorithm_may_be_named_without_a_list() -> None:
    assert hearer.compare(TABLE_5, algorithms="s-list") == hearer.compare(
        TABLE_5, algorithms=["s-list"]
    )


@needs_model
def test_a_text_is_rewritten_as_it_is_resolved() -> None:
    text = "Alex met Anna. She was late."
    told = hearer.Knowledge(pronouns={"Alex": "she/her", "Anna": "they/them"})
    assert hearer.rewrite(text, knowledge=told).text == "Alex met Anna. Alex was late."
    assert hearer.rewrite(text, precision=1.0).text == text
    assert hearer.rewrite(text, profile="paper").text == "Alex met Anna. Anna was late."
    assert hearer.rewrite(text, pronouns="he").text == text


@needs_model
def test_several_texts_are_rewritten_as_a_list() -> None:
    both = ["Anna left. Anna ran.", "Tom slept. Tom snored."]
    assert [one.text for one in hearer.rewrite(TEXTS)] == both
    assert [one.text for one in hearer.rewrite(hearer.resolve(TEXTS))] == both


def test_one_document_is_converted_without_a_list() -> None:
    documents = hearer.read(TABLE_5)
    assert hearer.convert(documents[0]) == hearer.convert(documents) == hearer.convert(TABLE_5)
