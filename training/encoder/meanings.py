"""What a word offers and asks for, in signed bytes, and how candidates fit a pronoun.

Bytes as at run time: what is learnt is learnt of rounded values (the gradient passes the rounding
as if it were not there).
"""

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

from hearer.model.meaning import EIGHTHS, SIZE, WIDTH
from training.encoder.columns import Ints
from training.encoder.rankings import MOST_BACK, MOST_CLASSES, MOST_RANK, Choice

HIDDEN = 256
MOST = 127
DROPOUT = 0.3
BELOW = -1e9


class Meanings(nn.Module):
    """A word's vector to the numbers of its meaning, as hearer.model.meaning lays them out."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.hidden = nn.Linear(width, HIDDEN)
        self.out = nn.Linear(HIDDEN, SIZE)
        self.drop = nn.Dropout(DROPOUT)

    def forward(self, words: Tensor) -> "Meaning":
        """Return the meanings of words."""
        hidden = self.drop(functional.gelu(self.hidden(self.drop(words)), approximate="tanh"))
        out = self.out(hidden).float()
        whole = _rounded(torch.tanh(out[..., :-1]) * MOST) / MOST
        nobody = _rounded(out[..., -1].clamp(-MOST / EIGHTHS, MOST / EIGHTHS) * EIGHTHS) / EIGHTHS
        offers, asks, asks_named = whole.split(WIDTH, -1)
        return Meaning(offers, asks, asks_named, nobody)


def _rounded(x: Tensor) -> Tensor:
    return x + (torch.round(x) - x).detach()


@dataclass(frozen=True, slots=True)
class Meaning:
    """What words offer, what they ask of the latest expression and noun phrase, and of nobody."""

    offers: Tensor
    asks: Tensor
    asks_named: Tensor
    nobody: Tensor


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


def picking(places: Tensor, among: int, dtype: torch.dtype) -> Tensor:
    """Return a matrix whose product with a matrix of `among` rows has the rows at these places."""
    return (places[..., None] == torch.arange(among, device=places.device)).to(dtype)


def scores(meaning: Meaning, choice: Choice, prior: Prior | None = None) -> Tensor:
    """Return the scores of all candidates, nobody last; [pronoun, candidate]."""
    said, latest, named, has_name, listed, asks_nobody = (
        torch.as_tensor(column, device=meaning.offers.device)
        for column in (
            choice.pronoun,
            choice.latest,
            choice.named,
            choice.has_name,
            choice.listed,
            choice.asks_nobody,
        )
    )
    asks, asks_named = (_picked(x, said)[:, None] for x in (meaning.asks, meaning.asks_named))
    total = (asks * _picked(meaning.offers, latest)).sum(-1)
    total = total + (asks_named * _picked(meaning.offers, named)).sum(-1) * has_name
    if prior is not None:
        total = total + prior(choice)
    nobody = _picked(meaning.nobody[..., None], said).masked_fill(~asks_nobody[:, None], BELOW)
    return torch.cat([total.masked_fill(~listed, BELOW), nobody], 1)


def _picked(x: Tensor, places: Tensor) -> Tensor:
    """Return the rows of words at places counted through all sentences side by side."""
    return functional.embedding(places.long(), x.flatten(0, 1))


def ranking_loss(total: Tensor, choice: Choice) -> Tensor:
    """Return how unlikely the right answers are, in nats; several right ones are summed up.

    Where teachers answer, it is the cross entropy with their probabilities.
    """
    if choice.shares is not None:
        shares = torch.as_tensor(choice.shares, device=total.device)
        return -(shares * torch.log_softmax(total, -1)).sum(-1).mean()
    right = torch.as_tensor(choice.right, device=total.device)
    nobody = torch.as_tensor(choice.nobody, device=total.device)[:, None]
    answers = total.masked_fill(~torch.cat([right, nobody], 1), BELOW)
    return (torch.logsumexp(total, -1) - torch.logsumexp(answers, -1)).mean()
