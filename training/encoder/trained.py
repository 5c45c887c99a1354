"""Weights that a training run wrote, as plain arrays: what torch is not needed for.

Trained         the weights and sizes of a network
read_weights    them, from a file
"""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from training.encoder.base import Weights

SIZES = "sizes"


@dataclass(frozen=True, slots=True)
class Trained:
    """The weights of a network by name, and how large it is."""

    weights: Weights
    sizes: dict[str, object]


def read_weights(path: Path) -> Trained:
    """Read weights that were saved in half precision."""
    with np.load(path) as arrays:
        weights = {name: arrays[name].astype(np.float32) for name in arrays if name != SIZES}
        return Trained(weights, json.loads(arrays[SIZES].tobytes()))
