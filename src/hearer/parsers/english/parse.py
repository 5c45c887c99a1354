"""What the encoder says of the words of a sentence, column by column.

Parse    tags, features, lemmas, a tree, sorts and meanings
"""

from __future__ import annotations

from typing import NamedTuple


class Parse(NamedTuple):
    """The words of a sentence; heads count from 1, and the root has 0."""

    lemmas: list[str]
    upos: list[str]
    xpos: list[str]
    features: list[str]
    heads: list[int]
    relations: list[str]
    sorts: list[str]
    meanings: list[bytes]
