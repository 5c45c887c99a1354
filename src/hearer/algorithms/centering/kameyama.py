"""Kameyama's centering: tensed clauses as utterances, and preferences of her own.

    BFPKameyamaAlgorithm   BFP, with her clauses for utterances: the second system of Strube (1998)
    Continuity             what becomes of the Cb: retention, establishment, resumption
    shares_property        property sharing: subject with subject, non-subject with non-subject
    KameyamaAlgorithm      her own model: continuity and property sharing, and no transitions

Which clauses make a chain, which are embedded, and what is left of them afterwards: units.py.

Megumi Kameyama (1998). Intrasentential Centering: A Case Study. Oxford: Clarendon.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from itertools import product
from math import prod

from hearer.algorithms.base import AntecedentTest
from hearer.algorithms.centering.bfp import Anchor, BFPAlgorithm, is_contra_indexed
from hearer.algorithms.centering.centering import Role, cb_constraint_3, role_of
from hearer.algorithms.centering.readings import Antecedents, Reading, Search, Update, greedy, read
from hearer.algorithms.centering.unit_by_unit import Choice, UnitByUnit, told
from hearer.algorithms.centering.units import Size, Unit
from hearer.model import Element, Note, Outline, ReferringExpression, Utterance

STEPS = 4_000  # of a search, before it settles for what it has


class BFPKameyamaAlgorithm(BFPAlgorithm):
    """BFP whose utterances are tensed clauses: chained, or embedded and popped.

    >>> both = BFPKameyamaAlgorithm(lambda pronoun, candidate: None)
    >>> judge = ReferringExpression("judge", 1, 2, entity="JUDGE", relation="nsubj", clause=3)
    >>> he = ReferringExpression("he", 1, 5, is_pronoun=True, relation="nsubj", clause=6)
    >>> heard = both.hear(judge), both.hear(he)
    >>> both.end_utterance(1).resolutions[0].entity
    'JUDGE'

    Megumi Kameyama (1998). Intrasentential Centering: A Case Study; in the words of Strube
    (1998), section 4.
    """

    def __init__(  # noqa: PLR0913 - one parameter per reading of the paper
        self,
        test: AntecedentTest,
        *,
        rule1: str = "filter",
        initial_cb: str = "none",
        unit: str = "clause",
        fallback: str = "segment",
        cap: int = 20_000,
        reach: int = 64,
    ) -> None:
        super().__init__(
            test,
            rule1=rule1,
            initial_cb=initial_cb,
            unit=unit,
            fallback=fallback,
            cap=cap,
            reach=reach,
        )


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
    unshared: int  # pronouns that do not share their antecedent's property, but should
    open: int
    places: tuple[int, ...] = ()

    @property
    def quality(self) -> tuple[int, ...]:
        return self.open, self.continuity, self.unshared, *self.places


def shares_property(
    pronoun: ReferringExpression,
    antecedent: ReferringExpression,
    now: Utterance | None,
    before: Utterance | None,
) -> bool:
    """Whether both are subjects, or neither is."""
    return _is_subject(pronoun, now) == _is_subject(antecedent, before)


def _is_subject(expression: ReferringExpression, utterance: Utterance | None) -> bool:
    tree = utterance if utterance and utterance.number == expression.utterance else None
    is_head = expression.relation.startswith(("nsubj", "csubj"))
    return is_head and role_of(expression, tree) is Role.SUBJECT


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

    Megumi Kameyama (1986). A Property-Sharing Constraint in Centering. ACL 24.
    """

    def __init__(  # noqa: PLR0913 - one parameter per choice she leaves
        self,
        test: AntecedentTest,
        *,
        sharing: str = "prefer",
        unit: str = "clause",
        fallback: str = "segment",
        cap: int = 20_000,
        reach: int = 64,
    ) -> None:
        super().__init__(test, fallback=fallback, reach=reach)
        self.sharing = Sharing(sharing)
        self.size = Size(unit)
        self.cap = cap
        self._utterances: tuple[Utterance | None, Utterance | None] = (None, None)

    def begin_utterance(self, outline: Outline) -> None:
        """Keep the previous sentence, too: parallelism is between two."""
        super().begin_utterance(outline)
        self._utterances = (self._utterances[1], outline.utterance)

    def choose(self, update: Update) -> Choice:
        """All readings without a contra-indexed pair, judged; of too many, the best one."""
        readings = sorted(self._readings(update), key=lambda r: self.judge(r, update).quality)
        if not readings:
            readings = [self._best(update)]
        notes = tuple(self._note(reading, update) for reading in readings)
        return Choice(tuple(readings), 1, notes)

    def judge(self, reading: Reading, update: Update) -> Judgement:
        """How a reading continues what went before."""
        continuity = self._continuity(reading, update)
        unshared = self.unshared(reading.antecedents, update, continuity)
        if unshared and self.sharing is Sharing.CONSTRAINT and continuity is Continuity.RETENTION:
            continuity = Continuity.ESTABLISHMENT
        return Judgement(continuity, unshared, reading.open, reading.places)

    def relation(self, before: Unit, now: Unit) -> str:
        """Continuity instead of a transition."""
        if now.cb is None:
            return "no Cb"
        return "retention" if before.cb == now.cb else "establishment"

    def backward_center(self, before: Unit, realized: Sequence[Element]) -> str | None:
        """The Cb is what pronouns are about: the old one, or the highest of Cf(Ui-1)."""
        pronominal = {x.entity for x in realized if x.expression.is_pronoun}
        if before.cb in pronominal:
            return before.cb
        established = cb_constraint_3(before.centers.cf, pronominal)
        return established or super().backward_center(before, realized)

    def earlier(self, history: Sequence[Unit]) -> Sequence[Unit]:
        """Resumption: former Cbs, then all else there was."""
        former = (x for unit in history for x in unit.cf if x.entity == unit.cb)
        return (Unit(tuple(former)), *history[1:])

    def _readings(self, update: Update) -> Iterator[Reading]:
        choices = [update.candidates[place] or (None,) for place in update.pronouns]
        if prod(map(len, choices)) > self.cap:
            return
        for antecedents in product(*choices):
            if not is_contra_indexed(Anchor(None, antecedents), update):
                yield read(update, antecedents)

    def _best(self, update: Update) -> Reading:
        steps = [STEPS]
        pronouns = range(len(update.pronouns) + 1)
        for still_open, continuity, unshared in product(pronouns, Continuity, pronouns):
            goal = Judgement(continuity, unshared, still_open)
            if found := next(_Search(self, update, goal, steps).readings(), None):
                return found
            if steps[0] < 0:
                break
        return greedy(update)

    def _continuity(self, reading: Reading, update: Update) -> Continuity:
        entities = {chosen.entity for chosen in reading.antecedents if chosen}
        if update.before.cb in entities:
            return Continuity.RETENTION
        return Continuity.ESTABLISHMENT if entities else Continuity.RESUMPTION

    def unshared(self, antecedents: Antecedents, update: Update, continuity: Continuity) -> int:
        """How many of the first pronouns lack a property that they should share."""
        pairs = [
            (update.realized[place], chosen.expression, chosen.entity)
            for place, chosen in zip(update.pronouns, antecedents, strict=False)
            if chosen
        ]
        if continuity is Continuity.RETENTION:
            pairs = [pair for pair in pairs if pair[2] == update.before.cb and pair[1].is_pronoun]
        elif not self._are_mutually_ambiguous(update):
            pairs = [pair for pair in pairs if self._is_parallel(pair[0])]
        before, now = self._utterances
        return sum(not shares_property(said, meant, now, before) for said, meant, _ in pairs)

    def _are_mutually_ambiguous(self, update: Update) -> bool:
        """Whether several pronouns have the same several candidates."""
        lists = [{x.entity for x in found} for found in update.candidates.values()]
        return any(len(one & other) > 1 for n, one in enumerate(lists) for other in lists[n + 1 :])

    def _is_parallel(self, pronoun: ReferringExpression) -> bool:
        """Whether this sentence says "too" what the last one said with the same verb."""
        before, now = self._utterances
        if before is None or now is None or not _says_too(now):
            return False
        governor = now.heads[pronoun.head - 1]
        return governor > 0 and now.lemmas[governor - 1] in before.lemmas

    def _note(self, reading: Reading, update: Update) -> Note:
        judged = self.judge(reading, update)
        said = ", ".join(
            f"{update.realized[place]} = {chosen.entity if chosen else '?'}"
            for place, chosen in zip(update.pronouns, reading.antecedents, strict=True)
        )
        lacks = f", {judged.unshared} unshared" if judged.unshared else ""
        text = f"{said}; {told(reading.centers)}; {judged.continuity.name.lower()}{lacks}"
        return Note("reading", text)


TOO = frozenset("too also likewise".split())


def _says_too(utterance: Utterance) -> bool:
    """She talks to him *too*; but not: she drives *too* fast."""
    words = zip(utterance.lemmas, utterance.heads, strict=True)
    return any(
        lemma in TOO and head and utterance.upos[head - 1] == "VERB" for lemma, head in words
    )


class _Search(Search):
    """For a continuity and a number of pronouns that lack the property they should share."""

    def __init__(
        self, judge: KameyamaAlgorithm, update: Update, goal: Judgement, steps: list[int]
    ) -> None:
        super().__init__(update, steps)
        self.judge, self.goal = judge, goal

    def can_be_met(self, antecedents: Antecedents) -> bool:
        if sum(chosen is None for chosen in antecedents) > self.goal.open:
            return False
        if self.judge.sharing is Sharing.PREFER:
            unshared = self.judge.unshared(antecedents, self.update, self.goal.continuity)
            if unshared > self.goal.unshared:
                return False
        if self.goal.continuity is not Continuity.RETENTION:
            return True
        ahead = self.update.pronouns[len(antecedents) :]
        within_reach = [x for place in ahead for x in self.update.candidates[place]]
        cb = self.update.before.cb
        return any(x is not None and x.entity == cb for x in (*antecedents, *within_reach))

    def is_met(self, reading: Reading) -> bool:
        judged = self.judge.judge(reading, self.update)
        return judged.quality[:3] == self.goal.quality[:3]
