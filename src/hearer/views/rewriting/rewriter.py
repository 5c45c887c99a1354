"""Text with its pronouns replaced by names, or annotated with them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from enum import StrEnum

from hearer.analysis.speech.quotations import QuotedWords
from hearer.errors import UnknownName, UsageError
from hearer.model import Interpretation, Kind, Resolution, Utterance
from hearer.model.language import called
from hearer.model.tree import Tree
from hearer.views.places import Places
from hearer.views.rewriting import rules
from hearer.views.rewriting.naming import KnownEntities, Namer, WantedName
from hearer.views.rewriting.protected import (
    is_stuck,
    merged,
    protected_ranges,
    quoted_ranges,
    touches,
)
from hearer.views.rewriting.rewritten import Edit, Left, Reason, Replacement, Rewriting, rewriting
from hearer.views.rewriting.wording import Wording, restored, tagged

__all__ = ["Edit", "Every", "Left", "Reason", "Rewriting", "Style", "rewrite"]

SURE = 0.5  # a pronoun with a smaller confidence stays


class Every(StrEnum):
    """How often a pronoun is replaced."""

    NEEDED = "needed"  # if its sentence alone does not show who is meant
    ALL = "all"  # unless its clause names it
    FIRST_IN_SENTENCE = "first-in-sentence"  # the first of each entity, unless it is named there
    AMBIGUOUS = "ambiguous"  # only if another entity could be meant


class Style(StrEnum):
    """What becomes of a pronoun."""

    REPLACE = "replace"  # Brennan
    ANNOTATE = "annotate"  # she [Brennan]


def rewrite(
    found: Interpretation,
    *,
    style: str = "replace",
    every: str = "needed",
    pronouns: str | Collection[str] | None = None,
    protect: object = (),
) -> Rewriting:
    """Return the text of `found` with its pronouns replaced by names.

    `pronouns` are the only ones to be changed ("she", "her"). `protect` has ranges of code points
    in `found.discourse.text`, ends excluded, that stay; so do quotations, code, links, paths and
    addresses. `left` has the pronouns that stayed, and why.

    >>> from hearer.hearing import listen
    >>> from hearer.model import Discourse, Utterance
    >>> brennan = Utterance.of("Brennan/PROPN/nsubj/2 drives/VERB/root/0 ./PUNCT/punct/2")
    >>> she = Utterance.of("She/PRON/nsubj/2 wins/VERB/root/0", number=2)
    >>> rewrite(listen(Discourse((brennan, she)))).text
    'Brennan drives . Brennan wins '
    """
    wanted, ranges = wanted_pronouns(pronouns), protected(protect)
    if found.expressions and not found.discourse.utterances:
        raise UsageError("There is no text to rewrite: the interpretation has no discourse.")
    if language := found.discourse.language:
        raise UsageError(f"Only English can be rewritten, and this is {called(language)}.")
    if style not in list(Style):
        raise UnknownName("style", style, Style)
    if every not in list(Every):
        raise UnknownName("every", every, Every)
    return _Writer(found, Every(every), wanted, ranges, replaces=style == Style.REPLACE).written()


def protected(protect: object) -> list[tuple[int, int]]:
    """Check ranges of code points, ends excluded.

    >>> protected([(0, 4), [9, 12]])
    [(0, 4), (9, 12)]
    """
    is_several = isinstance(protect, Iterable) and not isinstance(protect, str)
    ranges = []
    for one in protect if is_several and isinstance(protect, Iterable) else [protect]:
        start, end = one if isinstance(one, list | tuple) and len(one) == 2 else (None, None)
        if type(start) is not int or type(end) is not int or not 0 <= start <= end:
            raise UsageError(
                f"What is protected are ranges of the text, protect=[(0, 12)]; not {one!r}."
            )
        ranges.append((start, end))
    return ranges


def wanted_pronouns(pronouns: object) -> frozenset[str] | None:
    """Check the pronouns to be changed; one may be given without a list."""
    if pronouns is None:
        return None
    is_one = isinstance(pronouns, str) or not isinstance(pronouns, Iterable)
    found = [pronouns] if is_one or not isinstance(pronouns, Iterable) else [*pronouns]
    for one in found:
        if not isinstance(one, str):
            raise UsageError(f"Pronouns are texts, pronouns=['she', 'her']; not {one!r}.")
    return frozenset(str(one).lower() for one in found)


class _Writer:
    """Goes through the pronouns of an interpretation."""

    def __init__(
        self,
        found: Interpretation,
        every: Every,
        pronouns: frozenset[str] | None,
        protect: Iterable[tuple[int, int]],
        *,
        replaces: bool,
    ) -> None:
        utterances = found.discourse.utterances
        self._trees = {u.number: Tree(tagged(u)) for u in utterances}
        self._found = restored(found, self._trees)
        self._every, self._pronouns, self._replaces = every, pronouns, replaces
        self._text, self._places = found.discourse.text, Places(found.discourse)
        self._protected = merged([*protect, *protected_ranges(self._text)])
        self._spoken = quoted_ranges(self._text)
        speech = QuotedWords()
        self._quoted = {u.number: speech.mark(self._without_code(u)) for u in utterances}
        self._namer = Namer(KnownEntities(self._found, self._trees), self._quoted)
        self._sentences = rules.Sentences(self._found, self._trees, self._quoted)
        self._wording = Wording(self._places, self._trees)

    def _without_code(self, utterance: Utterance) -> Utterance:
        """Return an utterance without the quotation marks of code and tags."""
        first, last = utterance.start, utterance.start + len(utterance.written)
        if not touches(self._protected, first, last):
            return utterance
        forms = (
            "_" if touches(self._protected, *self._places.span((utterance.number, n))) else form
            for n, form in enumerate(utterance.forms, start=1)
        )
        return replace(utterance, forms=tuple(forms))

    def written(self) -> Rewriting:
        changes, left = list[Replacement](), list[Left]()
        for resolution in self._in_order():
            outcome = self._change(resolution)
            if isinstance(outcome, Reason):
                self._sentences.note(resolution.pronoun, outcome, ())
                left.append(Left(resolution.pronoun, outcome))
            else:
                changes += outcome
        left.sort(key=lambda one: one.expression.order)
        return rewriting(self._text, changes, tuple(left))

    def _in_order(self) -> list[Resolution]:
        """Return the pronouns in text order, but subjects first: in *her* room Anna slept."""
        here = [r for r in self._found.resolutions if r.pronoun.utterance in self._trees]
        here.sort(key=lambda one: one.pronoun.order)
        begun, keys = dict[tuple[int, int], int](), {}
        for n, pronoun in enumerate(one.pronoun for one in here):
            clause = rules.whole_clause(self._trees[pronoun.utterance], pronoun.clause)
            first = begun.setdefault((pronoun.utterance, clause), n)
            keys[pronoun.id] = (first, not pronoun.relation.startswith("nsubj"), n)
        return sorted(here, key=lambda one: keys[one.pronoun.id])

    def _change(self, resolution: Resolution) -> list[Replacement] | Reason:
        """Return what to write for a pronoun, or why it stays."""
        pronoun, entity = resolution.pronoun, resolution.entity
        around = self._sentences.around(pronoun, entity)
        if reason := self._reason(resolution, around):
            return reason
        present, mentioned = self._sentences.present(pronoun), self._sentences.mentioned(pronoun)
        name = self._namer.name(entity, WantedName(pronoun, present, mentioned))
        if name is None:
            return Reason.NO_NAME
        if self._replaces and name.is_proper and rules.says(around, name.text):
            return Reason.NAMED_IN_CLAUSE
        written = self._wording.of(pronoun, name, replaces=self._replaces)
        if not isinstance(written, Reason):
            self._sentences.note(pronoun, None, name.mentions)
            self._namer.note(entity)
        return written

    def _reason(self, resolution: Resolution, around: rules.Surroundings) -> Reason | None:
        """Return why a pronoun stays, whatever its name would be."""
        pronoun, place = resolution.pronoun, self._wording.place(resolution.pronoun)
        if pronoun.kind in {Kind.REFLEXIVE, Kind.RECIPROCAL}:
            return Reason.BOUND
        if resolution.antecedent is None:
            return Reason.NO_ANTECEDENT
        if self._is_unwanted(resolution, around):
            return Reason.NOT_ASKED
        is_quoted = self._quoted[pronoun.utterance][pronoun.head]
        if is_quoted or touches(self._spoken, place.start, place.end):
            return Reason.QUOTED
        if touches(self._protected, place.start, place.end):
            return Reason.PROTECTED
        if not self._replaces:
            return None
        if resolution.confidence is not None and resolution.confidence < SURE:
            return Reason.UNSURE
        if rules.fixed(around) or is_stuck(self._text, place.start, place.end):
            return Reason.FIXED
        if self._sentences.stayed_before(around):
            return Reason.STAYED_BEFORE
        return self._named(resolution, around)

    def _is_unwanted(self, resolution: Resolution, around: rules.Surroundings) -> bool:
        pronoun, entity = resolution.pronoun, resolution.entity
        if self._pronouns is not None and pronoun.text.lower() not in self._pronouns:
            return True
        if self._every is Every.AMBIGUOUS:
            own, lately = self._sentences.own(entity), self._sentences.lately(pronoun)
            return not rules.is_ambiguous(resolution, lately, own)
        if self._every is Every.FIRST_IN_SENTENCE:
            earlier = (e for e in around.others if e.position < pronoun.position)
            is_named = any(e.kind not in rules.PRONOMINAL for e in earlier)
            return is_named or self._sentences.is_spelled_out(pronoun, entity)
        return False

    def _named(self, resolution: Resolution, around: rules.Surroundings) -> Reason | None:
        """Return why the sentence names the entity well enough."""
        pronoun, entity = resolution.pronoun, resolution.entity
        nearby = rules.named_nearby(around)
        if self._every is not Every.NEEDED or nearby not in {None, Reason.NAMED_BEFORE}:
            return nearby
        if self._sentences.names_after(pronoun, entity):
            return Reason.NAMED_IN_SENTENCE
        if not self._sentences.names_before(pronoun, entity):
            return None
        recent, own = self._sentences.present(pronoun), self._sentences.own(entity)
        return None if rules.is_ambiguous(resolution, recent, own) else Reason.NAMED_IN_SENTENCE
