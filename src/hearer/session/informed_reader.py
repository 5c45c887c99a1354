"""A reader that is told things: who takes which pronouns, and what an NER found.

InformedReader    believes what it is told before what it sees
head_of           the word of a span that the others depend on
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from hearer.analysis.base import Reader
from hearer.analysis.constraints import agreement
from hearer.analysis.expressions.draft import UNSPOKEN, Draft, in_order
from hearer.analysis.lexicon import entries
from hearer.model import ANY_SORT, UNSPECIFIED, Agreement, Kind
from hearer.model.tree import Tree
from hearer.session.knowledge import Given, Told


@dataclass(frozen=True, slots=True)
class InformedReader:
    """Reads as `inner` does, with what is known of expressions, and those it does not see."""

    inner: Reader
    told: Told

    def read(self, tree: Tree, left_out: tuple[bool, ...]) -> list[Draft]:
        """The expressions with what is known of them, and those that were not seen as any."""
        found = self.inner.read(tree, left_out)
        here = self.told.given.get(tree.utterance.number, ())
        named = {head_of(tree, one): one for one in here if 1 <= one.first <= len(tree)}
        rare = self._rare_pronouns(tree, left_out)
        told = [self._told(draft, named.get(draft.head)) for draft in found]
        told = [draft for draft in told if draft.kind in UNSPOKEN or draft.head not in rare]
        seen = {draft.head for draft in told if draft.kind not in UNSPOKEN}
        added = [_named(tree, head, one) for head, one in named.items() if head not in seen]
        return in_order([*told, *rare.values(), *added]) if added or rare else told

    def _told(self, draft: Draft, given: Given | None) -> Draft:
        if draft.kind in UNSPOKEN:
            return draft
        if given and given.sorts != ANY_SORT:
            return draft._replace(sorts=given.sorts, agreement=_agreeing(draft, given))
        if draft.name and not self.told.name_gender and not _has_gendered_title(draft.name):
            return draft._replace(agreement=_ungendered(draft.agreement))
        return draft

    def _rare_pronouns(self, tree: Tree, left_out: tuple[bool, ...]) -> dict[int, Draft]:
        """*Xe* and the like, where somebody takes them."""
        rare = self.told.rare_pronouns
        return {
            n: _pronoun(tree, n)
            for n in range(1, len(tree) + 1 if rare else 0)
            if tree.forms[n].lower() in rare and not left_out[n]
        }


def head_of(tree: Tree, given: Given) -> int:
    """The word of a span that the others depend on."""
    span = range(given.first, min(given.last, len(tree)) + 1)
    return next((n for n in span if tree.heads[n] not in span), given.first)


def _named(tree: Tree, head: int, given: Given) -> Draft:
    """An expression where only an NER has seen one."""
    last = min(given.last, len(tree))
    forms = tree.forms[given.first : last + 1]
    draft = Draft(
        kind=Kind.NAME,
        text=" ".join(forms),
        head=head,
        position=head,
        first=given.first,
        last=last,
        heard_at=last,
        agreement=Agreement(agreement.SINGULAR),
        sorts=given.sorts,
        relation=tree.relations[head],
        name=forms,
        lemma=tree.lemmas[head],
    )
    return draft._replace(agreement=_agreeing(draft, given))


def _agreeing(draft: Draft, given: Given) -> Agreement:
    """The agreement of a name whose sort was told."""
    gender = agreement.gender_of("", given.sorts)
    both = gender & draft.agreement.gender
    return draft.agreement._replace(gender=both or gender)


def _has_gendered_title(name: Iterable[str]) -> bool:
    titles = entries("masculine_titles") | entries("feminine_titles")
    return any(word.lower() in titles for word in name)


def _ungendered(known: Agreement) -> Agreement:
    """The agreement of a name that tells neither he nor she."""
    is_gendered = not known.gender.isdisjoint(agreement.HUMAN)
    return known._replace(gender=known.gender | agreement.HUMAN) if is_gendered else known


def _pronoun(tree: Tree, n: int) -> Draft:
    form, relation = tree.forms[n].lower(), tree.relations[n]
    kind = Kind.POSSESSIVE if relation == "nmod:poss" else Kind.PRONOUN
    return Draft(
        kind=Kind.REFLEXIVE if form.endswith(("self", "selves")) else kind,
        text=form,
        head=n,
        position=n,
        first=n,
        last=n,
        heard_at=n,
        agreement=UNSPECIFIED,
        sorts=ANY_SORT,
        relation=relation,
    )
