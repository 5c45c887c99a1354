"""Docs parsed by hand: FORM/UPOS/TAG/LABEL/HEAD a word, heads count from 1, 0 is the root."""

from __future__ import annotations

from pathlib import Path

import pytest
import spacy
from spacy.tokens import Doc
from spacy.vocab import Vocab

from hearer.model import Discourse
from hearer.parsers.spacy import discourse_of

MODEL = Path(__file__).parents[2] / "src/hearer/parsers/english/model"
needs_model = pytest.mark.skipif(not MODEL.is_dir(), reason="the English pipeline is not built")
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


def relations(discourse: Discourse) -> list[str]:
    """`form relation head` for every word."""
    return [
        f"{word.form} {word.relation} {utterance.forms[word.head - 1] if word.head else '-'}"
        for utterance in discourse.utterances
        for word in utterance.words
    ]


def universal(parsed: str) -> list[str]:
    return relations(discourse_of(doc(parsed)))
