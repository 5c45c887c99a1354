"""Gold corpora in CoNLL-U, read as far as training and measuring need them."""

import lzma
import os
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from hearer.formats.conllu.file import ConlluSentence, key_of, misc_of, parse
from hearer.model import ANY_SORT

Span = tuple[int, int]
META = "meta::"
MARK = re.compile(r"\(([^()]*)(\)?)|([^()]+)\)")  # of a mention: "(12-person-new", "12)"


@dataclass(frozen=True, slots=True)
class GoldWord:
    """One syntactic word; `head` is its place in the sentence from 0, -1 at the root."""

    form: str
    lemma: str
    upos: str
    xpos: str
    feats: str
    head: int
    deprel: str
    space_after: bool
    entity: str


@dataclass(frozen=True, slots=True)
class GoldSentence:
    """A sentence and whether a paragraph begins with it."""

    words: tuple[GoldWord, ...]
    new_paragraph: bool


@dataclass(frozen=True, slots=True)
class GoldDocument:
    """A document, its metadata (`# meta::` lines) and its sentences."""

    name: str
    meta: dict[str, str]
    sentences: tuple[GoldSentence, ...]


# The folder of the corpora: `HEARER_DATA`, or ../shared/data by the repository.
BESIDE = Path(__file__).resolve().parents[2] / "shared" / "data"
DATA = Path(os.environ.get("HEARER_DATA", BESIDE))


def read_documents(path: Path) -> Iterator[GoldDocument]:
    """Yield the documents of a CoNLL-U file, or of all such files in a folder, in name order."""
    for file in sorted(path.glob("*.conllu")) if path.is_dir() else [path]:
        content = file.read_bytes()
        whole = parse(lzma.decompress(content) if file.suffix == ".xz" else content, path=str(file))
        for document in whole.documents:
            comments = (key_of(comment) for one in document.sentences for comment in one.comments)
            meta = {key.removeprefix(META): value for key, value in comments if META in key}
            if sentences := tuple(map(_sentence, filter(len, document.sentences))):
                yield GoldDocument(document.name, meta, sentences)


def _sentence(sentence: ConlluSentence) -> GoldSentence:
    """Return a sentence; inside a multiword token no space follows a word."""
    written = {token.last: token.misc for token in sentence.ranges}
    inside = {n for token in sentence.ranges for n in range(token.first, token.last)}
    words = list[GoldWord]()
    for n, row in enumerate(zip(*sentence.columns, strict=True), start=1):
        _, form, lemma, upos, xpos, feats, head, deprel, _, misc = row
        is_apart = n not in inside and "SpaceAfter=No" not in written.get(n, misc)
        feats, entity = "" if feats == "_" else feats, misc_of(misc).get("Entity", "")
        words.append(
            GoldWord(form, lemma, upos, xpos, feats, int(head) - 1, deprel, is_apart, entity)
        )
    new_paragraph = any(re.match(r"# newpar\b(?!_)", comment) for comment in sentence.comments)
    return GoldSentence(tuple(words), new_paragraph)


def raw_text(document: GoldDocument) -> tuple[str, list[list[Span]]]:
    """Return a document's text, paragraphs apart, and the spans of its words by sentence."""
    text, spans = "", list[list[Span]]()
    for sentence in document.sentences:
        if text and sentence.new_paragraph:
            text = text.rstrip(" ") + "\n\n"
        spans.append([])
        for word in sentence.words:
            spans[-1].append((len(text), len(text) + len(word.form)))
            text += word.form + (" " if word.space_after else "")
    return text, spans


def mention_sorts(sentence: GoldSentence) -> dict[int, str]:
    """Return the entity type at each mention's head word; the widest mention of a head wins."""
    sorts: dict[int, str] = {}
    widest: dict[int, int] = {}
    for start, end, sort in mentions(sentence):
        head = head_of(sentence, start, end)
        if sort in ANY_SORT and end - start > widest.get(head, -1):
            sorts[head], widest[head] = sort, end - start
    return sorts


def mentions(sentence: GoldSentence) -> Iterator[tuple[int, int, str]]:
    """Yield (first word, last word, entity type); mentions in pieces are left out."""
    opened = defaultdict[str, list[tuple[int, str]]](list)
    for place, word in enumerate(sentence.words):
        for opening, is_whole, closing in MARK.findall(word.entity):
            name, sort, *_ = [*opening.split("-"), ""] if opening else [closing, ""]
            if opening:
                opened[name].append((place, sort))
            if (is_whole or closing) and opened[name]:
                first, sort = opened[name].pop()
                yield first, place, sort


def head_of(sentence: GoldSentence, start: int, end: int) -> int:
    """Return the first word of the span whose head lies outside it."""
    inside = range(start, end + 1)
    return next((i for i in inside if sentence.words[i].head not in inside), start)
