"""What any algorithm has to beat: five simple orders of search.

    MostRecent         most-recent         the nearest NP to the left
    PreviousSubject    previous-subject    the subject of the previous sentence, or no answer
    PreviousFirst      previous-first      the first NP of the previous sentence, or no answer
    Parallelism        parallelism         the nearest NP with the pronoun's own function
    Random             random              LRC with its Cf-lists in random order

All of them test agreement, binding and sorts as every algorithm does.

Ruslan Mitkov (1998). Robust Pronoun Resolution with Limited Knowledge. COLING-ACL '98.
Joel R. Tetreault (2001). A Corpus-Based Evaluation of Centering and Pronoun Resolution.
Computational Linguistics 27(4).
Kellie Webster, Marta Recasens, Vera Axelrod, Jason Baldridge (2018). Mind the GAP. TACL 6.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from itertools import islice

from hearer.algorithms.base import AntecedentTest
from hearer.algorithms.look_up import Rank, Searching
from hearer.model import ROOT, Element, Kind, ReferringExpression


class MostRecent(Searching):
    """Take the nearest NP to the left that passes, over all the text within `reach`.

    >>> nearest = MostRecent(lambda pronoun, candidate: None)
    >>> step = nearest.hear(ReferringExpression("Lyn", 1, 1, entity="LYN"))
    >>> step = nearest.hear(ReferringExpression("Sue", 1, 3, entity="SUE"))
    >>> nearest.hear(ReferringExpression("she", 1, 5, is_pronoun=True)).resolutions[0].entity
    'SUE'

    Ruslan Mitkov (1998). Robust Pronoun Resolution with Limited Knowledge. COLING-ACL '98.
    """

    def rank(self, element: Element) -> Rank:
        """From right to left; an ellipsis has no surface to be near."""
        return element.expression.kind is Kind.ELLIPSIS, -element.position


class PreviousFirst(Searching):
    """Take the first NP of the previous sentence if it passes; else there is no answer.

    >>> first = PreviousFirst(lambda pronoun, candidate: None)
    >>> step = first.hear(ReferringExpression("Lyn", 1, 1, entity="LYN"))
    >>> step = first.end_utterance(1)
    >>> first.hear(ReferringExpression("she", 2, 1, is_pronoun=True)).resolutions[0].entity
    'LYN'

    Ruslan Mitkov (1998). Robust Pronoun Resolution with Limited Knowledge. COLING-ACL '98.
    """

    def __init__(self, test: AntecedentTest) -> None:
        super().__init__(test, reach=1)

    def finished(self) -> tuple[Element, ...]:
        return tuple(self.heard[:1])

    def searched(self) -> Iterator[tuple[int, Element]]:
        return ((1, element) for elements in self.past for element in elements)


class PreviousSubject(PreviousFirst):
    """Take the subject of the previous sentence if it passes; else there is no answer.

    The subject is that of the main clause. Mitkov's "baseline subject".

    >>> subject = PreviousSubject(lambda pronoun, candidate: None)
    >>> she = ReferringExpression("she", 1, 1, is_pronoun=True)
    >>> subject.hear(she).resolutions[0].antecedent is None
    True

    Ruslan Mitkov (1998). Robust Pronoun Resolution with Limited Knowledge. COLING-ACL '98.
    """

    def finished(self) -> tuple[Element, ...]:
        subjects = (x for x in self.heard if self._is_subject(x.expression))
        return tuple(islice(subjects, 1))

    def _is_subject(self, expression: ReferringExpression) -> bool:
        heads = self.outline.utterance.heads
        if not expression.relation.startswith("nsubj") or not heads:
            return False
        governor = heads[expression.head - 1]
        return governor != ROOT and heads[governor - 1] == ROOT


class Parallelism(MostRecent):
    """Take the nearest NP with the function of the pronoun; else there is no answer.

    >>> parallel = Parallelism(lambda pronoun, candidate: None)
    >>> step = parallel.hear(ReferringExpression("Lyn", 1, 1, entity="LYN", relation="nsubj"))
    >>> step = parallel.hear(ReferringExpression("Sue", 1, 3, entity="SUE", relation="obj"))
    >>> she = ReferringExpression("she", 1, 5, is_pronoun=True, relation="nsubj:pass")
    >>> parallel.hear(she).resolutions[0].entity
    'LYN'

    Webster et al. (2018). Mind the GAP. TACL 6.
    """

    def candidates(self, pronoun: ReferringExpression) -> Iterator[tuple[int, Element]]:
        wanted = _function(pronoun)
        return ((n, x) for n, x in self.searched() if _function(x.expression) == wanted)


class Random(Searching):
    """Search this and the previous utterance, each in an order drawn at random from `seed`.

    The draw depends on the seed, the utterance and the entity alone, so that the same discourse
    always gives the same answers.

    >>> drawn = Random(lambda pronoun, candidate: None, seed=7)
    >>> step = drawn.hear(ReferringExpression("Lyn", 1, 1, entity="LYN"))
    >>> drawn.hear(ReferringExpression("she", 1, 5, is_pronoun=True)).resolutions[0].entity
    'LYN'

    Joel R. Tetreault (2001). A Corpus-Based Evaluation of Centering and Pronoun Resolution.
    Computational Linguistics 27(4).
    """

    def __init__(self, test: AntecedentTest, *, seed: int = 0) -> None:
        super().__init__(test, reach=1)
        self.seed = seed

    def rank(self, element: Element) -> Rank:
        drawn = sha256(f"{self.seed} {element.utterance} {element.entity}".encode()).digest()
        return int.from_bytes(drawn[:6], "big"), element.position


def _function(expression: ReferringExpression) -> str:
    """The grammatical function without its subtype."""
    return expression.relation.partition(":")[0]
