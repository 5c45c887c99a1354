"""Stanza: its pipelines as parsers, and Documents it has parsed already.

Stanza uses Universal Dependencies, so nothing is mapped. A word of a contraction that Stanza spells
otherwise than the text does gets the characters of the text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import count
from typing import TYPE_CHECKING, Any

from hearer.errors import MissingPackage, UsageError
from hearer.model import Discourse, Utterance
from hearer.parsers.blocks import Columns, blocks, discourse, in_block, plain

if TYPE_CHECKING:
    from stanza.models.common.doc import Document


@lru_cache(maxsize=2)
def named(language: str = "") -> StanzaParser:
    """A Stanza pipeline for a language, English if none is said, without any download."""
    try:
        import stanza

        pipeline = stanza.Pipeline(language or "en", download_method=None, verbose=False)
    except ImportError as error:
        raise MissingPackage("stanza", "The parser 'stanza'") from error
    except Exception as error:
        raise UsageError(f"Stanza has no models for {language or 'en'!r} here: {error}") from error
    return StanzaParser(pipeline)


class StanzaParser:
    """A Stanza pipeline as a parser."""

    signature = "stanza"

    def __init__(self, pipeline: Callable[[str], Document]) -> None:
        self._pipeline = pipeline

    def parse(self, text: str) -> Iterator[Utterance]:
        """The utterances of a text, block by block."""
        numbers = count(1)
        for block in blocks(text):
            shown = plain(block.text)
            yield from in_block(block, _columns(self._pipeline(shown), shown)[1], numbers)


def discourse_of(document: Document) -> Discourse:
    """A parsed Document as a discourse; blank lines end paragraphs."""
    return discourse(*_columns(document, document.text))


def _columns(document: Document, text: str) -> tuple[str, Columns]:
    """The white space before the first word of a Document, and its words."""
    rows: list[list[Any]] = []  # in the order of the fields of Columns
    starts = [token.start_char for sentence in document.sentences for token in sentence.tokens]
    before, *ends = (*starts, len(text))
    following = iter(ends)
    for sentence in document.sentences:
        first = len(rows)
        for token in sentence.tokens:
            written = text[token.start_char : token.end_char]
            for word in token.words:  # of a contraction, the last gets what is left
                form = written if word is token.words[-1] else written[: len(word.text)]
                written = written[len(form) :]
                n, lemma = len(rows), word.lemma or word.text.lower()
                tags = (word.upos or "X", word.xpos or "_", word.feats or "_")
                head = first + word.head - 1 if word.head else n
                rows.append([form, "", lemma, *tags, head, word.deprel, n == first])
            rows[-1][1] = text[token.end_char : next(following)]
    columns = map(list, zip(*rows, strict=True)) if rows else ([] for _ in Columns._fields)
    return text[:before], Columns(*columns)
