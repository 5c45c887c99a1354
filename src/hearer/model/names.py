"""What an entity is best called: the names of the entities of a discourse.

Names       the best names of the entities of a discourse, as they are heard
Naming      one way to call an entity, and its Rank
names_of    those of a discourse that was heard

A proper name in full goes before a part of it, and any name before a noun phrase; what was
introduced with "a" comes back with "the". A set is called by its members, a clause by its words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import islice
from typing import NamedTuple

from hearer.model.expression import ReferringExpression
from hearer.model.grammar import Cue, Kind
from hearer.model.identity import Entity, EntityKind
from hearer.model.naming import (
    LONGEST_MODIFIER,
    MANY,
    cited,
    is_plural,
    name_words,
    noun_words,
    part_words,
    possessive,
    spelled,
    together,
)
from hearer.model.part import Part, given
from hearer.model.pronouns import FIRST_PERSON, PRONOUNS
from hearer.model.text import Utterance
from hearer.model.tree import NO_TREE, Tree

LONGEST_NAME = 4  # words; a longer one is taken only if there is no other
MOST_MEMBERS = 4  # of a set that are named one by one
DEEPEST = 3  # the car of the friend of the driver
TITLES = frozenset("mr mrs ms miss dr prof sir lady lord mr. mrs. ms. dr. prof.".split())
# Who says these means them as they are: each driver, no one else.
AS_SAID = frozenset("each every no any neither either what which whatever whichever".split())
DAYS = frozenset(
    """monday tuesday wednesday thursday friday saturday sunday january february march april may
    june july august september october november december""".split()
)


class Rank(IntEnum):
    """What kind of name it is; the smaller, the better."""

    TOLD = -1  # somebody said so
    TOGETHER = 0  # by the members of a set
    NAME = 1
    SHOUTED = 2  # a name in capitals or in a heading
    NOUN = 3
    ASIDE = 4  # a noun that only describes: a predicate, an appositive, a quantity
    CLAUSE = 5
    DAY = 6  # a month or a day
    SOMEBODY = 7  # an indefinite pronoun
    LETTERS = 8  # of a speaker who was never named


RANKS = {
    Kind.NAME: Rank.NAME,
    Kind.DEFINITE: Rank.NOUN,
    Kind.POSSESSED: Rank.NOUN,
    Kind.INDEFINITE: Rank.NOUN,
    Kind.BARE: Rank.NOUN,
    Kind.QUANTIFIED: Rank.ASIDE,
    Kind.APPOSITIVE: Rank.ASIDE,
    Kind.CLAUSE: Rank.CLAUSE,
    Kind.SPEAKER: Rank.LETTERS,
}
NAMING = frozenset({Kind.NAME, Kind.APPOSITIVE, Kind.INDEFINITE, Kind.BARE})
# What is left of "s/he" and "(s)he", however it was divided into words; and who is anybody.
PERSONAL = {form for form, one in PRONOUNS.items() if one.lexeme in {"he", "she", "s/he"}} | {"one"}
NO_NOUNS = frozenset({"NUM", "PRON", "", "_"})  # the last two: no parse


class Naming(NamedTuple):
    """One way to call an entity; *her brother* has an owner, a set has members."""

    rank: Rank
    text: str = ""
    length: int = 0  # in words, without titles
    noun: str = ""  # the lemma of its head
    is_plural: bool = False
    owner: Entity | None = None
    owned: str = ""  # the text without its owner: "brother"
    members: tuple[Entity, ...] = ()

    def is_better_than(self, other: Naming) -> bool:
        """Whether to call an entity so from now on: of equals, the first stays."""
        if self.rank != other.rank:
            return self.rank < other.rank
        says_more = other.length < self.length <= LONGEST_NAME or self.length < LONGEST_NAME < (
            other.length
        )
        return says_more and self.rank in SAYING_MORE and self._is_of_a_kind_with(other)

    def _is_of_a_kind_with(self, other: Naming) -> bool:
        return self.rank < Rank.NOUN or self.noun == other.noun


SAYING_MORE = frozenset({Rank.NAME, Rank.SHOUTED, Rank.NOUN})


@dataclass(slots=True, eq=False)
class Names(Part):
    """The best names so far of the entities of a discourse, the latest heard last."""

    best: dict[Entity, Naming] = field(default_factory=dict)
    here: dict[int, Entity] = field(default_factory=dict)  # by head, in this utterance
    tree: Tree = given(default=NO_TREE)

    def begin(self, tree: Tree) -> None:
        """Take the next utterance."""
        self.tree = tree
        self.here.clear()

    def hear(self, expression: ReferringExpression) -> None:
        """Take an expression with what it realizes."""
        entity = expression.entity
        if entity is None:
            return
        before = self.best.pop(entity, None)
        if not expression.members:
            self.here[expression.head] = entity
        naming = self._worth_a_look(expression, before)
        if naming and (before is None or naming.is_better_than(before)):
            before = naming
        if before is not None:
            self.best[entity] = before

    def unify(self, was: Entity, now: Entity) -> None:
        """Let two be one: what the one was called, the other is."""
        before, after = self.best.pop(was, None), self.best.get(now)
        if before and before.members != (now,) and (not after or before.is_better_than(after)):
            self.best[now] = before
        self.best[was] = Naming(Rank.TOGETHER, members=(now,))

    def tell(self, entity: Entity, name: str) -> None:
        """Take a name that somebody says an entity is to be called by."""
        before = self.best.get(entity)
        several = before is not None and before.is_plural
        self.best[entity] = Naming(Rank.TOLD, name, len(name.split()), is_plural=several)

    def forget(self, most: int) -> None:
        """Keep the latest of the entities, as many as these or twice as many."""
        if len(self.best) > 2 * most:
            self.best = dict(islice(self.best.items(), len(self.best) - most, None))

    def name(self, entity: Entity | None, depth: int = 0) -> str:
        """The best name; "" if there is none."""
        known = self.best.get(entity) if entity is not None and depth < DEEPEST else None
        if known is None:
            return ""
        if known.members:
            return self._together(known.members, depth + 1) or known.text
        owner = self.best.get(known.owner) if known.owner not in {None, entity} else None
        said = self.name(known.owner, depth + 1) if owner else ""
        if owner is None or not 0 < len(said.split()) <= LONGEST_MODIFIER:
            return known.text
        return f"{possessive(said, is_plural=owner.is_plural)} {known.owned}"

    def _together(self, members: tuple[Entity, ...], depth: int) -> str:
        names = [self._among(members, member, depth) for member in members]
        return together(names, MOST_MEMBERS) if all(names) else ""

    def _among(self, members: tuple[Entity, ...], one: Entity, depth: int) -> str:
        """Anna Keller and *her* brother, where both are named together."""
        known = self.best.get(one)
        return known.text if known and known.owner in members else self.name(one, depth)

    def of(self, entities: Iterable[Entity]) -> dict[Entity, str]:
        """The names of these entities, "" for who has none."""
        return {entity: self.name(entity) for entity in entities}

    # One expression ---------------------------------------------------------------------------

    def _worth_a_look(
        self, expression: ReferringExpression, before: Naming | None
    ) -> Naming | None:
        """What it calls its entity; most call it as it was called before, and are not asked."""
        if expression.members:
            return _set(expression) if before is None or before.rank > Rank.TOGETHER else None
        rank = RANKS.get(expression.kind)
        if rank is None or not (before is None or self._may_say_more(expression, rank, before)):
            return None
        return self._naming(expression, rank)

    def _may_say_more(self, expression: ReferringExpression, rank: Rank, before: Naming) -> bool:
        is_long = expression.last - expression.first >= before.length
        if is_long or rank < before.rank or before.length > LONGEST_NAME:
            return True
        return before.rank > Rank.SHOUTED and self._is_proper(expression, expression.head)

    def _naming(self, expression: ReferringExpression, rank: Rank) -> Naming | None:
        if rank is Rank.LETTERS:
            return self._speaker(expression)
        tree, head = self.tree, expression.head
        is_here = expression.utterance == tree.utterance.number and 0 < head < len(tree.forms)
        if rank is Rank.CLAUSE or not is_here:
            return Naming(rank, expression.text)
        if tree.utterance.language and (called := cited(tree, head)):
            return Naming(rank, called, noun=tree.lemmas[head])
        if self._is_proper(expression, head):
            return self._proper(head)
        if words := part_words(tree, head):
            return Naming(Rank.ASIDE, spelled(tree, words), len(words), is_plural=True)
        if tree.upos[head] in NO_NOUNS:
            return self._no_noun(expression, rank)
        return self._noun(head, Rank.ASIDE if Cue.PREDICATE in expression.cues else rank)

    def _is_proper(self, expression: ReferringExpression, head: int) -> bool:
        upos = self.tree.upos
        return expression.kind in NAMING and 0 < head < len(upos) and upos[head] == "PROPN"

    def _speaker(self, expression: ReferringExpression) -> Naming | None:
        """I am who the lines say that speaks; for whom they never name, the entity tells it."""
        speaker = self.tree.utterance.speaker
        if speaker and FIRST_PERSON.get(expression.text.lower()) == "i":
            return Naming(Rank.NAME, speaker, len(speaker.split()))
        entity = expression.entity
        is_named = entity is not None and entity.kind is EntityKind.NAMED
        return Naming(Rank.LETTERS, str(entity).title()) if is_named else None

    def _proper(self, head: int) -> Naming:
        tree, words = self.tree, name_words(self.tree, head)
        text, lemma = spelled(tree, words), tree.lemmas[head]
        own = [tree.lemmas[n] for n in words if tree.lemmas[n] not in TITLES]
        rank = Rank.DAY if lemma in DAYS and len(own) < 3 else Rank.NAME
        if rank is Rank.NAME and ((len(text) > 3 and text.isupper()) or tree.utterance.is_heading):
            rank = Rank.SHOUTED
        article = "the " if tree.lemmas[tree.child(head, "det")] == "the" else ""
        return Naming(rank, article + text, len(own), noun=lemma, is_plural=is_plural(tree, head))

    def _no_noun(self, expression: ReferringExpression, rank: Rank) -> Naming | None:
        """A bare date or number calls nobody anything; *someone* does, and what was not parsed."""
        tree, head = self.tree, expression.head
        if tree.upos[head] == "PRON":
            called = spelled(tree, [head])
            is_somebody = called.strip("/()").lower() not in PERSONAL and len(called) > 1
            is_named = expression.kind is Kind.QUANTIFIED and is_somebody
            return Naming(Rank.SOMEBODY, called) if is_named else None
        return None if tree.upos[head] == "NUM" else Naming(rank, expression.text)

    def _noun(self, head: int, rank: Rank) -> Naming:
        tree, words = self.tree, noun_words(self.tree, head)
        owned, owner = spelled(tree, words), tree.possessor(head)
        first = self._first(head, owner)
        text, length = f"{first} {owned}" if first else owned, len(words) + bool(owner)
        several, whose = is_plural(tree, head), self.here.get(owner)
        return Naming(
            rank, text, length, tree.lemmas[head], is_plural=several, owner=whose, owned=owned
        )

    def _first(self, head: int, owner: int) -> str:
        """What stands first: "the", a possessor, or nothing."""
        tree = self.tree
        if owner:
            first, last = tree.edges[owner]
            return spelled(tree, [*range(first, last + 1)])
        related, lemmas = tree.firsts[head], tree.lemmas
        said = lemmas[related.get("det", 0)]
        if said in AS_SAID:
            return said
        if said or "nummod" in related or lemmas[related.get("amod", 0)] in MANY:
            return "the other" if said == "another" else "the"
        return ""


def _set(expression: ReferringExpression) -> Naming:
    members = tuple(one.entity for one in expression.members if one.entity is not None)
    is_said = not any(one.is_pronoun for one in expression.members)
    text = expression.text if is_said and expression.kind is Kind.SET else ""
    return Naming(Rank.TOGETHER, text, members=members, is_plural=True)


def names_of(
    expressions: Sequence[ReferringExpression],
    utterances: Iterable[Utterance],
    renamed: Mapping[Entity, str] | None = None,
) -> Mapping[Entity, str]:
    """The best names of all entities that are realized, "" for those that nobody named.

    Those `renamed` are called so, also where they are named among others: *Anna Keller's* brother.
    """
    spoken = {utterance.number: utterance for utterance in utterances}
    names, number = Names(), 0
    for expression in expressions:
        if expression.utterance != number:
            number = expression.utterance
            names.begin(Tree(spoken[number]) if number in spoken else NO_TREE)
        names.hear(expression)
    for entity, name in (renamed or {}).items():
        names.tell(entity, name)
    return names.of(each.entity for each in expressions if each.entity is not None)
