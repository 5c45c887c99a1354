"""The trained weights as the files of a model: three graphs, word pieces, labels, a version.

Number 0 of every list of labels stands for none: its column is left out, and never answered. The
score of an arc leaves out what only depends on the dependent: it is the same for all heads.
"""

import shutil
from pathlib import Path

import numpy as np
import onnx
from onnx import ModelProto, TensorProto

from hearer.errors import UsageError
from hearer.model.meaning import EIGHTHS, SIZE
from hearer.parsers import LARGE
from hearer.parsers.english import MODEL, STAMP
from training.encoder import base
from training.encoder.atoms import GIVEN, SHARES
from training.encoder.base import LARGE_BASE, SMALL, TABLE, Base, Floats, Trained, read_weights
from training.encoder.columns import HEADS, read_labels
from training.encoder.graph import Builder, Output, Types
from training.encoder.settings import fingerprint

LEARNT = Path(__file__).resolve().parents[1] / "large"
RELEASE = "0.6.0"  # of hearer, that the next model is made for
EPSILON_OF_BOUNDARIES = 1e-5
MOST = 127  # in a signed byte
NEVER = -1e4
TO_THE_END = 2**31 - 1
FLOAT, INT64, INT8 = TensorProto.FLOAT, TensorProto.INT64, TensorProto.INT8


def export(data: Path, weights: Path, boundaries: Path, folder: Path) -> None:
    """Write the model's folder, from the prepared folder and what two training runs wrote."""
    folder.mkdir(parents=True, exist_ok=True)
    trained = read_weights(weights)
    model = base.load(data, LARGE_BASE if trained.sizes.get("rank") else SMALL)
    trained = merged(trained, model)
    graphs = {"encoder": encoder_graph(trained, model), "relations": relations_graph(trained)}
    if boundaries.suffix == ".onnx":  # those of a model that is there
        shutil.copyfile(boundaries, folder / "boundaries.onnx")
    else:
        graphs["boundaries"] = boundaries_graph(read_weights(boundaries), model)
    for name, graph in graphs.items():
        onnx.checker.check_model(graph)
        (folder / f"{name}.onnx").write_bytes(graph.SerializeToString(deterministic=True))
    for name in ("vocabulary.txt", "labels.json"):
        shutil.copyfile(data / name, folder / name)
    (folder / STAMP).write_text(f"{RELEASE}-{fingerprint(folder)}\n", encoding="utf-8")


def merged(trained: Trained, model: Base) -> Trained:
    """Return all weights of the network: those of the base model with their low-rank updates."""
    if not trained.sizes.get("rank"):
        return trained
    weights = {f"encoder.{name}": array for name, array in model.weights.items() if name != TABLE}
    weights |= trained.weights
    for name in [name for name in weights if name.endswith(".up")]:
        map_name = name.removesuffix(".up")
        update = weights.pop(name) @ weights.pop(map_name + ".down")
        weights[map_name + ".weight"] = weights[map_name + ".weight"] + update
    return Trained(weights, trained.sizes)


def encoder_graph(trained: Trained, model: Base) -> ModelProto:
    """Return the graph of the encoder and its heads."""
    build = Builder(trained.weights, by_row=bool(trained.sizes.get("rank")))
    words = _words(build, trained, model)
    root = build.constant(build.weights["root"][None])
    outputs = _tree(build, build.node("Concat", root, words, axis=0))
    outputs |= _tags(build, words)
    if "meanings.out.weight" in build.weights:
        outputs["meanings"] = Output(_meanings(build, words), INT8, ("W", SIZE))
    pieces, of_words = (INT64, ("P",)), (INT64, ("W",))
    inputs = {"pieces": pieces, "shapes": pieces, "first": of_words, "last": of_words}
    return build.model("encoder", inputs, outputs)


def _words(build: Builder, trained: Trained, model: Base) -> str:
    """Add the encoder; return the vectors of the words."""
    layers, heads = (int(str(trained.sizes[name])) for name in ("layers", "heads"))
    pieces = build.rows(model.weights[TABLE], "pieces")
    shapes = build.node("Gather", build.constant(build.weights["encoder.shapes"]), "shapes")
    table = build.constant(build.weights["encoder.places"])
    places = build.node("Slice", table, build.places(0), build.node("Shape", "pieces"))
    x = build.node("Add", build.node("Add", pieces, places), shapes)
    x = build.node("Unsqueeze", build.norm(x, "encoder.norm"), build.places(0))
    for layer in range(layers):
        name = f"encoder.layers.{layer}."
        attended = build.linear(build.attention(x, name, heads), name + "attended")
        x = build.norm(build.node("Add", x, attended), name + "norm_attended")
        inner = build.gelu(build.linear(x, name + "inner"))
        x = build.node("Add", x, build.linear(inner, name + "outer"))
        x = build.norm(x, name + "norm_outer")
    x = build.node("Squeeze", x, build.places(0))
    both = build.node("Add", build.node("Gather", x, "first"), build.node("Gather", x, "last"))
    return build.node("Mul", both, build.number(0.5))


def _tree(build: Builder, governors: str) -> dict[str, Output]:
    """Add what trees are made of: the scores of all heads, and both sides of a relation."""
    names = ("arc_dependent", "relation_dependent", "arc_head", "relation_head")
    views = build.gelu(build.linear(governors, *names))
    sizes = [len(build.weights[name + ".bias"]) for name in names]
    dependent, of_relation, head, right = build.split(views, sizes)
    but_root = build.places(1), build.places(TO_THE_END), build.places(0)
    dependent, dependents = (build.node("Slice", x, *but_root) for x in (dependent, of_relation))
    arcs = build.weights["arcs"]
    asks = build.node("MatMul", dependent, build.constant(arcs[:-1, :-1]))
    asks = build.node("Add", asks, build.constant(arcs[-1, :-1]))
    scores = build.node("Gemm", asks, head, transB=1)
    return {
        "arcs": Output(scores, FLOAT, ("W", "heads")),
        "dependents": Output(dependents, FLOAT, ("W", sizes[1])),
        "right": Output(right, FLOAT, ("heads", sizes[3])),
    }


def _tags(build: Builder, words: str) -> dict[str, Output]:
    """Add the heads that choose a label, all in one product."""
    weight, bias = (
        np.concatenate([build.weights[f"tags.{head}.{part}"][1:] for head in HEADS])
        for part in ("weight", "bias")
    )
    sizes = [len(build.weights[f"tags.{head}.bias"]) - 1 for head in HEADS]
    scores = build.split(build.product(words, weight.T, bias), sizes)
    one, outputs = build.places(1), dict[str, Output]()
    for head, score in zip(HEADS, scores, strict=True):
        chosen = build.node("Add", build.node("ArgMax", score, axis=-1, keepdims=0), one)
        outputs[head] = Output(chosen, INT64, ("W",))
    return outputs


def _meanings(build: Builder, words: str) -> str:
    """Add what words offer and ask for, and what speaks for nobody, in signed bytes."""
    hidden = build.gelu(build.linear(words, "meanings.hidden"))
    said, nobody = build.split(build.linear(hidden, "meanings.out"), (SIZE - 1, 1))
    said = build.node("Mul", build.node("Tanh", said), build.number(MOST))
    nobody = build.node("Mul", nobody, build.number(EIGHTHS))
    nobody = build.node("Clip", nobody, build.number(-MOST), build.number(MOST))
    both = build.node("Round", build.node("Concat", said, nobody, axis=-1))
    return build.node("Cast", both, to=INT8)


def relations_graph(trained: Trained) -> ModelProto:
    """Return the graph that labels a tree."""
    build, relations = Builder(trained.weights), trained.weights["relations"][1:]
    labels, width = len(relations), relations.shape[1] - 1
    # what a dependent asks of its head, for each relation: [dependent, head, relation]
    weight = relations[:, :-1, :-1].transpose(1, 2, 0).reshape(width, width * labels)
    asks = build.product("dependents", weight, relations[:, -1, :-1].T.ravel())
    asks = build.node("Reshape", asks, build.places(-1, width, labels))
    heads = build.node("Unsqueeze", build.node("Gather", "right", "heads"), build.places(1))
    scores = build.node("Squeeze", build.node("MatMul", heads, asks), build.places(1))
    own = build.product("dependents", relations[:, :-1, -1].T, relations[:, -1, -1])
    best = build.node("ArgMax", build.node("Add", scores, own), axis=-1, keepdims=0)
    inputs: Types = {
        "dependents": (FLOAT, ("W", width)),
        "right": (FLOAT, ("heads_and_root", width)),
        "heads": (INT64, ("W",)),
    }
    answer = build.node("Add", best, build.places(1))
    return build.model("relations", inputs, {"relations": Output(answer, INT64, ("W",))})


def boundaries_graph(trained: Trained, model: Base) -> ModelProto:
    """Return the graph that finds words and sentences, in floating-point numbers.

    The first linear map is the same for every atom that looks the same: its results are in tables.
    """
    build, weights = Builder(trained.weights), trained.weights
    x = build.node("Relu", _atoms(build, model.weights[TABLE]))
    dilations = trained.sizes["dilations"]
    assert isinstance(dilations, list)
    for layer, dilation in enumerate(dilations):
        x = _convolution(build, x, layer, dilation)
    scores = build.node("MatMul", x, build.constant(weights["exit.weight"].T))
    scores = build.node("Add", scores, build.constant(weights["exit.bias"]))
    joined = np.array([[0, 0, 0], [NEVER, 0, 0], [NEVER, 0, 0]], np.float32)
    scores = build.node("Add", scores, build.node("Gather", build.constant(joined), "after"))
    inputs = dict.fromkeys(GIVEN, (INT64, ("A",)))
    return build.model("boundaries", inputs, {"scores": Output(scores, FLOAT, ("A", 3))})


def _atoms(build: Builder, table: Floats) -> str:
    """Add the sum of what each look of an atom has in the tables."""
    weights, pieces = build.weights, len(build.weights["first.bias"])
    sizes = [pieces, pieces, *(size for *_, size in SHARES)]
    parts = np.split(weights["entry.weight"].T, np.cumsum(sizes)[:-1])
    looks = list[str]()
    for name, part in zip(("first", "last"), parts, strict=False):
        rows = (table @ weights[name + ".weight"].T + weights[name + ".bias"]) @ part
        looks.append(build.rows(rows.astype(np.float32), name))
    for (name, *_), part in zip(SHARES, parts[2:], strict=True):
        values = build.constant(weights[f"looks.{name}.weight"] @ part)
        looks.append(build.node("Gather", values, name))
    total = build.constant(weights["entry.bias"])
    for look in looks:
        total = build.node("Add", look, total)
    return total


def _convolution(build: Builder, x: str, layer: int, dilation: int) -> str:
    """Add a convolution over neighbouring atoms, and the norm behind it."""
    kernel, bias = (build.weights[f"convolutions.{layer}.{part}"] for part in ("weight", "bias"))
    around = kernel.shape[2] // 2 * dilation
    wide = build.node("Unsqueeze", build.node("Transpose", x, perm=[1, 0]), build.places(0))
    constants = build.constant(kernel), build.constant(bias)
    wide = build.node("Conv", wide, *constants, dilations=[dilation], pads=[around, around])
    wide = build.node("Relu", build.node("Squeeze", wide, build.places(0)))
    x = build.node("Add", x, build.node("Transpose", wide, perm=[1, 0]))
    return build.norm(x, f"norms.{layer}", EPSILON_OF_BOUNDARIES)


# The large model -----------------------------------------------------------------------------


def write_package(archive: Path, out: Path, learnt: Path = LEARNT, small: Path = MODEL) -> None:
    """Write the folder of the large model's package, with the base model from an archive.

    It has BERT base with what was learnt on top of it (`learnt`: low-rank updates, heads, labels).
    `small` is the folder of the small model, whose vocabulary and boundaries are used.
    """
    shutil.copytree(learnt, out, dirs_exist_ok=True)
    base.read_base(archive).save(out, LARGE_BASE)
    if (out / "vocabulary.txt").read_bytes() != (small / "vocabulary.txt").read_bytes():
        raise UsageError(f"The word pieces of {archive} are not those of the small model.")
    sizes, labels = read_weights(out / "weights.npz").sizes, read_labels(out / "labels.json")
    counts = {column: len(names) for column, names in labels.names.items()}
    if {"relations": sizes["relations"]} | dict(sizes["labels"]) != counts:  # type: ignore[call-overload]
        raise UsageError(f"{learnt / 'labels.json'} is not what weights.npz was trained with.")
    export(out, out / "weights.npz", small / "boundaries.onnx", out / LARGE / "model")
