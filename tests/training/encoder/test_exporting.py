"""The graphs say what the networks say, with numbers rounded in the same places."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from hearer.parsers.english import FILES, STAMP, version_of
from hearer.parsers.english.encoder import Graph
from hearer.parsers.english.pieces import Pieces
from tests.training.encoder import plain
from training.encoder import base
from training.encoder.base import Base, Weights
from training.encoder.columns import HEADS, Labels, read_in, read_labels
from training.encoder.export import export
from training.encoder.graph import LARGEST, in_seven_bits
from training.encoder.settings import fingerprint

ToExport = tuple[Path, Path, Path]
Given = dict[str, npt.NDArray[np.int64]]
FORMS = ("Bob", "sees", "Anna", "and", "the", "dog", "barks", "!")
EXPORTED = {*FILES, STAMP}


@pytest.fixture(scope="module")
def labels(prepared: Path) -> Labels:
    return read_labels(prepared / "labels.json")


@pytest.fixture(scope="module")
def model(prepared: Path) -> Base:
    return base.load(prepared)


@pytest.fixture(scope="module")
def weights(labels: Labels) -> Weights:
    return plain.encoder_weights(labels)


@pytest.fixture(scope="module")
def to_export(
    prepared: Path, weights: Weights, tmp_path_factory: pytest.TempPathFactory
) -> ToExport:
    folder = tmp_path_factory.mktemp("weights")
    saved = plain.save(folder / "weights.npz", weights)
    return prepared, saved, plain.save(folder / "boundaries.npz", plain.boundary_weights())


@pytest.fixture(scope="module")
def folder(to_export: ToExport, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The exported model."""
    found = tmp_path_factory.mktemp("model")
    export(*to_export, found)
    return found


@pytest.fixture(scope="module")
def given(model: Base) -> Given:
    read = read_in(FORMS, Pieces(model.vocabulary))
    return {name: np.array(numbers, np.int64) for name, numbers in read.items()}


def run(folder: Path, name: str, **given: Any) -> dict[str, Any]:
    graph = Graph(folder / f"{name}.onnx")
    return dict(zip(graph.answers, graph.run(graph.answers, given), strict=True))


def test_a_folder_has_all_that_the_pipeline_reads(folder: Path) -> None:
    assert {file.name for file in folder.iterdir()} == EXPORTED
    assert version_of(folder).endswith(f"-{fingerprint(folder)}")


def test_exported_twice_gives_the_same_bytes(
    to_export: ToExport, folder: Path, tmp_path: Path
) -> None:
    export(*to_export, tmp_path)
    for name in sorted(EXPORTED):
        assert (tmp_path / name).read_bytes() == (folder / name).read_bytes()


# The encoder ----------------------------------------------------------------------------------


def test_the_encoder_says_what_plain_numpy_says(
    folder: Path, weights: Weights, model: Base, given: Given
) -> None:
    said = run(folder, "encoder", **given)
    expected = plain.answers(weights, model, given)
    assert said["arcs"].shape == (len(FORMS), len(FORMS) + 1)
    assert np.allclose(said["arcs"], expected["arcs"], atol=2e-3)
    assert np.allclose(said["dependents"], expected["relation_dependent"], atol=1e-4)
    assert np.allclose(said["right"], expected["relation_head"], atol=1e-4)
    for head in HEADS:
        assert said[head].tolist() == (expected[head][:, 1:].argmax(axis=1) + 1).tolist()


def test_meanings_are_signed_bytes_as_the_model_lays_them_out(
    folder: Path, weights: Weights, model: Base, given: Given
) -> None:
    meanings = run(folder, "encoder", **given)["meanings"]
    out = plain.answers(weights, model, given)["meanings"]
    expected = np.concatenate(
        [np.tanh(out[:, :-1]) * 127, np.clip(out[:, -1:] * 8, -127, 127)], axis=1
    )
    assert meanings.dtype == np.int8
    assert np.abs(meanings - expected).max() < 0.51


def test_none_is_never_answered(
    to_export: ToExport, weights: Weights, given: Given, tmp_path: Path
) -> None:
    """Not even where its score is the best."""
    best = weights | {f"tags.{head}.bias": weights[f"tags.{head}.bias"].copy() for head in HEADS}
    for head in HEADS:
        best[f"tags.{head}.bias"][0] = 1e6
    changed = plain.save(tmp_path / "weights.npz", best)
    export(to_export[0], changed, to_export[2], tmp_path / "model")
    said = run(tmp_path / "model", "encoder", **given)
    assert all(said[head].min() >= 1 for head in HEADS)


def test_a_model_without_pronouns_has_no_meanings(
    to_export: ToExport, weights: Weights, given: Given, tmp_path: Path
) -> None:
    fewer = {name: array for name, array in weights.items() if not name.startswith("meanings")}
    changed = plain.save(tmp_path / "weights.npz", fewer)
    export(to_export[0], changed, to_export[2], tmp_path / "model")
    assert "meanings" not in run(tmp_path / "model", "encoder", **given)


def test_weights_have_seven_bits_and_a_scale_for_each_column() -> None:
    weight = np.array([[1.0, -0.5, 0.0], [-4.0, 0.125, 0.0]], np.float32)
    rows, scale = in_seven_bits(weight)
    assert rows.tolist() == [[16, -63, 0], [-63, 16, 0]]
    assert np.abs(rows).max() == LARGEST
    assert np.abs(rows * scale - weight).max() <= scale.max() / 2


# Relations ------------------------------------------------------------------------------------


def test_relations_are_chosen_for_the_heads_that_are_given(
    folder: Path, weights: Weights, model: Base, given: Given
) -> None:
    expected = plain.answers(weights, model, given)
    heads = np.array([2, 0, 2, 6, 6, 3, 2, 2])
    dependents, right = expected["relation_dependent"], expected["relation_head"]
    scores = plain.relation_scores(weights, dependents, right[heads])
    said = run(
        folder,
        "relations",
        dependents=dependents.astype(np.float32),
        right=right.astype(np.float32),
        heads=heads,
    )
    assert said["relations"].tolist() == (scores[:, 1:].argmax(axis=1) + 1).tolist()


# Boundaries -----------------------------------------------------------------------------------


@pytest.mark.parametrize("atoms", [1, 2, 7, 40])
def test_boundaries_say_what_plain_numpy_says(folder: Path, model: Base, atoms: int) -> None:
    chance = np.random.default_rng(atoms)
    sizes = {"first": len(model.vocabulary), "last": len(model.vocabulary), "shapes": 11}
    sizes |= {"lengths": 10, "before": 3, "after": 3}
    given = {name: chance.integers(many, size=atoms) for name, many in sizes.items()}
    scores = plain.boundary_scores(plain.boundary_weights(), model, given)
    scores[given["after"] > 0, 0] = -np.inf
    sure = np.sort(scores, axis=1)[:, -1] - np.sort(scores, axis=1)[:, -2] > 0.1
    said = run(folder, "boundaries", **given)["scores"].argmax(axis=1)
    assert sure.any()
    assert said[sure].tolist() == scores.argmax(axis=1)[sure].tolist()
    assert not (said[given["after"] > 0] == 0).any()
