"""Training the encoder: silver first, gold last, pronouns mixed into the gold."""

import json
import os
import time
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext

os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")  # products that sum up in one order

import numpy as np
import torch
from torch import Tensor, nn

from training.encoder import base
from training.encoder.columns import load, read_labels
from training.encoder.figures import Read, fits, reads, told
from training.encoder.lessons import Hiding, Parses, Pronouns, parsing_loss
from training.encoder.meanings import Prior, ranking_loss
from training.encoder.network import Ear, network_of, save
from training.encoder.rankings import DEV, GOLD, RANKINGS_OF, TAUGHT, UNLABELLED
from training.encoder.settings import MEANING, Phase, Settings, gold, silver

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
        teacher.teach(silver(settings), "silver", ())
    if settings.gold_epochs:
        teacher.teach(gold(settings), "gold", teacher.pronouns())
    save(teacher.ear, settings.out / "weights.npz", teacher.prior)
    read = dict[str, Read]()
    for name in DEV_PARTS:
        part = load(settings.needed(f"{name}.npz.xz"))
        read[name] = reads(teacher.ear, part, device)
        teacher.tell(f"{name}: {told(read[name])}")
    (settings.out / "figures.json").write_text(json.dumps(read), encoding="utf-8")
    if settings.teaches(MEANING) and (settings.data / RANKINGS_OF.format(DEV)).exists():
        dev = Pronouns(settings, device, DEV)
        teacher.tell(f"pronouns of dev: {fits(teacher.ear, dev, teacher.prior)}")


class Teacher:
    """Goes through the phases with one network; keeps the time and draws the lots."""

    def __init__(self, settings: Settings, device: str) -> None:
        self.begun = time.monotonic()
        self.settings, self.device = settings, device
        self.chance = np.random.default_rng(settings.seed)
        self.labels = read_labels(settings.needed("labels.json"))
        model = base.load(settings.data, settings.base)
        numbers = {piece: number for number, piece in enumerate(model.vocabulary)}
        self.hiding = Hiding(
            mask=numbers["[MASK]"],
            special=tuple(numbers[piece] for piece in SPECIAL),
            shapes=settings.shape_dropout,
        )
        self.ear = network_of(model, self.labels, settings).to(device)
        self.prior = Prior().to(device)

    def tell(self, line: str) -> None:
        """Print a line with the seconds since the beginning."""
        seconds = time.monotonic() - self.begun
        print(f"[{seconds:6.1f} s] {self.settings.out.name}: {line}", flush=True)

    def pronouns(self) -> list[Pronouns]:
        """Return the pronouns to be taught: those with annotation, those that teachers answer."""
        data = self.settings.data
        needed = {GOLD: RANKINGS_OF.format(GOLD), UNLABELLED: TAUGHT}
        if not self.settings.teaches(MEANING):
            return []
        kinds = (name for name, file in needed.items() if (data / file).exists())
        every = (Pronouns(self.settings, self.device, name) for name in kinds)
        return [pronouns for pronouns in every if pronouns.epochs]

    def teach(self, phase: Phase, corpus: str, every: Sequence[Pronouns]) -> None:
        """Go through one phase."""
        parses = Parses(self.settings, corpus, self.device)
        steps = parses.steps(phase)
        self.tell(f"{phase.name}: {len(parses.chosen)} sentences, {steps} steps")
        rates = Rates(self.ear, phase, steps, self.prior)
        batches = parses.batches(phase, self.chance)
        choices = [pronouns.choices(steps, self.chance) for pronouns in every]
        self.ear.train()
        for step in range(1, steps + 1):
            with precision(self.device):
                loss = parsing_loss(self.ear, self.hiding.hide(next(batches), phase.masked))
                for pronouns, chosen in zip(every, map(next, choices), strict=True):
                    if chosen:
                        choice = pronouns.choice(chosen)
                        total = pronouns.scores(self.ear, choice, self.prior, self.hiding)
                        loss = loss + self.settings.ranking_weight * ranking_loss(total, choice)
            rates.step(loss, step)
            if step % TOLD_EVERY == 0:
                self.tell(f"{phase.name} {step}/{steps} loss {loss.item():.3f}")
        self.ear.eval()
        for pronouns in every:
            if pronouns.unseen and pronouns.taught is None:
                self.tell(f"pronouns not seen: {fits(self.ear, pronouns, self.prior)}")


class Rates:
    """The optimiser of a phase: the encoder is changed slowly, its heads are changed fast."""

    def __init__(self, ear: Ear, phase: Phase, steps: int, prior: Prior) -> None:
        self.phase, self.steps = phase, steps
        trained = [(name, p) for name, p in ear.named_parameters() if p.requires_grad]
        slow = [p for name, p in trained if _is_slow(name)]
        fast = [p for name, p in trained if not _is_slow(name)]
        fast += prior.parameters()
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
    return name.startswith("encoder.") and not name.endswith(("shapes", ".up", ".down"))


def precision(device: str) -> AbstractContextManager[object]:
    """Return how exactly to compute: in half precision on a GPU, which is many times as fast."""
    return torch.autocast(device, torch.bfloat16) if device == "cuda" else nullcontext()
