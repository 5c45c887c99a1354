"""A memory that weighs how alike two descriptions with the same noun or name are.

The log odds that both are of one entity add up from their form, modifiers, possessor, number, and
distance (lexicon/likeness.txt, from training/likeness.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any, ClassVar, NamedTuple

from hearer.analysis.describe import PLURAL, is_personal_name, is_titled
from hearer.analysis.draft import Draft
from hearer.analysis.memory.memory import (
    Known,
    Memory,
    name_keys,
    name_words,
    nouns_of,
    same_bearer,
)
from hearer.analysis.reader import POINTERS
from hearer.model import Agreement, Entity, Kind, ReferringExpression
from hearer.model.expression import Value
from hearer.model.lexicon import entries, table
from hearer.model.state import constant
from hearer.model.tree import Tree

FORMS = {
    Kind.DEFINITE: "the",
    Kind.POSSESSED: "whose",
    Kind.INDEFINITE: "a",
    Kind.BARE: "bare",
    Kind.QUANTIFIED: "some",
}
APPOSITIVE, NAME = Kind.APPOSITIVE, Kind.NAME
MODIFIERS = frozenset("amod compound nummod".split())
COMPLEMENTS = frozenset({"nmod", "nmod:unmarked"})
CLAUSES = frozenset({"acl", "acl:relcl"})
DISTANCES = ("0", "1", "2-3", "2-3", *["4-9"] * 6, *["10-29"] * 20)
# What is said of a person without telling two of a name apart: *poor* Tom.
EPITHETS = frozenset("beloved darling dear good honest late little old poor sweet young".split())
# Who is called by one of these is not called by another.
ADDRESSES = frozenset({"master", "miss", "mr", "mrs"})
OF_THE_YOUNG = frozenset({"master", "miss"})  # nor by any other: *Miss* Birch is not *Dr.* Birch
MANY = 4  # mentions, beyond which it makes no difference


NO_WORDS = frozenset[str]()


@dataclass(slots=True, unsafe_hash=True)
class Description(Value):
    """What a name or a noun phrase says of its entity."""

    form: str
    number: str
    name: tuple[str, ...]  # its words in lower case, without a title
    modifiers: frozenset[str]
    complements: frozenset[str]
    possessor: frozenset[str]
    utterance: int
    first: int
    last: int
    is_other: bool  # *the other judge*
    address: str = ""  # the title of a name: *Miss* Birch
    title: frozenset[str] = frozenset()  # what is said of the noun beside a name: *Prime* Minister


@dataclass(slots=True, unsafe_hash=True)
class Past(Value):
    """How an entity was described last, how often it was realized, and when."""

    description: Description
    mentions: int
    utterance: int
    name: Description | None = None  # the latest with a name

    def beside(self, new: Description) -> Description:
        """The description that a new one is compared with: a name with a name, if there is one."""
        return self.name if self.name and new.name else self.description


def describe(tree: Tree, draft: Draft, possessor: str | None) -> Description:
    """What a draft says of its entity."""
    words = tuple(name_words(draft.name)) if draft.name else ()
    modifiers, complements = _said_beside(tree, draft)
    title = _said_of_title(tree, draft) if words else NO_WORDS
    if words and tree.upos[draft.head] == "NOUN":  # *Swedish* singer Lina Berg
        modifiers, title = title, modifiers
    return Description(  # in the order of its fields: keywords take three times as long
        _form(tree, draft, words),
        "many" if draft.agreement.number == PLURAL else "one",
        words,
        modifiers,
        complements,
        frozenset({possessor}) if possessor else NO_WORDS,
        tree.utterance.number,
        draft.first,
        draft.last,
        bool(modifiers) and not modifiers.isdisjoint(entries("distinguishing_modifiers")),
        draft.name[0].lower().rstrip(".") if len(words) < len(draft.name) else "",
        title,
    )


def _said_beside(tree: Tree, draft: Draft) -> tuple[frozenset[str], frozenset[str]]:
    """Modifiers and complements: *northern* England, the University of *California*.

    What stands between the words of a name is part of the name.
    """
    modifiers: list[str] = []
    complements: list[str] = []
    for child in tree.children[draft.head]:
        relation = tree.relations[child]
        if tree.bases[child] in MODIFIERS:
            modifiers += [] if _is_of_name(tree, child, draft) else [tree.lemmas[child]]
        elif relation in COMPLEMENTS or (relation in CLAUSES and not draft.name):
            complements.append(tree.lemmas[child])
    return frozenset(modifiers or NO_WORDS), frozenset(complements or NO_WORDS)


def _is_of_name(tree: Tree, modifier: int, draft: Draft) -> bool:
    is_epithet = bool(draft.name) and tree.lemmas[modifier] in EPITHETS
    return is_epithet or tree.forms[modifier] in draft.name


def _said_of_title(tree: Tree, draft: Draft) -> frozenset[str]:
    titles = [c for c in tree.children[draft.head] if tree.relations[c] == "nmod:desc"]
    return frozenset(
        tree.lemmas[modifier]
        for title in titles
        for modifier in tree.children[title]
        if tree.bases[modifier] in MODIFIERS
    )


def _form(tree: Tree, draft: Draft, words: tuple[str, ...]) -> str:
    if words:
        is_person = is_titled(draft.name) or is_personal_name(words)
        return "person" if is_person else "name"
    form = FORMS.get(draft.kind, "bare")
    if form == "the" and tree.lemmas[tree.child(draft.head, "det")] in POINTERS:
        return "this"
    return form


def are_two(new: Description, past: Past) -> bool:
    """Whether their titles tell two of a name apart: *Miss* Birch is not *Mrs.* Birch."""
    titles = {new.address, past.name.address if past.name else ""}
    if len(titles) == 1 or "" in titles or titles == {"miss", "ms"}:
        return False
    return titles <= ADDRESSES or not titles.isdisjoint(OF_THE_YOUNG)


# Factors --------------------------------------------------------------------------------------


def factors(new: Description, past: Past, rank: int) -> Iterator[str]:
    """The names of what speaks for or against, as the table of weights has them.

    `rank` is how many entities of the same noun were heard later.
    """
    yield from _always(compared(new, past, rank))
    yield from _besides(new, past.beside(new))


class Compared(NamedTuple):
    """What two descriptions are always compared by."""

    form: str
    number: str
    old_form: str
    old_number: str
    ago: str
    rank: int
    mentions: int
    modifiers: str
    complements: str


def compared(new: Description, past: Past, rank: int) -> Compared:
    """A description beside that of a past entity."""
    old, ago = past.beside(new), new.utterance - past.utterance
    return Compared(
        new.form,
        new.number,
        old.form,
        old.number,
        DISTANCES[ago] if ago < len(DISTANCES) else "30+",
        rank if rank < 3 else 3,  # noqa: FURB136 - min() is slow
        past.mentions if past.mentions < MANY else MANY,  # noqa: FURB136 - min() is slow
        _relation(new.modifiers, old.modifiers if new.name else _all_said(old)),
        _relation(new.complements, old.complements),
    )


def _all_said(old: Description) -> frozenset[str]:
    return old.modifiers | old.title if old.title else old.modifiers


def _always(here: Compared) -> Iterator[str]:
    form, modifiers, complements = here.form, here.modifiers, here.complements
    yield f"{form}:{here.number}"
    yield f"{form}:after:{here.old_form}"
    yield f"{form}:number:{'same' if here.number == here.old_number else 'other'}"
    yield f"{form}:ago:{here.ago}"
    yield f"{form}:rank:{here.rank}"
    yield f"{form}:mentions:{here.mentions}"
    yield f"{form}:modifiers:{modifiers}"
    yield f"{form}:complements:{complements}"
    yield f"{form}:said:{modifiers}:{complements}"


def _besides(new: Description, old: Description) -> Iterator[str]:
    form = new.form
    if new.possessor or old.possessor:
        yield f"{form}:possessor:{_relation(new.possessor, old.possessor)}"
    if new.is_other or old.is_other:
        yield f"{form}:other"
    if new.utterance == old.utterance and old.first <= new.first and new.last <= old.last:
        yield "inside"
    if new.name and old.name:
        yield f"{form}:words:{_words(new.name, old.name)}"


def likeness(new: Description, past: Past, rank: int) -> float:
    """The sum of the weights of all factors."""
    weight, known = _always_weighs(compared(new, past, rank)), weights()
    for factor in _besides(new, past.beside(new)):
        weight += known.get(factor, 0.0)
    return weight


@lru_cache(maxsize=16384)
def _always_weighs(here: Compared) -> float:
    known = weights()
    return sum([known.get(factor, 0.0) for factor in _always(here)])


@cache
def weights() -> dict[str, float]:
    """Factors and their weights."""
    return {factor: float(values[0]) for factor, values in table("likeness").items()}


def _relation(new: frozenset[str], old: frozenset[str]) -> str:
    """What one set of words is to the other."""
    if new == old:
        return "same" if new else "none"
    if not new:
        return "left-out"
    if not old:
        return "added"
    if new < old:
        return "fewer"
    if new > old:
        return "more"
    return "other" if new.isdisjoint(old) else "some"


def _words(new: tuple[str, ...], old: tuple[str, ...]) -> str:
    """What one name is to the other: *Smith* is the last word of *Mary Smith*."""
    if new == old:
        return "same"
    if len(new) < len(old):
        return _shorter(new, old)
    shorter = _shorter(old, new)
    return "other" if shorter == "other" else f"longer-{shorter}"


def _shorter(short: tuple[str, ...], long: tuple[str, ...]) -> str:
    if len(short) == len(long):
        return "other"
    if long[-len(short) :] == short:
        return "last"
    if long[: len(short)] == short:
        return "first"
    if set(short) <= set(long):
        return "within"
    if len(short) == 1 and short[0] == initials(long):
        return "initials"
    return "other"


def initials(words: tuple[str, ...]) -> str:
    """The first letters of the words that acronyms count.

    >>> initials(("university", "of", "southern", "california"))
    'usc'
    """
    return "".join([word[0] for word in words if word and word not in SMALL_WORDS])


SMALL_WORDS = frozenset("a and for in of on the".split())


# Log odds from which a description is taken for one of what was heard: at four in ten an entity
# is kept whole more often than two are made one. Of 0, -0.4 and -0.8 the best compromise of CoNLL
# F1 and link precision on GUM dev and on the train genres that are not trained on.
ENOUGH = -0.4
MOST = 4  # entities of one noun that are compared


@dataclass(eq=False)
class WeighingMemory(Memory):
    """The entities of a discourse, each with what was last said of it."""

    GROUPS_STAY: ClassVar[bool] = True

    pasts: dict[Entity, Past] = field(default_factory=dict)  # by entity
    same_noun: dict[str, tuple[Entity, ...]] = field(default_factory=dict)  # latest entity first
    latest: tuple[Draft, Description] | None = constant(default=None)  # described, not indexed yet

    def mappings(self) -> tuple[dict[Any, Any], ...]:
        return *super().mappings(), self.pasts, self.same_noun

    def find(self, tree: Tree, draft: Draft, possessor: Entity | None) -> Entity | None:
        candidates = self.candidates(draft, possessor)
        if not candidates:
            return self._known_by_name(draft)
        description = describe(tree, draft, possessor)
        self.latest = draft, description
        best: Entity | None = None
        most = ENOUGH
        for rank, (entity, past) in enumerate(candidates):
            weight = likeness(description, past, rank)
            if weight > most and not are_two(description, past):
                best, most = entity, weight
        return best

    def _known_by_name(self, draft: Draft) -> Entity | None:
        """Who has a name, but was never described: somebody who speaks."""
        entity = self._named(draft) if draft.kind is NAME else None
        return entity if entity and self.pasts.get(entity) is None else None

    def candidates(self, draft: Draft, possessor: Entity | None) -> list[tuple[Entity, Past]]:
        """The entities of the same noun or name, the latest first; no namesakes.

        i-within-i: what possesses is not what is possessed. Nobody is her own mother.
        """
        found: dict[Entity, Past] = {}
        for key in keys(draft):
            for entity in self.same_noun.get(key, ()):
                past = self.pasts.get(entity)
                if past is not None and entity != possessor and self._may_be(entity, draft):
                    found.setdefault(entity, past)
        return list(found.items())

    def _may_be(self, entity: Entity, draft: Draft) -> bool:
        """Whether nothing rules it out; for a name another bearer, gender or number does."""
        known = self.entities.get(entity)
        if known is None or not draft.name:
            return known is not None
        return same_bearer(known, draft.name, _as_known(known, draft))

    def note(self, entity: Entity, expression: ReferringExpression) -> None:
        super().note(entity, expression)
        if expression.kind is APPOSITIVE:
            self._open(entity, expression)
        past = self.pasts.pop(entity, None)
        if past is not None:
            mentions, utterance = past.mentions + 1, expression.utterance
            self.pasts[entity] = Past(past.description, mentions, utterance, past.name)

    def _open(self, entity: Entity, named: ReferringExpression) -> None:
        """Leave open what name and noun do not agree on: *their cat Minka* is she or it."""
        known, agrees = self.entities.get(entity), named.agreement
        if known and known.agreement.gender.isdisjoint(agrees.gender):
            gender = known.agreement.gender | agrees.gender
            agreement = Agreement(known.agreement.number, gender, known.agreement.person)
            sorts = known.sorts | named.sorts
            self.entities[entity] = known._replace(agreement=agreement, sorts=sorts)

    def index(self, entity: Entity, tree: Tree, draft: Draft, possessor: Entity | None) -> None:
        before = self.pasts.pop(entity, None)
        super().index(entity, tree, draft, possessor)
        mentions = before.mentions if before else 1
        description = self._description(tree, draft, possessor)
        name = description if description.name else before.name if before else None
        self.pasts[entity] = Past(description, mentions, description.utterance, name)
        for key in keys(draft):
            others = [other for other in self.same_noun.pop(key, ()) if other != entity]
            self.same_noun[key] = (entity, *others[: MOST - 1])

    def _description(self, tree: Tree, draft: Draft, possessor: Entity | None) -> Description:
        latest, self.latest = self.latest, None
        if latest and latest[0] is draft:
            return latest[1]
        return describe(tree, draft, possessor)


def _as_known(known: Known, draft: Draft) -> Agreement:
    """What a name allows; who has that very name is what is known of them, be it an odd one."""
    agrees, words = draft.agreement, name_words(draft.name)
    if len(words) < len(draft.name) or known.name != frozenset(words):
        return agrees
    return Agreement(agrees.number, known.agreement.gender, agrees.person)


def keys(draft: Draft) -> tuple[str, ...]:
    """What an entity can be found by again: its name or parts of it, its noun."""
    return (*_keys_of_name(draft.name), *draft.nouns) if draft.name else (draft.lemma,)


@lru_cache(maxsize=1024)
def _keys_of_name(name: tuple[str, ...]) -> tuple[str, ...]:
    words = name_words(name)
    parts = (words[0], initials(words)) if len(words) > 1 else ()
    return (*name_keys(name), *parts, *nouns_of(name))
