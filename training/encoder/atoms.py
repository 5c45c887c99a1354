"""Raw text in atoms, for the net that finds words and sentences: what ends where, and blocks.

A block is what the net reads at a time, at run time as in training.
"""

import json
import lzma
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path

import numpy as np

from hearer.parsers.english.boundaries import (
    BLOCK_ENDS,
    JOINED,
    LONGEST,
    NOTHING,
    SENTENCE_ENDS,
    SPACE,
    WORD_ENDS,
    atoms,
    seen,
)
from hearer.parsers.english.encoder import Splits
from hearer.parsers.english.pieces import REMEMBERED, SHAPES, Pieces
from training.conllu import GoldDocument, GoldSentence, raw_text
from training.encoder.columns import Ints

BREAK = "\n\n"
CLOSING = frozenset(",.;:!?)]}%…”’")
OPENING = frozenset("([{$“#")
CLITICS = frozenset({"n't", "n’t"})
LONGEST_CLITIC = 3  # 's, 'll, 've
QUOTE, APOSTROPHE = '"', "'"
SHARES = (  # looks of an atom beside its pieces: how many values, and numbers for each
    ("shapes", SHAPES, 12),
    ("lengths", LONGEST + 1, 6),
    ("before", BLOCK_ENDS + 1, 8),
    ("after", BLOCK_ENDS + 1, 8),
)
GIVEN = ("first", "last", *(name for name, *_ in SHARES))
LONGEST_BLOCK = 600  # atoms: longer ones are cut at the end of a sentence
TOGETHER = 0.3  # the share of paragraphs that run into the next
STRAIGHT = str.maketrans("“”‘’", "\"\"''")
STRAIGHTENED, CURLED = 0.25, 0.25  # shares of blocks


@dataclass(frozen=True, slots=True)
class Text:
    """A document in atoms; `spaces` and `ends` as in hearer.parsers.english.boundaries."""

    name: str
    atoms: list[str]
    spaces: list[int]
    ends: list[int]


def text_of(document: GoldDocument, splits: Splits) -> Text:
    """Return a gold document in atoms."""
    text, ends = _ends(document)
    last = len(text.rstrip())

    def space(end: int) -> int:
        if end >= last or text.startswith(BREAK, end):
            return BLOCK_ENDS
        return SPACE if text[end].isspace() else NOTHING

    spans = list(atoms(text, splits))
    return Text(
        name=document.name,
        atoms=[text[start:end] for start, end in spans],
        spaces=[space(end) for _, end in spans],
        ends=[ends.get(end, JOINED) for _, end in spans],
    )


def _ends(document: GoldDocument) -> tuple[str, dict[int, int]]:
    """Return the text, and what ends where."""
    text, sentences = raw_text(document)
    words = {end: WORD_ENDS for sentence in sentences for _, end in sentence}
    return text, words | {sentence[-1][1]: SENTENCE_ENDS for sentence in sentences if sentence}


def splits(documents: Iterable[GoldDocument]) -> dict[str, tuple[int, ...]]:
    """Return the words that are cut more often than not, and where."""
    written, cut = Counter[str](), Counter[tuple[str, tuple[int, ...]]]()
    for document in documents:
        text, ends = _ends(document)
        for start, end in atoms(text, {}):
            word = text[start:end].lower()
            inside = tuple(place - start for place in range(start + 1, end) if place in ends)
            written[word] += 1
            cut[word, inside] += 1
    return {
        word: inside
        for (word, inside), times in sorted(cut.items())
        if inside and word.isalpha() and times >= 2 and times > written[word] / 2
    }


def spaced(sentence: GoldSentence) -> GoldSentence:
    """Return a sentence whose words are written together where one writes them together."""
    is_open = False  # a quotation, by quotes that do not show it
    before, behind = list[bool](), list[bool]()  # whether no space is written there
    for form in (word.form for word in sentence.words):
        is_quote = form == QUOTE
        is_clitic = form.startswith(("'", "’")) and len(form) <= LONGEST_CLITIC
        closes = form in CLOSING or form.lower() in CLITICS or is_clitic
        before.append(closes or (is_quote and is_open))
        behind.append(form in OPENING or (is_quote and not is_open))
        is_open ^= is_quote
    pairs = zip(sentence.words, behind, [*before[1:], False], strict=True)
    words = (replace(w, space_after=not (opens or joined)) for w, opens, joined in pairs)
    return replace(sentence, words=tuple(words))


def write(path: Path, texts: Iterable[Text]) -> None:
    """Write texts, one a line."""
    with lzma.open(path, "wt", encoding="utf-8") as lines:
        for text in texts:
            digits = ("".join(map(str, numbers)) for numbers in (text.spaces, text.ends))
            row = [text.name, " ".join(text.atoms), *digits]
            lines.write(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n")


def read(path: Path) -> Iterator[Text]:
    """Yield the texts of a file."""
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            name, own, spaces, ends = json.loads(line)
            yield Text(name, own.split(" "), [*map(int, spaces)], [*map(int, ends)])


@dataclass(frozen=True, slots=True)
class Block:
    """The atoms of a block: a row for each of GIVEN, and what ends at each atom."""

    given: Ints
    ends: Ints

    def __len__(self) -> int:
        return len(self.ends)


def varied_blocks(
    texts: Iterable[Text], pieces: Pieces, chance: np.random.Generator
) -> Iterator[Block]:
    """Yield blocks as people write them: paragraphs run together, other quotes."""
    seen_once = lru_cache(REMEMBERED)(partial(seen, pieces))
    for text in texts:
        keeps = chance.random(len(text.atoms)) >= TOGETHER
        for start, end in _cut(text, keeps.tolist()):
            spaces = [min(space, SPACE) for space in text.spaces[start:end]]
            atoms = _requoted(text.atoms[start:end], spaces, float(chance.random()))
            rows = np.array([*map(seen_once, atoms)], np.int32).T
            around = np.array([BLOCK_ENDS, *spaces[:-1], BLOCK_ENDS], np.int32)
            ends = np.array([*text.ends[start : end - 1], SENTENCE_ENDS], np.int32)
            yield Block(np.concatenate([rows, [around[:-1], around[1:]]]), ends)


def _cut(text: Text, keeps: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Yield where blocks start and end: paragraphs, if their ends are kept, and none too long."""
    start = 0
    for place, (space, ends) in enumerate(zip(text.spaces, text.ends, strict=True)):
        is_long = place - start >= LONGEST_BLOCK and ends == SENTENCE_ENDS
        is_last = place + 1 == len(text.atoms)
        if is_last or is_long or (space == BLOCK_ENDS and keeps[place]):
            yield start, place + 1
            start = place + 1


def _requoted(atoms: list[str], spaces: list[int], drawn: float) -> list[str]:
    if drawn < STRAIGHTENED:
        return [atom.translate(STRAIGHT) for atom in atoms]
    if drawn >= STRAIGHTENED + CURLED:
        return atoms
    curled = list[str]()
    for atom, before in zip(atoms, [SPACE, *spaces], strict=False):
        quote = "“" if before > 0 else "”"
        curled.append(quote if atom == QUOTE else atom.replace(APOSTROPHE, "’"))
    return curled


def side_by_side(found: Sequence[Block], atoms: int) -> list[list[Block]]:
    """Return blocks of like length together, as many as have about so many atoms."""
    batches = list[list[Block]]()
    for block in sorted(found, key=len):
        if not batches or len(block) * (len(batches[-1]) + 1) > atoms:
            batches.append([])
        batches[-1].append(block)
    return batches
