"""Text with its pronouns spelled out, and still English.

    rewrite    the text of an interpretation, its pronouns replaced or annotated
    Every      how often: all, first-in-sentence, ambiguous
    Style      replace or annotate

Whether a name can stand where a pronoun stood is decided in rules.py, what the name is in
naming.py, and the way back to the original is in rewritten.py.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from hearer.analysis.speech.quotations import QuotedWords
from hearer.errors import UnknownName, UsageError
from hearer.model import Interpretation, Kind, ReferringExpression, Resolution
from hearer.model.tree import BREATH
from hearer.views.rewriting import rules
from hearer.views.rewriting.naming import EntityName, Namer, WantedName, capitalized, possessive
from hearer.views.rewriting.rewritten import Edit, Left, Reason, Replacement, Rewriting, rewriting
from hearer.views.words import word_starts

__all__ = ["Edit", "Every", "Left", "Reason", "Rewriting", "Style", "rewrite"]


class Every(StrEnum):
    """How often a pronoun is spelled out."""

    ALL = "all"
    FIRST_IN_SENTENCE = "first-in-sentence"  # the first of each entity, unless it is named there
    AMBIGUOUS = "ambiguous"  # only where somebody or something else could be meant


class Style(StrEnum):
    """What becomes of a pronoun."""

    REPLACE = "replace"  # Brennan
    ANNOTATE = "annotate"  # she [Brennan]


def rewrite(
    found: Interpretation,
    *,
    style: str = "replace",
    every: str = "all",
    pronouns: Collection[str] | None = None,
    protect: Sequence[tuple[int, int]] = (),
) -> Rewriting:
    """The text of `found` with pronouns replaced by who is meant.

    `pronouns` are the only ones to be touched ("she", "her"). `protect` are ranges of code points
    in `found.discourse.text`, ends excluded, that stay as they are; so do quotations, code in
    backticks and web addresses. What was left, and why, is in `left`.

    >>> from hearer.hearing import listen
    >>> from hearer.model import Discourse, Utterance
    >>> brennan = Utterance.of("Brennan/PROPN/nsubj/2 drives/VERB/root/0 ./PUNCT/punct/2")
    >>> she = Utterance.of("She/PRON/nsubj/2 wins/VERB/root/0", number=2)
    >>> rewrite(listen(Discourse((brennan, she)))).text
    'Brennan drives . Brennan wins '
    """
    if found.expressions and not found.discourse.utterances:
        raise UsageError("There is no text to rewrite: the interpretation has no discourse.")
    if style not in list(Style):
        raise UnknownName("style", style, Style)
    if every not in list(Every):
        raise UnknownName("every", every, Every)
    chosen = None if pronouns is None else frozenset(map(str.lower, pronouns))
    return _Writer(found, _Wanted(Every(every), Style(style), chosen), protect).written()


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What was asked for."""

    every: Every
    style: Style
    pronouns: frozenset[str] | None

    @property
    def replaces(self) -> bool:
        return self.style is Style.REPLACE


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a pronoun stands in the text, with what is contracted with it, spelled out."""

    start: int
    end: int
    form: str
    contracted: str


class _Breath(NamedTuple):
    """What is understood together: an utterance, or a part of a long one."""

    utterance: int
    number: int


def _breath(expression: ReferringExpression) -> _Breath:
    return _Breath(expression.utterance, (expression.head - 1) // BREATH)


class _Writer:
    """Goes through the pronouns of an interpretation in text order."""

    def __init__(
        self, found: Interpretation, wanted: _Wanted, protect: Sequence[tuple[int, int]]
    ) -> None:
        self._found, self._wanted = found, wanted
        self._text = found.discourse.text
        self._namer = Namer(found)
        self._trees = self._namer.trees
        self._starts = word_starts(found.discourse)
        speech = QuotedWords()
        self._quoted = {u.number: speech.mark(u) for u in found.discourse.utterances}
        self._protected = rules.merged([*protect, *rules.protected_ranges(self._text)])
        self._is_curly = "’" in self._text and "'" not in self._text
        self._is_loud = {u.number for u in found.discourse.utterances if u.text.isupper()}
        self._heard: dict[_Breath, list[ReferringExpression]] = {}
        self._realizing: dict[tuple[_Breath, str | None], list[ReferringExpression]] = {}
        self._last: dict[int, _Breath] = {}  # of an utterance
        for expression in found.expressions:
            here = _breath(expression)
            self._heard.setdefault(here, []).append(expression)
            self._realizing.setdefault((here, expression.entity), []).append(expression)
            self._last[expression.utterance] = here
        self._members = {
            e.entity: frozenset(m.entity for m in e.members) for e in found.expressions if e.members
        }
        self._said: set[tuple[int, str | None]] = set()
        self._mentioned: dict[tuple[int, str | None], set[int]] = {}  # the clauses, by entity

    def written(self) -> Rewriting:
        changes: list[Replacement] = []
        left: list[Left] = []
        resolutions = [r for r in self._found.resolutions if r.pronoun.utterance in self._trees]
        for resolution in sorted(resolutions, key=lambda one: one.pronoun.id[:2]):
            outcome = self._change(resolution)
            if isinstance(outcome, Reason):
                left.append(Left(resolution.pronoun, outcome))
            else:
                changes.append(outcome)
                self._said.add((resolution.pronoun.utterance, resolution.entity))
        return rewriting(self._text, changes, tuple(left))

    def _change(self, resolution: Resolution) -> Replacement | Reason:
        """What to write for a pronoun, or why it stays."""
        pronoun, around = resolution.pronoun, self._around(resolution)
        place = self._place(pronoun)
        reason = (
            _bound(resolution)
            or self._unwanted(resolution, around)
            or self._untouchable(pronoun, place)
            or (self._unfit(around, place) if self._wanted.replaces else None)
        )
        if reason:
            return reason
        heard = self._heard.get(_breath(pronoun), [])
        present = frozenset(e.entity for e in heard if e.position < pronoun.position)
        name = self._namer.name(resolution.entity, WantedName(pronoun, present))
        if name is None:
            return Reason.NO_NAME
        if self._wanted.replaces and rules.breaks_agreement(pronoun, name):
            return Reason.NUMBER
        for entity in name.mentions:
            self._mentioned.setdefault((pronoun.utterance, entity), set()).add(pronoun.clause)
        return self._spelled(pronoun, place, name)

    # Reasons to leave a pronoun ---------------------------------------------------------------

    def _unwanted(self, resolution: Resolution, around: rules.Surroundings) -> Reason | None:
        pronoun, wanted = resolution.pronoun, self._wanted
        if wanted.pronouns is not None and pronoun.text.lower() not in wanted.pronouns:
            return Reason.NOT_ASKED
        if wanted.every is Every.AMBIGUOUS:
            here = _breath(pronoun)
            before = here._replace(number=here.number - 1) if here.number else None
            last = self._heard.get(before or self._last.get(pronoun.utterance - 1, here), [])
            is_clear = not rules.is_ambiguous(resolution, [*last, *self._heard.get(here, [])])
            return Reason.NOT_ASKED if is_clear else None
        if wanted.every is Every.FIRST_IN_SENTENCE:
            is_said = (pronoun.utterance, resolution.entity) in self._said
            earlier = (e for e in around.others if e.position < pronoun.position)
            is_named = any(e.kind not in rules.PRONOMINAL for e in earlier)
            return Reason.NOT_ASKED if is_said or is_named else None
        return None

    def _untouchable(self, pronoun: ReferringExpression, place: _Place) -> Reason | None:
        if self._quoted[pronoun.utterance][pronoun.head]:
            return Reason.QUOTED
        if rules.touches(self._protected, place.start, place.end):
            return Reason.PROTECTED
        return None

    def _unfit(self, around: rules.Surroundings, place: _Place) -> Reason | None:
        if rules.fixed(around) or rules.is_stuck(self._text, place.start, place.end):
            return Reason.FIXED
        return rules.named_nearby(around)

    # What stands where ------------------------------------------------------------------------

    def _around(self, resolution: Resolution) -> rules.Surroundings:
        pronoun = resolution.pronoun
        here, entity = _breath(pronoun), resolution.entity
        realizing = self._realizing.get((here, entity), [])
        if members := self._members.get(entity):
            realizing = [e for e in self._heard.get(here, []) if e.entity in members | {entity}]
        others = tuple(e for e in realizing if e.id != pronoun.id)
        mentioned = self._mentioned.get((pronoun.utterance, resolution.entity), ())
        return rules.Surroundings(
            pronoun, self._trees[pronoun.utterance], others, frozenset(mentioned)
        )

    def _place(self, pronoun: ReferringExpression) -> _Place:
        tree, n = self._trees[pronoun.utterance], pronoun.head
        start = self._starts[pronoun.utterance, n]
        contracted = rules.contraction(tree, n)
        last = n + 1 if contracted else n
        end = self._starts[pronoun.utterance, last] + len(tree.forms[last])
        return _Place(start, end, tree.forms[n], contracted)

    def _spelled(
        self, pronoun: ReferringExpression, place: _Place, name: EntityName
    ) -> Replacement:
        text = possessive(name) if pronoun.kind is Kind.POSSESSIVE else name.text
        if self._is_curly:
            text = text.replace("'", "’")
        if not self._wanted.replaces:
            return Replacement(place.end, place.end, f" [{text}]", pronoun)
        if place.form[:1].isupper():
            text = capitalized(text)
        if pronoun.utterance in self._is_loud:
            text = text.upper()
        return Replacement(place.start, place.end, f"{text} {place.contracted}".rstrip(), pronoun)


def _bound(resolution: Resolution) -> Reason | None:
    if resolution.pronoun.kind in {Kind.REFLEXIVE, Kind.RECIPROCAL}:
        return Reason.BOUND
    return None if resolution.antecedent else Reason.NO_ANTECEDENT
