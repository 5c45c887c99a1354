"""Live text: guesses at every word, and changes of earlier guesses.

The sentence that is being spoken is parsed and heard anew after each of its words, by a copy of
the hearer that has heard all before it. So nothing depends on a word that was not there yet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from io import SEEK_END, StringIO
from typing import NamedTuple, Unpack

from hearer import parsers
from hearer.errors import require
from hearer.escape import brief, number_and
from hearer.formats.jsonl import PronounLines, PronounRow
from hearer.hearing import Hearer
from hearer.keywords import HearingOptions
from hearer.model import Elements, Entity, Event, Resolution, Utterance
from hearer.parsers.prefix import Prefix, PrefixParser
from hearer.profiles import how_to_hear


class ChangeKind(StrEnum):
    """What happened to a guess."""

    NEW = "new"
    REVISED = "revised"  # another antecedent, or another reason to have none
    WITHDRAWN = "withdrawn"  # no pronoun, or none that refers


class Guess(NamedTuple):
    """The current answer for a pronoun; `row` is its line of JSON."""

    row: PronounRow
    resolution: Resolution
    head: int | None  # the offset of the antecedent

    def __repr__(self) -> str:
        return repr(self.resolution).replace("<Resolution", "<Guess", 1)


class Change(NamedTuple):
    """A guess that is new, revised (`instead_of` is the earlier one) or withdrawn."""

    kind: ChangeKind
    guess: Guess
    instead_of: Guess | None = None

    def __repr__(self) -> str:
        one = self.guess.resolution
        return brief(self, f"{self.kind}: {one.pronoun} → {one.name or one.label}")


class Heard(NamedTuple):
    """The list and the changes after the text up to the offset `end`."""

    written: str
    end: int
    state: Elements
    changes: tuple[Change, ...]
    names: Mapping[Entity, str]  # what those of the state are called

    @property
    def listed(self) -> list[dict[str, str | int | None]]:
        """The list after this word as plain values, the first rank first."""
        return [
            {
                "rank": rank,
                "entity": one.entity,
                "name": self.names.get(one.entity) or None,
                "status": one.status.name,
            }
            for rank, one in enumerate(self.state, start=1)
        ]

    def __repr__(self) -> str:
        return brief(
            self, f"{self.written!r} up to {self.end}, {number_and(len(self.changes), 'change')}"
        )


class Listener:
    """Resolves raw text as it arrives; the result does not depend on how it is cut into fragments.

    The options are those of `Hearer`.
    """

    def __init__(
        self, *, parser: object = "english", document: str = "", **options: Unpack[HearingOptions]
    ) -> None:
        how = how_to_hear(**options)
        self._prefixes = PrefixParser(parsers.find(how.parser(parser)))
        self._hearer = Hearer(profile=how, keep=False)
        self._tape = Tape()
        self._rows = PronounLines(document, self._tape)
        self._guesses: dict[int, Guess] = {}  # in sentences that go on, by the pronoun's offset
        self._state: Elements = ()

    def hear(self, fragment: str) -> Iterator[Heard]:
        """Read more text, and yield a Heard for every word that is complete now."""
        require(fragment, str, "The fragment is a text")
        return map(self._heard, self._prefixes.feed(fragment))

    def finish(self) -> Iterator[Heard]:
        """Read the end of the text. More text may follow, as a new paragraph."""
        return map(self._heard, self._prefixes.finish())

    def _heard(self, prefix: Prefix) -> Heard:
        self._tape.add(prefix.written)
        over, going_on, hearer = prefix.over, prefix.going_on, self._hearer
        before, now = self._guesses, self._hear(hearer, over, is_over=True)
        self._guesses = {}
        if going_on:
            hearer = hearer.copy()
            self._guesses = self._hear(hearer, going_on, is_over=False)
            self._rows.forget(going_on[0].number)
        changes = _changes(before, now | self._guesses)
        names = hearer.names.of(element.entity for element in self._state)
        return Heard(prefix.written, prefix.end, self._state, changes, names=names)

    def _hear(
        self, hearer: Hearer, utterances: Sequence[Utterance], *, is_over: bool
    ) -> dict[int, Guess]:
        """Hear sentences word by word, the last without its end unless `is_over`.

        Return the guess for each pronoun, by its offset.
        """
        found: dict[int, Guess] = {}
        for utterance in utterances:
            is_open = utterance is utterances[-1] and not is_over
            for part in (part for word in utterance.words for part in hearer.hear(word).parts):
                if is_open and part.event is Event.END_OF_UTTERANCE:
                    continue
                self._state = part.state
                self._rows.note(part)
                for resolution in part.resolutions:
                    head = None
                    if resolution.antecedent:
                        head = self._rows.spoken(resolution.antecedent.expression).start
                    found[resolution.start] = Guess(self._rows.row(resolution), resolution, head)
        return found


def _changes(before: dict[int, Guess], now: dict[int, Guess]) -> tuple[Change, ...]:
    """Return what is new, revised or withdrawn, in text order."""
    changes = []
    for start in sorted({*before, *now}):
        old, new = before.get(start), now.get(start)
        if new is None:
            changes.append(Change(ChangeKind.WITHDRAWN, before[start]))
        elif old is None:
            changes.append(Change(ChangeKind.NEW, new))
        else:
            is_other = old.head != new.head and old.row["entity"] != new.row["entity"]
            if is_other or (new.head is None and old.row["label"] != new.row["label"]):
                changes.append(Change(ChangeKind.REVISED, new, old))
    return tuple(changes)


class Tape(StringIO):
    """A text that grows at its end, sliced like a string."""

    def add(self, piece: str) -> None:
        self.seek(0, SEEK_END)
        self.write(piece)

    def __getitem__(self, part: slice) -> str:
        self.seek(part.start)
        return self.read(part.stop - part.start)
