"""What teachers answer: probabilities of candidates for unlabelled pronouns, sorts of silver words.

A teacher is a trained encoder (BERT base) with the same heads as the one that learns from it.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch

from training.encoder import base, rankings
from training.encoder.base import PRIOR, read_weights
from training.encoder.columns import COLUMNS, Ints, Sentences, load, read_labels, save
from training.encoder.learning import precision, scored
from training.encoder.lessons import SORTS_OF, Pronouns, Shelf, order
from training.encoder.network import Ear, Prior, network_of
from training.encoder.settings import Settings

NEIGHBOURS = 8  # groups of pronouns at a time
TOGETHER = 256  # sentences
WITH_SORTS = ("NOUN", "PROPN", "PRON")


def teach(settings: Settings, teachers: Sequence[Path]) -> None:
    """Write what the teachers answer into the prepared folder: the mean of their probabilities."""
    device = "cuda" if torch.cuda.is_available() else "cpu"
    settings = replace(settings, taught_epochs=0.0)
    nets = [_teacher(replace(settings, start=path), device) for path in teachers]
    pronouns = Pronouns(settings, device, rankings.UNLABELLED)
    save(settings.data / rankings.TAUGHT, _answers(pronouns, nets, device))
    np.save(settings.data / SORTS_OF.format("silver"), _sorts(settings, nets[0][0], device))


def _teacher(settings: Settings, device: str) -> tuple[Ear, Prior]:
    labels = read_labels(settings.needed("labels.json"))
    assert settings.start is not None
    trained = read_weights(settings.start)
    rank, layers, inner = (int(str(trained.sizes[name])) for name in ("rank", "layers", "inner"))
    sized = replace(settings, rank=rank, layers=layers, inner=inner)
    ear = network_of(base.load(settings.data, settings.base), labels, sized).to(device)
    prior = Prior().to(device)
    own = {n.removeprefix(PRIOR): a for n, a in trained.weights.items() if n.startswith(PRIOR)}
    prior.load_state_dict({name: torch.from_numpy(array) for name, array in own.items()})
    return ear.eval(), prior


@torch.no_grad()
def _answers(pronouns: Pronouns, nets: Sequence[tuple[Ear, Prior]], device: str) -> rankings.Taught:
    """Return the mean probabilities of all candidates, and of nobody."""
    own = pronouns.rankings
    candidates = np.zeros(own.candidates.shape[1], np.float32)
    nobody = np.zeros(len(own), np.float32)
    for start in range(0, len(pronouns.seen), NEIGHBOURS):
        parts = pronouns.seen[start : start + NEIGHBOURS]
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
    return rankings.Taught(
        *(np.rint(shares * rankings.WHOLE).astype(np.int32) for shares in (candidates, nobody))
    )


@torch.no_grad()
def _sorts(settings: Settings, ear: Ear, device: str) -> Ints:
    """Return the sort of every noun, name and pronoun of the silver corpus, by number, else 0."""
    sentences = load(settings.needed("silver.npz.xz"), Sentences)
    labels = read_labels(settings.needed("labels.json")).numbers("upos")
    shelf = Shelf(sentences, device)
    found = np.zeros(sentences.taught.shape[1], np.int32)
    every = np.arange(len(sentences), dtype=np.int32)
    for chosen in order(sentences.lengths, every[sentences.lengths <= rankings.LONGEST], TOGETHER):
        batch = shelf.batch(chosen)
        with precision(device):
            told = ear.tags["sort"](ear.encoder(batch))[..., 1:].argmax(-1).cpu().numpy() + 1
        for row, sentence in zip(told, chosen.tolist(), strict=True):
            begin, end = sentences.words_from[sentence : sentence + 2]
            found[begin:end] = row[: end - begin]
    upos = sentences.taught[1 + COLUMNS.index("upos")]
    found[~np.isin(upos, [labels.get(tag, -1) for tag in WITH_SORTS])] = 0
    return found
