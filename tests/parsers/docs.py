"""Docs parsed by hand: FORM/UPOS/TAG/LABEL/HEAD a word, heads count from 1, 0 is the root."""

from __future__ import annotations

from dataclasses import replace

import pytest

pytest.importorskip("spacy", reason="spaCy is an extra: pip install 'hearer[spacy]'")

import spacy
from spacy.language import Language
from spacy.tokens import Doc
from spacy.vocab import Vocab

from hearer.model import Discourse, Utterance
from hearer.parsers.english import shipped

LEMMAS = {"is": "be", "was": "be", "are": "be", "'s": "be", "were": "be"}
VOCAB: Vocab = spacy.blank("en").vocab


def doc(parsed: str, vocab: Vocab = VOCAB) -> Doc:
    """A Doc from words like "She/PRON/PRP/nsubj/2"; a space between them is a space."""
    rows = [word.split("/") for word in parsed.split()]
    forms, upos, tags, labels, heads = (list(column) for column in zip(*rows, strict=True))
    return Doc(
        vocab,
        words=forms,
        spaces=[True] * (len(forms) - 1) + [False],
        pos=upos,
        tags=tags,
        deps=labels,
        lemmas=[LEMMAS.get(form, form.lower()) for form in forms],
        heads=[int(head) - 1 if head != "0" else n for n, head in enumerate(heads)],
    )


def nlp_of_ours() -> Language:
    """A spaCy pipeline: spaCy's words and sentences, and our parse of them."""
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    nlp.add_pipe("parsed_by_hearer")
    return nlp


def parsed_by_hearer(doc: Doc) -> Doc:
    """A Doc with our parse of its words, white space included."""
    nothing = Utterance.of("")
    given = tuple(replace(nothing, forms=tuple(t.text for t in s)) for s in doc.sents)
    parsed = shipped().parse_words(Discourse(given)).utterances
    number = [n for utterance in parsed for n in range(len(utterance))]
    heads = [n for utterance in parsed for n in utterance.heads]

    def column(name: str) -> list[str]:
        return [value for utterance in parsed for value in getattr(utterance, name)]

    relations = zip(heads, column("relations"), strict=True)
    return Doc(
        doc.vocab,
        words=[token.text for token in doc],
        spaces=[bool(token.whitespace_) for token in doc],
        pos=column("upos"),
        tags=column("xpos"),
        deps=[relation if head else "ROOT" for head, relation in relations],
        lemmas=column("lemmas"),
        heads=[n + head - 1 - number[n] if head else n for n, head in enumerate(heads)],
        morphs=[features.strip("_") for features in column("features")],
    )


Language.component("parsed_by_hearer", func=parsed_by_hearer)
