"""A network's weights as a small file, and back.

network_of      a network with the weights of the base model, or of a run before
save            weights in half precision, without the table of pieces, which stays as it was
"""

import json
from dataclasses import asdict
from pathlib import Path

import numpy as np
import torch

from training.encoder.base import TABLE, Base, first_layers
from training.encoder.labels import HEADS, RELATIONS, Labels
from training.encoder.network import Ear, Sizes
from training.encoder.settings import MEANING, Settings
from training.encoder.trained import SIZES, read_weights


def network_of(base: Base, labels: Labels, settings: Settings) -> Ear:
    """Return the network to be trained."""
    weights = first_layers(base, settings.layers, settings.inner)
    ear = Ear(_sizes(base, labels, settings, inner=len(weights["layers.0.inner.bias"])))
    ear.encoder.table.copy_(torch.from_numpy(weights.pop(TABLE)))
    if settings.start is not None:
        weights = {n: a for n, a in read_weights(settings.start).weights.items() if _fits(ear, n)}
    else:
        weights = {f"encoder.{name}": array for name, array in weights.items()}
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
    )


def save(ear: Ear, path: Path) -> None:
    """Write weights.npz."""
    arrays = {n: tensor.detach().cpu().half().numpy() for n, tensor in ear.state_dict().items()}
    sizes = np.frombuffer(json.dumps(asdict(ear.sizes), sort_keys=True).encode(), np.uint8)
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(path, allow_pickle=False, **arrays, **{SIZES: sizes})
