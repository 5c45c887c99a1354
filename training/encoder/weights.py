"""A network's weights as a small file, and back."""

from dataclasses import asdict
from pathlib import Path

import torch

from training.encoder.base import (
    PRIOR,
    TABLE,
    Base,
    first_layers,
    read_weights,
    save_weights,
)
from training.encoder.labels import HEADS, RELATIONS, Labels
from training.encoder.meanings import Prior
from training.encoder.network import Ear, Sizes
from training.encoder.settings import MEANING, Settings


def network_of(base: Base, labels: Labels, settings: Settings) -> Ear:
    """Return the network to be trained."""
    weights = first_layers(base, settings.layers, settings.inner)
    ear = Ear(_sizes(base, labels, settings, inner=len(weights["layers.0.inner.bias"])))
    ear.encoder.table.copy_(torch.from_numpy(weights.pop(TABLE)))
    weights = {f"encoder.{name}": array for name, array in weights.items()}
    if settings.start is not None:
        trained = read_weights(settings.start).weights
        weights |= {name: array for name, array in trained.items() if _fits(ear, name)}
    found = {name: torch.from_numpy(array.copy()) for name, array in weights.items()}
    unknown = ear.load_state_dict(found, strict=False).unexpected_keys
    assert not unknown, unknown
    return ear


def _fits(ear: Ear, name: str) -> bool:
    """Whether a network has this part: a head may have been left out."""
    return name in ear.state_dict()


def _sizes(base: Base, labels: Labels, settings: Settings, *, inner: int) -> Sizes:
    pieces, width = base.weights[TABLE].shape
    taught = {head: len(labels.names[head]) for head in HEADS if settings.teaches(head)}
    return Sizes(
        pieces=pieces,
        places=len(base.weights["places"]),
        width=width,
        heads=base.heads,
        layers=settings.layers,
        inner=inner,
        labels=taught,
        relations=len(labels.names[RELATIONS]),
        meaning=settings.teaches(MEANING),
        rank=settings.rank,
    )


def save(ear: Ear, path: Path, prior: Prior | None = None) -> None:
    """Write what was trained: without the table of pieces, and matrices that stay as they were."""
    trained = dict(ear.named_parameters())
    if prior is not None:
        trained |= {f"{PRIOR}{name}": own for name, own in prior.named_parameters()}
    arrays = {
        name: parameter.detach().cpu().float().numpy()
        for name, parameter in trained.items()
        if parameter.requires_grad
    }
    save_weights(arrays, asdict(ear.sizes), path)
