"""Left-right centering (Tetreault 1999, 2001): centering's lists, searched from left to right.

Joel R. Tetreault (1999). Analysis of Syntax-Based Pronoun Resolution Methods. In
Proceedings of ACL '99, College Park, pp. 602–605.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain, islice
from typing import ClassVar

from hearer.algorithms.base import Found, Rank, Searching, SearchOptions, in_states
from hearer.algorithms.hobbs import NO_CONSTITUENTS, Constituency
from hearer.binding import BOUND
from hearer.model import ROOT, Element, Kind, Note, Outline, ReferringExpression, Step
from hearer.model.state import given
from hearer.model.tree import Tree

PRONOUNS = frozenset({Kind.PRONOUN, Kind.POSSESSIVE, *BOUND})
# How deep a function stands, and what embedding adds (docs/specification/search.md D.6).
DEPTHS = {"nsubj": 1, "expl": 1, "obj": 2, "iobj": 2, "obl": 3}
FRONTED = 2
DEEPER = {
    **dict.fromkeys(("nmod", "appos", "compound"), 1),
    **dict.fromkeys(("ccomp", "xcomp", "advcl", "acl", "csubj", "parataxis"), 2),
}


class CfOrder(StrEnum):
    """What the Cf-list is ordered by: all three approximate grammatical functions."""

    BREADTH_FIRST = "breadth-first"  # a walk of the constituency derived from the parse
    DEPTH = "depth"  # (depth, position): see `depth`
    SURFACE = "surface"  # LRCsurf


class LRCSubject(StrEnum):
    """Which subject tells what is prepended to the main clause."""

    FIRST = "first"  # LRC-F: the first subject of the sentence
    TOP = "top"  # LRC-S: the subject of the top-level S


@dataclass(frozen=True, slots=True, kw_only=True)
class LRCOptions(SearchOptions):
    """The order of Cf, how many of them are searched, and what an utterance is."""

    order: CfOrder = CfOrder.BREADTH_FIRST
    n: int | None = 1
    split: bool = True


@dataclass(eq=False)
class LRCAlgorithm(Searching):
    """Search this utterance from left to right, then Cf-lists of earlier utterances.

    (a) Cf-partial: the entities of this utterance already read; reflexives go right to left.
    (b) Cf of the `n` utterances before (1 is LRC-1; none is LRC-N, as far as `reach`).
    (c) The rest of this utterance, for which the pronoun has to wait.

    `order` is that of the Cf-lists. Conjoined clauses are utterances of their own (`split`), as in
    Tetreault's set-up; segments are unknown to it. His antecedent test had no sorts: that is the
    option `sortal` of the analysis.

    >>> from hearer.model import Utterance
    >>> lrc = LRCAlgorithm(lambda pronoun, candidate: None)
    >>> races = Utterance.of("Friedman/PROPN/nsubj/2 races/VERB/root/0 Brennan/PROPN/obj/2")
    >>> lrc.begin_utterance(Outline(Tree(races)))
    >>> step = lrc.hear(ReferringExpression("Friedman", 1, 1, entity="FRIEDMAN"))
    >>> step = lrc.hear(ReferringExpression("Brennan", 1, 3, entity="BRENNAN"))
    >>> step = lrc.end_utterance(1)
    >>> lrc.begin_utterance(Outline(Tree(Utterance.of("She/PRON/nsubj/2 wins/VERB/root/0"))))
    >>> lrc.hear(ReferringExpression("she", 2, 1, is_pronoun=True)).resolutions[0].entity
    'FRIEDMAN'

    Joel R. Tetreault (2001). A Corpus-Based Evaluation of Centering and Pronoun Resolution.
    Computational Linguistics 27(4), pp. 507–520.
    """

    Options: ClassVar[type] = LRCOptions

    options: LRCOptions = given(default=LRCOptions())
    unit: int = ROOT  # the full clause that is being heard
    constituents: Constituency = NO_CONSTITUENTS

    def begin_utterance(self, outline: Outline) -> None:
        super().begin_utterance(outline)
        self.unit = ROOT
        if self.options.order is CfOrder.BREADTH_FIRST:
            self.constituents = Constituency(outline.tree)

    def hear(self, expression: ReferringExpression) -> Step:
        """Make what was heard of the sentence an utterance, if another full clause begins."""
        clauses = self.outline.clauses if self.options.split else ()
        unit = next((c.full for c in clauses if c.head == expression.clause), self.unit)
        if self.unit not in {ROOT, unit} and self.heard and not self.waiting:
            self.past.append(self.finished())
            self.heard = []
        self.unit = unit
        return super().hear(expression)

    def rank(self, element: Element) -> Rank:
        """Cf: "a left-to-right breadth-first walk of the parse tree"."""
        if self.options.order is CfOrder.BREADTH_FIRST:
            return self.constituents.rank(element, possessor_first=True)
        if self.options.order is CfOrder.SURFACE:
            return (element.position,)
        return depth(self.outline.tree, element.expression), element.position

    def searched(self) -> Iterator[tuple[int, Element]]:
        """(a) Cf-partial, and (b) the Cf-lists before."""
        return in_states(chain([self.heard], self._before()))

    def candidates(self, pronoun: ReferringExpression) -> Iterator[tuple[int, Element]]:
        read = [element for element in self.heard if self.precedes(element.expression, pronoun)]
        if pronoun.kind in BOUND:
            read.sort(key=lambda element: -element.position)
        rest = (x for x in self.heard if not self.precedes(x.expression, pronoun))
        yield from in_states([read])
        yield from in_states(self._before(), first=1)
        yield from in_states([rest])

    def _before(self) -> Iterator[tuple[Element, ...]]:
        return islice(reversed(self.past), self.options.n)

    def search(self, pronoun: ReferringExpression, *, is_over: bool) -> Found:
        found = super().search(pronoun, is_over=is_over)
        if is_over or (found.resolution and found.resolution.antecedent):
            return found
        return Found(None, (Note(pronoun.text, "waits for the rest of the utterance"),))

    def precedes(self, expression: ReferringExpression, pronoun: ReferringExpression) -> bool:
        return expression.position < pronoun.position

    def end_utterance(self, utterance: int) -> Step:
        step = super().end_utterance(utterance)
        cf = ", ".join(element.entity for element in self.past[-1]) if self.past else ""
        return step._replace(notes=(*step.notes, Note("Cf", f"[{cf}]")))


@dataclass(frozen=True, slots=True, kw_only=True)
class LRCFOptions(LRCOptions):
    """The options of LRC, and which subject."""

    subject: LRCSubject = LRCSubject.FIRST


@dataclass(eq=False)
class LRCFAlgorithm(LRCAlgorithm):
    """LRC-F: NPs before the subject ("prepended") go behind the main clause.

    They are read after it, so a pronoun among them waits for the end of the utterance, and they
    stand behind it in Cf. `subject="top"` is LRC-S.

    >>> lrc = LRCFAlgorithm(lambda pronoun, candidate: None, LRCFOptions(subject=LRCSubject.TOP))
    >>> lrc.options.subject
    <LRCSubject.TOP: 'top'>

    Joel R. Tetreault (2001). A Corpus-Based Evaluation of Centering and Pronoun Resolution.
    Computational Linguistics 27(4), pp. 507–520.
    """

    Options: ClassVar[type] = LRCFOptions

    options: LRCFOptions = given(default=LRCFOptions())
    subject_at: int = 0  # the head of the subject that counts, or 0

    def begin_utterance(self, outline: Outline) -> None:
        super().begin_utterance(outline)
        tree, is_top = outline.tree, self.options.subject is LRCSubject.TOP
        subjects = (n for n in tree.words if tree.bases[n] == "nsubj")
        top = (n for n in subjects if not is_top or tree.heads[n] in tree.roots)
        self.subject_at = next(top, 0)

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
        """Whether it stands before the subject and is no part of it."""
        n = expression.head
        return 0 < n < self.subject_at and self.subject_at not in self.outline.tree.path(n)


@dataclass(eq=False)
class LRCPAlgorithm(LRCFAlgorithm):
    """LRC-P: LRC-F, with pronouns at the front of Cf.

    >>> LRCPAlgorithm(lambda pronoun, candidate: None, LRCFOptions(n=None)).options.n is None
    True

    Joel R. Tetreault (2001). A Corpus-Based Evaluation of Centering and Pronoun Resolution.
    Computational Linguistics 27(4), pp. 507–520.
    """

    def rank(self, element: Element) -> Rank:
        return element.expression.kind not in PRONOUNS, *super().rank(element)


def depth(tree: Tree, expression: ReferringExpression) -> int:
    """How deep an NP stands: subject 1, object and fronted oblique 2, oblique 3.

    One more for each nominal it is nested in, two for each embedded clause.

    >>> from hearer.model import Utterance
    >>> said = Utterance.of("Lyn/PROPN/nsubj/2 said/VERB/root/0 she/PRON/nsubj/4 won/VERB/ccomp/2")
    >>> depth(Tree(said), ReferringExpression("she", 1, 3, relation="nsubj"))
    3
    """
    above = tuple(tree.path(expression.head))
    nested = sum(DEEPER.get(tree.bases[n], 0) for n in above)
    for n in above if expression.is_spoken else ():  # an ellipsis stands as a subject
        if tree.bases[n] == "obl" and n < tree.heads[n]:
            return FRONTED + nested
        if tree.bases[n] in DEPTHS:
            return DEPTHS[tree.bases[n]] + nested
    return DEPTHS["nsubj"] + nested
