"""Knowledge, as it is looked up while something is heard.

Told         all of it
WordPlace    a word: its utterance, and its number in it
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from hearer.session.knowledge import NOTHING, Correction, Given, Knowledge, words_of
from hearer.session.pronouns import ORDINARY, forms_of

NO_FORMS = frozenset[str]()
WordPlace = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Told:
    """Knowledge as it is looked up while something is heard."""

    given: Mapping[int, Sequence[Given]]  # by utterance
    corrections: Mapping[WordPlace, Correction]  # by utterance and word
    roots: Mapping[WordPlace, WordPlace]  # of all that point or are pointed at: where that ends
    words: Mapping[int, Sequence[int]]  # those of them that refer to something, by utterance
    forms: Mapping[frozenset[str], frozenset[str]]  # declared pronouns, by the words of a name
    rare_pronouns: frozenset[str]  # those that are no word to others
    name_gender: bool

    @classmethod
    def of(cls, knowledge: Knowledge) -> Told:
        given: dict[int, list[Given]] = {}
        for one in knowledge.given:
            given.setdefault(one.utterance, []).append(one)
        declared = knowledge.pronouns.items()
        forms = {words_of(name): forms_of(said) for name, said in declared}
        corrections = {(one.utterance, one.word): one for one in knowledge.corrections}
        roots = _roots(corrections)
        named = filter(None, (Correction(0, 0, entity).place for entity in knowledge.names))
        return cls(
            given=given,
            corrections=corrections,
            roots={place: place for place in named} | roots,
            words=_by_utterance(roots, corrections),
            forms=forms,
            rare_pronouns=frozenset().union(*forms.values()) - ORDINARY,
            name_gender=knowledge.name_gender,
        )

    def is_nothing(self, place: WordPlace) -> bool:
        """Whether somebody said that a word refers to nothing."""
        return place in self.corrections and self.corrections[place].entity == NOTHING

    def entity_at(self, root: WordPlace) -> str:
        """The entity that a word has by name, if somebody said so; "" if not."""
        told = self.corrections.get(root)
        return "" if told is None or told.is_pointer or told.entity == NOTHING else told.entity

    def is_new(self, place: WordPlace) -> bool:
        """Whether a word that nothing before it tells of is somebody new.

        So if it points at itself, by whatever way, or at what comes later.
        """
        told, root = self.corrections.get(place), self.roots.get(place)
        if told is None or root is None or not told.place:
            return False
        return root > place or (root in self.corrections and not self.is_nothing(root))

    def forms_for(self, name: Iterable[str]) -> frozenset[str]:
        """The pronouns that the bearer of a name, or an entity, was said to take; none if not."""
        if not self.forms:
            return NO_FORMS
        words = frozenset(word.lower() for word in name)
        return next((forms for said, forms in self.forms.items() if said <= words), NO_FORMS)


def _roots(corrections: Mapping[WordPlace, Correction]) -> dict[WordPlace, WordPlace]:
    """Where one comes to who goes on from word to word as they point; in a ring, one of it."""
    roots: dict[WordPlace, WordPlace] = {}
    for start in corrections:
        path, at = dict.fromkeys([start]), start
        while at not in roots and (to := corrections[at].place if at in corrections else None):
            at = to
            if at in path:
                break
            path[at] = None
        root = roots.get(at, at)
        roots |= dict.fromkeys(path, root)
    return roots


def _by_utterance(
    roots: Iterable[WordPlace], corrections: Mapping[WordPlace, Correction]
) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for utterance, word in sorted(roots):
        told = corrections.get((utterance, word))
        if told is None or told.entity != NOTHING:
            found.setdefault(utterance, []).append(word)
    return found
