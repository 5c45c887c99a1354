"""Sorts that a CoNLL-U file states as analysis: `Sort=person` in MISC.

    stated_sorts     what a sentence says of each word, "" where it says nothing; () if of none
    unknown_sorts    the problems of a document: sorts that there are not

The types of entities that stand in `Entity=` are coreference, and are not looked at.
"""

from __future__ import annotations

from collections.abc import Iterator

from hearer.formats.conllu.file import MISC, ConlluDocument, ConlluSentence, misc_of
from hearer.formats.format import quoted
from hearer.model import Problem, Sort

SORT = "Sort"
SORTS = frozenset(sort.value for sort in Sort)


def stated_sorts(sentence: ConlluSentence) -> tuple[str, ...]:
    """The sorts that a sentence states, as they are spelled there or in lower case."""
    said = _said(sentence)
    if not any(said):
        return ()
    return tuple([sort.lower() if sort.lower() in SORTS else "" for sort in said])


def unknown_sorts(document: ConlluDocument) -> Iterator[Problem]:
    """Where a document states a sort that is none."""
    for sentence in document.sentences:
        for n, sort in enumerate(_said(sentence)):
            if sort and sort.lower() not in SORTS:
                yield Problem(
                    document.path,
                    line=sentence.word_lines[n],
                    column=0,
                    code="conllu-sort",
                    message=f"there is no sort {quoted(sort)}; it is left aside",
                )


def _said(sentence: ConlluSentence) -> list[str]:
    miscs = sentence.columns[MISC]
    if not any(f"{SORT}=" in misc for misc in miscs):
        return []
    return [misc_of(misc).get(SORT, "") for misc in miscs]
