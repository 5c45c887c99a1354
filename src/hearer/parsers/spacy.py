"""Any spaCy pipeline as a parser, by its name or as an nlp object, and Docs it has parsed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from dataclasses import replace
from functools import lru_cache
from itertools import count
from threading import RLock
from typing import TYPE_CHECKING

from hearer.errors import MissingPackage, UsageError
from hearer.model import Discourse, Utterance
from hearer.once import Once
from hearer.parsers import find, reparsed, signature
from hearer.parsers.columns import (
    Columns,
    completed,
    discourse,
    in_block,
    to_universal,
    utterances,
    without_gaps,
)
from hearer.parsers.text import Block, blocks, plain

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc
    from spacy.vocab import Vocab

ATTRIBUTES = ("ORTH", "LEMMA", "POS", "TAG", "MORPH", "DEP", "SENT_START", "SPACY", "HEAD")
PREDICTED = ("lemmas", "upos", "xpos", "features", "heads", "relations", "sorts")
BATCH = 40_000  # code points that are parsed together
AT_ONCE = 64  # blocks that a pipeline computes at once
# A pipeline keeps state while it works, and forgets words after it: one thread at a time.
_AT_WORK = RLock()


@lru_cache(maxsize=4)
def named(name: str) -> SpacyParser:
    """An installed spaCy pipeline by its name or folder, loaded once."""
    if not name:
        raise UsageError("Say which spaCy pipeline: parser='spacy:en_core_web_sm'.")
    try:
        import spacy

        return SpacyParser(spacy.load(name), is_ours=True, name=f"spacy:{name}")
    except ImportError as error:
        raise MissingPackage(error.name or "spacy", f"The parser 'spacy:{name}'") from error
    except OSError as error:
        missing = f"There is no spaCy pipeline {name!r} here: python -m spacy download {name}"
        raise UsageError(missing) from error


class SpacyParser:
    """A spaCy pipeline as a parser. `is_ours`: nobody else holds on to what it allocates.

    A pipeline that gives no dependencies is refused with one sentence.
    """

    def __init__(self, nlp: Language, *, is_ours: bool = False, name: str = "") -> None:
        self.nlp = nlp
        self.name = name  # by which it is found again
        self._is_ours = is_ours
        self._strings = Once[int, str](nlp.vocab.strings.__getitem__)

    @property
    def signature(self) -> str:
        """The pipeline and its version, as it tells: "spacy en_core_web_sm 3.8.0"."""
        told = (self.nlp.meta.get(key) or "" for key in ("lang", "name", "version"))
        language, name, version = told
        return f"spacy {language}_{name} {version}".rstrip()

    def parse(self, text: str) -> Iterator[Utterance]:
        """The utterances of a text, a batch of paragraphs at a time."""
        numbers = count(1)
        for batch in _batches(blocks(text)):
            with _AT_WORK:
                found = self._parsed(batch, numbers)
            yield from found

    def __reduce__(self) -> str | tuple[object, ...]:
        """Pickled by its name: whoever unpickles it loads it, or has it already."""
        return (find, (self.name,)) if self.name else super().__reduce__()

    def _parsed(self, batch: list[Block], numbers: Iterator[int]) -> list[Utterance]:
        texts = [plain(block.text) for block in batch]
        found: list[Utterance] = []
        is_free = self._is_ours and not self.nlp.vocab.in_memory_zone
        # In a zone, spaCy forgets the words it has not seen before: memory stays bounded.
        with self.nlp.memory_zone() if is_free else nullcontext():
            docs = self.nlp.pipe(texts, batch_size=AT_ONCE)
            for block, text, doc in zip(batch, texts, docs, strict=True):
                if doc.text != text:
                    raise UsageError("This spaCy pipeline does not keep the text it is given.")
                found += in_block(block, columns_of(doc, self._strings)[1], numbers)
        return found

    def parse_words(self, given: Discourse) -> Discourse:
        """A discourse parsed anew: its words, sentences and paragraphs stay."""
        docs = (_unparsed(self.nlp.vocab, utterance) for utterance in given.utterances)
        with _AT_WORK:
            parsed = tuple(map(_reparsed, given.utterances, self.nlp.pipe(docs)))
        return replace(given, utterances=parsed, has_parse=True, parser=self.signature)


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


def _unparsed(vocab: Vocab, utterance: Utterance) -> Doc:
    from spacy.tokens import Doc

    spaces, starts = map(bool, utterance.spaces), [n == 0 for n in range(len(utterance))]
    return Doc(vocab, words=list(utterance.forms), spaces=list(spaces), sent_starts=starts)


def _reparsed(utterance: Utterance, doc: Doc) -> Utterance:
    """A sentence as it is parsed; where the parser made several of it, roots hang on the first."""
    columns = columns_of(doc)[1]
    if tuple(columns.forms) != utterance.forms:
        raise UsageError("This parser does not keep the words it is given.")
    root, *others = (n for n, head in enumerate(columns.heads) if head == n)
    for n in others:
        columns.heads[n], columns.relations[n] = root, "parataxis"
    columns.begins[:] = [False] * len(utterance)
    (parsed,) = utterances(columns, count(1), Block(0))
    return replace(utterance, **{name: getattr(parsed, name) for name in PREDICTED})


def discourse_of(doc: Doc) -> Discourse:
    """A Doc as a discourse with the same text; blank lines end paragraphs.

    One without a dependency parse is parsed by the English pipeline: in its words where sentences
    are marked in it, else as the text that it is, so that links and addresses stay whole.
    """
    if doc.has_annotation("DEP") or not len(doc):
        return discourse(*columns_of(doc))
    if doc.has_annotation("SENT_START"):
        given = without_gaps(_columns(doc, Once[int, str](doc.vocab.strings.__getitem__)))
        return reparsed(discourse(*given), "english")
    parser = find("english")
    found = tuple(parser.parse(doc.text))
    before = doc.text[: found[0].start] if found else doc.text
    return Discourse(found, before=before, parser=signature(parser))


def columns_of(doc: Doc, strings: Once[int, str] | None = None) -> tuple[str, Columns]:
    """The white space before the first word of a Doc, and its words in Universal Dependencies."""
    if strings is None:
        strings = Once[int, str](doc.vocab.strings.__getitem__)
    before, columns = "", _columns(doc, strings)
    if any(map(str.isspace, columns.forms)):
        before, columns = without_gaps(columns)
    if columns.forms and not doc.has_annotation("DEP"):
        raise UsageError("This spaCy pipeline has no dependency parser, and hearer needs one.")
    return before, to_universal(completed(columns))


def _columns(doc: Doc, strings: Once[int, str]) -> Columns:
    from numpy import arange

    array = doc.to_array(list(ATTRIBUTES))
    heads = array[:, -1].astype("int64")
    heads += arange(len(doc))
    told = [[strings[key] for key in column] for column in array[:, :6].T.tolist()]
    forms, lemmas, upos, xpos, features, relations = told or [[] for _ in range(6)]
    spaces = [" " if space else "" for space in array[:, 7].tolist()]
    return Columns(
        forms=forms,
        spaces=spaces,
        lemmas=[lemma or form.lower() for lemma, form in zip(lemmas, forms, strict=True)],
        upos=upos,
        xpos=[tag or "_" for tag in xpos],
        features=[column or "_" for column in features],
        heads=heads.tolist(),
        relations=relations,
        begins=(array[:, 6] == 1).tolist(),
    )
