"""Salience factors and where they are earned (Lappin & Leass 1994; Kennedy & Boguraev 1996).

SalienceFactor, WEIGHTS     the factors, and what they weigh in either variant
Earned                      those that an NP earns
SalienceVariant, Obliques   whose weights count, and what a complement is
SalienceSentence            a parsed sentence: the factors and the slot of each NP in it
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import ClassVar, TypeAlias

from hearer.model import ROOT, Kind, ReferringExpression
from hearer.model.binding import LAPPIN_LEASS, TreePlace, place_of
from hearer.model.tree import Tree, base

PARALLEL_ROLE = 35
CATAPHORA = -175

SLOTS = frozenset({"nsubj", "obj", "iobj", "obl"})
NOMINALS = frozenset({"NOUN", "PROPN", "PRON"})
PHRASES = frozenset({"nsubj", "obj", "iobj", "obl", "nmod", "appos", "conj", "root"})
INSIDE_NOUN_PHRASE = frozenset({"nmod", "compound", "appos", "acl"})
SUBORDINATE = frozenset({"ccomp", "advcl", "acl", "csubj"})
TEMPORAL = frozenset({"obl:tmod", "obl:unmarked"})
MARKED = frozenset({"obl:arg", "obl:agent"})


class SalienceVariant(StrEnum):
    """Whose weights count."""

    LAPPIN_LEASS = "lappin-leass"
    KENNEDY_BOGURAEV = "kennedy-boguraev"


class Obliques(StrEnum):
    """Which obliques are complements: UD does not tell them from adjuncts."""

    ALL = "all"  # that are neither temporal nor set off by a comma
    MARKED = "marked"  # obl:arg and obl:agent only


class SalienceFactor(StrEnum):
    """What makes an NP salient, in the order of the table (docs/specification/salience.md D.5)."""

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


Earned: TypeAlias = frozenset[SalienceFactor]
# What an NP earns unless it is inside another one, or inside an adverbial.
UNEMBEDDED = (SalienceFactor.HEAD_NOUN, SalienceFactor.NON_ADVERBIAL)

# What a factor weighs for Lappin and Leass, and for Kennedy and Boguraev, who call it otherwise.
TABLE = {
    SalienceFactor.RECENCY: (100, 100),  # SENT
    SalienceFactor.SUBJECT: (80, 80),
    SalienceFactor.EXISTENTIAL: (70, 70),
    SalienceFactor.POSSESSIVE: (0, 65),
    SalienceFactor.ACCUSATIVE: (50, 50),
    SalienceFactor.INDIRECT: (40, 40),  # DAT
    SalienceFactor.OBLIQUE: (40, 30),
    SalienceFactor.HEAD_NOUN: (80, 80),
    SalienceFactor.NON_ADVERBIAL: (50, 50),  # ARG
    SalienceFactor.CONTEXT: (0, 50),
}
WEIGHTS: Mapping[SalienceVariant, Mapping[SalienceFactor, int]] = {
    variant: {factor: weights[n] for factor, weights in TABLE.items()}
    for n, variant in enumerate(SalienceVariant)
}
FUNCTIONS = {
    "nsubj": SalienceFactor.SUBJECT,
    "obj": SalienceFactor.ACCUSATIVE,
    "iobj": SalienceFactor.INDIRECT,
    "obl": SalienceFactor.OBLIQUE,
}


class SalienceSentence:
    """A parsed sentence, asked for the factors of its NPs."""

    MADE_FROM: ClassVar[tuple[str, ...]] = ("tree", "variant", "oblique")
    tree: Tree
    variant: SalienceVariant
    oblique: Obliques

    def __init__(self, tree: Tree, variant: SalienceVariant, oblique: Obliques) -> None:
        self.tree, self.variant, self.oblique = tree, variant, oblique
        context = self._if_weighed(SalienceFactor.CONTEXT)
        self._always = context | {SalienceFactor.RECENCY}  # what every NP earns
        words = (ROOT, *tree.words)
        self._commas = frozenset(n for n in words if tree.forms[n] == ",")
        self._existential = frozenset(
            tree.heads[n] for n in words if tree.bases[n] == "expl" and tree.lemmas[n] == "there"
        )
        # By word: the head of the coordination it stands in; whether an NP is above it; whether
        # it is in an adverbial set off by a comma; and the head of its subordinate clause.
        self._conjoined = dict(zip(words, words, strict=True))
        self._inside = dict.fromkeys(words, False)
        self._adverbial = dict.fromkeys(words, False)
        self._subordinate = dict.fromkeys(words, ROOT)
        self._look_down()

    def factors(self, expression: ReferringExpression) -> Earned:
        """The factors an expression earns where it stands; an ellipsis stands as a subject."""
        if not expression.is_spoken:
            return self._always.union(_of_relation(base(expression.relation)), UNEMBEDDED)
        return self.factors_of(expression.head)

    def factors_of(self, n: int) -> Earned:
        if n not in self.tree.words:
            return self._always
        over = self._conjoined[n]
        earned = self._always | self._function(over)
        if not self._inside[over]:
            earned |= {SalienceFactor.HEAD_NOUN}
        if not self._adverbial[over]:
            earned |= {SalienceFactor.NON_ADVERBIAL}
        return earned

    def slot(self, expression: ReferringExpression) -> str:
        """The function that parallelism compares."""
        if not expression.is_spoken:
            return base(expression.relation)
        return self.slot_at(expression.head)

    def slot_at(self, n: int) -> str:
        relation = self.tree.bases[self._conjoined[n]] if n in self.tree.words else ""
        return relation if relation in SLOTS else ""

    def nominals_after(self, n: int) -> Iterator[int]:
        """The heads of NPs to the right of word `n`."""
        upos, bases = self.tree.upos, self.tree.bases
        words = range(n + 1, self.tree.words.stop)
        return (later for later in words if upos[later] in NOMINALS and bases[later] in PHRASES)

    def may_name_below(self, pronoun: ReferringExpression, best: ReferringExpression) -> bool:
        """Whether `best` may be named where it cannot be the pronoun: *He* called *John*.

        Who was last mentioned by a pronoun may have any name.
        """
        tree, here = self.tree, place_of(self.tree, pronoun)
        names = best.text.lower().split()
        later = (n for n in self.nominals_after(pronoun.head) if tree.upos[n] == "PROPN")
        named = (n for n in later if best.is_pronoun or tree.forms[n].lower() in names)
        places = (TreePlace(n, tree.heads[n], tree.relations[n], Kind.NAME) for n in named)
        return any(LAPPIN_LEASS.excludes(tree, here, place) for place in places)

    def share_subordinate(self, one: ReferringExpression, other: ReferringExpression) -> bool:
        if one.utterance != other.utterance:
            return False
        clauses = {self._subordinate.get(x.head, ROOT) for x in (one, other)}
        return len(clauses) == 1 and clauses != {ROOT}

    def _if_weighed(self, factor: SalienceFactor) -> Earned:
        """A factor if the variant knows it: contexts and possessors are Kennedy and Boguraev's."""
        return frozenset({factor}) if WEIGHTS[self.variant][factor] else frozenset()

    def _function(self, n: int) -> Earned:
        """The factor of the grammatical function of word `n`, if it has one."""
        relation = self.tree.bases[n]
        if relation == "nsubj" and self.tree.heads[n] in self._existential:
            return frozenset({SalienceFactor.EXISTENTIAL})
        if self.tree.relations[n] == "nmod:poss":
            return self._if_weighed(SalienceFactor.POSSESSIVE)
        if relation == "obl" and not self._is_complement(n):
            return frozenset()
        return _of_relation(relation)

    def _is_complement(self, n: int) -> bool:
        """UD does not tell complements from adjuncts; times and what a comma sets off are none."""
        relation = self.tree.relations[n]
        if relation in MARKED or self.oblique is Obliques.MARKED:
            return relation in MARKED
        return relation not in TEMPORAL and not self._is_set_off(n)

    def _is_set_off(self, n: int) -> bool:
        """An adverbial PP with a comma between it and its clause: "At this point, ..."."""
        if self.tree.bases[n] != "obl":
            return False
        first, last = self.tree.edges[n]
        beside = last + 1 if n < self.tree.heads[n] else first - 1
        return not self._commas.isdisjoint((beside, first, last))

    def _look_down(self) -> None:
        """Hand down from head to dependent what a word stands in."""
        for n in self.tree.downwards:
            head, relation = self.tree.heads[n], self.tree.bases[n]
            self._conjoined[n] = self._conjoined[head] if relation == "conj" else n
            self._inside[n] = self._inside[head] or relation in INSIDE_NOUN_PHRASE
            self._adverbial[n] = self._adverbial[head] or self._is_set_off(n)
            self._subordinate[n] = n if relation in SUBORDINATE else self._subordinate[head]


def _of_relation(relation: str) -> Earned:
    return frozenset({FUNCTIONS[relation]}) if relation in FUNCTIONS else frozenset()
