"""What to call an entity when its pronoun is spelled out.

    Namer        the names of the entities of an interpretation
    EntityName   a name, and whether it is plural
    possessive   "Brennan's", "the Joneses'"
    capitalized  a name at the start of a sentence

A name goes before a definite noun phrase, and that before anything else; of equals the first heard
counts. Relative clauses, appositives and long modifiers are dropped, and what was introduced with
"a" comes back with "the".
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from hearer.analysis.constraints.agreement import HE, IT, SHE, THEY
from hearer.model import Interpretation, Kind, ReferringExpression
from hearer.model.naming import (
    LONGEST_MODIFIER,
    MANY,
    is_acronym,
    is_plural,
    name_words,
    noun_words,
    spelled,
)
from hearer.model.tree import Tree

NOMINAL = tuple(map(Kind, "definite possessed indefinite bare quantified appositive".split()))
# Each, every, no: there is nobody in particular to be named.
UNNAMEABLE = frozenset("each every no any neither either what which whatever whichever".split())
LONGEST_NAME = 4  # words; a longer one is only taken if there is no shorter
LARGEST_SET = 4
OTHER = {"another": "the other"}
ARTICLES = frozenset({"the", "a", "an"})
NAMING = frozenset({Kind.NAME, Kind.APPOSITIVE, Kind.INDEFINITE})
UNSPEAKABLE = re.compile(r"://|www\.|[@`]")  # addresses and code are no names
OWNING = {HE: "his", SHE: "her", IT: "its", THEY: "their"}
DEEPEST = 3  # the car of the friend of the driver


@dataclass(frozen=True, slots=True)
class EntityName:
    """What an entity can be called; `owns_as_plural` is about its last noun: "the Joneses'"."""

    text: str
    is_plural: bool = False
    owns_as_plural: bool = False
    is_proper: bool = False
    mentions: frozenset[str | None] = frozenset()  # who else is named in it: *Brennan's* car


@dataclass(frozen=True, slots=True)
class WantedName:
    """Where a name is wanted: for a pronoun, among entities that are `present` around it."""

    pronoun: ReferringExpression
    present: frozenset[str | None] = frozenset()
    depth: int = 0

    def deeper(self) -> WantedName:
        return replace(self, depth=self.depth + 1)


class Namer:
    """Names the entities of an interpretation, each as the text up to a pronoun allows."""

    def __init__(self, found: Interpretation) -> None:
        self.trees = {u.number: Tree(u) for u in found.discourse.utterances}
        self._order = {e.id: n for n, e in enumerate(found.expressions)}
        self._naming: dict[str, list[ReferringExpression]] = {}  # of each entity, the best first
        self._owning: dict[str | None, str] = {}  # "his", for who was taken up as "he"
        self._at: dict[tuple[int, int], ReferringExpression] = {}
        for expression in found.expressions:
            if expression.entity is None or expression.utterance not in self.trees:
                continue
            if owning := OWNING.get(expression.agreement) if expression.is_pronoun else None:
                self._owning.setdefault(expression.entity, owning)
            if self._rank(expression) <= len(NOMINAL):
                self._naming.setdefault(expression.entity, []).append(expression)
            if expression.kind not in {Kind.SET, Kind.ELLIPSIS, Kind.CLAUSE}:
                self._at[expression.utterance, expression.head] = expression
        for expressions in self._naming.values():
            expressions.sort(key=self._preference)

    def name(self, entity: str | None, moment: WantedName) -> EntityName | None:
        """The best name of `entity` heard before a pronoun; None if it has none."""
        if entity is None or moment.depth > DEEPEST:
            return None
        now = self._order.get(moment.pronoun.id, len(self._order))
        for expression in self._naming.get(entity, ()):
            order = self._order[expression.id]
            if order > now or (order == now and not expression.members):
                continue
            if expression.members:  # of a coordination, or of *they*: who is taken together
                return self._together(expression, moment.deeper())
            if name := self._spelled(expression, moment):
                return name
        return None

    def _preference(self, expression: ReferringExpression) -> tuple[int, bool]:
        rank = self._rank(expression)
        return rank, rank == 0 and len(expression.text.split()) > LONGEST_NAME

    def _rank(self, expression: ReferringExpression) -> int:
        """0 for names, then as NOMINAL has them, then what names nothing."""
        if expression.members or (expression.kind in NAMING and self._is_name(expression)):
            return 0
        known = expression.kind in NOMINAL
        return NOMINAL.index(expression.kind) + 1 if known else len(NOMINAL) + 1

    def _is_name(self, expression: ReferringExpression) -> bool:
        return self.trees[expression.utterance].upos[expression.head] == "PROPN"

    def _together(self, collected: ReferringExpression, moment: WantedName) -> EntityName | None:
        """The members of a set, each by its best name: "Brennan and Friedman"."""
        found, here = [], moment.present
        for member in collected.members:
            found.append(self.name(member.entity, replace(moment, present=here)))
            here |= {member.entity}  # Lisa and *her* husband
        names = [name for name in found if name]
        if len(names) < len(found) or len(names) > LARGEST_SET:
            return None
        before, last = [name.text for name in names[:-1]], names[-1]
        comma = "," * (len(before) > 1 and ", and " in collected.text)  # as its author writes
        text = f"{', '.join(before)}{comma} and {last.text}"
        members = frozenset(member.entity for member in collected.members)
        return EntityName(text, True, last.owns_as_plural, mentions=members)

    # One expression ---------------------------------------------------------------------------

    def _spelled(self, expression: ReferringExpression, moment: WantedName) -> EntityName | None:
        tree, head = self.trees[expression.utterance], expression.head
        said = tree.lemmas[tree.child(head, "det")]
        if said in UNNAMEABLE or tree.upos[head] not in {"NOUN", "PROPN"}:
            return None
        first = self._first(expression, moment, said)
        is_proper, are_many = self._is_name(expression), is_plural(tree, head)
        words = name_words(tree, head) if is_proper else noun_words(tree, head)
        text = f"{first} {spelled(tree, words)}".strip()
        if first is None or UNSPEAKABLE.search(text):
            return None
        owners = self._owners(expression)
        return EntityName(text, are_many, are_many, is_proper, mentions=owners)

    def _first(self, expression: ReferringExpression, moment: WantedName, said: str) -> str | None:
        """What stands first: "the", a possessor, or nothing; None if the whole cannot be said."""
        tree, head = self.trees[expression.utterance], expression.head
        if possessor := next(tree.exactly(head, "nmod:poss"), 0):
            return self._possessor(expression.utterance, possessor, moment)
        if self._is_name(expression):
            return "the" if said in ARTICLES else ""
        is_counted = tree.has(head, "nummod") or _is_many(tree, head)
        return OTHER.get(said, "the") if said or is_counted else ""

    def _possessor(self, utterance: int, n: int, moment: WantedName) -> str | None:
        """*Brennan's* keys; *her* keys where Brennan is named already; *my* keys stay mine."""
        tree, owner = self.trees[utterance], self._at.get((utterance, n))
        form = tree.forms[n].lower()
        if tree.upos[n] == "PRON" and (owner is None or owner.kind is not Kind.POSSESSIVE):
            then, now = tree.utterance.speaker, self.trees[moment.pronoun.utterance].utterance
            return form if then == now.speaker else None
        if owner and owner.entity in moment.present:
            return form if owner.kind is Kind.POSSESSIVE else self._owning.get(owner.entity, "the")
        if owner:
            named = self.name(owner.entity, moment.deeper())
            is_short = named and len(named.text.split()) <= LONGEST_MODIFIER
            if named and is_short:
                return possessive(named)
        return None if owner and owner.kind is Kind.POSSESSIVE else "the"

    def _owners(self, expression: ReferringExpression) -> frozenset[str | None]:
        tree = self.trees[expression.utterance]
        owners = tree.exactly(expression.head, "nmod:poss")
        known = (self._at.get((expression.utterance, n)) for n in owners)
        return frozenset(owner.entity for owner in known if owner)


def _is_many(tree: Tree, head: int) -> bool:
    return any(tree.lemmas[child] in MANY for child in tree.exactly(head, "amod"))


def possessive(name: EntityName) -> str:
    """A name that owns something.

    >>> possessive(EntityName("the Joneses", owns_as_plural=True)), possessive(EntityName("Curtis"))
    ("the Joneses'", "Curtis's")
    """
    return name.text + ("'" if name.owns_as_plural and name.text.endswith("s") else "'s")


def capitalized(text: str) -> str:
    """A name at the start of a sentence; "iPhone" stays as it is.

    >>> capitalized("the judge"), capitalized("iPhone")
    ('The judge', 'iPhone')
    """
    word = text.partition(" ")[0]
    return text if is_acronym(word) else text[:1].upper() + text[1:]
