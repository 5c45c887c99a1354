"""The first word of an utterance: a name that only looks like another word.

    with_name    the utterance, its first word read as a name where it must be one

Every first word has a capital letter, so a tagger goes by the words it knows: *Will read the
letter* begins with an auxiliary, *Hope baked a cake* with an order, *Rich cooked* with an
adjective. Where the word is a name, known from before or as a given name, and the clause has no
other subject, it is the subject.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from hearer.analysis.constraints.figures import is_quantifier
from hearer.analysis.constraints.sorts import is_personal_name
from hearer.model import ROOT, Utterance
from hearer.model.tree import FINITE_TAGS, SUBJECTS

DOUBTFUL = frozenset("ADJ ADV AUX NOUN VERB X INTJ ADP SCONJ".split())
STRAY = frozenset("aux advmod amod discourse mark case compound".split())
CLAUSES = frozenset("xcomp ccomp conj parataxis advcl obj dep".split())
IsKnown = Callable[[str], object]  # whether a name was heard before


class First(NamedTuple):
    """The first word of an utterance, and what is known of it."""

    utterance: Utterance
    number: int
    is_known: bool

    @property
    def relation(self) -> str:
        return self.utterance.relations[self.number - 1]

    @property
    def head(self) -> int:
        return self.utterance.heads[self.number - 1]

    def has_subject(self, n: int) -> bool:
        words = zip(self.utterance.heads, self.utterance.relations, strict=True)
        return any(head == n and relation in SUBJECTS_OR_IT for head, relation in words)


SUBJECTS_OR_IT = SUBJECTS | {"csubj", "csubj:pass", "expl"}


def with_name(utterance: Utterance, is_known: IsKnown) -> Utterance:
    """The utterance, its first word read as a name where it must be one.

    >>> words = "Will/AUX/aux/2 read/VERB/root/0 it/PRON/obj/2"
    >>> with_name(Utterance.of(words), lambda name: False).relations
    ('nsubj', 'root', 'obj')
    """
    number = _first_word(utterance)
    if not number or utterance.upos[number - 1] not in DOUBTFUL:
        return utterance
    form = utterance.forms[number - 1].lower()
    first = First(utterance, number, bool(is_known(form)))
    if not first.is_known and (is_quantifier(form) or not is_personal_name((form,))):
        return utterance
    for holds, subject_of in READINGS:
        if holds(first):
            return _named(first, subject_of(first))
    return utterance


def _first_word(utterance: Utterance) -> int:
    """The number of the first word behind quotes and the like if it is written as a name, or 0."""
    for n, form in enumerate(utterance.forms, start=1):
        if utterance.upos[n - 1] != "PUNCT":
            return n if len(form) > 1 and form[0].isupper() and form[1:].islower() else 0
    return 0


# Readings -------------------------------------------------------------------------------------


def _is_subject(first: First) -> bool:
    """*Rich* cooked: a bare subject that is no noun, or is known as a name."""
    is_alone = first.number not in first.utterance.heads
    is_noun = first.utterance.upos[first.number - 1] == "NOUN"
    return first.relation in SUBJECTS and is_alone and (first.is_known or not is_noun)


def _is_stray(first: First) -> bool:
    """*Will* read the letter: no question, and nobody else is the subject."""
    utterance, verb = first.utterance, first.head
    is_auxiliary = first.relation == "aux"
    if first.relation not in STRAY or not (is_auxiliary or first.is_known) or verb <= first.number:
        return False
    is_clause = utterance.relations[verb - 1] == "root" and utterance.upos[verb - 1] != "NOUN"
    return is_clause and "?" not in utterance.forms[-2:] and not first.has_subject(verb)


def _is_order(first: First) -> bool:
    """*Hope* baked a cake: no order, since a finite verb follows that has no subject."""
    utterance, verb = first.utterance, first.number + 1
    if first.relation != "root" or verb > len(utterance) or utterance.upos[verb - 1] != "VERB":
        return False
    hangs = utterance.heads[verb - 1] == first.number and utterance.relations[verb - 1] in CLAUSES
    is_tensed = utterance.xpos[verb - 1] in PAST or "Tense=" in utterance.features[verb - 1]
    return hangs and is_tensed and not first.has_subject(verb) and not first.has_subject(verb - 1)


PAST = FINITE_TAGS - {"VBP", "MD"}
Reading = tuple[Callable[[First], bool], Callable[[First], int]]
READINGS: Sequence[Reading] = (
    (_is_subject, lambda first: first.head),
    (_is_stray, lambda first: first.head),
    (_is_order, lambda first: first.number + 1),
)


def _named(first: First, verb: int) -> Utterance:
    """The utterance with its first word as a name, the subject of `verb`."""
    utterance, index = first.utterance, first.number - 1
    heads, relations = list(utterance.heads), list(utterance.relations)
    relation = first.relation if first.relation in SUBJECTS else "nsubj"
    if heads[index] == ROOT:
        heads = [verb if head == first.number else head for head in heads]
        heads[verb - 1], relations[verb - 1] = ROOT, "root"
    heads[index], relations[index] = verb, relation
    return replace(
        utterance,
        upos=_with(utterance.upos, index, "PROPN"),
        xpos=_with(utterance.xpos, index, "NNP"),
        features=_with(utterance.features, index, "Number=Sing"),
        lemmas=_with(utterance.lemmas, index, utterance.forms[index]),
        heads=tuple(heads),
        relations=tuple(relations),
    )


def _with(column: tuple[str, ...], index: int, value: str) -> tuple[str, ...]:
    return (*column[:index], value, *column[index + 1 :])
