"""The net that finds words and sentences: convolutions over atoms, silver first, gold last.

It reaches a dozen atoms to either side, never beyond its block; outside there is nothing: zeros, at
every layer, in training as at run time. What is kept is the moving average of the weights.
"""

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from hearer.parsers.english.boundaries import JOINED, SENTENCE_ENDS
from hearer.parsers.english.pieces import MASKED, Pieces
from training.encoder import atoms, base
from training.encoder.atoms import GIVEN, SHARES, Block, side_by_side
from training.encoder.settings import teller

PIECES, KERNEL, DILATIONS = 64, 7, (1, 2, 4)  # numbers for a piece; atoms, and steps between them
ATOMS = 8192  # in a batch
RATE, DECAY, STEEPEST = 2e-3, 0.01, 1.0
WARM_UP, LAST = 100, 0.02
VARIANTS = 12  # of the gold text
AVERAGE = 0.999
NEVER = -1e4


@dataclass(frozen=True, slots=True)
class BoundarySettings:
    """The choices for a run."""

    data: Path
    out: Path
    width: int = 96  # of the layers
    silver_epochs: int = 8
    gold_epochs: int = 100
    dropout: float = 0.5
    masked: float = 0.15
    seed: int = 0


class Net(nn.Module):
    """Atoms to what ends there."""

    table: Tensor

    def __init__(self, width: int, table: Tensor, dropout: float) -> None:
        super().__init__()
        self.register_buffer("table", table, persistent=False)
        self.first, self.last = (nn.Linear(table.shape[1], PIECES) for _ in range(2))
        self.looks = nn.ModuleDict({n: nn.Embedding(many, size) for n, many, size in SHARES})
        self.entry = nn.Linear(2 * PIECES + sum(size for *_, size in SHARES), width)
        self.convolutions = nn.ModuleList(
            nn.Conv1d(width, width, KERNEL, padding=KERNEL // 2 * dilation, dilation=dilation)
            for dilation in DILATIONS
        )
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in DILATIONS)
        self.exit = nn.Linear(width, 3)
        self.drop = nn.Dropout(dropout)

    def forward(self, given: Tensor, is_atom: Tensor) -> Tensor:
        """Return the scores of what may end; `given` is [block, GIVEN, atom]."""
        by_name = dict(zip(GIVEN, given.unbind(1), strict=True))
        parts = [self.first(self.table[by_name["first"]]), self.last(self.table[by_name["last"]])]
        parts += [look(by_name[name]) for name, look in self.looks.items()]
        there = is_atom[..., None].to(parts[0].dtype)
        x = functional.relu(self.entry(self.drop(torch.cat(parts, -1)))) * there
        for convolution, norm in zip(self.convolutions, self.norms, strict=True):
            wider = functional.relu(convolution(x.transpose(1, 2)).transpose(1, 2))
            x = norm(x + self.drop(wider)) * there
        scores: Tensor = self.exit(x)
        is_joined = torch.arange(3, device=x.device) == JOINED
        return torch.where((by_name["after"] > 0)[..., None] & is_joined, NEVER, scores)


def padded(batch: Sequence[Block], device: str) -> tuple[Tensor, Tensor]:
    """Return blocks side by side: [block, GIVEN, atom], and [block, atom], -100 behind the end."""
    longest = max(map(len, batch))
    given = np.zeros((len(batch), len(GIVEN), longest), np.int64)
    ends = np.full((len(batch), longest), -100, np.int64)
    for row, block in enumerate(batch):
        given[row, :, : len(block)] = block.given
        ends[row, : len(block)] = block.ends
    return torch.from_numpy(given).to(device), torch.from_numpy(ends).to(device)


def train_boundaries(settings: BoundarySettings) -> None:
    """Train by the settings and write boundaries.npz."""
    torch.use_deterministic_algorithms(mode=True, warn_only=True)
    torch.manual_seed(settings.seed)
    finder = Finder(settings)
    finder.teach("silver", settings.silver_epochs, variants=1)
    finder.teach("gold", settings.gold_epochs, VARIANTS)
    weights = {name: own.cpu().numpy() for name, own in finder.average.state_dict().items()}
    sizes = {"width": settings.width, "dilations": DILATIONS}
    base.save_weights(weights, sizes, settings.out / "boundaries.npz")


class Finder:
    """Trains one net; keeps the average of its weights, and draws the lots."""

    def __init__(self, settings: BoundarySettings) -> None:
        self.settings, self.tell = settings, teller(settings.out.name)
        device = self.device = "cuda" if torch.cuda.is_available() else "cpu"
        self.chance = np.random.default_rng(settings.seed)
        model = base.load(settings.data)
        self.mask = model.vocabulary.index(MASKED)
        self.pieces = Pieces(model.vocabulary)
        table = torch.from_numpy(model.weights[base.TABLE])
        self.net = Net(settings.width, table, settings.dropout).to(device)
        self.average = deepcopy(self.net).eval()

    def teach(self, corpus: str, epochs: int, variants: int) -> None:
        """Go through all variants of a corpus in turn; silver knows sentences only."""
        texts = list(atoms.read(self.settings.data / f"{corpus}.json.xz"))
        batches = list[list[tuple[Tensor, Tensor]]]()
        for _ in range(variants):
            varied = list(atoms.varied_blocks(texts, self.pieces, self.chance))
            batches.append([padded(batch, self.device) for batch in side_by_side(varied, ATOMS)])
        in_turn = [batches[epoch % variants] for epoch in range(epochs)]
        shuffled = (part[n] for part in in_turn for n in self.chance.permutation(len(part)))
        steps = sum(map(len, in_turn))
        optimiser = torch.optim.AdamW(self.net.parameters(), lr=RATE, weight_decay=DECAY)
        for step, (given, ends) in enumerate(shuffled, start=1):
            share = min(1.0, step / WARM_UP) * max(LAST, 1 - step / steps)
            optimiser.param_groups[0]["lr"] = RATE * share
            optimiser.zero_grad(set_to_none=True)
            # Some atoms have pieces that cannot be told.
            drawn = torch.rand(given[:, :2].shape, device=given.device)[:, :1]
            pieces = torch.where(drawn < self.settings.masked, self.mask, given[:, :2])
            scores = self.net(torch.cat([pieces, given[:, 2:]], 1), ends >= 0)
            loss = functional.cross_entropy(scores.flatten(0, 1), ends.flatten())
            if corpus == "silver":
                loss = _sentence_surprise(scores, ends)
            loss.backward()
            nn.utils.clip_grad_norm_(self.net.parameters(), STEEPEST)
            optimiser.step()
            with torch.no_grad():
                kept = min(AVERAGE, step / (step + 9))
                for mean, now in zip(self.average.parameters(), self.net.parameters(), strict=True):
                    mean.lerp_(now, 1 - kept)
        self.tell(f"{corpus}: {steps} steps, loss {loss.item():.4f}")


def _sentence_surprise(scores: Tensor, ends: Tensor) -> Tensor:
    """Return the surprise about sentences alone: silver words are of another convention."""
    odds = scores[..., SENTENCE_ENDS] - torch.logsumexp(scores[..., :SENTENCE_ENDS], -1)
    right = (ends == SENTENCE_ENDS).to(odds.dtype)
    each = functional.binary_cross_entropy_with_logits(odds, right, reduction="none")
    return (each * (ends >= 0)).sum() / (ends >= 0).sum()
