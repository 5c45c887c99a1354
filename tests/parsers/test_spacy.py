"""spaCy pipelines as parsers, and Docs that somebody has parsed already."""

from __future__ import annotations

import pytest

import hearer
from hearer.errors import MissingPackage, UnknownName, UsageError
from hearer.model import Discourse
from hearer.parsers import Parser, find
from hearer.parsers.spacy import SpacyParser, discourse_of, named
from tests.parsers.docs import VOCAB, doc, nlp_of_ours
from tests.parsers.parses import needs_model

spacy = pytest.importorskip("spacy")
Doc = spacy.tokens.Doc

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


def test_a_pipeline_without_dependencies_is_refused_as_a_parser() -> None:
    with pytest.raises(UsageError, match="has no dependency parser"):
        hearer.resolve("She sings.", parser=spacy.blank("en"))


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


@needs_model
def test_words_with_labels_of_clearnlp_are_parsed_by_the_english_pipeline() -> None:
    made = doc("Anna/PROPN/NNP/dobj/2 saw/VERB/VBD/ROOT/0 Bob/PROPN/NNP/prep/2 ./PUNCT/./dep/2")
    (utterance,) = discourse_of(made).utterances
    assert utterance.forms == ("Anna", "saw", "Bob", ".")
    assert utterance.relations == ("nsubj", "root", "obj", "punct")


# Plug-ins -------------------------------------------------------------------------------------


@needs_model
def test_an_nlp_object_is_a_parser() -> None:
    nlp = nlp_of_ours()
    assert isinstance(find(nlp), SpacyParser)
    found = hearer.resolve("Anna met a judge.\n\nShe thanked him.", parser=nlp)
    assert [(r.pronoun.text, r.entity) for r in found.resolutions] == [
        ("she", "ANNA"),
        ("him", "JUDGE"),
    ]


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
    with pytest.raises(UsageError, match="There is no model 'x'; there is large, small"):
        find("english:x")


def test_a_missing_package_is_one_helpful_sentence() -> None:
    try:
        import stanza  # noqa: F401
    except ImportError:
        with pytest.raises(MissingPackage, match=r"pip install '.*.stanza.'"):
            find("stanza")
    else:
        pytest.skip("stanza is installed here")


def test_a_pipeline_that_changes_the_text_is_refused() -> None:
    nlp = spacy.blank("en")
    nlp.tokenizer = lambda text: Doc(nlp.vocab, words=text.upper().split())
    with pytest.raises(UsageError, match="does not keep the text"):
        list(SpacyParser(nlp).parse("She sings."))
