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
    return [
        f"{word.form} {word.relation} {utterance.forms[word.head - 1] if word.head else '-'}"
        for word in utterance.words
    ]


def sort_of(utterance: Utterance, word: str) -> str:
    return utterance.sorts[utterance.forms.index(word)]
