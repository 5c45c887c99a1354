"""The words and empty nodes of a CoNLL-U document, as coreference counts them.

ConlluNode     one of them, with its line and its MISC column
nodes_of       all of a document
document_of    the CoNLL-U that a discourse was read from
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from hearer.errors import UsageError
from hearer.formats.conllu.file import ID, MISC, ConlluDocument
from hearer.formats.entities import NodePlace
from hearer.model import Discourse


class ConlluNode(NamedTuple):
    """A word or an empty node, in line `line` of its file."""

    place: NodePlace
    line: int
    misc: str


def nodes_of(document: ConlluDocument) -> Iterator[ConlluNode]:
    """All words and empty nodes, in the order of their lines.

    Utterances are counted as in the discourse: sentences without words are none.
    """
    for number, sentence in enumerate(filter(len, document.sentences), start=1):
        words = zip(sentence.word_lines, sentence.columns[MISC], strict=True)
        nodes = [
            ConlluNode(NodePlace(number, n), line, misc) for n, (line, misc) in enumerate(words, 1)
        ]
        empty = [other for other in sentence.others if "." in other.columns[ID]]
        behind: Counter[int] = Counter()
        for other in empty:
            word = bisect_left(sentence.word_lines, other.line)
            behind[word] += 1
            place = NodePlace(number, word, behind[word])
            nodes.append(ConlluNode(place, other.line, other.columns[MISC]))
        yield from sorted(nodes) if empty else nodes


def document_of(discourse: Discourse) -> ConlluDocument:
    """The CoNLL-U that a discourse was read from."""
    if not isinstance(discourse.source, ConlluDocument):
        raise UsageError(f"The discourse {discourse.name!r} was not read from CoNLL-U.")
    return discourse.source
