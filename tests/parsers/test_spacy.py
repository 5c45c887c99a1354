"""spaCy pipelines as parsers: exact characters whatever the text, trees whatever the Doc."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
import spacy
from hypothesis import given, settings
from hypothesis import strategies as st
from spacy.tokens import Doc

import hearer
from hearer.errors import MissingPackage, UnknownName, UsageError
from hearer.model import Discourse
from hearer.parsers import Parser, find
from hearer.parsers.english import shipped
from hearer.parsers.spacy import SpacyParser, discourse_of, named
from hearer.reading import parsed as with_parse
from tests.parsers.docs import VOCAB, doc, needs_model, relations
from tests.timing import seconds

STRANGE = [
    "",
    " \n\t ",
    "\ufeffShe sings.",
    "  She sings.  He\n\nlistens \n",
    "👩‍👩‍👧 She 😀 smiles. 🏳️‍🌈",
    "שלום עולם. היא שרה.",
    "a\0b \0 She sings\0.",
    "caf\udce9 She sings. \ud800",
    "She\u00a0sings.\u2003He\u3000listens.",
    "don't can't I'd've John's dogs' gonna",
    "x" * 2000 + " She sings.",
    "((((" * 200,
    "\x1c\x1d She \x85 sings.",
    "one\rtwo\r\nthree\n\r\nfour",
]


def text_of(discourse: Discourse) -> str:
    for utterance in discourse.utterances:
        assert len(utterance) > 0
        place = utterance.start
        assert utterance.offset(1) == place
    return discourse.text


@needs_model
@pytest.mark.parametrize("text", STRANGE)
def test_strange_texts_come_back_to_the_character(text: str) -> None:
    discourse = with_parse(Discourse.raw(text))
    assert text_of(discourse) == text
    found = hearer.resolve(discourse)
    hearer.write(found, to="jsonl").encode()
    hearer.write(found, to="json").encode()


@needs_model
@settings(deadline=None, max_examples=60)
@given(st.text(max_size=60) | st.text(alphabet="She .,'\n\"’“\t-I", max_size=60))
def test_any_text_comes_back_to_the_character(text: str) -> None:
    assert text_of(with_parse(Discourse.raw(text))) == text


@needs_model
def test_every_word_of_a_real_text_stands_where_its_offset_says(data: Path) -> None:
    path = min((data / "litbank").glob("*.txt"))
    text = path.read_text(encoding="utf-8")
    discourse = with_parse(Discourse.raw(text))
    assert discourse.text == text
    words = list(discourse.words)
    assert len(words) > 1000
    assert all(text[w.offset : w.offset + len(w.form)] == w.form for w in words[:3000])
    assert [u.number for u in discourse.utterances] == list(range(1, len(discourse) + 1))


@needs_model
def test_line_ends_do_not_change_the_parse() -> None:
    text = "Anna thanked the old judge of the court. She had met him there before."
    parsed = with_parse(Discourse.raw(text))
    wrapped = with_parse(Discourse.raw(text.replace(" ", "\n  ")))
    assert relations(wrapped) == relations(parsed)
    assert [len(u) for u in wrapped.utterances] == [9, 7]


@needs_model
def test_paragraphs_headings_and_sorts_are_kept() -> None:
    found = with_parse(
        Discourse.raw("Chapter One\n\nThe doctor sang. She left.\n\nIt rained.")
    ).utterances
    flags = [(u.text, u.begins_paragraph, u.is_heading) for u in found]
    assert flags == [
        ("Chapter One", True, True),
        ("The doctor sang.", True, False),
        ("She left.", False, False),
        ("It rained.", True, False),
    ]
    assert found[1].sorts[1] == "person"


@needs_model
@pytest.mark.parametrize("times", [2_000, pytest.param(20_000, marks=pytest.mark.slow)])
def test_a_long_line_without_a_full_stop_does_not_stall(times: int) -> None:
    text = "and so on " * times
    begun = time.perf_counter()
    steps = sum(1 for _ in hearer.follow(text))
    assert steps == 3 * times
    assert time.perf_counter() - begun < seconds(0.006 * times)


# Docs made by hand ----------------------------------------------------------------------------


def test_white_space_tokens_are_spaces_and_nothing_hangs_on_them() -> None:
    made = Doc(
        VOCAB,
        words=["  ", "She", "\n", "sings", ".", "\n\n", "He", "sings"],
        spaces=[False, True, False, False, False, False, True, False],
        pos=["SPACE", "PRON", "SPACE", "VERB", "PUNCT", "SPACE", "PRON", "VERB"],
        tags=["_SP", "PRP", "_SP", "VBZ", ".", "_SP", "PRP", "VBZ"],
        heads=[1, 3, 1, 2, 3, 5, 7, 5],
        deps=["dep", "nsubj", "ROOT", "dep", "punct", "ROOT", "nsubj", "dep"],
        sent_starts=[True, False, False, False, False, True, False, False],
    )
    made[2].head, made[5].head = made[2], made[5]
    discourse = discourse_of(made)
    assert discourse.text == made.text
    assert discourse.before == "  "
    assert [u.start for u in discourse.utterances] == [2, 15]
    assert [u.begins_paragraph for u in discourse.utterances] == [True, True]
    for utterance in discourse.utterances:
        assert utterance.heads.count(0) == 1


def test_a_doc_of_white_space_only_is_no_utterance() -> None:
    assert discourse_of(spacy.blank("en")(" \n ")) == Discourse((), before=" \n ")


def test_a_doc_without_dependencies_is_refused() -> None:
    with pytest.raises(UsageError, match="has no dependency parser"):
        hearer.resolve(spacy.blank("en")("She sings."))


def test_a_parsed_doc_is_resolved_as_it_is() -> None:
    made = doc(
        "Anna/PROPN/NNP/nsubj/2 saw/VERB/VBD/ROOT/0 a/DET/DT/det/4 judge/NOUN/NN/dobj/2"
        " ./PUNCT/./punct/2 She/PRON/PRP/nsubj/7 thanked/VERB/VBD/ROOT/0 him/PRON/PRP/dobj/7"
    )
    found = hearer.resolve(made)
    assert [(r.pronoun.text, r.entity) for r in found.resolutions] == [
        ("she", "ANNA"),
        ("him", "JUDGE"),
    ]


# Plug-ins -------------------------------------------------------------------------------------


@needs_model
def test_an_nlp_object_is_a_parser() -> None:
    nlp = shipped().nlp
    assert isinstance(find(nlp), SpacyParser)
    text = "Anna met a judge. She thanked him."
    assert hearer.resolve(text, parser=nlp) == hearer.resolve(text)


def test_whatever_can_parse_is_a_parser() -> None:
    class Silent:
        def parse(self, text: str) -> list[object]:
            return []

    assert isinstance(Silent(), Parser)
    assert hearer.resolve("She sings.", parser=Silent()).resolutions == ()


def test_what_is_no_parser_is_refused_in_one_sentence() -> None:
    with pytest.raises(
        UnknownName, match="There is no parser 'x'; there is english, spacy, stanza"
    ):
        find("x")
    with pytest.raises(UsageError, match="and int is none of these"):
        find(1)
    with pytest.raises(UsageError, match="python -m spacy download en_no_such"):
        named("en_no_such")
    with pytest.raises(UsageError, match="Say which spaCy pipeline"):
        find("spacy")
    with pytest.raises(UsageError, match="no 'x' of it"):
        find("english:x")


def test_a_missing_package_is_one_helpful_sentence() -> None:
    try:
        import stanza  # noqa: F401
    except ImportError:
        with pytest.raises(MissingPackage, match="needs the package stanza: pip install stanza"):
            find("stanza")
    else:
        pytest.skip("stanza is installed here")


def test_a_pipeline_that_changes_the_text_is_refused() -> None:
    nlp = spacy.blank("en")
    nlp.tokenizer = lambda text: Doc(nlp.vocab, words=text.upper().split())
    with pytest.raises(UsageError, match="does not keep the text"):
        list(SpacyParser(nlp).parse("She sings."))
