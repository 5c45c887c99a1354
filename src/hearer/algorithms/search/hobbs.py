"""Hobbs's naive algorithm: nine steps over the parse tree (Hobbs 1978).

    HobbsAlgorithm       walks the steps for each pronoun, and tests each NP proposed
    HobbsOptions         how far step 4 goes back, and whether binding is tested
    walk, HobbsMove      steps 1 to 3 and 5 to 9, within the sentence
    left_of, right_of    the branches below a phrase on one side of a path, breadth first

The steps are worded as in Tetreault (2001, section 2.1). Step 4, earlier sentences, is in
HobbsAlgorithm, which knows them.

Joel R. Tetreault (2001). A Corpus-Based Evaluation of Centering and Pronoun Resolution.
Computational Linguistics 27(4).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import ClassVar, NamedTuple

from hearer.algorithms.look_up import (
    Found,
    Rank,
    Searching,
    SearchOptions,
    in_states,
    look_up,
)
from hearer.algorithms.search.constituency import (
    NO_CONSTITUENTS,
    Constituency,
    NounPhraseId,
    Phrase,
    PhraseLabel,
    breadth_first,
)
from hearer.model import (
    Constraint,
    Element,
    Kind,
    Note,
    Outline,
    ReferringExpression,
    Verdict,
    is_about,
)
from hearer.model.binding import BOUND
from hearer.model.part import given

NP_OR_S = frozenset({PhraseLabel.NP, PhraseLabel.S})


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

    Jerry R. Hobbs (1978). Resolving Pronoun References. Lingua 44, pp. 311–338.
    """

    Options: ClassVar[type] = HobbsOptions

    options: HobbsOptions = given(default=HobbsOptions())
    constituents: Constituency = NO_CONSTITUENTS
    realized: dict[NounPhraseId, Element] = field(default_factory=dict)  # of this utterance

    def begin_utterance(self, outline: Outline) -> None:
        super().begin_utterance(outline)
        self.constituents = Constituency(outline.tree)
        self.realized = {}

    def rank(self, element: Element) -> Rank:
        """Step 4: "traverse ... in a left-to-right, breadth-first manner"."""
        return breadth_first(self.constituents, element)

    def realize(self, expression: ReferringExpression, antecedent: Element | None) -> Element:
        element = super().realize(expression, antecedent)
        if expression.is_spoken:
            self.realized[NounPhraseId(expression.head, expression.kind is Kind.SET)] = element
        return element

    def violated(self, pronoun: ReferringExpression, candidate: Element) -> Verdict | None:
        """What rules a proposal out. Reflexives are bound in any case."""
        if self.options.contra_index or pronoun.kind in BOUND:
            return super().violated(pronoun, candidate)
        violated = self.test(pronoun, candidate)
        return None if is_about(violated, Constraint.BINDING) else violated

    def search(self, pronoun: ReferringExpression, *, is_over: bool) -> Found:
        steps = _Steps(self, pronoun, is_over=is_over)
        resolution = look_up(pronoun, steps.proposals(), steps.test)
        return Found(None if steps.wait else resolution, tuple(steps.notes))

    def moves(self, pronoun: ReferringExpression) -> Iterator[HobbsMove]:
        """The steps within the sentence; none where the parse has no NP over the pronoun."""
        over = self.constituents.noun_phrases.get(NounPhraseId(pronoun.head))
        if over is None:
            return iter(())
        return walk(self.constituents, over, is_bound=pronoun.kind in BOUND)

    def is_still_to_come(self, move: HobbsMove, pronoun: ReferringExpression) -> bool:
        """Whether the NP proposed may refer, but nobody knows yet to what."""
        head = move.phrase.head
        if any(waiting.head == head for waiting in self.waiting):
            return True
        return move.step == 8 and head > pronoun.head and move.phrase.id not in self.realized


class _Steps:
    """The steps walked for a pronoun: what they propose, and what a trace shows of them."""

    def __init__(
        self, hobbs: HobbsAlgorithm, pronoun: ReferringExpression, *, is_over: bool
    ) -> None:
        self.hobbs, self.pronoun, self.is_over = hobbs, pronoun, is_over
        self.step = 1
        self.wait = False  # for an NP to the right
        self.notes: list[Note] = []

    def proposals(self) -> Iterator[tuple[int, Element]]:
        """The NPs proposed, as far as they refer, each with the number of sentences back."""
        for move in self.hobbs.moves(self.pronoun):
            self.step, named = move.step, self.hobbs.constituents.named(move.phrase)
            if not move.is_proposal:
                self._note(f"X = {named}")
            elif not self.is_over and self.hobbs.is_still_to_come(move, self.pronoun):
                self._note(f"waits for {named}")
                self.wait = True
                return
            elif element := self.hobbs.realized.get(move.phrase.id):
                yield 0, element
        self.step = 4  # the surface parse trees of previous sentences, the most recent first
        yield from in_states(reversed(self.hobbs.past), first=1)

    def test(self, pronoun: ReferringExpression, candidate: Element) -> Verdict | None:
        verdict = self.hobbs.violated(pronoun, candidate)
        self._note(f"{candidate.entity} {f'✗ {verdict.constraint}' if verdict else '✓'}")
        return verdict

    def _note(self, text: str) -> None:
        self.notes.append(Note(f"step {self.step}", text))


class HobbsMove(NamedTuple):
    """A step taken: to a new X, or to an NP that it proposes."""

    step: int
    phrase: Phrase
    is_proposal: bool


def walk(sentence: Constituency, start: Phrase, *, is_bound: bool) -> Iterator[HobbsMove]:
    """Hobbs's steps within the sentence, from the NP over the pronoun (step 1) to its top."""
    x, path = _climb(sentence, start)  # 2. go up to the first NP or S: X, and the path p
    yield HobbsMove(2, x, is_proposal=False)
    for phrase, has_between in left_of(x, path):  # 3. left of p: NPs with an NP or S in between
        # Hobbs's step keeps "him" off its co-arguments; the steps are silent on reflexives,
        # which need just those, so they get every NP here.
        if phrase.label is PhraseLabel.NP and (has_between or is_bound):
            yield HobbsMove(3, phrase, is_proposal=True)
    while x is not sentence.top:  # 4. at the highest S: on to earlier sentences
        x, path = _climb(sentence, x)  # 5. go up to the next NP or S: X, and the path p
        yield HobbsMove(5, x, is_proposal=False)
        if x.label is PhraseLabel.NP and path[1].label is not PhraseLabel.N_BAR:
            yield HobbsMove(6, x, is_proposal=True)  # 6. p did not pass through the N̄ of X
        for phrase, _ in left_of(x, path):  # 7. left of p: any NP
            if phrase.label is PhraseLabel.NP:
                yield HobbsMove(7, phrase, is_proposal=True)
        if x.label is PhraseLabel.S:  # 8. right of p, not below any NP or S: any NP
            yield from (HobbsMove(8, phrase, is_proposal=True) for phrase in right_of(x, path))
        # 9. go to step 4


def _climb(sentence: Constituency, phrase: Phrase) -> tuple[Phrase, tuple[Phrase, ...]]:
    """The next NP or S above a phrase, and the path from it down to the phrase."""
    path = [phrase]
    while phrase is not sentence.top:
        phrase = sentence.parents[phrase]
        path.append(phrase)
        if phrase.label in NP_OR_S:
            break
    return phrase, tuple(reversed(path))


def left_of(x: Phrase, path: tuple[Phrase, ...]) -> Iterator[tuple[Phrase, bool]]:
    """Nodes below `x` to the left of the path, and whether an NP or S is between them and `x`."""
    below = dict(pairwise(path))
    phrases = [(x, False)]
    for phrase, has_between in phrases:
        if phrase not in below and phrase is not path[-1]:
            yield phrase, has_between
        children = phrase.children if phrase is not path[-1] else ()
        if phrase in below:
            children = children[: children.index(below[phrase]) + 1]
        passes = has_between or (phrase is not x and phrase.label in NP_OR_S)
        phrases.extend((child, passes) for child in children)


def right_of(x: Phrase, path: tuple[Phrase, ...]) -> Iterator[Phrase]:
    """NPs below `x` to the right of the path, not below any other NP or S."""
    below = dict(pairwise(path))
    phrases = [x]
    for phrase in phrases:
        if phrase in below:
            phrases.extend(phrase.children[phrase.children.index(below[phrase]) :])
        elif phrase is path[-1]:
            continue
        elif phrase.label is PhraseLabel.NP:
            yield phrase
        elif phrase.label is not PhraseLabel.S:
            phrases.extend(phrase.children)
