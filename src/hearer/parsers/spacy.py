"""Any spaCy pipeline as a parser: the one we ship, others by name, or an nlp object.

english        the pipeline that comes with hearer
named          "spacy:en_core_web_sm": a pipeline that is installed
SpacyParser    a pipeline at work
discourse_of   a Doc that somebody has parsed already
columns_of     its words, without those that are white space
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate, count
from operator import add
from typing import TYPE_CHECKING

from hearer.errors import MissingPackage, UsageError
from hearer.model import Discourse, Utterance
from hearer.parsers import clearnlp, tags
from hearer.parsers.columns import Columns, Place, utterances, without_gaps
from hearer.parsers.text import Block, blocks, ends_paragraph, plain, restored

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.strings import StringStore
    from spacy.tokens import Doc

__all__ = [
    "SpacyParser", "columns_of", "discourse_of", "english", "named", "names_of", "utterances_in",
]  # fmt: skip

ATTRIBUTES = ("ORTH", "LEMMA", "POS", "TAG", "MORPH", "DEP", "SENT_START", "SPACY", "HEAD")
EXTENSION = ("._.", "sort")  # where spaCy keeps token._.sort, which our pipeline fills
BATCH = 40_000  # code points that are parsed together
AT_ONCE = 64  # blocks that a pipeline computes at once
MOST_NAMES = 50_000


@lru_cache(maxsize=1)
def english(which: str = "") -> SpacyParser:
    """The English pipeline that comes with hearer, loaded once."""
    if which:
        raise UsageError(f"There is one parser 'english', and no {which!r} of it.")
    try:
        from hearer.parsers.english import load
    except ImportError as error:
        raise _missing(error, "The English pipeline") from error
    try:
        nlp = load()
    except OSError as error:
        raise UsageError(
            "The English pipeline is not there: install hearer from a wheel, or build it with "
            "`make pipeline`."
        ) from error
    return SpacyParser(nlp, is_ours=True)


@lru_cache(maxsize=4)
def named(name: str) -> SpacyParser:
    """An installed spaCy pipeline by its name or folder, loaded once."""
    if not name:
        raise UsageError("Say which spaCy pipeline: parser='spacy:en_core_web_sm'.")
    try:
        import spacy
    except ImportError as error:
        raise _missing(error, "This parser") from error
    try:
        nlp = spacy.load(name)
    except OSError as error:
        raise UsageError(
            f"There is no spaCy pipeline {name!r} here: python -m spacy download {name}"
        ) from error
    return SpacyParser(nlp, is_ours=True)


def _missing(error: ImportError, purpose: str) -> MissingPackage:
    return MissingPackage(error.name or "spacy", purpose)


class SpacyParser:
    """A spaCy pipeline as a parser. `is_ours`: nobody else holds on to what it allocates.

    A pipeline that gives no dependencies is refused with one sentence.
    """

    def __init__(self, nlp: Language, *, is_ours: bool = False) -> None:
        self.nlp = nlp
        self._is_ours = is_ours
        self._names = Names(nlp.vocab.strings)

    def parse(self, text: str) -> Iterator[Utterance]:
        """The utterances of a text, a batch of paragraphs at a time."""
        numbers = count(1)
        for batch in _batches(blocks(text)):
            yield from self._parsed(batch, numbers)

    def _parsed(self, batch: list[Block], numbers: Iterator[int]) -> list[Utterance]:
        texts = [plain(block.text) for block in batch]
        found: list[Utterance] = []
        with self._zone():
            docs = self.nlp.pipe(texts, batch_size=AT_ONCE)
            for block, text, doc in zip(batch, texts, docs, strict=True):
                if doc.text != text:
                    raise UsageError("This spaCy pipeline does not keep the text it is given.")
                _, columns = columns_of(doc, self._names)
                place = Place(block.start, block.begins_paragraph, block.is_heading)
                found += utterances(_back_in(block, text, columns), numbers, place)
        return found

    def _zone(self) -> AbstractContextManager[object]:
        """Where spaCy forgets the words it has not seen before, so that memory stays bounded."""
        zone: AbstractContextManager[object] = nullcontext()
        if self._is_ours and not self.nlp.vocab.in_memory_zone:
            zone = self.nlp.memory_zone()
        return zone


def _batches(found: Iterable[Block]) -> Iterator[list[Block]]:
    batch, size = [], 0
    for block in found:
        batch.append(block)
        size += len(block.text)
        if size >= BATCH:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _back_in(block: Block, text: str, columns: Columns) -> Columns:
    """The columns with the block's own characters and the space behind it."""
    if text != block.text:
        written, behind = restored(block.text, columns.forms, columns.spaces)
        columns.forms[:], columns.spaces[:] = written, behind
    columns.spaces[-1] += block.space
    return columns


def discourse_of(doc: Doc) -> Discourse:
    """A parsed Doc as a discourse; blank lines end paragraphs."""
    before, columns = columns_of(doc, names_of(doc))
    return Discourse(tuple(utterances_in(columns, len(before))), before=before)


def utterances_in(columns: Columns, start: int) -> Iterator[Utterance]:
    """The utterances of a whole Doc, in which paragraphs are still to be found."""
    begins_paragraph = True
    for utterance in utterances(columns, count(1), Place(start)):
        yield replace(utterance, begins_paragraph=begins_paragraph)
        begins_paragraph = ends_paragraph(utterance.spaces[-1])


def names_of(doc: Doc) -> Names:
    """The names that a Doc has numbers for."""
    return Names(doc.vocab.strings)


def columns_of(doc: Doc, names: Names) -> tuple[str, Columns]:
    """The white space before the first word of a Doc, and its words in Universal Dependencies."""
    before, columns = "", _columns(doc, names)
    if any(map(str.isspace, columns.forms)):
        before, columns = without_gaps(columns)
    if columns.forms and not doc.has_annotation("DEP"):
        raise UsageError("This spaCy pipeline has no dependency parser, and hearer needs one.")
    return before, clearnlp.to_universal(tags.completed(columns))


def _columns(doc: Doc, names: Names) -> Columns:
    from numpy import arange

    array = doc.to_array(list(ATTRIBUTES))
    heads = array[:, -1].astype("int64")
    heads += arange(len(doc))
    named = [[names[key] for key in column] for column in array[:, :6].T.tolist()]
    forms, lemmas, upos, xpos, features, relations = named or [[] for _ in range(6)]
    begins = (array[:, 6] == 1).tolist()
    spaces = [" " if space else "" for space in array[:, 7].tolist()]
    return Columns(
        forms,
        spaces,
        [lemma or form.lower() for lemma, form in zip(lemmas, forms, strict=True)],
        upos,
        [tag or "_" for tag in xpos],
        [column or "_" for column in features],
        heads.tolist(),
        relations,
        begins,
        _sorts(doc, forms, spaces),
        list(range(len(forms))),
    )


def _sorts(doc: Doc, forms: list[str], spaces: list[str]) -> list[str]:
    """What our pipeline takes the referents of the words to be."""
    by_offset = {
        key[2]: value
        for key, value in doc.user_data.items()
        if isinstance(key, tuple) and key[:2] == EXTENSION
    }
    if not by_offset:
        return [""] * len(forms)
    lengths = map(add, map(len, forms), map(len, spaces))
    offsets = accumulate(lengths, initial=0)
    return [by_offset.get(offset, "") for _, offset in zip(forms, offsets, strict=False)]


class Names(dict[int, str]):
    """Hashes to strings: spaCy's own table asked once for each."""

    def __init__(self, strings: StringStore) -> None:
        super().__init__()
        self._strings = strings

    def __missing__(self, key: int) -> str:
        if len(self) > MOST_NAMES:
            self.clear()
        name: str = self._strings[key]
        self[key] = name
        return name
