"""The networks in plain numpy, one step after the other: what graphs are compared with."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
import numpy.typing as npt

from hearer.model.meaning import SIZE
from tests.training.encoder import toy
from training.encoder.atoms import SHARES
from training.encoder.base import Base, Weights
from training.encoder.columns import HEADS, Labels

Floats = npt.NDArray[np.float64]
ARC, RELATION, HIDDEN, PIECES, WIDTH, KERNEL = 12, 10, 16, 8, 16, 5
DILATIONS = (1, 2)


def encoder_weights(labels: Labels) -> Weights:
    """Random weights of an encoder with all heads."""
    chance = np.random.default_rng(3)
    shapes: dict[str, tuple[int, ...]] = {
        "encoder.places": (toy.PLACES, toy.WIDTH),
        "encoder.shapes": (11, toy.WIDTH),
        "encoder.norm": (toy.WIDTH,),
        "root": (toy.WIDTH,),
        "arcs": (ARC + 1, ARC + 1),
        "relations": (len(labels.names["relations"]), RELATION + 1, RELATION + 1),
    }
    linear = {
        "arc_dependent": (ARC, toy.WIDTH),
        "arc_head": (ARC, toy.WIDTH),
        "relation_dependent": (RELATION, toy.WIDTH),
        "relation_head": (RELATION, toy.WIDTH),
        "meanings.hidden": (HIDDEN, toy.WIDTH),
        "meanings.out": (SIZE, HIDDEN),
    } | {f"tags.{head}": (len(labels.names[head]), toy.WIDTH) for head in HEADS}
    for layer in range(toy.LAYERS):
        name = f"encoder.layers.{layer}."
        square = (toy.WIDTH, toy.WIDTH)
        linear |= {name + part: square for part in ("query", "key", "value", "attended")}
        linear |= {name + "inner": (toy.INNER, toy.WIDTH), name + "outer": (toy.WIDTH, toy.INNER)}
        shapes |= {name + part: (toy.WIDTH,) for part in ("norm_attended", "norm_outer")}
    return _drawn(chance, shapes, linear)


def _drawn(
    chance: np.random.Generator,
    shapes: Mapping[str, tuple[int, ...]],
    linear: Mapping[str, tuple[int, ...]],
) -> Weights:
    weights = dict[str, npt.NDArray[np.float32]]()
    for name, shape in shapes.items():
        if "norm" in name:
            weights[name + ".weight"] = chance.normal(1, 0.1, shape).astype(np.float32)
            weights[name + ".bias"] = chance.normal(0, 0.1, shape).astype(np.float32)
        else:
            weights[name] = chance.normal(0, 0.5, shape).astype(np.float32)
    for name, shape in linear.items():
        weights[name + ".weight"] = chance.normal(0, 0.4, shape).astype(np.float32)
        weights[name + ".bias"] = chance.normal(0, 0.1, shape[:1]).astype(np.float32)
    return weights


def boundary_weights() -> Weights:
    """Random weights of a net for boundaries."""
    looks = {f"looks.{name}.weight": (many, size) for name, many, size in SHARES}
    shapes: dict[str, tuple[int, ...]] = {f"norms.{n}": (WIDTH,) for n in range(len(DILATIONS))}
    linear: dict[str, tuple[int, ...]] = {
        "first": (PIECES, toy.WIDTH),
        "last": (PIECES, toy.WIDTH),
        "entry": (WIDTH, 2 * PIECES + sum(size for *_, size in SHARES)),
        "exit": (3, WIDTH),
    } | {f"convolutions.{n}": (WIDTH, WIDTH, KERNEL) for n in range(len(DILATIONS))}
    return _drawn(np.random.default_rng(4), looks | shapes, linear)


def save(path: Path, weights: Weights) -> Path:
    """Write weights as training does."""
    sizes = {"layers": toy.LAYERS, "heads": toy.HEADS, "dilations": DILATIONS}
    told = np.frombuffer(json.dumps(sizes).encode(), np.uint8)
    np.savez(path, allow_pickle=False, sizes=told, **weights)
    return path


def in_bytes(table: npt.NDArray[np.float32]) -> Floats:
    """The table as a graph keeps it: each row in 255 steps."""
    step = np.abs(table.astype(np.float64)).max(axis=1, keepdims=True) / 127
    rounded: Floats = np.rint(table / step) * step
    return rounded


# The encoder ----------------------------------------------------------------------------------


def linear(x: Floats, weights: Weights, name: str) -> Floats:
    result: Floats = x @ weights[name + ".weight"].T + weights[name + ".bias"]
    return result


def in_whole_numbers(x: Floats, weights: Weights, name: str) -> Floats:
    """The same as a graph computes it: weights in 63 steps a side, what comes in in 255."""
    weight = weights[name + ".weight"].T.astype(np.float64)
    scale = np.abs(weight).max(axis=0) / 63
    least, most = min(x.min(), 0.0), max(x.max(), 0.0)
    step = (most - least) / 255
    zero = np.rint(-least / step)
    whole = np.clip(np.rint(x / step) + zero, 0, 255) - zero
    result: Floats = (whole @ np.rint(weight / scale)) * step * scale + weights[name + ".bias"]
    return result


def norm(x: Floats, weights: Weights, name: str, epsilon: float) -> Floats:
    centred = x - x.mean(axis=-1, keepdims=True)
    scaled = centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + epsilon)
    result: Floats = scaled * weights[name + ".weight"] + weights[name + ".bias"]
    return result


def gelu(x: Floats) -> Floats:
    result: Floats = 0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3)))
    return result


Linear = Callable[[Floats, Weights, str], Floats]


def layer(x: Floats, weights: Weights, name: str, linear: Linear) -> Floats:
    query, key, value = (linear(x, weights, name + part) for part in ("query", "key", "value"))
    each = toy.WIDTH // toy.HEADS
    contexts = []
    for head in range(toy.HEADS):
        own = slice(head * each, (head + 1) * each)
        scores = np.exp(query[:, own] @ key[:, own].T / np.sqrt(each))
        contexts.append(scores / scores.sum(axis=1, keepdims=True) @ value[:, own])
    attended = linear(np.concatenate(contexts, axis=1), weights, name + "attended")
    x = norm(x + attended, weights, name + "norm_attended", 1e-12)
    inner = gelu(linear(x, weights, name + "inner"))
    return norm(x + linear(inner, weights, name + "outer"), weights, name + "norm_outer", 1e-12)


def answers(
    weights: Weights,
    model: Base,
    given: dict[str, npt.NDArray[np.int64]],
    linear: Linear = in_whole_numbers,
) -> dict[str, Floats]:
    """What the encoder says: arcs without what all heads share, tags, and meanings unrounded."""
    pieces = given["pieces"]
    x = in_bytes(model.weights["table"])[pieces] + weights["encoder.places"][: len(pieces)]
    x = norm(x + weights["encoder.shapes"][given["shapes"]], weights, "encoder.norm", 1e-12)
    for number in range(toy.LAYERS):
        x = layer(x, weights, f"encoder.layers.{number}.", linear)
    words = (x[given["first"]] + x[given["last"]]) / 2
    governors = np.concatenate([weights["root"][None], words])
    said = {name: gelu(linear(governors, weights, name)) for name in ("arc_head", "relation_head")}
    for name in ("arc_dependent", "relation_dependent"):
        said[name] = gelu(linear(governors, weights, name))[1:]
    arcs = weights["arcs"]
    scores = (said["arc_dependent"] @ arcs[:-1, :-1] + arcs[-1, :-1]) @ said["arc_head"].T
    hidden = gelu(linear(words, weights, "meanings.hidden"))
    tags = {head: linear(words, weights, f"tags.{head}") for head in HEADS}
    meanings = linear(hidden, weights, "meanings.out")
    return said | tags | {"arcs": scores, "meanings": meanings}


def relation_scores(weights: Weights, dependents: Floats, heads: Floats) -> Floats:
    """Every relation of every word with its head: dependent, relation, head, with a one each."""
    one = np.ones((len(dependents), 1))
    left, right = (np.concatenate([side, one], axis=1) for side in (dependents, heads))
    scores: Floats = np.einsum("wi,rij,wj->wr", left, weights["relations"], right)
    return scores


# Boundaries -----------------------------------------------------------------------------------


def boundary_scores(
    weights: Weights, model: Base, given: dict[str, npt.NDArray[np.int64]]
) -> Floats:
    """What ends at each atom; atoms outside are zeros."""
    table = model.weights["table"].astype(np.float64)
    parts = [linear(table[given[name]], weights, name) for name in ("first", "last")]
    looks = ((weights[f"looks.{name}.weight"], given[name]) for name, *_ in SHARES)
    parts += [values.astype(np.float64)[numbers] for values, numbers in looks]
    x = np.maximum(linear(np.concatenate(parts, axis=1), weights, "entry"), 0)
    for number, dilation in enumerate(DILATIONS):
        kernel, wide = weights[f"convolutions.{number}.weight"], np.zeros_like(x)
        for place in range(len(x)):
            wide[place] = weights[f"convolutions.{number}.bias"]
            for step in range(KERNEL):
                other = place + (step - KERNEL // 2) * dilation
                if 0 <= other < len(x):
                    wide[place] += kernel[:, :, step] @ x[other]
        x = norm(x + np.maximum(wide, 0), weights, f"norms.{number}", 1e-5)
    return linear(x, weights, "exit")
