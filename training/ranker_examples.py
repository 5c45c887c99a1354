"""Pronouns of an annotated corpus as the ranker meets them, with the right answers."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Self

import numpy as np

from hearer.hearing import Hearer
from hearer.model import Entity, ReferringExpression, Resolution
from hearer.profiles import DEFAULT
from hearer.ranking.algorithm import WeightedSList, WeightedSListOptions
from hearer.ranking.answers import ScoredCandidates
from hearer.ranking.candidates import Candidates, candidates_for
from hearer.ranking.entity_list import UNSAID, ListedEntity, MadeOf
from hearer.ranking.features import FEATURES, Situation, values
from hearer.ranking.ranker import Ranker, decision_kind
from training.gold import Documents, Gold
from training.tables import Examples, Floats

READING = replace(DEFAULT, algorithm="s-list")  # reads no tables: they may have other features
FARTHEST = 6  # sentences back
DRAWS = 3  # of noise for each pronoun
Place = tuple[int, int]  # sentence and word, counted from 0


@dataclass(frozen=True)
class Pronoun:
    """A pronoun with its candidates, the last of which is no antecedent."""

    document: str
    values: Sequence[Sequence[int]]
    right: Sequence[bool]
    is_anaphoric: bool
    is_scored: bool  # by the scorer of the project, which leaves out demonstratives
    chosen: int
    scores: Sequence[float]
    kind: str  # of the decision
    pleonastic: float
    place: Place
    pronoun_class: int
    places: Sequence[tuple[Place, Place]]  # of candidates: the latest words, the latest noun phrase
    weight: float  # less than 1 if it is there with several draws of noise

    @property
    def is_right(self) -> bool:
        return self.right[self.chosen]

    @property
    def is_resolved(self) -> bool:
        return self.chosen < len(self.scores) - 1


class Observed(WeightedSList):
    """The algorithm, keeping its candidates; with `is_told` it goes on as gold has it."""

    noise: Callable[[int], Floats] | None = None  # for so many candidates, in nats
    gold: Gold
    is_told: bool
    seen: list[Pronoun]
    named: dict[Entity, ReferringExpression]  # by its latest noun phrase

    @classmethod
    def of(cls, listener: Hearer, gold: Gold, ranker: Ranker | None, seen: list[Pronoun]) -> Self:
        """Return the algorithm for a listener: as a ranker decides, or told by gold."""
        algorithm = cls(listener.analyst.test, WeightedSListOptions())
        algorithm.ranker, algorithm.is_told = ranker or Ranker(), ranker is None
        algorithm.gold, algorithm.seen, algorithm.named = gold, seen, {}
        return algorithm

    def use_model(self, model: str) -> None:
        """Read no shipped tables."""

    def insert(self, expression: ReferringExpression, entity: Entity) -> None:
        """Insert an entity, and let gold record it."""
        super().insert(expression, entity)
        self.gold.note(expression, entity)
        if not (expression.is_pronoun or expression.kind in UNSAID):
            self.named[entity] = expression

    def candidates(self, pronoun: ReferringExpression) -> Candidates:
        """Return sets and clauses only where gold says whether they are right."""
        known, sets = self.entities.known, self.gold.has_sets
        return candidates_for(pronoun, known, self.test, sets=sets)

    def take_back(self, known: ListedEntity, comes: ReferringExpression) -> tuple[Resolution, ...]:
        """Take back what the ranker said, not what gold says."""
        return () if self.is_told else super().take_back(known, comes)

    def choose(self, scored: ScoredCandidates) -> int:
        """Choose as the ranker does, or as gold does, and keep the candidates."""
        here, answer = scored.here, self.gold.answer(scored.here.pronoun)
        made = {one.made_of for one in here.candidates}
        is_later, is_kind = MadeOf.LATER in made, MadeOf.KIND in made
        chosen = super().choose(scored)
        if self.is_told:  # for pronouns that gold does not judge
            chosen = int(np.argmax(np.nan_to_num(here.odds[:-1] or [0.0], nan=-np.inf)))
        if is_later and self.is_told:
            answer, chosen = self.gold.answer_later(here.pronoun), len(here.candidates)
        if answer is None or ((is_later or is_kind) and not self.is_told):
            return chosen
        right = [answer.is_right(one.element) for one in here.candidates]
        if not is_kind:
            right.append(not any(right) and not answer.is_anaphoric)
        elif not any(right):
            return chosen
        if self.is_told:
            chosen = right.index(True) if any(right) else len(right) - 1
        drawn = self.with_noise(here)
        self.seen += [
            Pronoun(
                document=self.gold.name,
                values=values(each).T.tolist()[: len(right)],
                right=right,
                is_anaphoric=answer.is_anaphoric,
                is_scored=here.pronoun.kind not in self.gold.NOT_SCORED,
                chosen=chosen,
                scores=scored.scores,
                kind=decision_kind(here, chosen),
                pleonastic=here.pronoun.nothing / 100,
                place=place_of(here.pronoun),
                pronoun_class=int(here.pronoun_class),
                places=[*map(self.places_of, here.candidates)],
                weight=1 / len(drawn),
            )
            for each in drawn
        ]
        return chosen

    def with_noise(self, here: Situation) -> list[Situation]:
        """Return the situation, several times if noise is added to the scores of the encoder."""
        if self.noise is None:
            return [here]
        with np.errstate(divide="ignore", invalid="ignore"):  # some have no odds
            shares = self.noise(len(here.odds)) - np.logaddexp(0, np.negative(here.odds))
            shares -= np.logaddexp.reduce(shares[:, ~np.isnan(here.odds)], 1)[:, None]
            odds = shares - np.log(-np.expm1(shares))
        return [here._replace(odds=each) for each in odds.tolist()]

    def places_of(self, one: ListedEntity) -> tuple[Place, Place]:
        """Return the places of a candidate's latest words, and of its latest noun phrase."""
        return place_of(one.latest), place_of(self.named.get(one.element.entity, one.latest))


def place_of(expression: ReferringExpression) -> Place:
    """Return the sentence and the word of an expression's head, counted from 0."""
    return expression.utterance - 1, expression.head - 1


def row_of(places: Iterable[Place], back: int, rank: int, *, is_right: bool) -> tuple[int, ...]:
    """Return a candidate as a row of an example (encoder/rankings.py)."""
    return *chain(*places), min(back, FARTHEST), rank, int(is_right)


def observe(documents: Documents, ranker: Ranker | None, *, noise: float = 0.0) -> list[Pronoun]:
    """Return the pronouns of documents as the ranker decides; without one, as gold does."""
    seen: list[Pronoun] = []
    chance = np.random.default_rng(0)
    for discourse, gold in documents:
        listener = Hearer(profile=READING, keep=False)
        listener.algorithm = observed = Observed.of(listener, gold, ranker, seen)
        observed.noise = (lambda n: chance.normal(scale=noise, size=(DRAWS, n))) if noise else None
        for word in discourse.words:
            listener.hear(word)
    return seen


def examples(pronouns: Sequence[Pronoun], weights: Sequence[float]) -> Examples:
    """Return pronouns as rows of feature values; each has a weight."""
    rows = [row for pronoun in pronouns for row in pronoun.values]
    return Examples(
        np.array(rows, np.int64).reshape(len(rows), len(FEATURES)),
        np.array([right for pronoun in pronouns for right in pronoun.right]),
        np.repeat(np.arange(len(pronouns)), [len(pronoun.right) for pronoun in pronouns]),
        np.array(weights, float),
    )


def report(name: str, pronouns: Sequence[Pronoun]) -> str:
    """Return accuracy, precision and false positives, as the scorer counts them."""
    pronouns = [pronoun for pronoun in pronouns if pronoun.is_scored]
    asked = [pronoun for pronoun in pronouns if pronoun.is_anaphoric]
    resolved = [pronoun for pronoun in pronouns if pronoun.is_resolved]
    right = sum(pronoun.is_right for pronoun in asked)
    false, free = sum(not one.is_anaphoric for one in resolved), len(pronouns) - len(asked)
    recall, precision = right / max(1, len(asked)), right / max(1, len(resolved))
    return (
        f"{name}: accuracy {recall:.3f}, precision {precision:.3f}, "
        f"false positives {false / max(1, free):.3f} ({len(asked)} + {free} pronouns)"
    )
