"""One, as another of a kind that was named: "She ate a red apple. He preferred a green *one*".

*One* takes up a noun, not a thing: what it refers to is new, but of the same kind (Hankamer and
Sag's identity of sense). Which noun is meant is weighed: the nearer the better, in the same role,
with modifiers to contrast, and as the context asks for.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from hearer.analysis.counted import begins_each_other
from hearer.analysis.current_utterance import CurrentUtterance
from hearer.analysis.describe import of_phrase
from hearer.analysis.draft import Draft
from hearer.analysis.exclude import is_time
from hearer.analysis.memory import Memory
from hearer.model.expression import PLURAL, Entity, Familiarity, Kind, ReferringExpression, Sort
from hearer.model.lexicon import words
from hearer.model.meaning import fit
from hearer.model.state import Stateful
from hearer.model.tree import Tree

REACH = 3  # utterances
MOST = 16  # nouns
NOUNS = frozenset(
    {Kind.BARE, Kind.DEFINITE, Kind.INDEFINITE, Kind.POSSESSED, Kind.QUANTIFIED, Kind.APPOSITIVE}
)
ONES, THAT, OTHERS, PICKED, MODALS = words("ones", "ones that others picked modals")
REPEATING = ONES | OTHERS | THAT
MODIFIED, BESIDE = words("ones", "modified beside")


class Noun(NamedTuple):
    """A noun that was heard, and whether it has a modifier to contrast."""

    expression: ReferringExpression
    lemma: str
    is_modified: bool


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
        n = draft.head
        is_noun = tree.upos[n] == "NOUN" and draft.kind in NOUNS
        if is_noun and not is_one(tree, n) and not is_time(tree, n):
            noun = Noun(expression, draft.lemma, tree.has(n, "amod", "compound"))
            self.nouns = (*self.nouns[1 - MOST :], noun)

    def another(self, here: CurrentUtterance, draft: Draft, memory: Memory) -> Another | None:
        """What a *one* is: what its noun was said of before, if definite, or one more of a kind."""
        tree, n, form = here.tree, draft.head, draft.text.lower()
        if not (form in REPEATING or tree.upos[n] == "ADJ") or not is_one(tree, n):
            return None
        nouns = [noun for noun in self.nouns if _may_be(here, draft, noun)]
        if not nouns:
            return None
        noun = max(nouns, key=lambda noun: _weight(here, draft, noun))
        heard = noun.expression
        agreement = draft.agreement._replace(gender=heard.agreement.gender)
        draft = draft._replace(
            lemma=noun.lemma, agreement=agreement, sorts=heard.sorts, points=False
        )
        here.drafts[n] = draft
        is_definite = tree.lemmas[tree.child(n, "det")] == "the" and form in ONES
        known = memory.find(tree, draft, None) if is_definite else None
        entity = known or memory.new_entity(noun.lemma.upper())
        status = Familiarity.EVOKED if known else Familiarity.INFERRABLE
        return Another(draft, entity, status, heard)


def _may_be(here: CurrentUtterance, draft: Draft, noun: Noun) -> bool:
    """Return True if `draft` may repeat a noun: it is near, and neither is a part of the other.

    The *one* on the shelf is no shelf; but electric *drills* and small ones; two *pools*, a large
    one. *One* learns to save water: the parser's sort says that a person is meant.
    """
    tree, n, heard = here.tree, draft.head, noun.expression
    if here.number - heard.utterance > REACH:
        return False
    if heard.utterance == here.number:
        is_beside = tree.bases[n] in BESIDE and heard.head == tree.heads[n]
        is_over = heard.head in tree.ancestors(n) and not is_beside
        if is_over or draft.first <= heard.head <= draft.last:
            return False
    is_bare = tree.relations[n] == "nsubj" and not tree.has(n, *MODIFIED)
    needs_person = is_bare and "person" in tree.utterance.sorts[n - 1 : n]
    return Sort.PERSON in heard.sorts or not needs_person


def _weight(here: CurrentUtterance, draft: Draft, noun: Noun) -> tuple[float, int, float]:
    """What speaks for a noun; the later it was heard the better, where all else is alike."""
    heard, tree, asking = noun.expression, here.tree, here.tree.utterance.meaning(draft.head)
    weight = float(heard.utterance - here.number)
    weight += heard.relation == draft.relation
    weight += 0.5 * (noun.is_modified and tree.has(draft.head, "amod", "compound"))
    if heard.agreement.number == PLURAL and heard.kind is not Kind.DEFINITE:  # one of some
        weight += 1.0
    if asking and heard.meaning:
        weight += 0.5 * fit(asking, heard.meaning, heard.meaning)
    return weight, heard.utterance, heard.position


def is_one(tree: Tree, n: int) -> bool:
    """Return True if a word stands for a noun that was said before."""
    form = tree.forms[n].lower()
    if form in THAT:
        # The tail of a fox; that *of silver*, those *on the hill*.
        return any(tree.exactly(n, "nmod")) or tree.preposition(n) == "than"
    if form not in ONES and form not in OTHERS:  # the *second* was boring; she chose the *biggest*
        if tree.upos[n] != "ADJ" or "det" not in tree.firsts[n]:
            return False
        is_picked = tree.feature(n, "Degree=Sup") or tree.feature(n, "NumType=Ord")
        return is_picked or tree.lemmas[n] in PICKED
    if of_phrase(tree, n) or begins_each_other(tree, n) or begins_each_other(tree, n - 1):
        return False
    if form in ONES:
        return not _is_anybody(tree, n)
    return tree.upos[n] in {"PRON", "DET", "NOUN", "ADJ"} and tree.bases[n] != "det"


def _is_anybody(tree: Tree, n: int) -> bool:
    """*One* should; no *one*; the *one* who: anybody, nobody, somebody."""
    if tree.forms[n - 1].lower() in {"no", "some"}:
        return True
    if any("who" in map(tree.lemmas.__getitem__, tree.children[w]) for w in tree.children[n]):
        return True
    if tree.has(n, *MODIFIED) or tree.relations[n] != "nsubj" or tree.forms[n].lower() == "ones":
        return False
    return any(tree.lemmas[aux] in MODALS for aux in tree.exactly(tree.heads[n], "aux"))
