"""Which language a document is in: English is never taken for another, nor another for English."""

from __future__ import annotations

import pytest

import hearer
from hearer.formats.conllu import discourses, parse
from hearer.formats.conllu.discourse import language_of
from hearer.language import called, code_of, of_words
from hearer.model import Discourse
from hearer.reading import parsed
from tests.cases import cases
from tests.conftest import DATA, EXAMPLES
from tests.parsers.parses import needs_model

pytestmark = needs_model


def told(text: str) -> list[str]:
    """What is said of the language of a raw text."""
    return [one.message.partition(";")[0] for one in parsed(Discourse.raw(text)).problems]


@cases(__file__)
def test_english_is_never_taken_for_another_language(text: str) -> None:
    assert told(text) == []


@cases(__file__)
def test_a_raw_text_of_another_language_is_told(code: str, text: str) -> None:
    assert told(text) == [f"this seems to be {called(code)}"]


@pytest.mark.parametrize("name", ["Dvořák", "Wałęsa", "Škoda", "façade", "résumé", "piñata", "č"])
def test_foreign_names_and_words_make_no_english_foreign(name: str) -> None:
    assert told(f"She likes {name} and {name}.") == []
    assert told(f"{name} wins.") == []
    assert told(f"Review: {name} concert, {name} posters") == []


def test_switching_to_another_language_for_a_sentence_is_english() -> None:
    assert told("") == []
    assert told("So I told him that he was wrong. Il ronfle. Then I left the house.") == []
    assert told("I asked my mother what it was. Nie wiem, she said, and went to bed.") == []


def test_an_epigraph_makes_no_text_french() -> None:
    french = "Longtemps, je me suis couché de bonne heure. Il ne savait pas qui elle était. "
    english = "He had been asleep for an hour when the clock of the old church struck. " * 400
    assert told(french * 20 + english) == []


def test_a_sentence_of_one_document_is_only_one_of_a_sample() -> None:
    """Recognition looks at a bounded number of words, however long the document is."""
    words = [(form, "NOUN", "") for form in ("judge", "the", "of")] * 3
    assert of_words(words) == ""


@pytest.mark.parametrize(
    ("said", "code"),
    [("de", "de"), ("de-AT", "de"), ("EN", ""), ("eng", ""), ("Czech", "cs"), ("?", None)],
)
def test_a_language_is_said_by_its_code_or_its_name(said: str, code: str | None) -> None:
    assert code_of(said) == code


ROW = "1\tOna\tona\tPRON\t_\t_\t0\troot\t_\t_\n\n"


@pytest.mark.parametrize("comment", ["# lang = pl", "# language = Polish", "# global.lang = pl"])
def test_a_document_may_state_its_language(comment: str) -> None:
    (document,) = parse(f"{comment}\n{ROW}").documents
    assert language_of(document) == "pl"


def test_what_the_document_states_goes_before_the_name_of_its_file() -> None:
    (document,) = parse(f"# lang = cs\n{ROW}", path="pl_pcc-corefud-dev.conllu").documents
    assert language_of(document) == "cs"


@pytest.mark.parametrize("name", ["table3", "table4", "table5"])
def test_the_papers_examples_are_english(name: str) -> None:
    assert {one.language for one in hearer.read(EXAMPLES / f"{name}.conllu")} == {""}


@pytest.mark.skipif(not DATA.is_dir(), reason=f"no corpora at {DATA}")
def test_no_document_of_gum_is_taken_for_another_language() -> None:
    paths = sorted((DATA / "gum" / "dev").glob("*.conllu"))[:8]
    found = [one.language for path in paths for one in discourses(parse(path.read_bytes()))]
    assert found
    assert set(found) == {""}


def test_the_language_can_be_said() -> None:
    text = "1\tEa\t_\tPRON\t_\t_\t2\tnsubj\t_\t_\n2\tvidit\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n"
    (document,) = discourses(parse(text))
    assert document.language == ""
    found = hearer.resolve(document, algorithm="s-list", language="la")
    assert found.discourse.language == "la"
    assert [one.pronoun.text for one in found.resolutions] == ["ea"]
    with pytest.raises(hearer.HearerError, match="The option language cannot be '42'"):
        hearer.resolve(document, language="42")
