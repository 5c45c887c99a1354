"""Hobbs's naive algorithm: nine steps over the parse tree (Hobbs 1978).

    HobbsAlgorithm       walks the steps for each pronoun, and tests each NP proposed
    walk                 steps 1 to 3 and 5 to 9, within the sentence
    left_of, right_of    the branches below a node on one side of a path, breadth first

The steps are worded as in Tetreault (2001, section 2.1). Step 4, earlier sentences, is in
HobbsAlgorithm, which knows them.

Jerry R. Hobbs (1978). Resolving Pronoun References. Lingua 44.
Joel R. Tetreault (2001). A Corpus-Based Evaluation of Centering and Pronoun Resolution.
Computational Linguistics 27(4).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import ClassVar, NamedTuple

from hearer.algorithms.look_up import Found, Rank, Searching, SearchOptions
from hearer.algorithms.search.constituency import (
    NO_CONSTITUENTS,
    Constituency,
    Label,
    Node,
    breadth_first,
    constituency,
)
from hearer.model import (
    Attempt,
    Constraint,
    Element,
    Kind,
    Note,
    Outline,
    ReferringExpression,
    Resolution,
    Verdict,
    is_about,
)
from hearer.model.binding import BOUND
from hearer.model.part import given

NP_OR_S = frozenset({Label.NP, Label.S})


@dataclass(frozen=True, slots=True, kw_only=True)
class HobbsOptions(SearchOptions):
    """How far step 4 goes back, and whether binding is tested."""

    contra_index: bool = False


@dataclass(eq=False)
class HobbsAlgorithm(Searching):
    """Propose NPs in the order of Hobbs's nine steps, and take the first that passes.

    Hobbs accepts on number, gender and person alone, and so do we by default: his steps keep a
    pronoun off its co-arguments, but nothing keeps two pronouns off one antecedent. With
    `contra_index` the binding constraints hold as well, as Lappin and Leass (1994) had it.
    `reach` is how many earlier sentences step 4 goes back.

    A pronoun that step 8 sends to the right waits until its utterance has been heard.

    >>> hobbs = HobbsAlgorithm(lambda pronoun, candidate: None)
    >>> from hearer.model import Utterance
    >>> from hearer.model.tree import Tree
    >>> said = Utterance.of("Lyn/PROPN/nsubj/2 said/VERB/root/0 she/PRON/nsubj/4 won/VERB/ccomp/2")
    >>> hobbs.begin_utterance(Outline(Tree(said)))
    >>> step = hobbs.hear(ReferringExpression("Lyn", 1, 1, entity="LYN"))
    >>> step = hobbs.hear(ReferringExpression("she", 1, 3, is_pronoun=True))
    >>> print(*step.notes, sep="; ")
    step 2: X = S won; step 5: X = S said; step 7: LYN ✓

    Jerry R. Hobbs (1978). Resolving Pronoun References. Lingua 44.
    """

    Options: ClassVar[type] = HobbsOptions

    options: HobbsOptions = given(default=HobbsOptions())
    tree: Constituency = NO_CONSTITUENTS
    at_node: dict[tuple[int, bool], Element] = field(default_factory=dict)  # by head, and is_set

    def begin_utterance(self, outline: Outline) -> None:
        super().begin_utterance(outline)
        self.tree = constituency(outline.utterance)
        self.at_node = {}

    def rank(self, element: Element) -> Rank:
        """Step 4: "traverse ... in a left-to-right, breadth-first manner"."""
        return breadth_first(self.tree, element)

    def realize(self, expression: ReferringExpression, antecedent: Element | None) -> Element:
        element = super().realize(expression, antecedent)
        if expression.kind is not Kind.ELLIPSIS:
            self.at_node[expression.head, expression.kind is Kind.SET] = element
        return element

    def violated(self, pronoun: ReferringExpression, candidate: Element) -> Verdict | None:
        """What rules a proposal out. Reflexives are bound in any case."""
        if self.options.contra_index or pronoun.kind in BOUND:
            return super().violated(pronoun, candidate)
        violated = self.test(pronoun, candidate)
        return None if is_about(violated, Constraint.BINDING) else violated

    def search(self, pronoun: ReferringExpression, *, is_over: bool) -> Found:
        proposals = _Proposals(self, pronoun)
        for move in self._moves(pronoun):
            if not move.is_proposal:
                proposals.note(move.step, f"X = {self.tree.named(move.node)}")
            elif self._is_still_to_come(move, pronoun) and not is_over:
                proposals.note(move.step, f"waits for {self.tree.named(move.node)}")
                return Found(None, tuple(proposals.notes))
            elif proposals.accept(move.step, 0, self._element(move.node)):
                return proposals.found()
        self._earlier_sentences(proposals)
        return proposals.found()

    def _moves(self, pronoun: ReferringExpression) -> Iterator[Move]:
        over = self.tree.noun_phrase(pronoun.head)
        if over is None:  # the parse has no NP here: only earlier sentences are left
            return iter(())
        return walk(self.tree, over, is_bound=pronoun.kind in BOUND)

    def _earlier_sentences(self, proposals: _Proposals) -> None:
        """Step 4: the surface parse trees of previous sentences, the most recent first."""
        for back, elements in enumerate(reversed(self.past), start=1):
            for element in elements:
                if proposals.accept(4, back, element):
                    return

    def _element(self, node: Node) -> Element | None:
        return self.at_node.get((node.head, node.is_set))

    def _is_still_to_come(self, move: Move, pronoun: ReferringExpression) -> bool:
        """Whether the NP proposed may refer, but nobody knows yet to what."""
        if any(waiting.head == move.node.head for waiting in self.waiting):
            return True
        return move.step == 8 and move.node.head > pronoun.head and not self._element(move.node)


class Move(NamedTuple):
    """A step taken: to a new X, or to an NP that it proposes."""

    step: int
    node: Node
    is_proposal: bool


def walk(tree: Constituency, start: Node, *, is_bound: bool) -> Iterator[Move]:
    """Hobbs's steps within the sentence, from the NP over the pronoun (step 1) to its top."""
    x, path = _climb(tree, start)  # 2. go up to the first NP or S: X, and the path p
    yield Move(2, x, is_proposal=False)
    for node, has_between in left_of(x, path):  # 3. left of p: NPs with an NP or S in between
        # Hobbs's step keeps "him" off its co-arguments; the steps are silent on reflexives,
        # which need just those, so they get every NP here.
        if node.label is Label.NP and (has_between or is_bound):
            yield Move(3, node, is_proposal=True)
    while x is not tree.top:  # 4. at the highest S: on to earlier sentences
        x, path = _climb(tree, x)  # 5. go up to the next NP or S: X, and the path p
        yield Move(5, x, is_proposal=False)
        if x.label is Label.NP and path[1].label is not Label.N_BAR:
            yield Move(6, x, is_proposal=True)  # 6. p did not pass through the N̄ of X
        for node, _ in left_of(x, path):  # 7. left of p: any NP
            if node.label is Label.NP:
                yield Move(7, node, is_proposal=True)
        if x.label is Label.S:  # 8. right of p, not below any NP or S: any NP
            yield from (Move(8, node, is_proposal=True) for node in right_of(x, path))
        # 9. go to step 4


def _climb(tree: Constituency, node: Node) -> tuple[Node, tuple[Node, ...]]:
    """The next NP or S above a node, and the path from it down to the node."""
    path = [node]
    while node is not tree.top:
        node = tree.parents[node]
        path.append(node)
        if node.label in NP_OR_S:
            break
    return node, tuple(reversed(path))


def left_of(x: Node, path: tuple[Node, ...]) -> Iterator[tuple[Node, bool]]:
    """Nodes below `x` to the left of the path, and whether an NP or S is between them and `x`."""
    below = dict(pairwise(path))
    nodes = [(x, False)]
    for node, has_between in nodes:
        if node not in below and node is not path[-1]:
            yield node, has_between
        children = node.children if node is not path[-1] else ()
        if node in below:
            children = children[: children.index(below[node]) + 1]
        passes = has_between or (node is not x and node.label in NP_OR_S)
        nodes.extend((child, passes) for child in children)


def right_of(x: Node, path: tuple[Node, ...]) -> Iterator[Node]:
    """NPs below `x` to the right of the path, not below any other NP or S."""
    below = dict(pairwise(path))
    nodes = [x]
    for node in nodes:
        if node in below:
            nodes.extend(node.children[node.children.index(below[node]) :])
        elif node is path[-1]:
            continue
        elif node.label is Label.NP:
            yield node
        elif node.label is not Label.S:
            nodes.extend(node.children)


class _Proposals:
    """What was proposed for a pronoun, each entity once, and the steps walked."""

    def __init__(self, algorithm: HobbsAlgorithm, pronoun: ReferringExpression) -> None:
        self.algorithm, self.pronoun = algorithm, pronoun
        self.attempts: dict[str, Attempt] = {}
        self.notes: list[Note] = []

    def note(self, step: int, text: str) -> None:
        self.notes.append(Note(f"step {step}", text))

    def accept(self, step: int, back: int, candidate: Element | None) -> bool:
        """Test an NP that is proposed, if it refers and was not rejected before."""
        if candidate is None or candidate.entity in self.attempts:
            return False
        violated = self.algorithm.violated(self.pronoun, candidate)
        attempt = Attempt(candidate, violated, back)
        self.attempts[candidate.entity] = attempt
        verdict = "✓" if attempt.succeeded else f"✗ {violated}"
        self.note(step, f"{candidate.entity} {verdict}")
        return attempt.succeeded

    def found(self) -> Found:
        attempts = tuple(self.attempts.values())
        last = attempts[-1] if attempts else None
        antecedent = last.candidate if last and last.succeeded else None
        return Found(Resolution(self.pronoun, attempts, antecedent), tuple(self.notes))
