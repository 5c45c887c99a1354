"""Training the encoder: silver first, gold last, pronouns mixed into the gold.

train      a whole run: from a prepared folder to weights.npz
Teacher    goes through the phases with one network
Rates      how fast it learns
"""

import json
import os
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from itertools import repeat

os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")  # products that sum up in one order

import numpy as np
import torch
from torch import Tensor, nn

from training.encoder import base
from training.encoder.columns import Ints, load
from training.encoder.figures import Read, fits, reads, told
from training.encoder.labels import read_labels
from training.encoder.lessons import Hiding, Parses, Pronouns, parsing_loss
from training.encoder.network import Ear
from training.encoder.rankings import RANKINGS
from training.encoder.settings import MEANING, Phase, Settings, gold, silver
from training.encoder.weights import network_of, save

BETAS = (0.9, 0.98)
DECAY = 0.01
STEEPEST = 1.0  # the longest gradient
DEV_PARTS = ("gum-dev", "ewt-dev", "gum-apart")
TOLD_EVERY = 200  # steps
SPECIAL = ("[CLS]", "[SEP]")


def train(settings: Settings) -> None:
    """Train by the settings and write weights.npz; tell how well the dev parts are read."""
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.use_deterministic_algorithms(mode=True, warn_only=True)
    torch.manual_seed(settings.seed)
    teacher = Teacher(settings, device)
    if settings.silver_epochs:
        teacher.teach(silver(settings), "silver", None)
    if settings.gold_epochs:
        teacher.teach(gold(settings), "gold", teacher.pronouns())
    save(teacher.ear, settings.out / "weights.npz")
    read = dict[str, Read]()
    for name in DEV_PARTS:
        part = load(settings.needed(f"{name}.npz.xz"))
        read[name] = reads(teacher.ear, part, device)
        teacher.tell(f"{name}: {told(read[name])}")
    (settings.out / "figures.json").write_text(json.dumps(read), encoding="utf-8")


class Teacher:
    """Goes through the phases with one network; keeps the time and draws the lots."""

    def __init__(self, settings: Settings, device: str) -> None:
        self.begun = time.monotonic()
        self.settings, self.device = settings, device
        self.chance = np.random.default_rng(settings.seed)
        self.labels = read_labels(settings.needed("labels.json"))
        model = base.load(settings.data)
        numbers = {piece: number for number, piece in enumerate(model.vocabulary)}
        self.hiding = Hiding(
            mask=numbers["[MASK]"],
            special=tuple(numbers[piece] for piece in SPECIAL),
            shapes=settings.shape_dropout,
        )
        self.ear = network_of(model, self.labels, settings).to(device)

    def tell(self, line: str) -> None:
        """Print a line with the seconds since the beginning."""
        seconds = time.monotonic() - self.begun
        print(f"[{seconds:6.1f} s] {self.settings.out.name}: {line}", flush=True)

    def pronouns(self) -> Pronouns | None:
        """Return the pronouns to be taught, if any."""
        is_taught = self.settings.teaches(MEANING) and self.settings.ranking_epochs > 0
        if not is_taught or not (self.settings.data / RANKINGS).exists():
            return None
        return Pronouns(self.settings, self.device)

    def teach(self, phase: Phase, corpus: str, pronouns: Pronouns | None) -> None:
        """Go through one phase."""
        parses = Parses(load(self.settings.needed(f"{corpus}.npz.xz")), self.settings, self.device)
        steps = parses.steps(phase)
        self.tell(f"{phase.name}: {len(parses.chosen)} sentences, {steps} steps")
        rates = Rates(self.ear, phase, steps, pronouns)
        batches = parses.batches(phase, self.chance)
        self.ear.train()
        for step, chosen in enumerate(self._choices(pronouns, steps), start=1):
            with precision(self.device):
                loss = parsing_loss(self.ear, self.hiding.hide(next(batches), phase.masked))
                if pronouns is not None and chosen:
                    surprise = pronouns.loss(self.ear, chosen, self.hiding)
                    loss = loss + self.settings.ranking_weight * surprise
            rates.step(loss, step)
            if step % TOLD_EVERY == 0:
                self.tell(f"{phase.name} {step}/{steps} loss {loss.item():.3f}")
        self.ear.eval()
        if pronouns is not None and pronouns.unseen:
            self.tell(f"pronouns not seen: {fits(self.ear, pronouns)}")

    def _choices(self, pronouns: Pronouns | None, steps: int) -> Iterator[list[Ints]]:
        if pronouns is None:
            return repeat([], steps)
        return pronouns.choices(steps, self.settings.ranking_epochs, self.chance)


class Rates:
    """The optimiser of a phase: the encoder is changed slowly, its heads are changed fast."""

    def __init__(self, ear: Ear, phase: Phase, steps: int, pronouns: Pronouns | None) -> None:
        self.phase, self.steps = phase, steps
        slow = [p for name, p in ear.named_parameters() if _is_slow(name)]
        fast = [p for name, p in ear.named_parameters() if not _is_slow(name)]
        if pronouns is not None:
            fast += pronouns.prior.parameters()
        self.parameters = [*slow, *fast]
        self.rates = (phase.rate, phase.head_rate)
        groups = [{"params": group} for group in (slow, fast)]
        fused = slow[0].is_cuda
        self.optimiser = torch.optim.AdamW(groups, betas=BETAS, weight_decay=DECAY, fused=fused)

    def step(self, loss: Tensor, step: int) -> None:
        """Go one step down."""
        share = self.phase.share(step, self.steps)
        for group, rate in zip(self.optimiser.param_groups, self.rates, strict=True):
            group["lr"] = rate * share
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.parameters, STEEPEST)
        self.optimiser.step()


def _is_slow(name: str) -> bool:
    return name.startswith("encoder.") and name != "encoder.shapes"


def precision(device: str) -> AbstractContextManager[object]:
    """Return how exactly to compute: in half precision on a GPU, which is many times as fast."""
    return torch.autocast(device, torch.bfloat16) if device == "cuda" else nullcontext()
