"""CorefUD: CoNLL-U with coreference in MISC.

read              a file, as CoNLL-U
read_entities     the gold coreference of a discourse
write_entities    a document with other coreference
write             what was understood: the discourse with our chains
mentions_of       our chains as CorefUD sees them

The format: https://ufal.mff.cuni.cz/corefud
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hearer.formats.conllu import parse, read
from hearer.formats.conllu_file import Document
from hearer.formats.conllu_make import conllu_of
from hearer.formats.corefud_entities import (
    OFFICIAL,
    Bridge,
    Entities,
    Mention,
    Place,
    Span,
    SplitAntecedent,
    nodes_of,
)
from hearer.formats.corefud_read import read_entities
from hearer.formats.corefud_write import write_entities
from hearer.model import Chain, Discourse, Interpretation, ReferringExpression

__all__ = [
    "Bridge",
    "Entities",
    "Mention",
    "Place",
    "Span",
    "SplitAntecedent",
    "mentions_of",
    "read",
    "read_entities",
    "write",
    "write_entities",
]


def write(found: Interpretation) -> bytes:
    """The discourse as CorefUD, with our chains and no others.

    Coreference that was there is removed; all else stays byte for byte. Every entity is
    written, singletons too. Ellipses have no words and are not.
    """
    return write_entities(_document(found.discourse), Entities(mentions_of(found)))


def mentions_of(found: Interpretation) -> tuple[Mention, ...]:
    """Our chains as CorefUD sees them: e1, e2 … in the order in which they first appear."""
    sentences = _sentences(found.discourse)
    chains = sorted(found.chains, key=_first_place)
    return tuple(
        mention
        for number, chain in enumerate(chains, start=1)
        for mention in _mentions(f"e{number}", chain, sentences)
    )


class _Sentence(NamedTuple):
    """Which sentence of the document an utterance is, its length and its empty nodes."""

    number: int
    length: int
    empty_behind: tuple[int, ...] = ()  # the words that an empty node stands behind

    def words_between(self, first: int, last: int) -> int:
        """How many words and empty nodes there are from `first` to `last`, both included."""
        return last - first + 1 + sum(first <= word < last for word in self.empty_behind)


def _sentences(discourse: Discourse) -> dict[int, _Sentence]:
    """The sentence that each utterance is, by the number of the utterance."""
    empty: dict[int, list[int]] = {}
    if isinstance(discourse.source, Document):
        for place, _, _ in nodes_of(discourse.source):
            if place.empty:
                empty.setdefault(place.utterance, []).append(place.word)
    return {
        utterance.number: _Sentence(number, len(utterance), tuple(empty.get(number, ())))
        for number, utterance in enumerate(filter(len, discourse.utterances), start=1)
    }


def _document(discourse: Discourse) -> Document:
    if isinstance(discourse.source, Document):
        return discourse.source
    return parse(conllu_of(discourse), path=discourse.path).documents[0]


def _first_place(chain: Chain) -> tuple[int, int, int]:
    return min((e.utterance, e.first or e.head, -e.last) for e in chain.expressions)


def _mentions(entity: str, chain: Chain, sentences: dict[int, _Sentence]) -> Iterator[Mention]:
    """The mentions of a chain, each span once."""
    taken: dict[int, list[tuple[int, int]]] = {}
    etype = _etype(chain)
    for expression in chain.expressions:
        sentence = sentences.get(expression.utterance, _Sentence(0, 0))
        first, last = _ends(expression, sentence.length)
        head = min(max(expression.head, first), last)
        there = taken.setdefault(sentence.number, [])
        if any(_cross((first, last), other) for other in there):
            # Brackets of one entity that cross would be read as nested.
            first = last = head
        if not first or (first, last) in there:
            continue
        there.append((first, last))
        fields = (entity, etype, str(sentence.words_between(first, head)), "")
        places = Place(sentence.number, first), Place(sentence.number, last)
        attributes = tuple(zip(OFFICIAL[1:], fields[1:], strict=True))
        yield Mention(entity, (Span(*places, fields),), attributes)


def _etype(chain: Chain) -> str:
    """The sort, when the expressions that have only one agree on it."""
    sorts = {next(iter(e.sorts)) for e in chain.expressions if len(e.sorts) == 1}
    return str(sorts.pop()) if len(sorts) == 1 else ""


def _ends(expression: ReferringExpression, length: int) -> tuple[int, int]:
    """The first and the last word, inside the utterance; 0 and 0 if there is none."""
    first = expression.first or expression.head
    last = max(expression.last, first)
    return (first, min(last, length)) if 1 <= first <= length else (0, 0)


def _cross(one: tuple[int, int], other: tuple[int, int]) -> bool:
    (first, last), (start, end) = sorted((one, other))
    return first < start <= last < end
