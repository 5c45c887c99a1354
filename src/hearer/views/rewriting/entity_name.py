"""A name as a noun phrase: what stands first, the noun, and an of-phrase behind it.

EntityName   what an entity can be called
owning       as a possessor: "Brennan's", "the Joneses'", "the mayor's" for the mayor of Ghent
partitive    behind "one of": "the keys", also where there was no article
capitalized  at the start of a sentence
"""

from __future__ import annotations

from dataclasses import dataclass

from hearer.model import Entity
from hearer.names import is_acronym, possessive


@dataclass(frozen=True, slots=True)
class EntityName:
    """What an entity can be called; `owns_as_plural` is about its last noun: "the Joneses'"."""

    noun: str
    first: str = ""  # the, Brennan's, her
    behind: str = ""  # of Ghent
    lemma: str = ""  # of the noun
    is_plural: bool = False
    owns_as_plural: bool = False
    is_proper: bool = False
    is_set: bool = False
    is_animate: bool = False  # persons, animals, and groups of them
    takes_they: bool = True  # many, a group, or one who is neither he nor she
    mentions: frozenset[Entity | None] = frozenset()  # who else is named in it: *Brennan's* car

    @property
    def text(self) -> str:
        return " ".join(part for part in (self.first, self.noun, self.behind) if part)

    @property
    def genitives(self) -> int:
        """How many possessors are named in it."""
        return sum(word.endswith(("'s", "s'")) for word in self.first.split())


def owning(name: EntityName) -> str:
    """A name that owns something.

    >>> owning(EntityName("Joneses", "the", owns_as_plural=True)), owning(EntityName("Curtis"))
    ("the Joneses'", "Curtis's")
    """
    text = name.text if name.is_proper else f"{name.first} {name.noun}".strip()
    return possessive(text, is_plural=name.owns_as_plural)


def partitive(name: EntityName, *, is_many: bool) -> str | None:
    """A name behind "one of", "some of"; None where none fits: no "both of Tom and Clara"."""
    if name.is_set or name.is_plural != is_many or (name.is_proper and not is_many):
        return None
    return name.text if name.first else f"the {name.text}"


def capitalized(text: str) -> str:
    """A name at the start of a sentence; "iPhone" stays as it is.

    >>> capitalized("the judge"), capitalized("iPhone")
    ('The judge', 'iPhone')
    """
    word = text.partition(" ")[0]
    return text if is_acronym(word) else text[:1].upper() + text[1:]
