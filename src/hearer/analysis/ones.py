"""One, as another of a kind that was named: "She ate a red apple. He preferred a green *one*".

    Ones         the nouns that were heard last, and which of them a *one* repeats
    is_one       whether a word stands for a noun: a green *one*, *another*, *that* of silver

*One* takes up a noun, not a thing: what it refers to is new, but of the same kind (Hankamer and
Sag's identity of sense). Which noun is meant is weighed: the nearer the better, in the same role,
with the same modifiers to contrast, and as what is said asks for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from hearer.analysis.counted import begins_each_other
from hearer.analysis.current_utterance import CurrentUtterance
from hearer.analysis.describe import PLURAL, of_phrase
from hearer.analysis.draft import Draft
from hearer.analysis.exclude import is_time
from hearer.analysis.memory import Memory
from hearer.model import Entity, Familiarity, Kind, ReferringExpression, Sort
from hearer.model.lexicon import table
from hearer.model.meaning import Asking
from hearer.model.state import Stateful
from hearer.model.tree import Tree

REACH = 3  # utterances
MOST = 16  # nouns
NOUNS = frozenset(
    {Kind.BARE, Kind.DEFINITE, Kind.INDEFINITE, Kind.POSSESSED, Kind.QUANTIFIED, Kind.APPOSITIVE}
)
ONES = frozenset({"one", "ones"})
OTHERS = frozenset({"another", "other", "others", "some", "many", "several", "few", "most", "none"})
REPEATING = ONES | OTHERS | {"that", "those"}
MODIFIED = ("det", "amod", "acl", "nmod:poss", "compound")
MODALS = frozenset({"can", "could", "may", "might", "must", "ought", "shall", "should", "would"})


class Noun(NamedTuple):
    """A noun that was heard, and what may be contrasted with it."""

    expression: ReferringExpression
    lemma: str
    is_modified: bool
    has_phrase: bool  # the tail *of a fox*, the houses *in the town*


class Another(NamedTuple):
    """A *one* with what its noun says, its entity, and whose noun it repeats."""

    draft: Draft
    entity: Entity
    status: Familiarity
    kind_of: ReferringExpression


@dataclass(slots=True, eq=False)
class Ones(Stateful):
    """The nouns that were heard last, the latest last."""

    nouns: tuple[Noun, ...] = ()

    def note(self, expression: ReferringExpression, tree: Tree, draft: Draft) -> None:
        is_noun = tree.upos[draft.head] == "NOUN" and draft.kind in NOUNS and draft.lemma
        if is_noun and not is_one(tree, draft.head) and not is_time(tree, draft.head):
            is_modified = tree.has(draft.head, "amod", "compound")
            noun = Noun(expression, draft.lemma, is_modified, has_phrase(tree, draft.head))
            self.nouns = (*self.nouns[1 - MOST :], noun)

    def another(self, here: CurrentUtterance, draft: Draft, memory: Memory) -> Another | None:
        """What a *one* is: what its noun was said of before, if definite, or one more of a kind."""
        may_be_one = draft.text.lower() in REPEATING or here.tree.upos[draft.head] == "ADJ"
        if not may_be_one or not (noun := self.find(here, draft)):
            return None
        draft = here.drafts[draft.head] = _repeating(draft, noun)
        determiner = here.tree.lemmas[here.tree.child(draft.head, "det")]
        is_definite = determiner == "the" and draft.text.lower() in ONES
        known = memory.find(here.tree, draft, None) if is_definite else None
        entity = known or memory.new_entity(noun.lemma.upper())
        status = Familiarity.EVOKED if known else Familiarity.INFERRABLE
        return Another(draft, entity, status, noun.expression)

    def find(self, here: CurrentUtterance, draft: Draft) -> Noun | None:
        """The noun that `draft` repeats, if it is a *one*; of several the weightiest."""
        if not is_one(here.tree, draft.head):
            return None
        asking = here.tree.utterance.meaning(draft.head)
        asks = Asking(asking) if asking else None
        found = self._candidates(here, draft)
        weights = {noun: _weight(here, draft, noun, asks) for noun in found}
        return max(weights, key=weights.__getitem__, default=None)

    def _candidates(self, here: CurrentUtterance, draft: Draft) -> Iterator[Noun]:
        tree = here.tree
        is_compared = tree.preposition(draft.head) == "than"
        needs_phrase = draft.kind is Kind.DEMONSTRATIVE and not is_compared
        needs_person = _is_said_of_persons(tree, draft.head)
        for noun in self.nouns:
            heard = noun.expression
            is_near = here.number - heard.utterance <= (1 if needs_phrase else REACH)
            is_many = draft.text.lower() == "those" and heard.agreement.number == PLURAL
            fits = noun.has_phrase or is_many or not needs_phrase
            is_meant = Sort.PERSON in heard.sorts or not needs_person
            if is_near and fits and is_meant and not _is_part(here, draft, heard):
                yield noun


def _is_part(here: CurrentUtterance, draft: Draft, heard: ReferringExpression) -> bool:
    """Whether one of the two stands in the other: the *one* on the shelf is no shelf."""
    if heard.utterance != here.number:
        return False
    is_over = heard.head in here.tree.ancestors(draft.head)
    is_inside = draft.first <= heard.head <= draft.last
    return is_inside or (is_over and heard.head != _beside(here.tree, draft.head))


def _beside(tree: Tree, n: int) -> int:
    """What a *one* stands beside: electric *drills* and small ones; two *pools*, a large one."""
    return tree.heads[n] if tree.bases[n] in {"appos", "conj", "list", "parataxis"} else 0


def _is_said_of_persons(tree: Tree, n: int) -> bool:
    """*One* learns to save water: where nothing but a person can be meant."""
    is_bare = not tree.has(n, *MODIFIED) and tree.relations[n] == "nsubj"
    return is_bare and "persons" in table("governors").get(
        f"{tree.lemmas[tree.heads[n]]}/nsubj", ()
    )


def _weight(
    here: CurrentUtterance, draft: Draft, noun: Noun, asks: Asking | None
) -> tuple[float, int, float]:
    """What speaks for a noun; the later it was heard the better, where all else is alike."""
    heard, tree = noun.expression, here.tree
    is_here = heard.utterance == here.number
    weight = -1.0 * (here.number - heard.utterance)
    weight += heard.relation == draft.relation
    weight += 1.0 * (noun.has_phrase and draft.kind is Kind.DEMONSTRATIVE)
    weight += 2.0 * (is_here and heard.head == _beside(tree, draft.head))
    weight += 0.5 * (noun.is_modified and tree.has(draft.head, "amod", "compound"))
    weight += 0.5 * (heard.agreement.number == draft.agreement.number)
    is_any = heard.agreement.number == PLURAL and heard.kind is not Kind.DEFINITE
    weight += is_any * (2.0 if tree.lemmas[draft.head - 1] in {"each", "every"} else 1.0)
    if asks and heard.meaning:
        weight += 0.5 * asks.fit(heard.meaning, heard.meaning)
    return weight, heard.utterance, heard.position


def _repeating(draft: Draft, noun: Noun) -> Draft:
    """A *one* with what its noun says: what sort it is of, and he, she or it."""
    heard = noun.expression
    agreement = draft.agreement._replace(gender=heard.agreement.gender)
    return draft._replace(lemma=noun.lemma, agreement=agreement, sorts=heard.sorts, points=False)


# What is a one --------------------------------------------------------------------------------


def is_one(tree: Tree, n: int) -> bool:
    """Whether a word stands for a noun that was said before."""
    form = tree.forms[n].lower()
    if form in ONES:
        return not (of_phrase(tree, n) or _is_anybody(tree, n) or _is_each_other(tree, n))
    if form in OTHERS:
        is_head = tree.upos[n] in {"PRON", "DET", "NOUN", "ADJ"} and tree.bases[n] != "det"
        return is_head and not (of_phrase(tree, n) or _is_each_other(tree, n))
    if form in {"that", "those"}:
        return has_phrase(tree, n) or tree.preposition(n) == "than"
    return tree.upos[n] == "ADJ" and tree.has(n, "det") and _is_picked(tree, n)


def _is_picked(tree: Tree, n: int) -> bool:
    """The *second* was boring; she chose the *biggest*."""
    return (
        tree.feature(n, "Degree=Sup") or tree.feature(n, "NumType=Ord") or tree.lemmas[n] in PICKED
    )


PICKED = frozenset({"first", "former", "last", "latter", "next", "second", "third"})


def has_phrase(tree: Tree, n: int) -> bool:
    """The tail *of a fox*; that *of silver*, those *on the hill*."""
    return "nmod" in tree.firsts[n] and next(tree.exactly(n, "nmod"), 0) != 0


def _is_anybody(tree: Tree, n: int) -> bool:
    """*One* should; no *one*; the *one* who: anybody, nobody, somebody."""
    if tree.forms[n - 1].lower() in {"no", "some"}:
        return True
    if any("who" in map(tree.lemmas.__getitem__, tree.children[w]) for w in tree.children[n]):
        return True
    if tree.has(n, *MODIFIED) or tree.forms[n].lower() == "ones":
        return False
    verb = tree.heads[n]
    is_general = any(tree.lemmas[aux] in MODALS for aux in tree.exactly(verb, "aux"))
    return tree.relations[n] == "nsubj" and is_general


def _is_each_other(tree: Tree, n: int) -> bool:
    """*One another*; each *other*."""
    return begins_each_other(tree, n) or begins_each_other(tree, n - 1)
