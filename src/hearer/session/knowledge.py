"""What somebody knows better than the analysis, and brings along.

Knowledge        all of it: pronoun sets, entities from elsewhere, corrections, speakers
Told             the same, as it is looked up
Given            words that are known to name something: by an NER, or by hand
Correction       what a word refers to, whatever an algorithm says
given            spans of characters with labels, as an NER gives them, to Given
forms_of         the forms of a set of pronouns: "xe/xem", "she/they"
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from hearer.errors import UsageError
from hearer.limits import number_of
from hearer.model import ANY_SORT, Discourse, Sort

NOTHING = "-"  # a correction: it refers to nothing
# Labels of OntoNotes, CoNLL-2003 and ours.
LABELS: Mapping[str, Sort] = {
    **{sort.value.upper(): sort for sort in Sort},
    "PER": Sort.PERSON,
    "ORG": Sort.ORGANIZATION,
    "NORP": Sort.ORGANIZATION,
    "GPE": Sort.PLACE,
    "LOC": Sort.PLACE,
    "FAC": Sort.PLACE,
    "PRODUCT": Sort.OBJECT,
    "WORK_OF_ART": Sort.ABSTRACT,
    "LAW": Sort.ABSTRACT,
    "LANGUAGE": Sort.ABSTRACT,
    "DATE": Sort.TIME,
}
FORMS = (
    "he him his himself",
    "she her hers herself",
    "it its itself",
    "they them their theirs themselves themself 'em",
    "xe xem xyr xyrs xemself",
    "ze hir hirs hirself zir zirs zirself",
    "ey em eir eirs emself eirself",
    "fae faer faers faerself",
    "ve ver vis verself",
    "thon thons thonself",
)
NO_FORMS = frozenset[str]()
ORDINARY = frozenset(" ".join(FORMS[:4]).split())


@dataclass(frozen=True, slots=True)
class Given:
    """The words `first` to `last` of an utterance name something, of a sort or an entity."""

    utterance: int
    first: int
    last: int
    label: str = ""
    entity: str = ""

    @property
    def sorts(self) -> frozenset[Sort]:
        """The sorts its label stands for; a label that says nothing of sorts allows all."""
        sort = LABELS.get(self.label.upper())
        return ANY_SORT if sort is None else frozenset({sort})


@dataclass(frozen=True, slots=True)
class Correction:
    """What the word `word` of an utterance refers to.

    `entity` is an entity, "@3.1" for whatever word 1 of utterance 3 refers to, or "-" for nothing.
    """

    utterance: int
    word: int
    entity: str

    @property
    def is_pointer(self) -> bool:
        """Whether the entity is given by a place; "@ann" is a name like any other."""
        return self.entity.startswith("@") and not self.entity[1:].strip("0123456789.")

    @property
    def place(self) -> tuple[int, int] | None:
        """The place that "@3.1" points at."""
        utterance, _, word = self.entity.removeprefix("@").partition(".")
        place = number_of(utterance), number_of(word)
        if self.is_pointer and place[0] is not None and place[1] is not None:
            return place[0], place[1]
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Knowledge:
    """What is known beforehand.

    `pronouns` has names (or entities) and the pronouns they take: {"Alex": "they/them"}.
    `name_gender`: whether given names tell a gender; titles ("Mr.") always do. `speakers` are those
    who take part in a conversation, where that is known before they speak.
    """

    pronouns: Mapping[str, str] = field(default_factory=dict)
    given: tuple[Given, ...] = ()
    corrections: tuple[Correction, ...] = ()
    name_gender: bool = True
    speakers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Told:
    """Knowledge as it is looked up while something is heard."""

    given: Mapping[int, Sequence[Given]]  # by utterance
    corrections: Mapping[tuple[int, int], Correction]  # by utterance and word
    pointed_at: frozenset[tuple[int, int]]  # by corrections
    forms: Mapping[frozenset[str], frozenset[str]]  # declared pronouns, by the words of a name
    rare_pronouns: frozenset[str]  # those that are no word to others
    name_gender: bool

    @classmethod
    def of(cls, knowledge: Knowledge) -> Told:
        given: dict[int, list[Given]] = {}
        for one in knowledge.given:
            if not 1 <= one.first <= one.last:
                raise UsageError(f"{one!r} has no words: they count from 1, the last not first.")
            given.setdefault(one.utterance, []).append(one)
        declared = knowledge.pronouns.items()
        forms = {_words_of(name): forms_of(said) for name, said in declared}
        return cls(
            given=given,
            corrections={(one.utterance, one.word): one for one in knowledge.corrections},
            pointed_at=frozenset(one.place for one in knowledge.corrections if one.place),
            forms=forms,
            rare_pronouns=frozenset().union(*forms.values()) - ORDINARY,
            name_gender=knowledge.name_gender,
        )

    def forms_for(self, name: Iterable[str]) -> frozenset[str]:
        """The pronouns that the bearer of a name, or an entity, was said to take; none if not."""
        if not self.forms:
            return NO_FORMS
        words = frozenset(word.lower() for word in name)
        return next((forms for said, forms in self.forms.items() if said <= words), NO_FORMS)


def _words_of(name: str) -> frozenset[str]:
    """The lower-case words of a name or noun: *the team* is a team."""
    words = frozenset(name.lower().split())
    return words - {"the"} or words


@lru_cache(maxsize=1024)
def forms_of(pronouns: str) -> frozenset[str]:
    """All forms of a set of pronouns; of one that nobody knows, the forms that are named.

    >>> sorted(forms_of("xe/xem"))
    ['xe', 'xem', 'xemself', 'xyr', 'xyrs']
    """
    named = {form.strip().lower() for form in pronouns.split("/") if form.strip()}
    if not named:
        raise UsageError(f"Pronouns are given as in 'they/them', not {pronouns!r}.")
    known = {form for line in FORMS for form in line.split() if _heads(line, named)}
    return frozenset(named | known)


def _heads(line: str, named: set[str]) -> bool:
    """Whether a set of forms is meant: its first form is named, or none of the first is."""
    first, *others = line.split()
    is_named = any(other.split()[0] in named for other in FORMS)
    return first in named or (not is_named and not named.isdisjoint(others))


def given(
    discourse: Discourse, spans: Iterable[tuple[int, int, str] | tuple[int, int, str, str]]
) -> tuple[Given, ...]:
    """What an NER found: (start, end, label) or (start, end, label, entity), in code points.

    A span takes in every word it touches; one that runs over the end of an utterance stops there.
    """
    found = []
    for span in spans:
        start, end, label, entity = (*span, "") if len(span) == 3 else span
        place = _words(discourse, start, end)
        if place is None:
            raise UsageError(f"There is no word from {start} to {end} of {discourse.name!r}.")
        found.append(Given(*place, label, entity))
    return tuple(found)


def _words(discourse: Discourse, start: int, end: int) -> tuple[int, int, int] | None:
    offset = len(discourse.before)
    for utterance in discourse.utterances:
        touched = []
        for n, (form, space) in enumerate(
            zip(utterance.forms, utterance.spaces, strict=True), start=1
        ):
            if start < offset + len(form) and offset < end:
                touched.append(n)
            offset += len(form) + len(space)
        if touched:
            return utterance.number, touched[0], touched[-1]
    return None
