"""Kameyama's centering: tensed clauses as utterances, and preferences of her own.

    BFPKameyamaAlgorithm   BFP, with her clauses for utterances: the second system of Strube (1998)
    Continuity             what becomes of the Cb: retention, establishment, resumption
    shares_property        property sharing: subject with subject, non-subject with non-subject
    KameyamaAlgorithm      her own model: continuity and property sharing, and no transitions

Which clauses make a chain, which are embedded, and what is left of them afterwards: units.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from functools import lru_cache
from itertools import product
from math import prod
from typing import ClassVar

from hearer.algorithms.centering.bfp import BFPAlgorithm, BFPOptions, is_contra_indexed
from hearer.algorithms.centering.centering import Role, cb_constraint_3, role_of
from hearer.algorithms.centering.readings import (
    Antecedents,
    PronounReading,
    ReadingSearch,
    Update,
    greedy,
    read,
    told,
)
from hearer.algorithms.centering.unit_by_unit import CenteringOptions, Choice, UnitByUnit
from hearer.algorithms.centering.units import Size, Unit
from hearer.model import Element, Entity, Note, Outline, ReferringExpression
from hearer.model.part import given
from hearer.model.tree import NO_TREE, Tree, base

STEPS = 4_000  # of a search, before it settles for what it has


@dataclass(frozen=True, slots=True, kw_only=True)
class BFPKameyamaOptions(BFPOptions):
    """The options of BFP, with Kameyama's clauses for utterances."""

    unit: Size = Size.CLAUSE


@dataclass(eq=False)
class BFPKameyamaAlgorithm(BFPAlgorithm):
    """BFP whose utterances are tensed clauses: chained, or embedded and popped.

    >>> both = BFPKameyamaAlgorithm(lambda pronoun, candidate: None)
    >>> judge = ReferringExpression("judge", 1, 2, entity="JUDGE", relation="nsubj", clause=3)
    >>> he = ReferringExpression("he", 1, 5, is_pronoun=True, relation="nsubj", clause=6)
    >>> heard = both.hear(judge), both.hear(he)
    >>> both.end_utterance(1).resolutions[0].entity
    'JUDGE'

    Megumi Kameyama (1998). Intrasentential Centering: A Case Study. In Marilyn A. Walker, Aravind
    K. Joshi and Ellen F. Prince (eds.), Centering Theory in Discourse, Oxford University Press,
    pp. 89–112; as section 4 of Strube (1998) runs it.
    """

    Options: ClassVar[type] = BFPKameyamaOptions

    options: BFPOptions = given(default=BFPKameyamaOptions())


# Her own model --------------------------------------------------------------------------------


class Continuity(IntEnum):
    """What becomes of the Cb; the smaller, the better."""

    RETENTION = 0  # the Cb stays
    ESTABLISHMENT = 1  # another member of Cf(Ui-1) becomes Cb
    RESUMPTION = 2  # an old Cb comes back, or there is none


class Sharing(StrEnum):
    """What a lack of property sharing does to a retained Cb."""

    PREFER = "prefer"  # shared properties are preferred among readings that retain
    CONSTRAINT = "constraint"  # without them, nothing is retained


@dataclass(frozen=True, slots=True)
class Judgement:
    """Why a reading is as good as it is."""

    continuity: Continuity
    unshared: int  # entities no pronoun for which shares the property it should share
    open: int
    places: tuple[int, ...] = ()

    @property
    def quality(self) -> tuple[int, ...]:
        return self.open, self.continuity, self.unshared, *self.places


def shares_property(
    pronoun: ReferringExpression, antecedent: ReferringExpression, now: Tree, before: Tree
) -> bool:
    """Whether both are subjects, or neither is."""
    return _is_subject(pronoun, now) == _is_subject(antecedent, before)


def _is_subject(expression: ReferringExpression, tree: Tree) -> bool:
    here = tree if tree.utterance.number == expression.utterance else NO_TREE
    is_head = base(expression.relation) in {"nsubj", "csubj"}
    return is_head and role_of(expression, here) is Role.SUBJECT


@dataclass(frozen=True, slots=True, kw_only=True)
class KameyamaOptions(CenteringOptions):
    """What she leaves open; beyond `cap` readings the best one is searched for."""

    sharing: Sharing = Sharing.PREFER
    cap: int = 20_000


@dataclass(eq=False)
class KameyamaAlgorithm(UnitByUnit):
    """Prefer a retained Cb to a new one, and pronouns that share their antecedent's function.

    An utterance without a Cb is expected to have its subject for one. Property sharing is asked
    of pronouns that retain a Cb; of others only if several are ambiguous with each other, or if
    the two utterances are explicitly parallel (same verb, and *too*).

    >>> kameyama = KameyamaAlgorithm(lambda pronoun, candidate: None)
    >>> for name, n, relation in ("Max", 1, "nsubj"), ("Fred", 5, "obl"):
    ...     heard = kameyama.hear(ReferringExpression(name, 1, n, entity=name, relation=relation))
    >>> step = kameyama.end_utterance(1)
    >>> for word, n, relation in ("he", 1, "nsubj"), ("him", 3, "obj"):
    ...     heard = kameyama.hear(ReferringExpression(word, 2, n, True, relation=relation))
    >>> [(r.pronoun.text, r.entity) for r in kameyama.end_utterance(2).resolutions]
    [('he', 'Max'), ('him', 'Fred')]

    Megumi Kameyama (1986). A Property-Sharing Constraint in Centering. In Proceedings of
    ACL '86, New York, pp. 200–206.
    """

    Options: ClassVar[type] = KameyamaOptions

    options: KameyamaOptions = given(default=KameyamaOptions())
    trees: tuple[Tree, Tree] = (NO_TREE, NO_TREE)  # of the previous sentence and of this one

    def begin_utterance(self, outline: Outline) -> None:
        """Keep the previous sentence, too: parallelism is between two."""
        super().begin_utterance(outline)
        self.trees = (self.trees[1], outline.tree)

    def choose(self, update: Update) -> Choice:
        """All readings without a contra-indexed pair, judged; of too many, the best one."""
        readings = sorted(self._readings(update), key=lambda r: self.judge(r, update).quality)
        if not readings:
            readings = [self._best(update)]
        notes = tuple(self._note(reading, update) for reading in readings)
        return Choice(tuple(readings), 1, notes)

    def judge(self, reading: PronounReading, update: Update) -> Judgement:
        """How a reading continues what went before."""
        continuity = self._continuity(reading, update)
        unshared = self.unshared(reading.antecedents, update, continuity)
        is_constraint = self.options.sharing is Sharing.CONSTRAINT
        if unshared and is_constraint and continuity is Continuity.RETENTION:
            continuity = Continuity.ESTABLISHMENT
        return Judgement(continuity, unshared, reading.open, reading.places)

    def relation(self, before: Unit, now: Unit) -> str:
        if now.cb is None:
            return "no Cb"
        return "retention" if before.cb == now.cb else "establishment"

    def backward_center(self, before: Unit, realized: Sequence[Element]) -> Entity | None:
        """The Cb is what pronouns are about: the old one, or the highest of Cf(Ui-1)."""
        pronominal = {x.entity for x in realized if x.expression.is_pronoun}
        if before.cb in pronominal:
            return before.cb
        established = cb_constraint_3(before.entities, pronominal)
        return established or super().backward_center(before, realized)

    def earlier(self, history: Sequence[Unit]) -> Sequence[Unit]:
        """Resumption: former Cbs, then all else there was."""
        former = (x for unit in history for x in unit.cf if x.entity == unit.cb)
        return (Unit(tuple(former)), *history[1:])

    def _readings(self, update: Update) -> Iterator[PronounReading]:
        if prod(map(len, update.choices)) > self.options.cap:
            return
        for antecedents in product(*update.choices):
            if not is_contra_indexed(antecedents, update):
                yield read(update, antecedents)

    def _best(self, update: Update) -> PronounReading:
        steps = [STEPS]
        pronouns = range(len(update.pronouns) + 1)
        for still_open, continuity, unshared in product(pronouns, Continuity, pronouns):
            goal = Judgement(continuity, unshared, still_open)
            if found := next(_Search(self, update, goal, steps).readings(), None):
                return found
            if steps[0] < 0:
                break
        return greedy(update)

    def _continuity(self, reading: PronounReading, update: Update) -> Continuity:
        entities = {chosen.entity for chosen in reading.antecedents if chosen}
        if update.before.cb in entities:
            return Continuity.RETENTION
        return Continuity.ESTABLISHMENT if entities else Continuity.RESUMPTION

    def unshared(self, antecedents: Antecedents, update: Update, continuity: Continuity) -> int:
        """How many entities lack a pronoun, among the first ones, with a property to share.

        One is enough: *he thinks that she saw him* goes on with *he* whatever *him* is.
        """
        pairs = [
            (update.realized[place], chosen.expression, chosen.entity)
            for place, chosen in zip(update.pronouns, antecedents, strict=False)
            if chosen
        ]
        if continuity is Continuity.RETENTION:
            pairs = [pair for pair in pairs if pair[2] == update.before.cb and pair[1].is_pronoun]
        elif not update.is_mutually_ambiguous:
            pairs = [pair for pair in pairs if self._is_parallel(pair[0])]
        before, now = self.trees
        shared = {who for said, meant, who in pairs if shares_property(said, meant, now, before)}
        return len({who for _, _, who in pairs} - shared)

    def _is_parallel(self, pronoun: ReferringExpression) -> bool:
        """Whether this sentence says "too" what the last one said with the same verb."""
        before, now = self.trees
        governor = now.heads[pronoun.head] if pronoun.head <= len(now) else 0
        return governor > 0 and _says_too(now) and now.lemmas[governor] in _lemmas(before)

    def _note(self, reading: PronounReading, update: Update) -> Note:
        judged = self.judge(reading, update)
        lacks = f", {judged.unshared} unshared" if judged.unshared else ""
        return told(reading, update, f"{judged.continuity.name.lower()}{lacks}")


TOO = frozenset("too also likewise".split())


@lru_cache(maxsize=4)
def _says_too(tree: Tree) -> bool:
    """She talks to him *too*; but not: she drives *too* fast."""
    said = (n for n in tree.words if tree.lemmas[n] in TOO)
    return any(tree.upos[tree.heads[n]] == "VERB" for n in said)


@lru_cache(maxsize=4)
def _lemmas(tree: Tree) -> frozenset[str]:
    return frozenset(("", *(tree.lemmas[n] for n in tree.words)))


class _Search(ReadingSearch):
    """For a continuity and a number of pronouns that lack the property they should share."""

    def __init__(
        self, judge: KameyamaAlgorithm, update: Update, goal: Judgement, steps: list[int]
    ) -> None:
        super().__init__(update, steps)
        self.judge, self.goal = judge, goal

    def can_be_met(self, antecedents: Antecedents) -> bool:
        if sum(chosen is None for chosen in antecedents) > self.goal.open:
            return False
        if self.judge.options.sharing is Sharing.PREFER:
            unshared = self.judge.unshared(antecedents, self.update, self.goal.continuity)
            yet = len(self.update.pronouns) - len(antecedents)  # each may mend it for one entity
            if unshared - yet > self.goal.unshared:
                return False
        if self.goal.continuity is not Continuity.RETENTION:
            return True
        cb = self.update.before.cb
        if cb is not None and self.update.order.get(cb) in self.update.ahead[len(antecedents)]:
            return True
        return any(x is not None and x.entity == cb for x in antecedents)

    def is_met(self, reading: PronounReading) -> bool:
        judged = self.judge.judge(reading, self.update)
        return judged.quality[:3] == self.goal.quality[:3]
