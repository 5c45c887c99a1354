"""What gold says of those who are mentioned, held against a pronoun.

impossible         why a pronoun cannot mean what was chosen for it, by gold
is_no_mention      whether what was chosen refers to nothing, by gold
is_feature_wrong   whether gold has the feature otherwise that an antecedent was ruled out by

Gold has no gender. It has GUM's entity types, where the file states them, and the other pronouns of
a chain: what is called *she* elsewhere is no *he*.
"""

from __future__ import annotations

from collections.abc import Iterable

from hearer.evaluation.gold import Gold, GoldMention
from hearer.evaluation.scoring import FORMS
from hearer.model import Constraint, Number, Sort, Verdict

PEOPLE = ("he", "she")
CALLED = (*PEOPLE, "it")
ANIMATE = frozenset({Sort.PERSON.value, Sort.ANIMAL.value})
PLURAL_TAGS = frozenset({"NNS", "NNPS"})
SINGULAR_TAGS = frozenset({"NN", "NNP"})


def impossible(gold: Gold, group: str, chosen: GoldMention | None) -> str:
    """Why the pronoun `group` (he, she, it, they) cannot mean what gold has there; "" if it can."""
    if chosen is None or group not in CALLED:
        return ""
    called = _called(gold, chosen)
    if group in called:
        return ""
    if called and not (group == "it" and chosen.sort == Sort.ANIMAL):  # a bear may be both
        return f"is “{' or '.join(called)}” in gold"
    return f"is {_article(chosen.sort)}" if _clashes(group, chosen.sort) else ""


def is_no_mention(gold: Gold, chosen: GoldMention | None) -> bool:
    """Whether no annotator marked what was chosen, though all noun phrases are marked.

    That they are, is seen from entity types: whoever has these marks everything.
    """
    return chosen is None and any(mention.sort for mention in gold.mentions)


def _called(gold: Gold, mention: GoldMention) -> list[str]:
    """The pronouns he, she and it that gold has for an entity."""
    chain = gold.index.by_entity[mention.entity]
    groups = {FORMS.get(gold.forms[one.head].lower(), "") for one in chain}
    return [group for group in CALLED if group in groups]


def _clashes(group: str, sort: str) -> bool:
    if not sort:
        return False
    return sort == Sort.PERSON if group == "it" else sort not in ANIMATE


def _article(sort: str) -> str:
    return f"{'an' if sort[0] in 'aeiou' else 'a'} {sort} in gold"


def is_feature_wrong(
    gold: Gold, group: str, verdict: Verdict | None, antecedents: Iterable[GoldMention]
) -> bool:
    """Whether what rules an antecedent out is not so by gold.

    A gender or a sort is wrong if gold's entity type goes with the pronoun; a number if the tag of
    the nearest noun among the antecedents says otherwise; a person if the nearest of them is no
    pronoun. Of binding, and of who speaks, gold says nothing.
    """
    mentions = list(antecedents)
    if verdict is None or verdict.constraint not in {Constraint.AGREEMENT, Constraint.SORT}:
        return False
    if "person" in verdict.wanted and verdict.constraint is Constraint.AGREEMENT:
        nearest = max(mentions, key=lambda one: one.head, default=None)
        return nearest is not None and not gold.is_pronoun(nearest)
    if verdict.constraint is Constraint.AGREEMENT and _is_number(verdict):
        return verdict.wanted == _number_of_nearest(gold, mentions)
    return not any(_clashes(group, one.sort) for one in mentions)


def _number_of_nearest(gold: Gold, mentions: Iterable[GoldMention]) -> str:
    """The number of the nearest noun that shows one: *an arrogant person* is not many."""
    backwards = sorted(mentions, key=lambda one: one.head, reverse=True)
    return next(filter(None, (_number(gold, one) for one in backwards)), "")


def _number(gold: Gold, mention: GoldMention) -> str:
    """The number of a noun by its tag: the *two* are many."""
    tag, form = gold.xpos[mention.head], gold.forms[mention.head].lower()
    if tag in PLURAL_TAGS or (tag == "CD" and form not in {"one", "1"}):
        return Number.PLURAL
    return Number.SINGULAR if tag in SINGULAR_TAGS else ""


def _is_number(verdict: Verdict) -> bool:
    """Whether it is number alone that clashes."""
    return verdict.wanted in {Number.PLURAL, Number.SINGULAR}
