"""The English pipeline that comes with hearer.

    load     the pipeline: Universal Dependencies, lemmas, and sorts in `token._.sort`
    MODEL    the folder it is in

    >>> nlp = load()
    >>> [token._.sort for token in nlp("The doctor drove to London.")]
    ['', 'person', '', '', 'place', '']

How it was made and how good it is: MODEL_CARD.md in this folder.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.language import Language

__all__ = ["MODEL", "load"]

MODEL = Path(__file__).with_name("model")


def load(path: Path = MODEL) -> Language:
    """Return the shipped pipeline, or one built like it in another folder."""
    import spacy

    import hearer.parsers.english.repairs
    import hearer.parsers.english.sorts  # noqa: F401  # both register their components

    return spacy.load(path)
