"""Valid CoNLL-U: nothing is lost, nothing is wrong, and the text comes out as it was."""

from __future__ import annotations

from pathlib import Path

import pytest

import hearer
from hearer.errors import InputError, StrictError
from hearer.formats import conllu
from hearer.model import Discourse
from tests.formats.making import BASE, HERE, VALID, base, discourse_of, field

NEEDED = {"crlf", "multiword", "empty_nodes", "comments", "no_final_newline", "byte_order_mark"}


def valid(name: str) -> tuple[Discourse, ...]:
    return conllu.discourses(conllu.read(HERE / "valid" / f"{name}.conllu"))


@pytest.mark.parametrize("path", VALID, ids=lambda path: path.stem)
def test_a_valid_file_has_no_problems_and_is_written_back_byte_for_byte(path: Path) -> None:
    assert {each.stem for each in VALID} >= NEEDED
    file = conllu.read(path)
    assert file.problems == ()
    assert conllu.write(file) == b"".join(map(conllu.write, file.documents)) == path.read_bytes()
    assert len(hearer.read(path, strict=True)) == len(file.documents)
    for discourse in conllu.discourses(file):
        source = discourse.source
        assert isinstance(source, conllu.ConlluDocument)
        for utterance, sentence in zip(discourse.utterances, source.sentences, strict=True):
            assert utterance.text == (sentence.comment("text") or utterance.text)
            assert discourse.text[utterance.start :].startswith(utterance.text)


def test_a_multiword_token_is_spelled_together_and_empty_nodes_are_no_words() -> None:
    discourse = valid("multiword")[0]
    assert discourse.utterances[0].forms == ("Brennan", "'s", "car", "ca", "n't", "wait", ".")
    assert discourse.utterances[0].spaces == ("", " ", " ", "", " ", "", " ")
    assert discourse.text == "Brennan's car can't wait. (don't) "
    (only,) = valid("empty_nodes")[0].utterances
    assert only.forms == ("Sue", "likes", "coffee", "and", "Bill", "tea")


def test_newdoc_begins_a_discourse_and_newpar_a_paragraph() -> None:
    first, second = valid("documents")
    assert (first.name, second.name) == ("first", "second")
    assert [u.begins_paragraph for u in first.utterances] == [True, False, True]
    assert [u.name for u in first.utterances] == ["f-1", "f-2", "f-3"]
    sentence = "She drives fast."
    assert first.text == f"{sentence} {sentence}\n\n{sentence} "
    assert [u.start for u in first.utterances] == [0, 17, 35]
    assert second.utterances[0].start == 0
    (spaces,) = valid("spaces")  # NewPar in MISC
    assert spaces.text == "New York  is\tbig\n\nNext "
    assert [u.begins_paragraph for u in spaces.utterances] == [False, True]


def test_sentences_without_newdoc_are_a_document_named_after_the_file() -> None:
    assert [discourse.name for discourse in valid("plain")] == ["plain"]
    text = "\n".join(BASE[1:]) + base()
    documents = conllu.discourses(conllu.parse(text, path="a/early.conllu"))
    assert [(d.name, len(d)) for d in documents] == [("early", 2), ("story", 2)]


def test_headings_and_speakers_are_those_of_gum() -> None:
    (talk,) = valid("headings")
    assert [u.is_heading for u in talk.utterances] == [True, True, False, True]
    assert [u.speaker for u in talk.utterances] == ["", "", "Lea", ""]


@pytest.mark.parametrize("column", [2, 3, 10])
def test_form_lemma_and_misc_may_have_spaces(column: int) -> None:
    assert conllu.parse(base(put={5: field(5, column, "a b")})).problems == ()


def test_gold_entities_never_reach_an_utterance() -> None:
    gold = discourse_of(base(put={5: field(5, 10, "Entity=(e1-person-1-)|SpaceAfter=No")}))
    assert gold.utterances == discourse_of(base()).utterances


def test_a_file_that_is_not_there_is_an_input_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"nowhere\.conllu cannot be read"):
        conllu.read(tmp_path / "nowhere.conllu")
    with pytest.raises(InputError):
        conllu.read(tmp_path)


def test_strict_raises_all_problems(tmp_path: Path) -> None:
    path = tmp_path / "broken.conllu"
    path.write_text(base(put={5: field(5, 7, "x"), 6: field(6, 7, "9")}), encoding="utf-8")
    with pytest.raises(StrictError) as caught:
        hearer.read(path, strict=True)
    assert caught.value.problems == conllu.read(path).problems
    assert len(caught.value.problems) == 2
