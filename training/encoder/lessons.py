"""What is taught in a step: sentences with their parses, and pronouns with their candidates.

Hiding         what the network does not get to see
Parses         sentences with their parses, in batches
parsing_loss   how surprising the parses of a batch are
Pronouns       pronouns with their candidates, and how surprising their antecedents are
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from training.encoder import rankings
from training.encoder.batches import Batch, Shelf, order
from training.encoder.columns import Ints, Sentences, load
from training.encoder.labels import COLUMNS
from training.encoder.meanings import Prior, ranking_loss, scores
from training.encoder.network import Ear
from training.encoder.rankings import LONGEST, RANKING_SENTENCES, RANKINGS
from training.encoder.settings import Phase, Settings

HEAD_WEIGHT = 0.5
MASKED = 0.1  # of the pieces, where pronouns are learnt


@dataclass(frozen=True, slots=True)
class Hiding:
    """What is hidden from the network so that it learns no sentence by heart."""

    mask: int  # the piece that stands for any
    special: tuple[int, ...]  # pieces that are never hidden
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

    def __init__(self, sentences: Sentences, settings: Settings, device: str) -> None:
        self.shelf = Shelf(sentences, device)
        self.lengths = sentences.lengths
        self.chosen = sentences.of(settings.fold.sees, longest=LONGEST)

    def steps(self, phase: Phase) -> int:
        """Return how many steps a phase has."""
        return int(math.ceil(len(self.chosen) / phase.sentences) * phase.epochs)

    def batches(self, phase: Phase, chance: np.random.Generator) -> Iterator[Batch]:
        """Yield batches for ever, in another order each time."""
        while True:
            for chosen in order(self.lengths, self.chosen, phase.sentences, chance):
                yield self.shelf.batch(chosen)


def parsing_loss(ear: Ear, batch: Batch) -> Tensor:
    """Return how surprising the right heads, relations and labels are; what is 0 is not taught."""
    answers = ear(batch)
    heads = batch.taught[0]
    total = _surprise(answers.arcs, heads, batch.is_word)
    for column, taught in zip(COLUMNS, batch.taught[1:], strict=True):
        known = batch.is_word & (taught > 0)
        if column in answers.tags:
            total = total + HEAD_WEIGHT * _surprise(answers.tags[column], taught, known)
        elif column == COLUMNS[0]:
            total = total + _surprise(ear.related(answers, heads), taught, known)
    return total


def _surprise(scores: Tensor, right: Tensor, known: Tensor) -> Tensor:
    """Return the mean surprise over what is known; nothing known is no surprise."""
    places = torch.where(known, right, -100).flatten()
    total = functional.cross_entropy(scores.flatten(0, 1), places, reduction="sum")
    return total / known.sum().clamp(min=1)


class Pronouns:
    """Pronouns with their candidates."""

    def __init__(self, settings: Settings, device: str) -> None:
        self.sentences = load(settings.data / RANKING_SENTENCES)
        self.rankings = rankings.load_rankings(settings.data / RANKINGS)
        self.shelf = Shelf(self.sentences, device)
        self.prior = Prior(len(self.rankings.class_names)).to(device)
        sees = settings.fold.sees
        self.seen = rankings.seen(self.rankings, self.sentences, sees)
        self.unseen = rankings.seen(self.rankings, self.sentences, lambda name: not sees(name))

    def choices(
        self, steps: int, epochs: float, chance: np.random.Generator
    ) -> Iterator[list[Ints]]:
        """Yield the neighbours for each step: all pronouns so many times, evenly spread."""
        parts = self._for_ever(chance)
        for step in range(steps):
            before, after = (int(len(self.seen) * epochs * n / steps) for n in (step, step + 1))
            yield [next(parts) for _ in range(before, after)]

    def _for_ever(self, chance: np.random.Generator) -> Iterator[Ints]:
        while True:
            for place in chance.permutation(len(self.seen)):
                yield self.seen[place]

    def loss(self, ear: Ear, pronouns: list[Ints], hiding: Hiding) -> Tensor:
        """Return how surprising the antecedents of some pronouns are."""
        choice = rankings.chosen(self.rankings, self.sentences, np.concatenate(pronouns))
        batch = hiding.hide(self.shelf.batch(choice.sentences), MASKED)
        assert ear.meanings is not None
        meaning = ear.meanings(ear.encoder(batch))
        return ranking_loss(scores(meaning, choice, self.prior), choice)
