"""Any spaCy pipeline as a parser, by its name or as an nlp object, and Docs it has parsed.

Trees in Universal Dependencies are taken as they are. Those of spaCy's English pipelines have the
labels of ClearNLP: their words and sentences are kept, and parsed by hearer's English pipeline.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from functools import lru_cache
from itertools import count, islice
from threading import RLock
from typing import TYPE_CHECKING

from hearer.errors import MissingPackage, UsageError
from hearer.model import Discourse, Utterance
from hearer.parsers import find, parsed, reparsed
from hearer.parsers.blocks import Block, Columns, blocks, discourse, in_block, plain, without_gaps

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

AT_ONCE = 64  # blocks that a pipeline computes at once
# A pipeline keeps state while it works, and forgets words after it: one thread at a time.
_AT_WORK = RLock()
CLEARNLP = frozenset("acomp attr auxpass dobj nsubjpass pobj poss prep prt relcl".split())


@lru_cache(maxsize=4)
def named(name: str) -> SpacyParser:
    """Return an installed spaCy pipeline by its name or folder, loaded once."""
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
    """A spaCy pipeline as a parser. `is_ours`: nobody else holds on to what it allocates."""

    def __init__(self, nlp: Language, *, is_ours: bool = False, name: str = "") -> None:
        self.nlp = nlp
        self.name = name  # by which it is found again
        self._is_ours = is_ours

    @property
    def signature(self) -> str:
        """The pipeline and its version: "spacy en_core_web_sm 3.8.0"."""
        keys = ("lang", "name", "version")
        language, name, version = (self.nlp.meta.get(key) or "" for key in keys)
        return f"spacy {language}_{name} {version}".rstrip()

    def __reduce__(self) -> str | tuple[object, ...]:
        """Pickle the name only, if there is one: it is loaded again where it is unpickled."""
        return (find, (self.name,)) if self.name else super().__reduce__()

    def parse(self, text: str) -> Iterator[Utterance]:
        """Yield the utterances of a text, parsed in batches of paragraphs."""
        numbers, found = count(1), blocks(text)
        while batch := list(islice(found, AT_ONCE)):
            with _AT_WORK:
                parsed = self._parsed(batch, numbers)
            yield from parsed

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
                if len(doc) and not doc.has_annotation("DEP"):
                    raise UsageError("This spaCy pipeline has no dependency parser; one is needed.")
                sentences = tuple(in_block(block, without_gaps(_columns(doc))[1], numbers))
                if not _is_universal(doc):
                    sentences = reparsed(Discourse(sentences), "english").utterances
                found += sentences
        return found


def discourse_of(doc: Doc) -> Discourse:
    """Return a Doc as a discourse with the same text; blank lines end paragraphs.

    A Doc that is not parsed in Universal Dependencies is parsed by the English pipeline: in its
    words if it has sentences, else as the text that it is, so that links and addresses stay whole.
    """
    if doc.has_annotation("SENT_START") or not len(doc):
        found = discourse(*without_gaps(_columns(doc)))
        return found if _is_universal(doc) else reparsed(found, "english")
    return parsed(doc.text, "english")


def _is_universal(doc: Doc) -> bool:
    is_parsed = doc.has_annotation("DEP") and doc.has_annotation("POS")
    return not len(doc) or (is_parsed and CLEARNLP.isdisjoint(token.dep_ for token in doc))


def _columns(doc: Doc) -> Columns:
    return Columns(
        forms=[token.text for token in doc],
        spaces=[token.whitespace_ for token in doc],
        lemmas=[token.lemma_ or token.text.lower() for token in doc],
        upos=[token.pos_ for token in doc],
        xpos=[token.tag_ or "_" for token in doc],
        features=[str(token.morph) or "_" for token in doc],
        heads=[token.head.i for token in doc],
        relations=[token.dep_ for token in doc],
        begins=[bool(token.is_sent_start) for token in doc],
    )
