"""The network: an encoder, and heads that read tags, trees and meanings off its words; its file.

Everything is computed by plain matrix products, where other ways would sum up in any order: the
same seed gives the same weights. Meanings are rounded to bytes as at run time; the gradient passes
the rounding as if it were not there.
"""

import math
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional

from hearer.model.meaning import EIGHTHS, SIZE
from hearer.model.meaning import WIDTH as MEANING_WIDTH
from training.encoder.base import PRIOR, TABLE, Base, first_layers, read_weights, save_weights
from training.encoder.columns import HEADS, RELATIONS, Ints, Labels
from training.encoder.lessons import Batch
from training.encoder.rankings import MOST_BACK, MOST_CLASSES, MOST_RANK, Choice
from training.encoder.settings import Settings

SHAPES = 11
EPSILON = 1e-12
DROPOUT, HEAD_DROPOUT, MEANING_DROPOUT = 0.1, 0.33, 0.3
HIDDEN = 256  # units before a meaning
MOST = 127  # in a signed byte
BELOW = -1e9


@dataclass(frozen=True, slots=True)
class Sizes:
    """How large the network is; `labels` are the numbers of labels by column."""

    pieces: int
    places: int
    width: int
    heads: int
    layers: int
    inner: int
    labels: dict[str, int]
    relations: int
    meaning: bool = True
    arc: int = 256
    relation: int = 32
    rank: int = 0
    imitated: int = 0  # the width of the encoder whose words are imitated; 0: none


class Updated(nn.Linear):
    """A linear map of the base model that stays, with a low-rank update that is trained."""

    def __init__(self, inputs: int, outputs: int, rank: int) -> None:
        super().__init__(inputs, outputs)
        self.weight.requires_grad_(requires_grad=False)
        self.down = nn.Parameter(torch.randn(rank, inputs) / math.sqrt(inputs))
        self.up = nn.Parameter(torch.zeros(outputs, rank))

    def forward(self, x: Tensor) -> Tensor:
        return super().forward(x) + x @ self.down.T.to(x.dtype) @ self.up.T.to(x.dtype)


class Layer(nn.Module):
    """One layer of the encoder."""

    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        width, inner = sizes.width, sizes.inner
        self.heads = sizes.heads

        def linear(inputs: int, outputs: int) -> nn.Linear:
            if sizes.rank:
                return Updated(inputs, outputs, sizes.rank)
            return nn.Linear(inputs, outputs)

        self.query, self.key, self.value = (linear(width, width) for _ in range(3))
        self.attended = linear(width, width)
        self.norm_attended = nn.LayerNorm(width, eps=EPSILON)
        self.inner, self.outer = linear(width, inner), linear(inner, width)
        self.norm_outer = nn.LayerNorm(width, eps=EPSILON)
        self.drop = nn.Dropout(DROPOUT)

    def forward(self, x: Tensor, hidden: Tensor) -> Tensor:
        """Return the next layer's vectors; `hidden` is 0 at pieces, and far below elsewhere."""
        query, key, value = (self._split(part(x)) for part in (self.query, self.key, self.value))
        scores = query @ key.transpose(-1, -2) / math.sqrt(query.shape[-1]) + hidden
        context = (torch.softmax(scores, -1).to(value.dtype) @ value).transpose(1, 2)
        x = self.norm_attended(x + self.drop(self.attended(context.reshape(x.shape))))
        inner = functional.gelu(self.inner(x), approximate="tanh")
        result: Tensor = self.norm_outer(x + self.drop(self.outer(inner)))
        return result

    def _split(self, x: Tensor) -> Tensor:
        return x.unflatten(-1, (self.heads, -1)).transpose(1, 2)


def picking(places: Tensor, among: int, dtype: torch.dtype) -> Tensor:
    """Return a matrix whose product with a matrix of `among` rows has the rows at these places."""
    return (places[..., None] == torch.arange(among, device=places.device)).to(dtype)


class Encoder(nn.Module):
    """Pieces to vectors of words. The table of pieces stays as it is in the base model."""

    table: Tensor

    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        width = sizes.width
        self.register_buffer("table", torch.zeros(sizes.pieces, width), persistent=False)
        self.places = nn.Parameter(torch.zeros(sizes.places, width), requires_grad=not sizes.rank)
        self.shapes = nn.Parameter(torch.zeros(SHAPES, width))
        self.norm = nn.LayerNorm(width, eps=EPSILON)
        self.layers = nn.ModuleList(Layer(sizes) for _ in range(sizes.layers))
        self.drop = nn.Dropout(DROPOUT)

    def forward(self, batch: Batch) -> Tensor:
        shapes = picking(batch.shapes, SHAPES, self.shapes.dtype) @ self.shapes
        x = self.table[batch.pieces] + self.places[: batch.pieces.shape[1]] + shapes
        x = self.drop(self.norm(x))
        hidden = torch.where(batch.is_piece, 0.0, -1e4)[:, None, None, :].to(x.dtype)
        for layer in self.layers:
            x = layer(x, hidden)
        first, last = (picking(p, x.shape[1], x.dtype) for p in (batch.first, batch.last))
        return (first + last) @ x / 2


# What words offer, what they ask of the latest expression and noun phrase, and of nobody.
Meaning = tuple[Tensor, Tensor, Tensor, Tensor]


class Meanings(nn.Module):
    """A word's vector to the numbers of its meaning, as hearer.model.meaning lays them out."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.hidden = nn.Linear(width, HIDDEN)
        self.out = nn.Linear(HIDDEN, SIZE)
        self.drop = nn.Dropout(MEANING_DROPOUT)

    def forward(self, words: Tensor) -> Meaning:
        """Return the meanings of words."""
        hidden = self.drop(functional.gelu(self.hidden(self.drop(words)), approximate="tanh"))
        out = self.out(hidden).float()
        whole = _rounded(torch.tanh(out[..., :-1]) * MOST) / MOST
        nobody = _rounded(out[..., -1].clamp(-MOST / EIGHTHS, MOST / EIGHTHS) * EIGHTHS) / EIGHTHS
        return *whole.split(MEANING_WIDTH, -1), nobody[..., None]


def _rounded(x: Tensor) -> Tensor:
    return x + (torch.round(x) - x).detach()


class Prior(nn.Module):
    """A score for each class of pronoun, distance and rank."""

    def __init__(self) -> None:
        super().__init__()
        self.back = nn.Parameter(torch.zeros(MOST_CLASSES, MOST_BACK + 1))
        self.rank = nn.Parameter(torch.zeros(MOST_CLASSES, MOST_RANK + 1))

    def forward(self, choice: Choice) -> Tensor:
        """Return the scores of all candidates."""
        of_class = _one_of(choice.classes, self.back.shape[0], self.back)
        back = _one_of(choice.back, MOST_BACK + 1, self.back) * (of_class @ self.back)[:, None]
        rank = _one_of(choice.rank, MOST_RANK + 1, self.rank) * (of_class @ self.rank)[:, None]
        return back.sum(-1) + rank.sum(-1)


def _one_of(column: Ints, values: int, like: Tensor) -> Tensor:
    return picking(torch.as_tensor(column, device=like.device), values, like.dtype)


def scores(meaning: Meaning, choice: Choice, prior: Prior | None = None) -> Tensor:
    """Return the scores of all candidates, nobody last; [pronoun, candidate]."""
    offers, asks, asks_named, nobody = meaning
    names = ("pronoun", "latest", "named", "has_name", "listed", "asks_nobody")
    said, latest, named, has_name, listed, asks_nobody = (
        torch.as_tensor(getattr(choice, name), device=offers.device) for name in names
    )
    asks, asks_named = (_picked(x, said)[:, None] for x in (asks, asks_named))
    total = (asks * _picked(offers, latest)).sum(-1)
    total = total + (asks_named * _picked(offers, named)).sum(-1) * has_name
    if prior is not None:
        total = total + prior(choice)
    nobody = _picked(nobody, said).masked_fill(~asks_nobody[:, None], BELOW)
    return torch.cat([total.masked_fill(~listed, BELOW), nobody], 1)


def _picked(x: Tensor, places: Tensor) -> Tensor:
    """Return the rows of words at places counted through all sentences side by side."""
    return functional.embedding(places.long(), x.flatten(0, 1))


@dataclass(frozen=True, slots=True)
class Answers:
    """What the network says: vectors of words, scores of heads and labels, both ends of arcs."""

    words: Tensor
    arcs: Tensor
    tags: dict[str, Tensor]
    dependents: Tensor
    governors: Tensor


class Ear(nn.Module):
    """The encoder and its heads."""

    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        self.sizes = sizes
        width = sizes.width
        self.encoder = Encoder(sizes)
        self.drop = nn.Dropout(HEAD_DROPOUT)
        self.root = nn.Parameter(torch.zeros(width))
        self.arc_dependent, self.arc_head = (nn.Linear(width, sizes.arc) for _ in range(2))
        self.relation_dependent, self.relation_head = (
            nn.Linear(width, sizes.relation) for _ in range(2)
        )
        self.arcs = nn.Parameter(torch.zeros(sizes.arc + 1, sizes.arc + 1))
        both = sizes.relation + 1
        self.relations = nn.Parameter(torch.zeros(sizes.relations, both, both))
        self.tags = nn.ModuleDict({n: nn.Linear(width, size) for n, size in sizes.labels.items()})
        self.meanings = Meanings(width) if sizes.meaning else None
        self.imitating = nn.Linear(width, sizes.imitated) if sizes.imitated else None

    def forward(self, batch: Batch) -> Answers:
        words = self.encoder(batch)
        dropped = self.drop(words)
        root = self.root.expand(len(words), 1, -1).to(words.dtype)
        governors = torch.cat([root, dropped], 1)
        dependents = _with_one(self._side(self.arc_dependent, dropped))
        arcs = dependents @ self.arcs.to(words.dtype)
        arcs = arcs @ _with_one(self._side(self.arc_head, governors)).transpose(1, 2)
        can_be_head = functional.pad(batch.is_word, (1, 0), value=True)  # the root, and words
        return Answers(
            words=words,
            arcs=arcs.float().masked_fill(~can_be_head[:, None, :], BELOW),
            tags={name: tag(dropped).float() for name, tag in self.tags.items()},
            dependents=_with_one(self._side(self.relation_dependent, dropped)),
            governors=_with_one(self._side(self.relation_head, governors)),
        )

    def related(self, answers: Answers, heads: Tensor) -> Tensor:
        """Return the scores of all relations of each word with the given head."""
        governors = answers.governors
        governors = picking(heads, governors.shape[1], governors.dtype) @ governors
        scores = torch.einsum("bxi,oij,bxj->bxo", answers.dependents, self.relations, governors)
        return scores.float()

    def _side(self, part: nn.Linear, x: Tensor) -> Tensor:
        return self.drop(functional.gelu(part(x), approximate="tanh"))


def _with_one(x: Tensor) -> Tensor:
    return torch.cat([x, x.new_ones(*x.shape[:-1], 1)], -1)


def network_of(base: Base, labels: Labels, settings: Settings) -> Ear:
    """Return the network to be trained."""
    weights = first_layers(base, settings.layers, settings.inner)
    table = torch.from_numpy(weights.pop(TABLE))
    width = str(read_weights(settings.teacher).sizes["width"]) if settings.teacher else 0
    ear = Ear(
        Sizes(
            pieces=table.shape[0],
            places=len(weights["places"]),
            width=table.shape[1],
            heads=base.heads,
            layers=settings.layers,
            inner=len(weights["layers.0.inner.bias"]),
            labels={head: len(labels.names[head]) for head in HEADS},
            relations=len(labels.names[RELATIONS]),
            meaning=settings.has_pronouns,
            rank=settings.rank,
            imitated=int(width),
        )
    )
    ear.encoder.table.copy_(table)
    weights = {f"encoder.{name}": array for name, array in weights.items()}
    if settings.start is not None:
        known = ear.state_dict()
        trained = read_weights(settings.start).weights
        weights |= {name: array for name, array in trained.items() if name in known}
    found = {name: torch.from_numpy(array.copy()) for name, array in weights.items()}
    unknown = ear.load_state_dict(found, strict=False).unexpected_keys
    assert not unknown, unknown
    return ear


def save(ear: Ear, path: Path, prior: Prior) -> None:
    """Write what was trained: without the table of pieces, and matrices that stay as they were."""
    trained = dict(ear.named_parameters())
    trained |= {f"{PRIOR}{name}": own for name, own in prior.named_parameters()}
    arrays = {
        name: parameter.detach().cpu().float().numpy()
        for name, parameter in trained.items()
        if parameter.requires_grad
    }
    save_weights(arrays, asdict(ear.sizes), path)
