"""What is taught in a step: sentences with their parses, and pronouns with their candidates."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from training.encoder import rankings
from training.encoder.batches import Batch, Shelf, order
from training.encoder.columns import COLUMNS, Ints, load
from training.encoder.meanings import Prior, scores
from training.encoder.network import Ear
from training.encoder.rankings import LONGEST, Choice
from training.encoder.settings import Phase, Settings

HEAD_WEIGHT = 0.5
SORTS_OF = "{}-sorts.npy"
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

    def __init__(self, settings: Settings, corpus: str, device: str) -> None:
        sentences = load(settings.needed(f"{corpus}.npz.xz"))
        sorts = settings.data / SORTS_OF.format(corpus)
        if sorts.exists():  # as a teacher tells them
            sentences.taught[1 + COLUMNS.index("sort")] = np.load(sorts)
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
    """Pronouns with their candidates, and their answers: of annotation, or of teachers."""

    def __init__(self, settings: Settings, device: str, name: str = rankings.GOLD) -> None:
        self.sentences = load(settings.data / rankings.SENTENCES_OF.format(name))
        self.rankings = rankings.load_rankings(settings.data / rankings.RANKINGS_OF.format(name))
        is_taught = name == rankings.UNLABELLED
        self.epochs = settings.taught_epochs if is_taught else settings.ranking_epochs
        answers = settings.data / rankings.TAUGHT
        is_answered = is_taught and self.epochs > 0
        self.taught = rankings.load_taught(answers) if is_answered else None
        self.shelf = Shelf(self.sentences, device)
        sees = settings.fold.sees if name == rankings.GOLD else bool
        columns = self.rankings, self.sentences
        self.seen = rankings.seen(*columns, sees, taught=is_taught)
        self.unseen = rankings.seen(*columns, lambda name: not sees(name))

    def choices(self, steps: int, chance: np.random.Generator) -> Iterator[list[Ints]]:
        """Yield the neighbours for each step: all pronouns so many times, evenly spread."""
        parts = self._for_ever(chance)
        for step in range(steps):
            of_all = len(self.seen) * self.epochs / steps
            before, after = int(of_all * step), int(of_all * (step + 1))
            yield [next(parts) for _ in range(before, after)]

    def _for_ever(self, chance: np.random.Generator) -> Iterator[Ints]:
        while True:
            for place in chance.permutation(len(self.seen)):
                yield self.seen[place]

    def choice(self, pronouns: Sequence[Ints]) -> Choice:
        """Return some neighbours with their candidates and answers."""
        together = np.concatenate(pronouns)
        return rankings.chosen(self.rankings, self.sentences, together, self.taught)

    def scores(
        self, ear: Ear, choice: Choice, prior: Prior | None, hiding: Hiding | None
    ) -> Tensor:
        """Return the scores of the candidates of a choice, nobody last."""
        batch = self.shelf.batch(choice.sentences)
        assert ear.meanings is not None
        meaning = ear.meanings(ear.encoder(hiding.hide(batch, MASKED) if hiding else batch))
        return scores(meaning, choice, prior)
