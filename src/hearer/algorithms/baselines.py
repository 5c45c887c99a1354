"""Baselines: five simple orders of search, with the antecedent test of all algorithms.

Ruslan Mitkov (1998). Robust Pronoun Resolution with Limited Knowledge. In Proceedings of
COLING-ACL '98, Montréal, volume 2, pp. 869–875.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import ClassVar

from hearer.algorithms.base import Candidates, Rank, Searching, in_states, option_values
from hearer.model import Element, Elements, ReferringExpression, base, constant


class MostRecent(Searching):
    """Take the nearest NP to the left that passes.

    >>> nearest = MostRecent(lambda pronoun, candidate: None)
    >>> step = nearest.hear(ReferringExpression("Lyn", 1, 1, entity="LYN"))
    >>> step = nearest.hear(ReferringExpression("Sue", 1, 3, entity="SUE"))
    >>> nearest.hear(ReferringExpression("she", 1, 5, is_pronoun=True)).resolutions[0].entity
    'SUE'
    """

    def rank(self, element: Element) -> Rank:
        """Rank from right to left; an ellipsis has no surface position, and is last."""
        return not element.expression.is_spoken, -element.position


class PreviousFirst(Searching):
    """Take the first NP of the previous sentence if it passes; else there is no answer."""

    REACH: ClassVar[int] = 1

    def finished(self) -> Elements:
        return tuple(self.heard[:1])

    def searched(self) -> Candidates:
        return in_states(self.past, first=1)


class PreviousSubject(PreviousFirst):
    """Take the subject of the previous sentence if it passes; else there is no answer.

    The subject is that of the main clause. Mitkov's "baseline subject".
    """

    def finished(self) -> Elements:
        tree = self.tree
        of_main = {n for root in tree.roots for n in tree.children[root]}
        return tuple(
            x for x in self.heard if x.expression.head in of_main and base(x.relation) == "nsubj"
        )[:1]


class Parallelism(MostRecent):
    """Take the nearest NP with the function of the pronoun; else there is no answer.

    Kellie Webster, Marta Recasens, Vera Axelrod and Jason Baldridge (2018). Mind the GAP: A
    Balanced Corpus of Gendered Ambiguous Pronouns. Transactions of the Association for
    Computational Linguistics 6, pp. 605–617.
    """

    def candidates(self, pronoun: ReferringExpression) -> Candidates:
        function = base(pronoun.relation)
        return (found for found in self.searched() if base(found[1].relation) == function)


@option_values
class RandomOptions:
    """The seed of the draw."""

    seed: int = 0


@dataclass(eq=False)
class Random(Searching):
    """Search this and the previous utterance, each in an order drawn at random from `seed`.

    The draw depends on the seed, the utterance and the entity alone, so that the same discourse
    always gives the same answers.

    Joel R. Tetreault (2001). A Corpus-Based Evaluation of Centering and Pronoun Resolution.
    Computational Linguistics 27(4), pp. 507–520.
    """

    REACH: ClassVar[int] = 1

    options: RandomOptions = constant(default=RandomOptions())

    def rank(self, element: Element) -> Rank:
        seed = f"{self.options.seed} {element.utterance} {element.entity}"
        drawn = sha256(seed.encode(errors="surrogatepass")).hexdigest()
        return int(drawn[:12], 16), element.position
