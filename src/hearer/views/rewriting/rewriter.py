"""Text with its pronouns spelled out, and still English.

    rewrite    the text of an interpretation, its pronouns replaced or annotated
    Every      how often: needed, all, first-in-sentence, ambiguous
    Style      replace or annotate

Whether a name can stand where a pronoun stood is decided in rules.py and sentences.py, what the
name is in naming.py, how it is written in wording.py, and the way back is in rewritten.py.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from hearer.analysis.speech.quotations import QuotedWords
from hearer.errors import UnknownName, UsageError
from hearer.model import Interpretation, Kind, ReferringExpression, Resolution, Utterance
from hearer.model.language import called
from hearer.model.tree import Tree
from hearer.views.places import Places
from hearer.views.rewriting import rules
from hearer.views.rewriting.known import KnownEntities
from hearer.views.rewriting.naming import Namer, WantedName
from hearer.views.rewriting.protected import (
    is_stuck,
    merged,
    protected_ranges,
    quoted_ranges,
    touches,
)
from hearer.views.rewriting.restored import restored, tagged
from hearer.views.rewriting.rewritten import Edit, Left, Reason, Replacement, Rewriting, rewriting
from hearer.views.rewriting.sentences import Sentences, says
from hearer.views.rewriting.wording import PronounPlace, Wording

__all__ = ["Edit", "Every", "Left", "Reason", "Rewriting", "Style", "rewrite"]

SURE = 0.5  # what is rather somebody else stays a pronoun


class Every(StrEnum):
    """How often a pronoun is spelled out."""

    NEEDED = "needed"  # where its sentence alone does not tell who is meant
    ALL = "all"  # wherever its clause does not name it
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
    every: str = "needed",
    pronouns: Collection[str] | None = None,
    protect: Sequence[tuple[int, int]] = (),
) -> Rewriting:
    """The text of `found` with pronouns replaced by who is meant.

    `pronouns` are the only ones to be touched ("she", "her"). `protect` are ranges of code points
    in `found.discourse.text`, ends excluded, that stay as they are; so do quotations, code, links,
    paths and addresses. What was left, and why, is in `left`.

    >>> from hearer.hearing import listen
    >>> from hearer.model import Discourse, Utterance
    >>> brennan = Utterance.of("Brennan/PROPN/nsubj/2 drives/VERB/root/0 ./PUNCT/punct/2")
    >>> she = Utterance.of("She/PRON/nsubj/2 wins/VERB/root/0", number=2)
    >>> rewrite(listen(Discourse((brennan, she)))).text
    'Brennan drives . Brennan wins '
    """
    if found.expressions and not found.discourse.utterances:
        raise UsageError("There is no text to rewrite: the interpretation has no discourse.")
    if language := found.discourse.language:
        raise UsageError(f"Only English can be rewritten, and this is {called(language)}.")
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


class _Writer:
    """Goes through the pronouns of an interpretation in text order."""

    def __init__(
        self, found: Interpretation, wanted: _Wanted, protect: Sequence[tuple[int, int]]
    ) -> None:
        self._trees = {u.number: Tree(tagged(u)) for u in found.discourse.utterances}
        self._found, self._wanted = restored(found, self._trees), wanted
        self._text = found.discourse.text
        self._places = Places(found.discourse)
        self._protected = merged([*protect, *protected_ranges(self._text)])
        self._spoken = quoted_ranges(self._text)
        speech = QuotedWords()
        self._quoted = {u.number: speech.mark(self._bare(u)) for u in found.discourse.utterances}
        self._namer = Namer(KnownEntities(self._found, self._trees), self._quoted)
        self._sentences = Sentences(self._found, self._trees, self._quoted)
        self._wording = Wording(self._places, self._trees)

    def _bare(self, utterance: Utterance) -> Utterance:
        """An utterance without the quotation marks of code and tags."""
        first, last = utterance.start, utterance.start + len(utterance.written)
        if not touches(self._protected, first, last):
            return utterance
        forms = (
            "_" if touches(self._protected, *self._places.span((utterance.number, n))) else form
            for n, form in enumerate(utterance.forms, start=1)
        )
        return replace(utterance, forms=tuple(forms))

    def written(self) -> Rewriting:
        changes: list[Replacement] = []
        left: list[Left] = []
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
        """As they stand in the text, but subjects first in a clause: in *her* room Anna slept."""
        here = [r for r in self._found.resolutions if r.pronoun.utterance in self._trees]
        here.sort(key=lambda one: one.pronoun.order)
        begun: dict[tuple[int, int], int] = {}
        keys = {}
        for n, resolution in enumerate(here):
            pronoun = resolution.pronoun
            clause = rules.whole_clause(self._trees[pronoun.utterance], pronoun.clause)
            first = begun.setdefault((pronoun.utterance, clause), n)
            keys[pronoun.id] = (first, not pronoun.relation.startswith("nsubj"), n)
        return sorted(here, key=lambda one: keys[one.pronoun.id])

    def _change(self, resolution: Resolution) -> list[Replacement] | Reason:
        """What to write for a pronoun, or why it stays."""
        pronoun, place = resolution.pronoun, self._wording.place(resolution.pronoun)
        around = self._sentences.around(pronoun, resolution.entity)
        reason = (
            _bound(resolution)
            or self._unwanted(resolution, around)
            or self._untouchable(pronoun, place)
            or (self._unfit(resolution, around, place) if self._wanted.replaces else None)
        )
        if reason:
            return reason
        present, mentioned = self._sentences.present(pronoun), self._sentences.mentioned(pronoun)
        moment = WantedName(pronoun, present, mentioned)
        name = self._namer.name(resolution.entity, moment)
        if name is None:
            return Reason.NO_NAME
        if self._wanted.replaces and name.is_proper and says(around, name.text):
            return Reason.NAMED_IN_CLAUSE
        written = self._wording.of(pronoun, name, replaces=self._wanted.replaces)
        if not isinstance(written, Reason):
            self._sentences.note(pronoun, None, name.mentions)
            self._namer.note(resolution.entity)
        return written

    # Reasons to leave a pronoun ---------------------------------------------------------------

    def _unwanted(self, resolution: Resolution, around: rules.Surroundings) -> Reason | None:
        pronoun, wanted = resolution.pronoun, self._wanted
        if wanted.pronouns is not None and pronoun.text.lower() not in wanted.pronouns:
            return Reason.NOT_ASKED
        if wanted.every is Every.AMBIGUOUS:
            own = self._sentences.own(resolution.entity)
            is_clear = not rules.is_ambiguous(resolution, self._sentences.lately(pronoun), own)
            return Reason.NOT_ASKED if is_clear else None
        if wanted.every is Every.FIRST_IN_SENTENCE:
            is_said = self._sentences.is_spelled_out(pronoun, resolution.entity)
            earlier = (e for e in around.others if e.position < pronoun.position)
            is_named = any(e.kind not in rules.PRONOMINAL for e in earlier)
            return Reason.NOT_ASKED if is_said or is_named else None
        return None

    def _untouchable(self, pronoun: ReferringExpression, place: PronounPlace) -> Reason | None:
        is_quoted = self._quoted[pronoun.utterance][pronoun.head]
        if is_quoted or touches(self._spoken, place.start, place.end):
            return Reason.QUOTED
        if touches(self._protected, place.start, place.end):
            return Reason.PROTECTED
        return None

    def _unfit(
        self, resolution: Resolution, around: rules.Surroundings, place: PronounPlace
    ) -> Reason | None:
        if resolution.confidence is not None and resolution.confidence < SURE:
            return Reason.UNSURE
        if rules.fixed(around) or is_stuck(self._text, place.start, place.end):
            return Reason.FIXED
        if self._sentences.stayed_before(around):
            return Reason.STAYED_BEFORE
        return self._named(resolution, around)

    def _named(self, resolution: Resolution, around: rules.Surroundings) -> Reason | None:
        """Why the sentence names it well enough."""
        pronoun, entity = resolution.pronoun, resolution.entity
        nearby = rules.named_nearby(around)
        if self._wanted.every is not Every.NEEDED or nearby not in {None, Reason.NAMED_BEFORE}:
            return nearby
        if self._sentences.names_after(pronoun, entity):
            return Reason.NAMED_IN_SENTENCE
        if not self._sentences.names_before(pronoun, entity):
            return None
        recent, own = self._sentences.present(pronoun), self._sentences.own(entity)
        return None if rules.is_ambiguous(resolution, recent, own) else Reason.NAMED_IN_SENTENCE


def _bound(resolution: Resolution) -> Reason | None:
    if resolution.pronoun.kind in {Kind.REFLEXIVE, Kind.RECIPROCAL}:
        return Reason.BOUND
    return None if resolution.antecedent else Reason.NO_ANTECEDENT
