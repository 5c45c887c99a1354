"""Training the encoder: silver first, gold last, pronouns mixed into the gold; and teaching.

Teachers answer with probabilities of candidates for unlabelled pronouns. One of them is imitated in
both phases, too: every word of silver and unlabelled text teaches.
"""

import os
from collections import Counter
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path

os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")  # products that sum up in one order

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.optim.lr_scheduler import LambdaLR

from training.encoder import base, columns, rankings
from training.encoder.columns import COLUMNS, RELATIONS, read_labels
from training.encoder.lessons import Batch, Hiding, Parses, Pronouns
from training.encoder.network import BELOW, Answers, Ear, Meaning, Prior, network_of, save, scores
from training.encoder.rankings import Choice, Taught
from training.encoder.settings import Settings, teller

BETAS = (0.9, 0.98)
DECAY = 0.01
STEEPEST = 1.0  # the longest gradient
WARM_UP = 0.08  # the share of steps in which rates rise
HEAD_WEIGHT = 0.5
MASKED, MASKED_FOR_PRONOUNS = 0.05, 0.1  # shares of the pieces that are hidden
TOLD_EVERY = 200  # steps
GROUPS = 8  # of pronouns at a time, where nothing is learnt
OFFERS = ("NOUN", "PROPN", "PRON", "VERB")  # the tags of words that stand for candidates
TOLD = ("upos", "sort")  # columns that a teacher answers
ASKS = frozenset(
    "she her hers herself it its itself they them their theirs themselves this that these "
    "those".split()
)
IMITATED = {"silver": 1.0, "gold": 0.5}  # the weight of imitation in a phase
FEWEST = 2  # words that imitation is measured at
LEAST_VARIANCE = 0.01  # a few words of a short batch may be all alike
FAST = ("shapes", ".up", ".down")  # parts of the encoder that are not of the base model


@dataclass(frozen=True, slots=True)
class Phase:
    """One part of training: a corpus, epochs, sentences a step, and rates that rise, then fall."""

    corpus: str
    epochs: float
    sentences: int
    rate: float
    head_rate: float
    last: float  # the share of the rate that is left in the end

    def share(self, step: int, steps: int) -> float:
        """Return the share of the rate at a step, counted from 1."""
        rising = WARM_UP * steps
        if step < rising:
            return step / rising
        return self.last + (1 - self.last) * (1 - (step - rising) / max(1.0, steps - rising))


def phases(settings: Settings) -> tuple[Phase, Phase]:
    """Return both phases; heads that have learnt from silver are taught gently."""
    is_first = settings.start is None and not settings.silver_epochs
    head_rate = settings.head_rate or (1e-3 if is_first else 5e-4)
    silver, gold = settings.silver_epochs, settings.gold_epochs
    return (
        Phase("silver", silver, settings.silver_sentences, settings.silver_rate, 1e-3, last=0.15),
        Phase("gold", gold, settings.gold_sentences, settings.gold_rate, head_rate, last=0.02),
    )


def train(settings: Settings) -> None:
    """Train by the settings and write weights.npz; tell how well pronouns of dev are answered."""
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.use_deterministic_algorithms(mode=True, warn_only=True)
    torch.manual_seed(settings.seed)
    trainer = Trainer(settings, device)
    for phase in phases(settings):
        if phase.epochs:
            trainer.teach(phase, trainer.pronouns(phase.corpus))
    save(trainer.ear, settings.out / "weights.npz", trainer.prior)
    has_dev = (settings.data / rankings.RANKINGS_OF.format(rankings.DEV)).exists()
    if settings.has_pronouns and has_dev:
        dev = Pronouns(settings, device, rankings.DEV)
        trainer.tell(f"pronouns of dev: {fits(trainer.ear, dev, trainer.prior)}")


class Trainer:
    """Goes through the phases with one network, and draws the lots."""

    def __init__(self, settings: Settings, device: str) -> None:
        self.settings, self.device = settings, device
        self.tell = teller(settings.out.name)
        self.chance = np.random.default_rng(settings.seed)
        labels = read_labels(settings.needed("labels.json"))
        model = base.load(settings.data, settings.base)
        mask, *special = map(model.vocabulary.index, ("[MASK]", "[CLS]", "[SEP]"))
        self.hiding = Hiding(mask, special=special, shapes=settings.shape_dropout)
        self.ear = network_of(model, labels, settings).to(device)
        self.prior = prior_of(settings.start, device)
        self.imitation: Imitation | None = None
        if settings.teacher:
            self.imitation = Imitation(settings, device, self.chance, model.vocabulary)

    def pronouns(self, corpus: str) -> list[Pronouns]:
        """Return the pronouns taught in a phase: replaced noun phrases; annotated, and answered."""
        settings, needed = self.settings, rankings.RANKINGS_OF.format
        files = {
            rankings.GOLD: (needed(rankings.GOLD), settings.ranking_epochs),
            rankings.UNLABELLED: (rankings.TAUGHT, settings.taught_epochs),
        }
        if corpus == "silver":
            files = {rankings.REPLACED: (needed(rankings.REPLACED), settings.replaced_epochs)}
        return [
            Pronouns(settings, self.device, name, epochs)
            for name, (file, epochs) in files.items()
            if epochs and (settings.data / file).exists()
        ]

    def teach(self, phase: Phase, every: Sequence[Pronouns]) -> None:
        parses = Parses(self.settings, f"{phase.corpus}.npz.xz", self.device)
        steps = parses.steps(phase.sentences, phase.epochs)
        self.tell(f"{phase.corpus}: {len(parses.chosen)} sentences, {steps} steps")
        optimiser = _optimiser(self.ear, self.prior, phase)
        rates = LambdaLR(optimiser, lambda before: phase.share(before + 1, steps))
        parameters = [p for group in optimiser.param_groups for p in group["params"]]
        batches = parses.batches(phase.sentences, self.chance)
        choices = [pronouns.choices(steps, self.chance) for pronouns in every]
        self.ear.train()
        for step in range(1, steps + 1):
            with precision(self.device):
                batch = next(batches)
                answers = self.ear(self.hiding.hide(batch, MASKED))
                loss = parsing_loss(self.ear, answers, batch)
                if self.imitation:
                    loss = loss + self._imitation_loss(answers.words, batch, phase)
                for pronouns, chosen in zip(every, map(next, choices), strict=True):
                    if chosen:
                        choice = pronouns.choice(chosen)
                        total = scored(self.ear, pronouns, choice, self.prior, self.hiding)
                        loss = loss + self.settings.ranking_weight * ranking_loss(total, choice)
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(parameters, STEEPEST, error_if_nonfinite=True)
            optimiser.step()
            rates.step()
            if step % TOLD_EVERY == 0:
                self.tell(f"{phase.corpus} {step}/{steps} loss {loss.item():.3f}")
        self.ear.eval()
        for pronouns in every:
            if pronouns.unseen and pronouns.taught is None:
                self.tell(f"pronouns not seen: {fits(self.ear, pronouns, self.prior)}")

    def _imitation_loss(self, words: Tensor, batch: Batch, phase: Phase) -> Tensor:
        """Return how far the words of unlabelled text, and of silver, are from the teacher's."""
        assert self.imitation is not None
        text = next(self.imitation.texts[phase.corpus])
        read = self.ear.encoder(self.hiding.hide(text, MASKED))
        total = self.imitation.loss(self.ear, read, text)
        if phase.corpus == "silver":
            total = total + self.imitation.loss(self.ear, words, batch)
        return IMITATED[phase.corpus] * total


def _optimiser(ear: Ear, prior: Prior, phase: Phase) -> torch.optim.Optimizer:
    """Return the optimiser of a phase: the encoder is changed slowly, its heads fast."""
    slow, fast = list[nn.Parameter](), list[nn.Parameter]()
    for name, parameter in ear.named_parameters():
        is_of_base = name.startswith("encoder.") and not name.endswith(FAST)
        if parameter.requires_grad:
            (slow if is_of_base else fast).append(parameter)
    groups = [
        {"params": slow, "lr": phase.rate},
        {"params": [*fast, *prior.parameters()], "lr": phase.head_rate},
    ]
    fused = slow[0].is_cuda
    return torch.optim.AdamW(groups, betas=BETAS, weight_decay=DECAY, fused=fused)


def precision(device: str) -> AbstractContextManager[object]:
    """Return how exactly to compute: in half precision on a GPU, which is many times as fast."""
    return torch.autocast(device, torch.bfloat16) if device == "cuda" else nullcontext()


# Losses ---------------------------------------------------------------------------------------


def parsing_loss(ear: Ear, answers: Answers, batch: Batch) -> Tensor:
    """Return how surprising the right heads, relations and labels are; what is 0 is not taught."""
    heads = batch.taught[0]
    total = _surprise(answers.arcs, heads, batch.is_word)
    for column, taught in zip(COLUMNS, batch.taught[1:], strict=True):
        known = batch.is_word & (taught > 0)
        if column == RELATIONS:
            total = total + _surprise(ear.related(answers, heads), taught, known)
        else:
            total = total + HEAD_WEIGHT * _surprise(answers.tags[column], taught, known)
    return total


def _surprise(scores: Tensor, right: Tensor, known: Tensor) -> Tensor:
    """Return the mean surprise over what is known; nothing known is no surprise."""
    places = torch.where(known, right, -100).flatten()
    total = functional.cross_entropy(scores.flatten(0, 1), places, reduction="sum")
    return total / known.sum().clamp(min=1)


def scored(
    ear: Ear, pronouns: Pronouns, choice: Choice, prior: Prior | None, hiding: Hiding | None = None
) -> Tensor:
    """Return the scores of the candidates of a choice, nobody last."""
    batch = pronouns.shelf.batch(choice.sentences)
    batch = hiding.hide(batch, MASKED_FOR_PRONOUNS) if hiding else batch
    return scores(_meanings(ear, ear.encoder(batch)), choice, prior)


def ranking_loss(total: Tensor, choice: Choice) -> Tensor:
    """Return how unlikely the right answers are, in nats; several right ones are summed up.

    Where teachers answer, it is the cross entropy with their probabilities.
    """
    if choice.shares is not None:
        shares = torch.as_tensor(choice.shares, device=total.device)
        return -(shares * torch.log_softmax(total, -1)).sum(-1).mean()
    right = torch.as_tensor(choice.answers, device=total.device)
    answers = total.masked_fill(~right, BELOW)
    return (torch.logsumexp(total, -1) - torch.logsumexp(answers, -1)).mean()


class Imitation:
    """A trained encoder whose vectors and meanings of words another learns to have."""

    def __init__(
        self, settings: Settings, device: str, chance: np.random.Generator, pieces: Sequence[str]
    ) -> None:
        large = replace(settings, base=base.LARGE_BASE, start=settings.teacher, teacher=None)
        self.teacher, _ = _teacher(large, device)
        tags = read_labels(settings.needed("labels.json")).names["upos"]
        self.offers = torch.tensor([tag in OFFERS for tag in tags], device=device)
        self.asks = torch.tensor([piece in ASKS for piece in pieces], device=device)
        unlabelled = Parses(settings, rankings.SENTENCES_OF.format(rankings.UNLABELLED), device)
        self.texts = {p.corpus: unlabelled.batches(p.sentences, chance) for p in phases(settings)}

    def loss(self, ear: Ear, words: Tensor, batch: Batch) -> Tensor:
        """Return how far vectors of words are from the teacher's, which sees all of the batch."""
        with torch.no_grad():
            right = self.teacher.encoder(batch)
            tags, sorts = (self.teacher.tags[name](right)[..., 1:].argmax(-1) + 1 for name in TOLD)
        assert ear.imitating is not None
        offers = batch.is_word & self.offers[tags]
        asks = batch.is_word & self.asks[batch.pieces.gather(1, batch.first)]
        total = _apart(ear.imitating(words), right, batch.is_word)
        total = total + HEAD_WEIGHT * _surprise(ear.tags["sort"](words).float(), sorts, offers)
        meanings = zip(_meanings(ear, words), _meanings(self.teacher, right), strict=True)
        for (own, other), at in zip(meanings, (offers, asks, asks, asks), strict=True):
            total = total + _apart(own, other, at)
        return total


def _meanings(ear: Ear, words: Tensor) -> Meaning:
    assert ear.meanings is not None
    found: Meaning = ear.meanings(words)
    return found


def _apart(own: Tensor, right: Tensor, at: Tensor) -> Tensor:
    """Return the mean square of the differences at some words, in variances of what is right."""
    own, right = own[at].float(), right[at].float()
    if len(right) < FEWEST:
        return own.new_zeros(())
    return (own - right).square().mean() / right.var().clamp(min=LEAST_VARIANCE)


# How pronouns fit; parses are measured by bench/parser.py ---------------------------------------


@torch.no_grad()
def fits(ear: Ear, pronouns: Pronouns, prior: Prior) -> str:
    """Return how often a right answer fits best, with and without the prior, by corpus."""
    right, asked = Counter[str](), Counter[str]()
    names, document = pronouns.sentences.names, pronouns.sentences.document
    for part in pronouns.unseen or pronouns.seen:
        choice = pronouns.choice([part])
        kind = str(names[document[choice.sentences[-1]]]).split("_")[0].split("-")[0]
        for name, own in (("with prior", prior), ("alone", None)):
            best = scored(ear, pronouns, choice, own).argmax(-1).cpu().numpy()
            right[f"{kind} {name}"] += int(choice.answers[np.arange(len(part)), best].sum())
            asked[f"{kind} {name}"] += len(part)
    return ", ".join(f"{name} {100 * n / asked[name]:.2f}" for name, n in right.items())


# Teachers: trained encoders (BERT base) with the same heads as the one that learns from them ----


def teach(settings: Settings, teachers: Sequence[Path]) -> None:
    """Write what the teachers answer into the prepared folder: the mean of their probabilities."""
    device = "cuda" if torch.cuda.is_available() else "cpu"
    nets = [_teacher(replace(settings, start=path), device) for path in teachers]
    pronouns = Pronouns(settings, device, rankings.UNLABELLED)
    columns.save(settings.data / rankings.TAUGHT, _answers(pronouns, nets, device))


def _teacher(settings: Settings, device: str) -> tuple[Ear, Prior]:
    labels = read_labels(settings.needed("labels.json"))
    assert settings.start is not None
    trained = base.read_weights(settings.start)
    rank, layers, inner = (int(str(trained.sizes[name])) for name in ("rank", "layers", "inner"))
    sized = replace(settings, rank=rank, layers=layers, inner=inner)
    ear = network_of(base.load(settings.data, settings.base), labels, sized).to(device)
    return ear.eval(), prior_of(settings.start, device)


def prior_of(start: Path | None, device: str) -> Prior:
    """Return a prior that knows nothing, or that of trained weights."""
    prior: Prior = Prior().to(device)
    if start:
        trained = base.read_weights(start).weights
        for name, parameter in prior.named_parameters():
            parameter.data.copy_(torch.from_numpy(trained[base.PRIOR + name]))
    return prior


@torch.no_grad()
def _answers(pronouns: Pronouns, nets: Sequence[tuple[Ear, Prior]], device: str) -> Taught:
    """Return the mean probabilities of all candidates, and of nobody."""
    own = pronouns.rankings
    candidates = np.zeros(own.candidates.shape[1], np.float32)
    nobody = np.zeros(len(own), np.float32)
    for start in range(0, len(pronouns.seen), GROUPS):
        parts = pronouns.seen[start : start + GROUPS]
        choice, together = pronouns.choice(parts), np.concatenate(parts)
        shares = np.zeros((len(together), choice.listed.shape[1] + 1), np.float32)
        for ear, prior in nets:
            with precision(device):
                total = scored(ear, pronouns, choice, prior)
            shares += torch.softmax(total.float(), -1).cpu().numpy() / len(nets)
        for row, pronoun in zip(shares, together.tolist(), strict=True):
            begin, end = own.candidates_from[pronoun : pronoun + 2]
            candidates[begin:end] = row[: end - begin]
            nobody[pronoun] = row[-1]
    return Taught(
        *(np.rint(shares * rankings.WHOLE).astype(np.int32) for shares in (candidates, nobody))
    )
