"""Documents of requests: read, parsed, resolved, and cached for the next request."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import asdict, dataclass, replace
from threading import Lock
from typing import TypeVar

from hearer.errors import UsageError
from hearer.formats import FORMATS, Reading, brat
from hearer.formats.converting import of_input, read_as
from hearer.formats.format import in_bytes
from hearer.model import Discourse, Interpretation
from hearer.profiles import Profile
from hearer.reading import parsed
from hearer.session.informed import listen_with
from hearer.session.knowledge import Knowledge
from hearer.web.problems import RequestProblem
from hearer.web.work import cancellable

Found = TypeVar("Found", bound=Sequence[Discourse] | Sequence[Interpretation])
Value = TypeVar("Value")
MIN_WORDS = 20  # size of an empty document in the cache


@dataclass(frozen=True, slots=True)
class Source:
    """A document as it was sent: raw text, or the content of a file in some format."""

    content: str
    format: str | None = None  # None for raw text, "" to detect it
    name: str = ""
    text: str | None = None  # of formats that keep the text in a separate file


class DocumentCache:
    """Reads and resolves documents, and keeps the most recently used ones; thread-safe."""

    def __init__(self, max_words: int, *, max_characters: int = 200_000) -> None:
        self.words, self._max_words, self._max_characters = 0, max_words, max_characters
        self._cached: OrderedDict[Hashable, tuple[object, int]] = OrderedDict()
        self._lock = Lock()

    def read(self, source: Source, parser: object = "english") -> Reading:
        """Return the parsed documents of a source."""

        def read() -> Reading:
            reading, most = opened(source), self._max_characters
            if any(one.is_raw and len(one.text) > most for one in reading):
                detail = f"The text is longer than {most:,} characters, the maximum."
                raise RequestProblem(413, detail, "too-long-text")
            documents = [parsed(one, parser, through=cancellable) for one in reading]
            return Reading(documents, path=reading.path, problems=reading.problems)

        return self._get((source, parser), read)

    def resolve(
        self, source: Source, profile: Profile, knowledge: Knowledge | None = None
    ) -> list[Interpretation]:
        """Return the interpretation of every document of a source."""

        def resolve() -> list[Interpretation]:
            documents = self.read(source, profile.parser())
            return [listen_with(one, knowledge, profile, through=cancellable) for one in documents]

        known = None if knowledge is None else str(asdict(knowledge))  # their repr is abridged
        return self._get((source, profile, known), resolve)

    def _get(self, key: Hashable, compute: Callable[[], Found]) -> Found:
        """Return the cached value, or compute and cache it."""
        with self._lock:
            if key in self._cached:
                self._cached.move_to_end(key)
                return self._cached[key][0]  # type: ignore[return-value]
        value, size = compute(), MIN_WORDS
        for one in value:
            discourse = one.discourse if isinstance(one, Interpretation) else one
            size += sum(map(len, discourse.utterances))
        with self._lock:
            if key not in self._cached and size <= self._max_words:
                self._cached[key] = value, size
                self.words += size
            while self.words > self._max_words:
                self.words -= self._cached.popitem(last=False)[1][1]
        return value


def opened(source: Source) -> Reading:
    """Return the documents of a source, not parsed yet; no file is opened, whatever its name."""
    if source.format is None:
        return Reading([replace(Discourse.raw(source.content), name=source.name)])
    content, text = in_bytes(source.content), source.text
    of = FORMATS.find(source.format) if source.format else of_input(source.name, content)
    if not of.text_suffix and text is not None:
        raise UsageError(f"The format {of.name!r} has no text beside it: leave the text out.")
    if of.text_suffix and (text is None or of.name != brat.FORMAT.name):
        raise UsageError(f"The format {of.name!r} needs its text, too: say text besides document.")
    if text is not None:
        of = replace(of, read=lambda content, path: brat.annotated(in_bytes(text), content, path))
    return read_as(of, content, source.name)


def only(found: Sequence[Value], part: int | None = None) -> Value:
    """Return the document number `part`, or the only one."""
    if part is None and len(found) > 1:
        raise UsageError(f"There are {len(found)} documents in it: say which, as in part: 1.")
    if not 1 <= (part or 1) <= len(found):
        raise UsageError(f"There is no document {part or 1} in it, only {len(found)}.")
    return found[(part or 1) - 1]
