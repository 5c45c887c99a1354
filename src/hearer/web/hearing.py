"""Documents as they were heard lately: another question about one costs nothing.

HeardLately   reads, parses and hears documents, and keeps the last of them
Said          a document as somebody sent it
opened        the documents in it, not parsed yet
only          the one document that is asked about
TooLong       what is answered to a text that is longer than may be

A parse is kept by its text, what was understood of it by its text and how it was heard: so another
algorithm, precision or correction hears anew, but does not parse anew. What two ask for at once is
worked out once.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, fields, replace
from threading import Lock
from typing import Any, TypeVar

from hearer.errors import UsageError
from hearer.formats import FORMATS, Format, Reading, brat
from hearer.formats.converting import of_input, read_as
from hearer.formats.format import in_bytes
from hearer.model import Discourse, Interpretation
from hearer.profiles import Profile
from hearer.reading import parsed
from hearer.session.knowledge import Knowledge
from hearer.session.listening import listen_with
from hearer.web.problems import RequestProblem
from hearer.web.settings import MOST_CHARACTERS
from hearer.web.working import Deadline

Value = TypeVar("Value")
LEAST = 20  # words that a document counts as, even if it has none


@dataclass(frozen=True, slots=True)
class Said:
    """A document as somebody sent it: a text, or the content of a file in a format."""

    content: str
    format: str | None = None  # None: raw text; "": whatever its first lines look like
    name: str = ""
    beside: str | None = None  # the text, where the format has it in a file of its own


class TooLong(RequestProblem):
    """A text would take longer to parse than anybody waits."""

    def __init__(self, most: int) -> None:
        said = f"The text is longer than {most:,} characters, the most that is heard at once."
        super().__init__(413, said, code="too-long-text")


class HeardLately:
    """The documents heard lately, as many as have so many words together; any thread may ask."""

    def __init__(
        self,
        most_words: int,
        *,
        most_characters: int = MOST_CHARACTERS,
        tell: Callable[[Sequence[Interpretation]], None] | None = None,
    ) -> None:
        self._most, self._words = most_words, 0
        self._most_characters, self._tell = most_characters, tell
        self._kept: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()
        self._coming: dict[Hashable, Future[Any]] = {}
        self._lock = Lock()

    def read(self, said: Said, deadline: Deadline) -> Reading:
        """The documents, parsed."""
        reading: Reading = self._once(said, lambda: self._read(said, deadline), deadline)
        return reading

    def hear(
        self, said: Said, how: Profile, deadline: Deadline, *, knowledge: Knowledge | None = None
    ) -> list[Interpretation]:
        """What is understood of each document."""

        def heard() -> list[Interpretation]:
            documents = self.read(said, deadline)
            found = [_heard(one, how, knowledge, deadline) for one in documents]
            if self._tell is not None:
                self._tell(found)
            return found

        key = (said, how, _key(knowledge))
        found: list[Interpretation] = self._once(key, heard, deadline)
        return found

    def _read(self, said: Said, deadline: Deadline) -> Reading:
        found = opened(said)
        for one in found:
            if one.is_raw and len(one.text) > self._most_characters:
                raise TooLong(self._most_characters)
        documents = [parsed(one, through=deadline.through) for one in found]
        return Reading(documents, path=found.path, problems=found.problems)

    @property
    def words(self) -> int:
        """How many words all that is kept has together."""
        return self._words

    def _once(self, key: Hashable, work_out: Callable[[], Any], deadline: Deadline) -> Any:
        """What is kept, is just being worked out by somebody, or is worked out now."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key][0]
            other = self._coming.get(key)
            mine: Future[Any] = Future()
            if other is None:
                self._coming[key] = mine
        if other is not None:
            return self._others(other, key, work_out, deadline)
        return self._worked_out(key, work_out, mine)

    def _worked_out(self, key: Hashable, work_out: Callable[[], Any], mine: Future[Any]) -> Any:
        value = None
        try:
            value = work_out()
        finally:
            with self._lock:
                self._coming.pop(key, None)
                if value is not None:
                    self._keep(key, value)
            mine.set_result(value)
        return value

    def _others(
        self, other: Future[Any], key: Hashable, work_out: Callable[[], Any], deadline: Deadline
    ) -> Any:
        """What somebody else works out; should that one be stopped, we do it ourselves."""
        while not other.done():
            deadline.check()
            try:
                other.result(timeout=0.05)
            except TimeoutError:
                continue
        value = other.result()
        return self._once(key, work_out, deadline) if value is None else value

    def _keep(self, key: Hashable, value: Sequence[Discourse] | list[Interpretation]) -> None:
        """Keep a value, and let go what was asked for longest ago."""
        words = sum(_words(one) for one in value) + LEAST
        if words > self._most:
            return
        self._kept[key] = value, words
        self._words += words
        while self._words > self._most:
            _, (_, gone) = self._kept.popitem(last=False)
            self._words -= gone


def _words(one: Discourse | Interpretation) -> int:
    discourse = one.discourse if isinstance(one, Interpretation) else one
    return sum(map(len, discourse.utterances))


def _key(knowledge: Knowledge | None) -> Hashable:
    """Knowledge as something to be looked up by."""
    if knowledge is None:
        return None
    said = (getattr(knowledge, each.name) for each in fields(knowledge))
    return tuple(tuple(one.items()) if isinstance(one, Mapping) else one for one in said)


def opened(said: Said) -> Reading:
    """The documents as they were sent; no file is opened, whatever they are called."""
    if said.format is None:
        return Reading([replace(Discourse.raw(said.content), name=said.name)])
    content = in_bytes(said.content)
    of = FORMATS.find(said.format) if said.format else of_input(said.name, content)
    if of.text_suffix:
        of = replace(of, read=_beside(of, said.beside))
    elif said.beside is not None:
        raise UsageError(f"The format {of.name!r} has no text beside it: leave the text out.")
    return read_as(of, content, said.name)


def _beside(of: Format, text: str | None) -> Callable[[bytes, str], Reading]:
    """How a format is read whose text is sent along, and not looked for in a file."""
    if text is None or of.name != brat.FORMAT.name:
        raise UsageError(f"The format {of.name!r} needs its text, too: say text besides document.")
    return lambda content, path: brat.annotated(in_bytes(text), content, path)


def _heard(
    document: Discourse, how: Profile, knowledge: Knowledge | None, deadline: Deadline
) -> Interpretation:
    return listen_with(document, knowledge, how, through=deadline.through)


def only(found: Sequence[Value], part: int | None) -> Value:
    """The one document that is asked about, or the one there is."""
    if part is None and len(found) > 1:
        raise UsageError(f"There are {len(found)} documents in it: say which, as in part: 1.")
    if not 1 <= (part or 1) <= len(found):
        raise UsageError(f"There is no document {part or 1} in it, only {len(found)}.")
    return found[(part or 1) - 1]
