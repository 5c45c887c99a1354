"""Blocks of text for the net that finds words and sentences: as it meets them at run time."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

import numpy as np

from hearer.parsers.english.boundaries import BLOCK_ENDS, SENTENCE_ENDS, SPACE, seen
from hearer.parsers.english.pieces import REMEMBERED, Pieces
from training.encoder.atoms_data import Text
from training.encoder.columns import Ints

GIVEN = ("first", "last", "shapes", "lengths", "before", "after")
LONGEST_BLOCK = 600  # atoms: longer ones are cut at the end of a sentence
TOGETHER = 0.3  # the share of paragraphs that run into the next
STRAIGHT = str.maketrans("“”‘’", "\"\"''")
QUOTE, APOSTROPHE = '"', "'"
STRAIGHTENED, CURLED = 0.25, 0.25  # shares of blocks


@dataclass(frozen=True, slots=True)
class Block:
    """The atoms of a block: a row for each of GIVEN, and what ends at each atom."""

    given: Ints
    ends: Ints

    def __len__(self) -> int:
        return len(self.ends)


class Looks:
    """An atom as the net sees it: its first and last piece, its shape and length."""

    def __init__(self, pieces: Pieces) -> None:
        self._seen = lru_cache(REMEMBERED)(partial(seen, pieces))

    def block(self, atoms: Sequence[str], spaces: Sequence[int], ends: Sequence[int]) -> Block:
        """Return atoms as a block of their own."""
        rows = np.array([*map(self._seen, atoms)], np.int32).T
        around = np.array([BLOCK_ENDS, *spaces[:-1], BLOCK_ENDS], np.int32)
        answers = np.array([*ends[:-1], SENTENCE_ENDS], np.int32)
        return Block(np.concatenate([rows, [around[:-1], around[1:]]]), answers)


Piece = tuple[int, int]  # where a block of a text starts and ends


def blocks(texts: Iterable[Text], looks: Looks) -> list[Block]:
    """Return every paragraph as a block."""
    return [
        looks.block(text.atoms[a:b], text.spaces[a:b], text.ends[a:b])
        for text in texts
        for a, b in _cut(text, [True] * len(text.atoms))
    ]


def varied_blocks(
    texts: Iterable[Text], looks: Looks, chance: np.random.Generator
) -> Iterator[Block]:
    """Yield blocks as people write them: paragraphs run together, other quotes."""
    for text in texts:
        keeps = chance.random(len(text.atoms)) >= TOGETHER
        for start, end in _cut(text, keeps.tolist()):
            spaces = [min(space, SPACE) for space in text.spaces[start:end]]
            atoms = _requoted(text.atoms[start:end], spaces, float(chance.random()))
            yield looks.block(atoms, spaces, text.ends[start:end])


def _cut(text: Text, keeps: Sequence[bool]) -> Iterator[Piece]:
    """Yield the blocks of a text: paragraphs, where their ends are kept, and none too long."""
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
    if drawn < STRAIGHTENED + CURLED:
        return [_curled(atom, n == 0 or spaces[n - 1] > 0) for n, atom in enumerate(atoms)]
    return atoms


def _curled(atom: str, begins: bool) -> str:  # noqa: FBT001
    if atom == QUOTE:
        return "“" if begins else "”"
    return atom.replace(APOSTROPHE, "’")


def side_by_side(
    found: Sequence[Block], atoms: int, chance: np.random.Generator | None = None
) -> Iterator[list[Block]]:
    """Yield blocks of like length together, as many as have about so many atoms."""
    ordered = sorted(found, key=len)
    batches, batch = list[list[Block]](), list[Block]()
    for block in ordered:
        if batch and len(block) * (len(batch) + 1) > atoms:
            batches.append(batch)
            batch = []
        batch.append(block)
    batches += [batch] if batch else []
    order = chance.permutation(len(batches)) if chance else range(len(batches))
    return (batches[place] for place in order)
