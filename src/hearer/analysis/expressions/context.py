"""What the context of an expression shows, for algorithms that weigh it.

CueContext    lemma, governor, cues, and a clause that may be meant
event_of      the clause that a pronoun would stand for, as an expression
main_clause   that of a whole utterance, for pronouns in the next

"Who cut the grass? Marlena did *it*." What is done was told by the nearest verb before the pronoun,
or else by the main clause of the utterance before: on GUM train no other simple choice is better.
Whether the pronoun does stand for it, an algorithm has to say
(algorithms/weighted/answers.py).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from hearer.analysis.constraints import agreement
from hearer.analysis.expressions.clauses import is_predicate
from hearer.analysis.expressions.cues import cues_of, governor
from hearer.analysis.expressions.draft import Draft
from hearer.analysis.expressions.judge import SURELY, judged
from hearer.model import (
    Agreement,
    Cue,
    Entity,
    EntityKind,
    Familiarity,
    Kind,
    ReferringExpression,
    Sort,
)
from hearer.model.meaning import offered
from hearer.model.part import Part
from hearer.model.tree import NO_TREE, Tree

TOLD = Agreement(agreement.SINGULAR, agreement.NEUTER)
PLEONASTIC, NO_CUES = frozenset({Cue.PLEONASTIC}), frozenset[Cue]()
OF_CLAUSES = frozenset({Cue.ACTION, Cue.HAPPENING})
# "You know" and "I mean" tell nothing.
ASIDES = frozenset({"guess", "know", "mean", "see", "suppose", "think"})


class Shown(NamedTuple):
    """What the context of an expression shows."""

    lemma: str = ""
    governor: str = ""
    cues: frozenset[Cue] = frozenset()
    event: ReferringExpression | None = None
    nothing: int = 0  # hundredths
    because: str = ""


NOTHING_SHOWN = Shown()


@dataclass(slots=True, eq=False)
class CueContext(Part):
    """Shows cues, and remembers the last utterance, whose main clause may be meant."""

    before: Tree = NO_TREE
    now: Tree = NO_TREE

    def begin(self, tree: Tree) -> None:
        self.before, self.now = self.now, tree

    def of(self, tree: Tree, draft: Draft, *, is_speech: bool) -> Shown:
        cues = cues_of(tree, draft, is_speech=is_speech)
        event, nothing, because = None, 0, ""
        if draft.is_pronoun and tree.forms[draft.head].lower() == "it":
            nothing, because = judged(tree, draft.head)
            cues |= PLEONASTIC if nothing >= SURELY else NO_CUES
        if not cues.isdisjoint(OF_CLAUSES):
            event = event_of(tree, draft.head, self.before)
        governed = governor(tree, draft)
        return Shown(draft.lemma, governed, cues, event=event, nothing=nothing, because=because)


# Clauses that were told ----------------------------------------------------------------------


def event_of(tree: Tree, n: int, before: Tree) -> ReferringExpression | None:
    """The clause that word `n` stands for, if it stands for one, here or in the utterance before.

    >>> from hearer.model import Utterance
    >>> tree = Tree(Utterance.of("Try/VERB/root/0 and/CCONJ/cc/3 do/VERB/conj/1 it/PRON/obj/3"))
    >>> event_of(tree, 4, NO_TREE) is None  # what governs the pronoun is not what it stands for
    True
    """
    above = set(tree.ancestors(n))
    for verb in range(n - 1, 0, -1):
        if tree.upos[verb] == "VERB" and verb not in above and tree.lemmas[verb] not in ASIDES:
            return clause(tree, verb)
    return main_clause(before)


def main_clause(tree: Tree) -> ReferringExpression | None:
    """The main clause of an utterance, unless that is a mere noun phrase."""
    root = tree.children[0][0] if tree.children[0] else 0
    return clause(tree, root) if root and is_predicate(tree, root) else None


def clause(tree: Tree, head: int) -> ReferringExpression:
    """The clause of a predicate, without what introduces or ends it."""
    first, last = tree.edges[head]
    while first < head and tree.bases[first] in {"cc", "mark", "punct"}:
        first += 1
    while last > head and tree.upos[last] == "PUNCT":
        last -= 1
    number = tree.utterance.number
    return ReferringExpression(
        tree.utterance.text_between(first, last),
        number,
        head,
        entity=Entity(f"{tree.lemmas[head].upper()} ({number}.{head})", EntityKind.CLAUSE),
        familiarity=Familiarity.INFERRABLE,
        kind=Kind.CLAUSE,
        agreement=TOLD,
        sorts=frozenset({Sort.EVENT}),
        relation=tree.relations[head],
        first=first,
        last=last,
        heard_at=last,
        clause=head,
        meaning=offered(tree.utterance.meaning(head)),
    )
