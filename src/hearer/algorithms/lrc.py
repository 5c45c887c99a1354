"""Left-right centering (Tetreault 1999, 2001): search Cf lists from left to right.

docs/specification/search.md D.6 has answers by hand.

Joel R. Tetreault (2001). A Corpus-Based Evaluation of Centering and Pronoun Resolution.
Computational Linguistics 27(4), pp. 507–520.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from hearer.algorithms.base import Candidates, Found, Rank, Searching, in_states, option_values
from hearer.algorithms.hobbs import constituents_of
from hearer.algorithms.text_units import by_head
from hearer.binding import BOUND
from hearer.model import ROOT, Element, Kind, Note, Outline, ReferringExpression, Step, constant

PRONOUNS = frozenset({Kind.PRONOUN, Kind.POSSESSIVE, *BOUND})


@option_values
class LRCOptions:
    """The number of Cf lists that are searched; None for all."""

    n: int | None = 1


@dataclass(eq=False)
class LRCAlgorithm(Searching):
    """Search this utterance from left to right, then Cf-lists of earlier utterances.

    (a) Cf-partial: the entities of this utterance heard so far; for reflexives from right to left.
    (b) Cf of the `n` utterances before (1 is LRC-1, None is LRC-N).
    (c) The rest of this utterance, for which the pronoun waits.

    Segments change nothing. Tetreault's antecedent test had no sorts: the option `sortal` of the
    analysis.

    >>> from hearer.model import Tree, Utterance
    >>> lrc = LRCAlgorithm(lambda pronoun, candidate: None)
    >>> races = Utterance.of("Friedman/PROPN/nsubj/2 races/VERB/root/0 Brennan/PROPN/obj/2")
    >>> lrc.begin_utterance(Outline(Tree(races)))
    >>> step = lrc.hear(ReferringExpression("Friedman", 1, 1, entity="FRIEDMAN"))
    >>> step = lrc.hear(ReferringExpression("Brennan", 1, 3, entity="BRENNAN"))
    >>> step = lrc.end_utterance(1)
    >>> lrc.begin_utterance(Outline(Tree(Utterance.of("She/PRON/nsubj/2 wins/VERB/root/0"))))
    >>> lrc.hear(ReferringExpression("she", 2, 1, is_pronoun=True)).resolutions[0].entity
    'FRIEDMAN'
    """

    options: LRCOptions = constant(default=LRCOptions())
    unit: int = ROOT  # the full clause that is being heard

    def begin_utterance(self, outline: Outline) -> None:
        super().begin_utterance(outline)
        self.unit = ROOT

    def hear(self, expression: ReferringExpression) -> Step:
        """Finish an utterance if another full clause of the sentence begins."""
        clause = by_head(self.outline).get(expression.clause)
        unit = clause.full if clause else self.unit
        if self.unit not in {ROOT, unit} and self.heard and not self.waiting:
            self.past.append(self.finished())
            self.heard = []
        self.unit = unit
        return super().hear(expression)

    def rank(self, element: Element) -> Rank:
        """Cf: "a left-to-right breadth-first walk of the parse tree"."""
        return constituents_of(self.tree).rank(element, possessor_first=True)

    def candidates(self, pronoun: ReferringExpression) -> Candidates:
        read = [element for element in self.heard if self.precedes(element.expression, pronoun)]
        if pronoun.kind in BOUND:
            read.sort(key=lambda element: -element.position)
        rest = (x for x in self.heard if not self.precedes(x.expression, pronoun))
        yield from in_states([read, *islice(reversed(self.past), self.options.n)])
        yield from in_states([rest])

    def search(self, pronoun: ReferringExpression, *, is_over: bool) -> Found:
        found = super().search(pronoun, is_over=is_over)
        if is_over or (found.resolution and found.resolution.antecedent):
            return found
        return Found(None, (Note(pronoun.text, "waits for the rest of the utterance"),))

    def precedes(self, expression: ReferringExpression, pronoun: ReferringExpression) -> bool:
        return expression.position < pronoun.position

    def end_utterance(self, utterance: int) -> Step:
        step = super().end_utterance(utterance)
        cf = f"[{', '.join(element.entity for element in self.past[-1])}]"
        return step._replace(notes=(*step.notes, Note("Cf", cf)))


@dataclass(eq=False)
class LRCFAlgorithm(LRCAlgorithm):
    """LRC-F: NPs before the subject ("prepended") go behind the main clause.

    They follow it in Cf, and a pronoun among them waits until the utterance ends.
    """

    subject_at: int = 0  # the head of the first subject, or 0

    def begin_utterance(self, outline: Outline) -> None:
        super().begin_utterance(outline)
        tree = outline.tree
        self.subject_at = next((n for n in tree.words if tree.bases[n] == "nsubj"), 0)

    def rank(self, element: Element) -> Rank:
        return self.is_prepended(element.expression), *super().rank(element)

    def search(self, pronoun: ReferringExpression, *, is_over: bool) -> Found:
        if self.is_prepended(pronoun) and not is_over:
            return Found(None, (Note(pronoun.text, "waits for the main clause"),))
        return super().search(pronoun, is_over=is_over)

    def precedes(self, expression: ReferringExpression, pronoun: ReferringExpression) -> bool:
        one, other = self.is_prepended(expression), self.is_prepended(pronoun)
        return super().precedes(expression, pronoun) if one == other else other

    def is_prepended(self, expression: ReferringExpression) -> bool:
        """Return True if it precedes the subject and is no part of it."""
        n = expression.head
        return 0 < n < self.subject_at and self.subject_at not in self.tree.path(n)


class LRCPAlgorithm(LRCFAlgorithm):
    """LRC-P: LRC-F, with pronouns at the front of Cf."""

    def rank(self, element: Element) -> Rank:
        return element.expression.kind not in PRONOUNS, *super().rank(element)
