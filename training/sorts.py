"""The sort component's training.

    train_sorts    add a trained `hearer_sorts` to a pipeline

Examples are the mention heads of the GUM documents that may train what we ship, as the finished
pipeline parses their raw text. The network is small enough for plain numpy: one hidden layer, Adam,
dropout on everything it looks at.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from spacy.language import Language
from thinc.api import NumpyOps

from hearer.parsers.english.sorts import (
    KINDS,
    SORTS,
    Network,
    NominalFeatures,
    Sorts,
    WordTable,
    features,
    lexical_rows,
)
from training.conllu import GoldDocument, data_folder, mention_sorts, raw_text
from training.prepare import training_documents

Floats = npt.NDArray[np.float32]
Places = npt.NDArray[np.int64]
OPS = NumpyOps()


@dataclass(frozen=True, slots=True)
class Settings:
    """How the network is trained; chosen on GUM dev."""

    hidden: int = 128
    epochs: int = 40
    batch: int = 256
    rate: float = 1e-3
    decay: float = 1e-4
    input_dropout: float = 0.25
    lexical_dropout: float = 0.3
    hidden_dropout: float = 0.5
    networks: int = 3  # trained apart and averaged: steadier on names no one has seen
    least: int = 8  # how often a lexical feature must be seen to get weights of its own


@dataclass(frozen=True, slots=True)
class Examples:
    """Nominals with the sort they should get."""

    known: NominalFeatures
    sorts: Places


def train_sorts(nlp: Language, words: Path, *, seed: int, settings: Settings | None = None) -> None:
    """Train on GUM and put the component at the end of the pipeline."""
    settings = settings or Settings()
    with np.load(words) as saved:
        table = WordTable(saved["keys"], saved["rows"], saved["scale"])
    documents = [d for d in training_documents(data_folder()) if d.meta.get("genre")]
    examples = collect(nlp, documents, table)
    index = _frequent(examples, settings.least)
    seeds = range(seed, seed + settings.networks)
    network = _together([fit(examples, index, settings, seed=each) for each in seeds])
    component = nlp.add_pipe("hearer_sorts")
    assert isinstance(component, Sorts)
    component.use(table, network, index)


def collect(nlp: Language, documents: Sequence[GoldDocument], table: WordTable) -> Examples:
    """Parse documents' raw text and pair what is known of each mention head with its sort."""
    index = table.index()
    parts: list[NominalFeatures] = []
    sorts: list[int] = []
    texts = [raw_text(document) for document in documents]
    parsed = nlp.pipe(text for text, _ in texts)
    for document, (_, spans), doc in zip(documents, texts, parsed, strict=True):
        gold = {
            places[head]: sort
            for sentence, places in zip(document.sentences, spans, strict=True)
            for head, sort in mention_sorts(sentence).items()
        }
        known = features(doc, table, index)
        tokens = [doc[place] for place in known.places.tolist()]
        found = [gold.get((token.idx, token.idx + len(token)), "") for token in tokens]
        kept = np.array([bool(sort) for sort in found])
        parts.append(NominalFeatures(known.places[kept], known.dense[kept], known.lexical[kept]))
        sorts.extend(SORTS.index(sort) for sort in found if sort)
    together = (
        np.concatenate([getattr(p, name) for p in parts]) for name in NominalFeatures.__slots__
    )
    return Examples(NominalFeatures(*together), np.array(sorts))


def _frequent(examples: Examples, least: int) -> dict[tuple[int, int], int]:
    """Number the lexical features seen often enough, from 1."""
    seen = Counter(
        (kind, feature)
        for kind in range(len(KINDS))
        for feature in examples.known.lexical[:, kind].tolist()
    )
    kept = sorted(feature for feature, times in seen.items() if times >= least)
    return {feature: row + 1 for row, feature in enumerate(kept)}


def fit(
    examples: Examples, index: dict[tuple[int, int], int], settings: Settings, *, seed: int
) -> Network:
    """Train the network by Adam with a falling rate."""
    chance = np.random.default_rng(seed)
    network = _initial(examples.known.dense.shape[1], len(index) + 1, settings.hidden, chance)
    rows = lexical_rows(examples.known, index)
    optimizer = Adam(network)
    for epoch in range(settings.epochs):
        order = chance.permutation(len(rows))
        for start in range(0, len(order), settings.batch):
            batch = order[start : start + settings.batch]
            done = (epoch * len(order) + start) / (settings.epochs * len(order))
            dense = examples.known.dense[batch]
            gradient = _gradient(
                network, (dense, rows[batch], examples.sorts[batch]), settings, chance
            )
            optimizer.step(gradient, settings.rate * (1 - done), settings.decay)
    return network


def _together(networks: Sequence[Network]) -> Network:
    """Return one network that scores as the given ones do on average."""
    return Network(
        dense=np.hstack([network.dense for network in networks]),
        lexical=np.hstack([network.lexical for network in networks]),
        output=np.vstack([network.output for network in networks]) / np.float32(len(networks)),
        bias=np.mean([network.bias for network in networks], axis=0, dtype=np.float32),
    )


def _initial(dense: int, lexical: int, hidden: int, chance: np.random.Generator) -> Network:
    def normal(rows: int, columns: int, scale: float) -> Floats:
        return chance.normal(scale=scale, size=(rows, columns)).astype(np.float32)

    return Network(
        dense=normal(dense, hidden, (1 / dense) ** 0.5),
        lexical=np.zeros((lexical, hidden), np.float32),
        output=normal(hidden, len(SORTS), (1 / hidden) ** 0.5),
        bias=np.zeros(len(SORTS), np.float32),
    )


def _gradient(
    network: Network,
    batch: tuple[Floats, Places, Places],
    settings: Settings,
    chance: np.random.Generator,
) -> "Gradient":
    """Return the gradient of the cross-entropy."""
    dense, rows, sorts = batch
    dense = dense * _mask(dense.shape, settings.input_dropout, chance)
    rows = np.where(chance.random(rows.shape) < settings.lexical_dropout, 0, rows)
    hidden = dense @ network.dense + network.lexical[rows].sum(axis=1)
    keep = _mask(hidden.shape, settings.hidden_dropout, chance) * (hidden > 0)
    active = hidden * keep
    scores = active @ network.output + network.bias
    share = np.exp(scores - scores.max(axis=1, keepdims=True))
    share /= share.sum(axis=1, keepdims=True)
    share[np.arange(len(sorts)), sorts] -= 1
    share /= len(sorts)
    back = (share @ network.output.T) * keep
    touched, inverse = np.unique(rows, return_inverse=True)
    lexical = np.zeros((len(touched), back.shape[1]), np.float32)
    OPS.scatter_add(
        lexical, inverse.ravel().astype(np.int32), np.repeat(back, rows.shape[1], axis=0)
    )
    slopes = {
        "dense": dense.T @ back,
        "lexical": lexical,
        "output": active.T @ share,
        "bias": share.sum(axis=0),
    }
    return Gradient(slopes, touched)


def _mask(shape: tuple[int, ...], dropout: float, chance: np.random.Generator) -> Floats:
    """Return zeros where something is dropped, and what makes up for it elsewhere."""
    kept = chance.random(shape, dtype=np.float32) >= dropout
    mask: Floats = kept.astype(np.float32) / np.float32(1 - dropout)
    return mask


@dataclass(frozen=True, slots=True)
class Gradient:
    """A slope for each array of a network; of the lexical one only the rows in `touched`."""

    slopes: dict[str, Floats]
    touched: Places


class Adam:
    """Adam with decoupled weight decay, on the arrays of one network, in place.

    Rows of lexical features that a batch does not contain are left alone.
    """

    def __init__(self, network: Network) -> None:
        self._arrays = {name: getattr(network, name) for name in Network.__slots__}
        self._first = {name: np.zeros_like(array) for name, array in self._arrays.items()}
        self._second = {name: np.zeros_like(array) for name, array in self._arrays.items()}
        self._steps = 0

    def step(self, gradient: Gradient, rate: float, decay: float) -> None:
        """Move every array a little against its gradient."""
        self._steps += 1
        for name, slope in gradient.slopes.items():
            rows = gradient.touched if name == "lexical" else slice(None)
            first = 0.9 * self._first[name][rows] + 0.1 * slope
            second = 0.999 * self._second[name][rows] + 0.001 * slope * slope
            self._first[name][rows], self._second[name][rows] = first, second
            mean = first / (1 - 0.9**self._steps)
            spread = np.sqrt(second / (1 - 0.999**self._steps)) + 1e-8
            array = self._arrays[name]
            array[rows] -= rate * (mean / spread + decay * array[rows])
