"""Pronouns of an annotated corpus as the weighted S-list meets them, with the right answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import TypeVar, cast

import numpy as np

import hearer
from hearer.algorithms.weighted.answers import Weighed
from hearer.algorithms.weighted.besides import NONE_BESIDES
from hearer.algorithms.weighted.factors import values_for
from hearer.algorithms.weighted.listed import Known
from hearer.algorithms.weighted.options import WeightedSListOptions
from hearer.algorithms.weighted.weighted_s_list import WeightedSList
from hearer.algorithms.weighted.weights import Weights
from hearer.hearing import Hearer
from hearer.model import Discourse, Entity, ReferringExpression, Resolution
from hearer.profiles import how_to_hear
from training.boosting import Examples
from training.ears import Heard, as_given
from training.lexicons import DATA, NON_COMMERCIAL
from training.ranker_gold import Gold, gold_documents

Documents = Iterable[tuple[Discourse, Gold]]
PROFILE = "default"


@dataclass(frozen=True)
class Pronoun:
    """A pronoun with its candidates, the last of which is nobody."""

    document: str
    values: tuple[list[int], ...]
    right: tuple[bool, ...]
    is_anaphoric: bool
    chosen: int
    scores: tuple[float, ...]
    nothing: int = 0  # hundredths: how surely it stands for nothing

    @property
    def can_be_right(self) -> bool:
        return any(self.right)

    @property
    def is_resolved(self) -> bool:
        return self.chosen < len(self.scores) - 1


class Observed(WeightedSList):
    """The weighted S-list, keeping its candidates; with `is_told` it goes on as gold has it."""

    gold: Gold
    is_told: bool
    seen: list[Pronoun]

    def insert(self, expression: ReferringExpression, entity: Entity) -> None:
        """Insert an entity, and let gold take note of it."""
        super().insert(expression, entity)
        self.gold.note(expression, entity)

    def besides(self, pronoun: ReferringExpression) -> Known:
        """What is not on the list, where gold would say that it is right."""
        return super().besides(pronoun) if self.gold.has_sets else NONE_BESIDES

    def choose(self, weighed: Weighed) -> int:
        """Choose as the weights do, or as gold does, and keep what was weighed."""
        chosen = super().choose(weighed)
        answer = self.gold.answer(weighed.here.pronoun)
        if answer is None:
            return chosen
        right = [answer.is_right(listed.element) for listed in weighed.here.candidates]
        right.append(not answer.is_anaphoric)
        if self.is_told and any(right):
            chosen = right.index(True)
        self.seen.append(
            Pronoun(
                document=self.gold.name,
                values=tuple(values_for(weighed.here)),
                right=tuple(right),
                is_anaphoric=answer.is_anaphoric,
                chosen=chosen,
                scores=tuple(weighed.scores),
                nothing=weighed.here.pronoun.nothing,
            )
        )
        return chosen

    def settle(self, resolution: Resolution) -> Resolution:
        """Settle nothing that gold has decided."""
        return resolution if self.is_told else super().settle(resolution)


AnyObserved = TypeVar("AnyObserved", bound=Observed)


def observe(documents: Documents, weights: Weights | None, **options: object) -> list[Pronoun]:
    """The pronouns of these documents; with weights as they decide, else as gold does."""
    seen: list[Pronoun] = []
    for discourse, gold in documents:
        listener = Hearer(profile=how_to_hear("weighted-s-list", PROFILE, options), keep=False)
        listener.algorithm = observing(listener, gold, weights, seen, Observed)
        for word in discourse.words:
            listener.hear(word)
    return seen


def observing(
    listener: Hearer,
    gold: Gold,
    weights: Weights | None,
    seen: list[Pronoun],
    kind: type[AnyObserved],
) -> AnyObserved:
    """The algorithm for a listener: as weights decide, or told by gold."""
    may_revise = weights is not None  # gold is not to be revised
    own = cast(WeightedSListOptions, listener.how.own_options)
    options = replace(own, cataphora=may_revise)
    algorithm = kind(listener.analyst.test, options)
    if weights is None:  # told by gold: nothing is weighed
        algorithm.weights, algorithm.of_meaning = Weights(), Weights()
    elif algorithm.needs.meanings:
        algorithm.of_meaning = weights
    else:
        algorithm.weights = algorithm.of_meaning = weights
    algorithm.gold, algorithm.is_told, algorithm.seen = gold, weights is None, seen
    return algorithm


class Genres(Enum):
    """Which genres of GUM: those that may train what is shipped, the rest, or all."""

    FREE = auto()
    HELD_OUT = auto()
    ALL = auto()

    def has(self, genre: str) -> bool:
        return self is Genres.ALL or (genre in NON_COMMERCIAL) == (self is Genres.HELD_OUT)


def gum(
    part: str, genres: Genres = Genres.FREE, heard: Heard = as_given
) -> Iterator[tuple[Discourse, Gold]]:
    """The documents of a part of GUM, of some genres, as an encoder hears them."""
    for path in sorted((DATA / "gum" / part).glob("*.conllu")):
        if genres.has(path.stem.split("_")[1]):
            golds = {gold.name: gold for gold in gold_documents(path)}
            for discourse in hearer.read(str(path)):
                yield heard(discourse), golds[discourse.name]


def examples(pronouns: Iterable[Pronoun]) -> Examples:
    """Pronouns, seen without weights, as rows of factor values; without a right one, it is nobody.

    What they weigh all the same was set by hand, and is not to be learnt once more.
    """
    rows: list[list[int]] = []
    right: list[float] = []
    number: list[int] = []
    before: list[float] = []
    for n, pronoun in enumerate(pronouns):
        rows += pronoun.values
        right += [
            *map(float, pronoun.right[:-1]),
            float(pronoun.right[-1] or not pronoun.can_be_right),
        ]
        number += [n] * len(pronoun.values)
        before += pronoun.scores
    return Examples(np.array(rows), np.array(right), np.array(number), np.array(before))


def report(name: str, pronouns: Sequence[Pronoun], nobody: float = 0.0) -> str:
    """Accuracy, precision and false positives of decisions, as the scorer counts them."""
    right = wrong = false = asked = free = 0
    for pronoun in pronouns:
        scores = [*pronoun.scores[:-1], pronoun.scores[-1] + nobody]
        best = max(range(len(scores)), key=scores.__getitem__)
        links = best < len(scores) - 1
        asked += pronoun.is_anaphoric
        free += not pronoun.is_anaphoric
        right += pronoun.is_anaphoric and pronoun.right[best]
        wrong += pronoun.is_anaphoric and links and not pronoun.right[best]
        false += links and not pronoun.is_anaphoric
    recall, precision = right / asked, right / (right + wrong + false)
    f1 = 2 * recall * precision / (recall + precision)
    return (
        f"{name}: accuracy {recall:.3f}, precision {precision:.3f}, F1 {f1:.3f}, "
        f"false positives {false / free:.3f} ({asked} + {free} pronouns)"
    )
