"""One, as another of a kind that was named: "She ate a red apple. He preferred a green *one*".

*One* takes up a noun, not a thing: what it refers to is new, but of the same kind (Hankamer and
Sag's identity of sense). Grammar says which nouns may be meant; an algorithm chooses among them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

from hearer.analysis.counted import begins_each_other
from hearer.analysis.current_utterance import CurrentUtterance
from hearer.analysis.describe import of_phrase
from hearer.analysis.draft import Draft
from hearer.analysis.exclude import is_time
from hearer.model import Stateful, Tree
from hearer.model.expression import PLURAL, Expressions, Kind, ReferringExpression, Sort
from hearer.model.lexicon import words

REACH = 3  # utterances
MOST = 16  # nouns
NOUNS = frozenset(map(Kind, "bare definite indefinite possessed quantified appositive".split()))
ONES, THAT, OTHERS, PICKED, PICKING, MODALS, MODIFIED, BESIDE = words(
    "ones", "ones that others picked picking modals modified beside"
)
REPEATING = ONES | OTHERS | THAT


@dataclass(slots=True, eq=False)
class Ones(Stateful):
    """The nouns that were heard last, each with its lemma, the latest last."""

    nouns: list[tuple[ReferringExpression, str]] = field(default_factory=list)

    def note(self, expression: ReferringExpression, tree: Tree, draft: Draft) -> None:
        n = draft.head
        is_noun = tree.upos[n] == "NOUN" and draft.kind in NOUNS
        if is_noun and not is_one(tree, n) and not is_time(tree, n):
            self.nouns.append((expression, draft.lemma))
            del self.nouns[:-MOST]

    def kinds(self, here: CurrentUtterance, draft: Draft) -> Expressions:
        """Return whose nouns a *one* may repeat: first plurals in its role, the latest first."""
        tree, n, form = here.tree, draft.head, draft.text.lower()
        if not (form in REPEATING or tree.upos[n] == "ADJ") or not is_one(tree, n):
            return ()
        latest, role = {each.referent: each for each, _ in self.nouns}, draft.relation
        found = [each for each in latest.values() if _may_be(here, draft, each)]
        found.sort(key=lambda x: ((x.agreement.number == PLURAL) + (x.relation == role), x.order))
        return tuple(found[::-1])


def _may_be(here: CurrentUtterance, draft: Draft, heard: ReferringExpression) -> bool:
    """Return True if `draft` may repeat a noun: it is near, and neither is a part of the other.

    The *one* on the shelf is no shelf; but electric *drills* and small ones; two *pools*, a large
    one. Every *one* is of several. *One* learns to save water: a person, by the parser's sort.
    """
    tree, n = here.tree, draft.head
    is_of_many = tree.lemmas[tree.child(n, "det")] in {"each", "every"}
    if here.number - heard.utterance > REACH or (is_of_many and heard.agreement.number != PLURAL):
        return False
    if heard.utterance == here.number:
        is_beside = tree.bases[n] in BESIDE and heard.head == tree.heads[n]
        is_over = heard.head in tree.ancestors(n) and not is_beside
        if is_over or draft.first <= heard.head <= draft.last:
            return False
    is_bare = tree.relations[n] == "nsubj" and not tree.has(n, *MODIFIED)
    needs_person = is_bare and "person" in tree.utterance.sorts[n - 1 : n]
    return Sort.PERSON in heard.sorts or not needs_person


def is_one(tree: Tree, n: int) -> bool:
    """Return True if a word stands for a noun that was said before."""
    form = tree.forms[n].lower()
    if form in THAT:
        # The tail of a fox; that *of silver*, those *on the hill*.
        return any(tree.exactly(n, "nmod")) or tree.preposition(n) == "than"
    if form not in REPEATING:  # the *second* was boring; the *bigger* of two; the *biggest*
        if tree.upos[n] != "ADJ" or "det" not in tree.firsts[n]:
            return False
        is_picked = any(map(partial(tree.feature, n), PICKING))
        return is_picked or tree.lemmas[n] in PICKED
    if of_phrase(tree, n) or begins_each_other(tree, n) or begins_each_other(tree, n - 1):
        return False
    return form not in ONES or not _is_anybody(tree, n)


def _is_anybody(tree: Tree, n: int) -> bool:
    """*One* should; no *one*; the *one* who: anybody, nobody, somebody."""
    asked = (tree.lemmas[word] for below in tree.children[n] for word in tree.children[below])
    if tree.forms[n - 1].lower() in {"no", "some"} or "who" in asked:
        return True
    if tree.has(n, *MODIFIED) or tree.relations[n] != "nsubj":
        return False
    return any(tree.lemmas[aux] in MODALS for aux in tree.exactly(tree.heads[n], "aux"))
