"""What tests ask of parsed utterances."""

from __future__ import annotations

import pytest

from hearer.model import Utterance
from hearer.parsers.english import MODEL

needs_model = pytest.mark.skipif(
    not (MODEL / "encoder.onnx").is_file(), reason="the English pipeline is not built"
)


def relations_of(utterance: Utterance) -> list[str]:
    """`form relation head` for every word."""
    forms = ("-", *utterance.forms)
    rows = zip(utterance.forms, utterance.relations, utterance.heads, strict=True)
    return [f"{form} {relation} {forms[head]}" for form, relation, head in rows]


def sort_of(utterance: Utterance, word: str) -> str:
    return utterance.sorts[utterance.forms.index(word)]
