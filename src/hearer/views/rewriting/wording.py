"""A name as it stands in its sentence: its case, its capitals, and the verb beside it.

PronounPlace      where a pronoun stands in the text
Wording    what is written there
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hearer.analysis.constraints.agreement import PLURAL
from hearer.model import ReferringExpression
from hearer.model.tree import Tree
from hearer.views.places import Places
from hearer.views.rewriting import rules
from hearer.views.rewriting.entity_name import EntityName, capitalized, owning, partitive
from hearer.views.rewriting.rewritten import Reason, Replacement
from hearer.views.rewriting.verbs import IRREGULAR, contraction, made_singular

LONGEST = 7  # words of a name
DEEPEST = 2  # possessors in a row: Anna's mother's house


@dataclass(frozen=True, slots=True)
class PronounPlace:
    """Where a pronoun stands in the text, with what is contracted with it, spelled out."""

    start: int
    end: int
    form: str
    contracted: str


class Wording:
    """Writes names into a text."""

    def __init__(self, places: Places, trees: Mapping[int, Tree]) -> None:
        self._text = text = places.text
        self._places, self._trees = places, trees
        self._is_curly = ("’" in text or "“" in text) and "'" not in text

    def place(self, pronoun: ReferringExpression) -> PronounPlace:
        tree, n = self._trees[pronoun.utterance], pronoun.head
        contracted = contraction(tree, n)
        start = self._places.start((pronoun.utterance, n))
        end = self._places.end((pronoun.utterance, n + 1 if contracted else n))
        return PronounPlace(start, end, tree.forms[n], contracted)

    def of(
        self, pronoun: ReferringExpression, name: EntityName, *, replaces: bool
    ) -> list[Replacement] | Reason:
        """What to write for a pronoun: instead of it, or in brackets behind it."""
        place, tree = self.place(pronoun), self._trees[pronoun.utterance]
        if not replaces:
            text = owning(name) if rules.is_owning(pronoun) else name.text
            return [Replacement(place.end, place.end, f" [{self._typeset(text)}]", pronoun)]
        worded, verbs = _worded(tree, pronoun, name), _verbs(tree, pronoun, name)
        if isinstance(worded, Reason):
            return worded
        if verbs is None:
            return Reason.NUMBER
        contracted = place.contracted
        if contracted and pronoun.head + 1 in verbs:
            contracted = IRREGULAR.get(contracted, contracted)
        text = self._set(f"{worded} {contracted}".rstrip(), place, tree)
        return [Replacement(place.start, place.end, text, pronoun)] + [
            Replacement(*self._places.span((pronoun.utterance, n)), verb, pronoun)
            for n, verb in verbs.items()
            if not (contracted and n == pronoun.head + 1)
        ]

    def _set(self, text: str, place: PronounPlace, tree: Tree) -> str:
        """With the capitals and the punctuation of its place."""
        text = self._typeset(text)
        if place.form[:1].isupper():
            text = capitalized(text)
        if tree.utterance.text.isupper():
            text = text.upper()
        # She thanked Martin King Jr.
        return text.removesuffix(".") if self._text[place.end : place.end + 1] == "." else text

    def _typeset(self, text: str) -> str:
        return text.replace("'", "’") if self._is_curly else text


def _worded(tree: Tree, pronoun: ReferringExpression, name: EntityName) -> str | Reason:
    """A name in the case of a pronoun, or why none fits."""
    n = pronoun.head
    if len(name.text.split()) > LONGEST and not name.is_set:
        return Reason.HEAVY
    if tree.utterance.is_heading and not name.is_proper:
        return Reason.FIXED  # The Day *It* Rained
    if tree.has(tree.heads[n], "cop") and tree.lemmas[tree.heads[n]] == name.lemma:
        return Reason.FIXED  # *it* is an oath: no "the oath is an oath"
    if rules.is_owning(pronoun):
        is_absolute = rules.is_absolute(tree, n)
        is_heavy = name.genitives + (DEEPEST if is_absolute else rules.genitives(tree, n)) > DEEPEST
        if is_absolute and not (name.is_animate and _is_said_of(tree, n)):
            return Reason.FIXED
        return Reason.HEAVY if is_heavy else owning(name)
    if rules.is_partitive(tree, n):
        return partitive(name, is_many=pronoun.agreement.number == PLURAL) or Reason.FIXED
    return name.text


def _is_said_of(tree: Tree, n: int) -> bool:
    """The car is *hers*, a friend of *hers*; but *hers* is older, with nothing to be hers."""
    return not tree.bases[n].startswith(("nsubj", "csubj"))


def _verbs(tree: Tree, pronoun: ReferringExpression, name: EntityName) -> Mapping[int, str] | None:
    """Verbs to be changed with a pronoun; None if number and name do not go together."""
    number = pronoun.agreement.number
    if number == PLURAL and not name.takes_they:
        return None
    if number == PLURAL and not name.is_plural and not rules.is_owning(pronoun):
        return made_singular(tree, pronoun.head)
    is_one = len(number) == 1 and number != PLURAL  # our JSON does not have it
    return None if is_one and name.is_plural and not name.is_proper else {}
