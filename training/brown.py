"""Brown clusters as static vectors.

    write_vectors    a blank English pipeline with the vectors, for `initialize.vectors`

The clusters (1,000 of them, from `spacy-lookups-data`) are paths in a binary tree. A word's vector
is its path's first bits, the clusters' common prefixes one-hot, and a few random numbers that tell
the clusters apart; 60,000 words share the 1,000 rows, so the table is small.
"""

from pathlib import Path

import numpy as np
import spacy
from spacy.lookups import load_lookups
from spacy.vectors import Vectors

from training.tokenizer import customise

WORDS = 60_000
_BITS, _COARSE, _FINE, _RANDOM = 16, 4, 6, 64


def write_vectors(target: Path, *, seed: int) -> None:
    """Write a blank pipeline whose vocabulary holds the Brown-cluster vectors."""
    nlp = spacy.blank("en")
    customise(nlp)
    clusters = _clusters()
    paths = sorted(set(clusters.values()))
    rows = {path: row for row, path in enumerate(paths)}
    table = np.stack([_path_vector(path) for path in paths])
    noise = np.random.default_rng(seed).normal(size=(len(paths), _RANDOM)) / np.sqrt(_RANDOM) * 4
    data = np.hstack([table, noise]).astype("float32")
    vectors = Vectors(strings=nlp.vocab.strings, data=data, name="brown")
    for key, path in clusters.items():
        vectors.add(key, row=rows[path])
    nlp.vocab.vectors = vectors
    nlp.to_disk(target)


def _clusters() -> dict[int, int]:
    """Return the cluster of each of the most probable words; words are spaCy's string hashes."""
    lookups = load_lookups("en", ["lexeme_cluster", "lexeme_prob"])
    clusters = lookups.get_table("lexeme_cluster")
    probability = lookups.get_table("lexeme_prob")
    known = [int(key) for key, cluster in clusters.items() if cluster]
    ranked = sorted(known, key=lambda key: (-probability.get(key, -99.0), key))
    return {key: int(clusters[key]) for key in ranked[:WORDS]}


def _path_vector(cluster: int) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
    """Return the path's bits as ±1, and its 4-bit and 6-bit prefixes one-hot."""
    bits = [(cluster >> place) & 1 for place in range(_BITS)]
    coarse = np.zeros(2**_COARSE)
    fine = np.zeros(2**_FINE)
    coarse[int("".join(map(str, bits[:_COARSE])), 2)] = 1.0
    fine[int("".join(map(str, bits[:_FINE])), 2)] = 1.0
    return np.concatenate([np.array(bits) * 2.0 - 1.0, coarse, fine])
