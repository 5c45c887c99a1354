"""What is taught in a step: sentences with their parses, and pronouns with their candidates.

Sentences lie on the device of the network, the GPU if there is one.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import torch
from torch import Tensor

from training.encoder import rankings
from training.encoder.columns import Ints, Sentences, load
from training.encoder.rankings import LONGEST, Choice, Rankings, Taught
from training.encoder.settings import Settings

TOGETHER = 40  # batches are cut from so many at a time, sorted by length


@dataclass(frozen=True, slots=True)
class Batch:
    """Some sentences: [sentence, piece] and [sentence, word]; `taught` has a row before these."""

    pieces: Tensor
    shapes: Tensor
    is_piece: Tensor
    first: Tensor
    last: Tensor
    is_word: Tensor
    taught: Tensor


class Shelf:
    """The sentences of a corpus on a device: laying out a batch moves nothing but its numbers."""

    def __init__(self, sentences: Sentences, device: str) -> None:
        self.device = device
        self.pieces_from, self.words_from = sentences.pieces_from, sentences.words_from
        self._columns = {
            name: torch.from_numpy(getattr(sentences, name).astype(np.int64)).to(device)
            for name in ("pieces", "shapes", "first", "last", "taught")
        }

    def batch(self, chosen: Ints) -> Batch:
        pieces, is_piece = self._places(self.pieces_from, chosen)
        words, is_word = self._places(self.words_from, chosen)
        columns = self._columns
        taught = columns["taught"]
        return Batch(
            pieces=columns["pieces"][pieces] * is_piece,
            shapes=columns["shapes"][pieces] * is_piece,
            is_piece=is_piece,
            first=columns["first"][words] * is_word,
            last=columns["last"][words] * is_word,
            is_word=is_word,
            taught=taught[:, words] * is_word if taught.shape[1] else taught,
        )

    def _places(self, begin: Ints, chosen: Ints) -> tuple[Tensor, Tensor]:
        """Return where each thing of the chosen sentences lies, and whether it is there at all."""
        lengths = begin[chosen + 1] - begin[chosen]
        within = torch.arange(int(lengths.max()), device=self.device)
        starts, ends = (
            torch.from_numpy(column.astype(np.int64)).to(self.device, non_blocking=True)[:, None]
            for column in (begin[chosen], lengths)
        )
        is_there = within < ends
        return (starts + within) * is_there, is_there


def order(
    lengths: Ints, chosen: Ints, size: int, chance: np.random.Generator | None = None
) -> list[Ints]:
    """Return the chosen sentences in batches; without `chance` only by length."""
    shuffled = chance.permutation(chosen) if chance else chosen
    batches = list[Ints]()
    for start in range(0, len(shuffled), size * TOGETHER):
        part = shuffled[start : start + size * TOGETHER]
        part = part[np.argsort(lengths[part], kind="stable")]
        batches += [part[place : place + size] for place in range(0, len(part), size)]
    if chance:
        return [batches[place] for place in chance.permutation(len(batches))]
    return batches


@dataclass(frozen=True, slots=True)
class Hiding:
    """What is hidden from the network so that it learns no sentence by heart."""

    mask: int  # the piece that stands for any
    special: Sequence[int]  # pieces that are never hidden
    shapes: float  # the share of shapes left out

    def hide(self, batch: Batch, share: float) -> Batch:
        """Return the batch with a share of its pieces, and some shapes, hidden."""
        drawn = torch.rand(batch.pieces.shape, device=batch.pieces.device)
        hidden = (drawn < share) & batch.is_piece
        for piece in self.special:
            hidden = hidden & (batch.pieces != piece)
        shapeless = torch.rand(batch.shapes.shape, device=drawn.device) < self.shapes
        return replace(
            batch,
            pieces=batch.pieces.masked_fill(hidden, self.mask),
            shapes=batch.shapes.masked_fill(shapeless, 0),
        )


class Parses:
    """Sentences with their parses."""

    def __init__(self, settings: Settings, file: str, device: str) -> None:
        sentences = load(settings.needed(file), Sentences)
        self.shelf = Shelf(sentences, device)
        self.lengths = sentences.lengths
        self.chosen = sentences.of(settings.sees, longest=LONGEST)

    def steps(self, size: int, epochs: float) -> int:
        return int(math.ceil(len(self.chosen) / size) * epochs)

    def batches(self, size: int, chance: np.random.Generator) -> Iterator[Batch]:
        """Yield batches for ever, in another order each time."""
        while True:
            for chosen in order(self.lengths, self.chosen, size, chance):
                yield self.shelf.batch(chosen)


class Pronouns:
    """Pronouns with their candidates, and their answers: of annotation, or of teachers."""

    def __init__(self, settings: Settings, device: str, name: str, epochs: float = 0.0) -> None:
        self.sentences = load(settings.data / rankings.SENTENCES_OF.format(name), Sentences)
        self.rankings = load(settings.data / rankings.RANKINGS_OF.format(name), Rankings)
        self.epochs, is_taught = epochs, name == rankings.UNLABELLED
        self.taught: Taught | None = None
        if is_taught and epochs:
            self.taught = load(settings.data / rankings.TAUGHT, Taught)
        self.shelf = Shelf(self.sentences, device)
        sees = settings.sees if name == rankings.GOLD else bool
        columns = self.rankings, self.sentences
        self.seen = rankings.seen(*columns, sees, taught=is_taught)
        self.unseen = rankings.seen(*columns, lambda name: not sees(name))

    def choices(self, steps: int, chance: np.random.Generator) -> Iterator[list[Ints]]:
        """Yield the neighbours for each step: all pronouns so many times, evenly spread."""
        of_all, places = len(self.seen) * self.epochs / steps, list[int]()
        for step in range(steps):
            wanted = int(of_all * (step + 1)) - int(of_all * step)
            while len(places) < wanted:
                places += chance.permutation(len(self.seen)).tolist()
            yield [self.seen[place] for place in places[:wanted]]
            del places[:wanted]

    def choice(self, pronouns: Sequence[Ints]) -> Choice:
        """Return some neighbours with their candidates and answers."""
        together = np.concatenate(pronouns)
        return rankings.chosen(self.rankings, self.sentences, together, self.taught)
