"""How well the network reads what it was not taught, on gold words; the shipped files are measured
from raw text by bench/parser.py.
"""

from collections import Counter
from collections.abc import Iterator

import numpy as np
import torch
from torch import Tensor

from hearer.parsers.english.encoder import best_tree
from training.encoder.batches import Batch, Shelf, order
from training.encoder.columns import COLUMNS, RELATIONS, Sentences
from training.encoder.lessons import Pronouns
from training.encoder.meanings import Prior
from training.encoder.network import Ear

TOGETHER = 64  # sentences at a time


Read = dict[str, dict[str, list[int]]]  # by document and figure: how many are right, of how many


@torch.no_grad()
def reads(ear: Ear, sentences: Sentences, device: str) -> Read:
    """Return how much of each document is read right."""
    shelf = Shelf(sentences, device)
    read: Read = {str(name): {} for name in sentences.names}
    ear.eval()
    every = np.arange(len(sentences), dtype=np.int32)
    for chosen in order(sentences.lengths, every, TOGETHER):
        documents = [read[str(sentences.names[n])] for n in sentences.document[chosen]]
        for name, right, asked in _counted(ear, shelf.batch(chosen)):
            for document, *counts in zip(documents, right.tolist(), asked.tolist(), strict=True):
                before = document.get(name, (0, 0))
                document[name] = [a + b for a, b in zip(before, counts, strict=True)]
    return read


def told(read: Read) -> str:
    """Return how much of all documents is read right, in per cent."""
    total = dict[str, list[int]]()
    for document in read.values():
        for name, counts in document.items():
            total[name] = [a + b for a, b in zip(total.get(name, (0, 0)), counts, strict=True)]
    shares = ((name, right, max(asked, 1)) for name, (right, asked) in total.items())
    return ", ".join(f"{name} {100 * right / asked:.2f}" for name, right, asked in shares)


def _counted(ear: Ear, batch: Batch) -> Iterator[tuple[str, Tensor, Tensor]]:
    """Yield each figure, and by sentence how many words are right, of how many."""
    answers = ear(batch)
    heads = _trees(answers.arcs, batch)
    is_head = (heads == batch.taught[0]) & batch.is_word
    relations = _never_none(ear.related(answers, heads))
    said = {RELATIONS: relations} | {n: _never_none(tag) for n, tag in answers.tags.items()}
    yield "UAS", is_head.sum(1), batch.is_word.sum(1)
    for column, taught in zip(COLUMNS, batch.taught[1:], strict=True):
        if column not in said:
            continue
        is_right = (said[column] == taught) & (is_head if column == RELATIONS else batch.is_word)
        asked = batch.is_word & ((taught > 0) | (column != "sort"))
        name = "LAS" if column == RELATIONS else column
        yield name, (is_right & asked).sum(1), asked.sum(1)


def _never_none(scores: Tensor) -> Tensor:
    """Return the best label but the one that is none."""
    return scores[..., 1:].argmax(-1) + 1


def _trees(arcs: Tensor, batch: Batch) -> Tensor:
    scores = arcs.cpu().numpy()
    heads = np.zeros(batch.is_word.shape, np.int64)
    for place, words in enumerate(batch.is_word.sum(1).tolist()):
        heads[place, :words] = best_tree(scores[place, :words, : words + 1])
    return torch.from_numpy(heads).to(arcs.device)


@torch.no_grad()
def fits(ear: Ear, pronouns: Pronouns, prior: Prior) -> str:
    """Return how often a right answer fits best, with and without the prior, by corpus."""
    right, asked = Counter[str](), Counter[str]()
    names, document = pronouns.sentences.names, pronouns.sentences.document
    for part in pronouns.unseen or pronouns.seen:
        choice = pronouns.choice([part])
        kind = str(names[document[choice.sentences[-1]]]).split("_")[0].split("-")[0]
        is_right = np.concatenate([choice.right, choice.nobody[:, None]], 1)
        for name, own in (("with prior", prior), ("alone", None)):
            best = pronouns.scores(ear, choice, own, None).argmax(-1).cpu().numpy()
            right[f"{kind} {name}"] += int(is_right[np.arange(len(part)), best].sum())
            asked[f"{kind} {name}"] += len(part)
    return ", ".join(f"{name} {100 * n / asked[name]:.2f}" for name, n in right.items())
