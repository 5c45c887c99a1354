"""Salience factors and where they are earned (Lappin & Leass 1994; Kennedy & Boguraev 1996).

Factor, WEIGHTS    the factors, and what they weigh in either variant
Sentence           a parsed sentence: the factors and the slot of each NP in it
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum

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
    """What makes an NP salient, in the order of the table in docs/specification/salience.md D.5."""

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
        self._downwards = _downwards(utterance)
        self._edges = _edges(utterance, self._downwards)
        self._existential = {
            self.heads[n]
            for n in range(1, len(self.heads))
            if self.bases[n] == "expl" and self.lemmas[n] == "there"
        }
        words = len(self.heads)
        self._conjoined = list(range(words))  # the head of the coordination a word stands in
        self._inside = [False] * words  # an NP above it
        self._adverbial = [False] * words  # in an adverbial set off by a comma
        self._subordinate = [ROOT] * words  # the head of its subordinate clause
        self._look_down()

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
        over = self._conjoined[n]
        if function := self._function(over):
            earned.append(function)
        if not self._inside[over]:
            earned.append(Factor.HEAD_NOUN)
        if not self._adverbial[over]:
            earned.append(Factor.NON_ADVERBIAL)
        return self._always() | frozenset(earned)

    def slot(self, expression: ReferringExpression) -> str:
        """The function that parallelism compares."""
        if expression.kind is Kind.ELLIPSIS:
            return "nsubj"
        return self.slot_at(expression.head)

    def slot_at(self, n: int) -> str:
        """The function of the NP that word `n` heads."""
        relation = self.bases[self._conjoined[n]] if 0 < n < len(self.heads) else ""
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
        clauses = {self._subordinate[one.head], self._subordinate[other.head]}
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

    def _look_down(self) -> None:
        """Hand down from head to dependent what a word stands in."""
        for n in self._downwards[1:]:
            head, relation = self.heads[n], self.bases[n]
            self._conjoined[n] = self._conjoined[head] if relation == "conj" else n
            self._inside[n] = self._inside[head] or relation in INSIDE_NOUN_PHRASE
            self._adverbial[n] = self._adverbial[head] or self._is_set_off(n)
            self._subordinate[n] = n if relation in SUBORDINATE else self._subordinate[head]


def _downwards(utterance: Utterance) -> list[int]:
    """The words from the root down, each after its head."""
    children: list[list[int]] = [[] for _ in range(len(utterance) + 1)]
    for n, head in enumerate(utterance.heads, start=1):
        children[head].append(n)
    words = [ROOT]
    for n in words:
        words.extend(children[n])
    return words


def _edges(utterance: Utterance, downwards: Sequence[int]) -> list[tuple[int, int]]:
    """The first and last word of every subtree."""
    first, last = list(range(len(utterance) + 1)), list(range(len(utterance) + 1))
    for n in reversed(downwards[1:]):
        head = utterance.heads[n - 1]
        first[head], last[head] = min(first[head], first[n]), max(last[head], last[n])
    return list(zip(first, last, strict=True))
