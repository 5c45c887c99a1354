"""The seam between raw text and everything else: what a parser is to hearer.

Parser    text in, utterances out, as an iterator: a book need never be in memory as a whole
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol, runtime_checkable

from hearer.model import Utterance


@runtime_checkable
class Parser(Protocol):
    """Anything that can parse raw text: a pipeline of ours, of spaCy's, of Stanza's, or yours.

    The utterances count from 1, and `start` is the offset of their first word in the text. Their
    words and spaces, one after the other, give the text back from the first word on. They are in
    Universal Dependencies; `sorts` are GUM's entity types, or empty.
    """

    def parse(self, text: str) -> Iterator[Utterance]: ...
