"""In which language a document of CoNLL-U is, and what it does not say aloud.

    language_of    the language of a document: as it states, else as its words show
    empty_nodes    the empty nodes of a sentence, and what they hang on

A document states it with a comment before its first sentence (`# lang = cs`), or its file does with
a name such as Universal Dependencies and CorefUD give theirs (cs_pdt-corefud-dev.conllu).
Enhanced English trees have empty nodes for verbs that are left out; these are nobody's mention, so
only those of other languages are read.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain
from operator import itemgetter
from pathlib import Path

from hearer.formats.conllu.file import (
    DEPREL,
    DEPS,
    FEATS,
    FORM,
    HEAD,
    ID,
    LEMMA,
    UPOS,
    Columns,
    ConlluDocument,
    ConlluSentence,
    key_of,
)
from hearer.model.language import ParsedWord, code_of, of_words, sampled
from hearer.model.text import ROOT, EmptyNode

KEYS = frozenset({"lang", "language", "global.lang", "global.language"})
NAMED = re.compile(r"([a-z]{2,3})_[A-Za-z0-9]+-(?:ud|corefud|sud)-\w+")
MOST_CLIMBED = 16  # empty nodes that hang on one another
_TOLD = itemgetter(FORM, LEMMA, UPOS, FEATS)
_EDGE = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,9})?):(.+)")


def language_of(document: ConlluDocument) -> str:
    """The language of a document; nothing for English, or where it cannot be told."""
    for said in _stated(document):
        if (code := code_of(said)) is not None:
            return code
    sentences = document.sentences
    some = (sentences[n].columns for n in sampled(sentences))
    rows = chain.from_iterable(
        zip(columns[FORM], columns[UPOS], columns[FEATS], strict=True) for columns in some
    )
    return of_words(ParsedWord(*row) for row in rows)


def _stated(document: ConlluDocument) -> Iterator[str]:
    for sentence in document.sentences[:1]:
        yield from (value for key, value in map(key_of, sentence.comments) if key in KEYS)
    if named := NAMED.fullmatch(Path(document.path).stem):
        yield named[1]


def empty_nodes(sentence: ConlluSentence) -> tuple[EmptyNode, ...]:
    """The empty nodes of a sentence in their order; each hangs on a word, or on nothing."""
    rows = [row for row in sentence.others if "." in row.columns[ID]]
    columns = {row.columns[ID]: row.columns for row in rows}
    words = {name: n for n, name in enumerate(sentence.columns[ID], start=1)} if rows else {}
    behind: Counter[int] = Counter()
    found = []
    for row in rows:
        word = bisect_left(sentence.word_lines, row.line)
        behind[word] += 1
        place = word, behind[word], *_hangs_on(row.columns, columns, words)
        found.append(EmptyNode(*place, *_TOLD(row.columns)))
    return tuple(found)


def _hangs_on(
    row: Columns, empty: Mapping[str, Columns], words: Mapping[str, int]
) -> tuple[int, str]:
    """The word that an empty node hangs on, by way of others, and how; 0 if nothing tells."""
    relation, over = _edge(row, words, empty)
    first = relation
    for _ in range(MOST_CLIMBED):
        if over in words:
            return words[over], first
        if over not in empty:
            break
        _, over = _edge(empty[over], words, empty)
    return ROOT, first


def _edge(row: Columns, words: Mapping[str, int], empty: Mapping[str, Columns]) -> tuple[str, str]:
    """The relation and the head of the first edge in DEPS that leads to something that is there.

    Some write them where those of words stand.
    """
    edges = [found.groups() for one in row[DEPS].split("|") if (found := _EDGE.fullmatch(one))]
    for over, relation in (*edges, (row[HEAD], row[DEPREL])):
        if over in words or (over in empty and empty[over] is not row):
            return relation, over
    return (edges[0][1] if edges else row[DEPREL]), ""
