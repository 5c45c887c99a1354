"""What somebody is called once the full name was said.

    ShortNames     the short names of the persons and organizations of a text
    PersonalName   title, given names, surname, and what comes behind

As the text itself calls it, else with title and surname ("Dr. Osei"), else by given name; by
surname where the text calls others so, or where only initials are given. What two bear names
neither: then the full name stays. Organizations keep theirs, unless the text has a shorter one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from hearer.analysis.constraints.sorts import GIVEN_NAMES, PERSON, is_title, lexical
from hearer.analysis.lexicon import entries
from hearer.model import Entity

BEHIND = re.compile(r"(?:jr|sr|esq|ph\.?d|m\.?d|[ivx]{1,5})\.?", re.IGNORECASE)
NUMBERED = re.compile(r"[IVX]{1,5}")  # Henry VIII
INITIAL = re.compile(r"(?:\w\.-?)+|\w")
PARTICLES = frozenset("al bin da de del della den der di dos du el ibn la le ter van von".split())
EPITHETS = frozenset("big dear great late little mad old poor young".split())
# Sir Walter, Uncle Toby: these go with the given name.
GIVEN_TITLES = frozenset(
    """aunt auntie brother dame emperor empress grandma grandpa king pope prince princess queen
    saint sir sister st st. uncle""".split()
)


@dataclass(frozen=True, slots=True)
class PersonalName:
    """The words of a person's name.

    >>> PersonalName.of("Dr. Ludwig van Beek Jr.")
    PersonalName(title='Dr.', given=('Ludwig',), surname='van Beek', behind='Jr.')
    """

    title: str = ""
    given: tuple[str, ...] = ()
    surname: str = ""
    behind: str = ""

    @classmethod
    def of(cls, name: str) -> Self:
        words = [word.rstrip(",") for word in name.split()]
        titles = max((n for n, word in enumerate(words[:-1], 1) if _is_title(word)), default=0)
        words, title = words[titles:], " ".join(words[:titles])
        behind = words.pop() if len(words) > 1 and BEHIND.fullmatch(words[-1]) else ""
        particles = (n for n, word in enumerate(words) if n and word.lower() in PARTICLES)
        last = next(particles, len(words) - 1)
        return cls(title, tuple(words[:last]), " ".join(words[last:]), behind)

    def short(self, *, by_surname: bool) -> Iterator[str]:
        """Shorter names, the best first; none for one who has no given name or is numbered."""
        if not self.given or NUMBERED.fullmatch(self.behind):
            return
        given, surname = self.given[0], self.surname
        if self.title:
            called = given if self.title.lower() in GIVEN_TITLES else surname
            yield f"{self.title} {called}"
        else:
            yield surname if by_surname or INITIAL.fullmatch(given) else given


def _is_title(word: str) -> bool:
    """A title, or what a person is: *Farmer* Giles, *Old* Tom; but Hunter may be a given name."""
    lower = word.lower()
    if is_title(lower) or lower in EPITHETS:
        return True
    is_given = any(lower in entries(kind) for kind in GIVEN_NAMES)
    return lexical(lower) == PERSON and not is_given


class ShortNames:
    """The short names of a text, given all names it has for each entity, in text order."""

    def __init__(self, names: Mapping[Entity, Sequence[str]], persons: frozenset[Entity]) -> None:
        self._names, self._persons = names, persons
        self._bearers: dict[str, set[Entity]] = {}
        for entity, called in names.items():
            for word in {word for name in called for word in name.split()}:
                self._bearers.setdefault(word, set()).add(entity)
        self._by_surname = self._calls_by_surname()

    def of(self, entity: Entity, full: str) -> str:
        """What to call `entity`, whose full name is known."""
        for name in (*self._as_called(entity, full), *self._as_usual(entity, full)):
            if not self._is_shared(name):
                return name
        return full

    def _as_called(self, entity: Entity, full: str) -> list[str]:
        """The shorter names that the text itself has, the most frequent first."""
        words = full.split()
        called = Counter(self._names.get(entity, ())).most_common()
        shorter = [n for n, _ in called if set(n.split()) < set(words)]
        if entity in self._persons:
            return [name for name in shorter if not PersonalName.of(name).given]
        return shorter

    def _as_usual(self, entity: Entity, full: str) -> Iterator[str]:
        is_plain = all(word.lower() in PARTICLES or not word.islower() for word in full.split())
        if entity in self._persons and is_plain:
            yield from PersonalName.of(full).short(by_surname=self._by_surname)

    def _is_shared(self, name: str) -> bool:
        bearers = [self._bearers.get(word, set()) for word in name.split()]
        return len(set.intersection(*bearers)) > 1 if bearers else True

    def _calls_by_surname(self) -> bool:
        """Whether persons who have a full name are rather called by surname than by given name."""
        balance = 0
        for entity in self._persons & self._names.keys():
            called = self._names[entity]
            full = PersonalName.of(max(called, key=len))
            given = sum(name == full.given[0] for name in called) if full.given else 0
            balance += sum(name == full.surname for name in called) - given if full.given else 0
        return balance > 0
