"""Sentences side by side, laid out where the network is: on the GPU, if there is one."""

from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from training.encoder.columns import Ints, Sentences

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
        self.pieces_from = sentences.pieces_from
        self.words_from = sentences.words_from
        self._pieces, self._shapes, self._first, self._last, self._taught = (
            torch.from_numpy(column.astype(np.int64)).to(device)
            for column in (
                sentences.pieces,
                sentences.shapes,
                sentences.first,
                sentences.last,
                sentences.taught,
            )
        )

    def batch(self, chosen: Ints) -> Batch:
        """Return the chosen sentences side by side."""
        pieces, is_piece = self._places(self.pieces_from, chosen)
        words, is_word = self._places(self.words_from, chosen)
        has_taught = self._taught.shape[1] > 0
        return Batch(
            pieces=self._pieces[pieces] * is_piece,
            shapes=self._shapes[pieces] * is_piece,
            is_piece=is_piece,
            first=self._first[words] * is_word,
            last=self._last[words] * is_word,
            is_word=is_word,
            taught=self._taught[:, words] * is_word if has_taught else self._taught,
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
