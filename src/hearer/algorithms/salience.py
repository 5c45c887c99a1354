"""Salience factors and where they are earned (Lappin & Leass 1994; Kennedy & Boguraev 1996).

Factor, WEIGHTS    the factors, and what they weigh in either variant
Sentence           a parsed sentence: the factors and the slot of each NP in it
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from hearer.model import ROOT, Kind, ReferringExpression, Utterance

PARALLEL_ROLE = 35
CATAPHORA = -175

SLOTS = frozenset({"nsubj", "obj", "iobj", "obl"})
NOMINALS = frozenset({"NOUN", "PROPN", "PRON"})
PHRASES = frozenset({"nsubj", "obj", "iobj", "obl", "nmod", "appos", "conj", "root"})
INSIDE_NOUN_PHRASE = frozenset({"nmod", "compound", "appos", "acl"})
SUBORDINATE = frozenset({"ccomp", "advcl", "acl", "csubj"})
TEMPORAL = frozenset({"obl:tmod", "obl:unmarked"})
MARKED = frozenset({"obl:arg", "obl:agent"})


class Variant(StrEnum):
    """Whose weights count."""

    LAPPIN_LEASS = "lappin-leass"
    KENNEDY_BOGURAEV = "kennedy-boguraev"


class Factor(StrEnum):
    """What makes an NP salient, in the order of the table in ALGORITHMS.md D.5."""

    RECENCY = "recency"
    SUBJECT = "subject"
    EXISTENTIAL = "existential"
    POSSESSIVE = "possessive"
    ACCUSATIVE = "accusative"
    INDIRECT = "indirect object"
    OBLIQUE = "oblique complement"
    HEAD_NOUN = "head noun"
    NON_ADVERBIAL = "non-adverbial"
    CONTEXT = "context"


WEIGHTS: Mapping[Variant, Mapping[Factor, int]] = {
    Variant.LAPPIN_LEASS: {
        Factor.RECENCY: 100,
        Factor.SUBJECT: 80,
        Factor.EXISTENTIAL: 70,
        Factor.POSSESSIVE: 0,
        Factor.ACCUSATIVE: 50,
        Factor.INDIRECT: 40,
        Factor.OBLIQUE: 40,
        Factor.HEAD_NOUN: 80,
        Factor.NON_ADVERBIAL: 50,
        Factor.CONTEXT: 0,
    },
    Variant.KENNEDY_BOGURAEV: {
        Factor.RECENCY: 100,  # SENT
        Factor.SUBJECT: 80,
        Factor.EXISTENTIAL: 70,
        Factor.POSSESSIVE: 65,
        Factor.ACCUSATIVE: 50,
        Factor.INDIRECT: 40,  # DAT
        Factor.OBLIQUE: 30,
        Factor.HEAD_NOUN: 80,
        Factor.NON_ADVERBIAL: 50,  # ARG
        Factor.CONTEXT: 50,
    },
}


class Referent(NamedTuple):
    """An NP, and the grammatical slot it fills: "" where parallelism knows none."""

    expression: ReferringExpression
    slot: str

    @property
    def place(self) -> tuple[int, float]:
        return place(self.expression)


@dataclass(frozen=True, slots=True)
class EquivalenceClass:
    """The NPs that were taken to realize one entity, most recent last.

    A factor counts once per class and sentence: `earned` has the factors by sentence, and each
    sentence since then has halved them.
    """

    entity: str
    referents: tuple[Referent, ...]
    earned: tuple[tuple[int, frozenset[Factor]], ...]

    def with_referent(
        self, referent: Referent, sentence: int, factors: frozenset[Factor]
    ) -> EquivalenceClass:
        earned = dict(self.earned)
        earned[sentence] = earned.get(sentence, frozenset()) | factors
        number = referent.expression.utterance
        within = tuple(one for one in self.referents if one.expression.utterance == number)
        kept = within or self.referents[-1:]
        return EquivalenceClass(self.entity, (*kept, referent), tuple(earned.items()))

    def within(self, first: int) -> EquivalenceClass:
        """The class without the factors of sentences before `first`."""
        return replace(self, earned=tuple(one for one in self.earned if one[0] >= first))

    def referent(self, pronoun: ReferringExpression) -> Referent:
        """Its most recent NP before the pronoun, or else its first after it."""
        before = [one for one in self.referents if one.place < place(pronoun)]
        return before[-1] if before else self.referents[0]


def in_order(factors: frozenset[Factor]) -> Iterator[Factor]:
    """The factors in the order of the table."""
    return (factor for factor in Factor if factor in factors)


def place(expression: ReferringExpression) -> tuple[int, float]:
    """Where an expression stands in the text."""
    return expression.utterance, expression.position


class Sentence:
    """A parsed sentence, asked for the factors of its NPs."""

    def __init__(
        self, utterance: Utterance, variant: Variant, *, all_obliques: bool = True
    ) -> None:
        self.utterance = utterance
        self.all_obliques = all_obliques
        self.variant = variant
        self.relations = ("", *utterance.relations)
        self.bases = tuple(relation.partition(":")[0] for relation in self.relations)
        self.heads = (ROOT, *utterance.heads)
        self.lemmas = ("", *map(str.lower, utterance.lemmas))
        self.forms = ("", *utterance.forms, "")
        self._edges = _edges(utterance)
        self._existential = {
            self.heads[n]
            for n in range(1, len(self.heads))
            if self.bases[n] == "expl" and self.lemmas[n] == "there"
        }

    def factors(self, expression: ReferringExpression) -> frozenset[Factor]:
        """The factors an expression earns where it stands; an ellipsis stands as a subject."""
        if expression.kind is Kind.ELLIPSIS:
            return self._always() | {Factor.SUBJECT, Factor.HEAD_NOUN, Factor.NON_ADVERBIAL}
        return self.factors_of(expression.head)

    def factors_of(self, n: int) -> frozenset[Factor]:
        """The factors of the NP that word `n` heads."""
        if not 0 < n < len(self.heads):
            return self._always()
        earned: list[Factor] = []
        over = self._conjoined(n)
        if function := self._function(over):
            earned.append(function)
        if not self._is_inside_noun_phrase(over):
            earned.append(Factor.HEAD_NOUN)
        if not any(map(self._is_set_off, self._upwards(over))):
            earned.append(Factor.NON_ADVERBIAL)
        return self._always() | frozenset(earned)

    def slot(self, expression: ReferringExpression) -> str:
        """The function that parallelism compares."""
        if expression.kind is Kind.ELLIPSIS:
            return "nsubj"
        return self.slot_at(expression.head)

    def slot_at(self, n: int) -> str:
        """The function of the NP that word `n` heads."""
        relation = self.bases[self._conjoined(n)] if 0 < n < len(self.heads) else ""
        return relation if relation in SLOTS else ""

    def nominals_after(self, n: int) -> Iterator[int]:
        """The heads of NPs to the right of word `n`."""
        for later in range(n + 1, len(self.heads)):
            if self.utterance.upos[later - 1] in NOMINALS and self.bases[later] in PHRASES:
                yield later

    def share_subordinate(self, one: ReferringExpression, other: ReferringExpression) -> bool:
        """Whether two NPs of this sentence stand in one subordinate clause."""
        if one.utterance != other.utterance:
            return False
        clauses = {self._subordinate(one.head), self._subordinate(other.head)}
        return len(clauses) == 1 and clauses != {ROOT}

    def _always(self) -> frozenset[Factor]:
        """What every NP earns; only Kennedy and Boguraev know of contexts."""
        has_context = WEIGHTS[self.variant][Factor.CONTEXT] > 0
        return frozenset({Factor.RECENCY, *([Factor.CONTEXT] if has_context else [])})

    def _function(self, n: int) -> Factor | None:
        relation = self.bases[n]
        if relation == "nsubj":
            is_notional = self.heads[n] in self._existential
            return Factor.EXISTENTIAL if is_notional else Factor.SUBJECT
        if self.relations[n] == "nmod:poss":
            return Factor.POSSESSIVE if WEIGHTS[self.variant][Factor.POSSESSIVE] else None
        if relation == "obl":
            return Factor.OBLIQUE if self._is_complement(n) else None
        return {"obj": Factor.ACCUSATIVE, "iobj": Factor.INDIRECT}.get(relation)

    def _is_complement(self, n: int) -> bool:
        """UD does not tell complements from adjuncts; times and what a comma sets off are none."""
        if self.relations[n] in MARKED:
            return True
        return self.all_obliques and self.relations[n] not in TEMPORAL and not self._is_set_off(n)

    def _is_set_off(self, n: int) -> bool:
        """An adverbial PP with a comma between it and its clause: "At this point, ..."."""
        if self.bases[n] != "obl":
            return False
        first, last = self._edges[n]
        beside = last + 1 if n < self.heads[n] else first - 1
        return self.forms[beside] == "," or self.forms[first] == "," or self.forms[last] == ","

    def _is_inside_noun_phrase(self, n: int) -> bool:
        return any(self.bases[over] in INSIDE_NOUN_PHRASE for over in self._upwards(n))

    def _subordinate(self, n: int) -> int:
        clauses = (over for over in self._upwards(n) if self.bases[over] in SUBORDINATE)
        return next(clauses, ROOT)

    def _conjoined(self, n: int) -> int:
        """A conjunct stands where its coordination stands."""
        return next((over for over in self._upwards(n) if self.bases[over] != "conj"), n)

    def _upwards(self, n: int) -> Iterator[int]:
        for _ in range(len(self.heads)):
            if n == ROOT:
                return
            yield n
            n = self.heads[n]


def _edges(utterance: Utterance) -> list[tuple[int, int]]:
    """The first and last word of every subtree."""
    children: list[list[int]] = [[] for _ in range(len(utterance) + 1)]
    for n, head in enumerate(utterance.heads, start=1):
        children[head].append(n)
    downwards = [ROOT]
    for n in downwards:
        downwards.extend(children[n])
    first, last = list(range(len(children))), list(range(len(children)))
    for n in reversed(downwards[1:]):
        head = utterance.heads[n - 1]
        first[head], last[head] = min(first[head], first[n]), max(last[head], last[n])
    return list(zip(first, last, strict=True))
