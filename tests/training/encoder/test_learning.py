"""A toy is learnt from end to end, the same way every time, and without what it must not see."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from hearer.model.meaning import SIZE, nobody
from hearer.parsers.english.parser import EnglishParser
from tests.conftest import ROOT
from tests.ranking.listed import fit
from training.encoder.base import LARGE_BASE, read_weights
from training.encoder.columns import Sentences, load, save
from training.encoder.export import export
from training.encoder.pipeline import STAGES, Plan, build
from training.encoder.prepare import Sources
from training.encoder.settings import FOLDS, Settings, fold_of

if TYPE_CHECKING:
    from hearer.model import Utterance

pytestmark = pytest.mark.usefixtures("torch_is_here")


def trained(data: Path, out: Path, **changes: object) -> Path:
    """Train the toy in some seconds; return where the weights are."""
    import torch

    from training.encoder.learning import train

    torch.set_num_threads(1)
    chosen: dict[str, object] = {
        "layers": 2,
        "inner": 0,
        "silver_epochs": 20.0,
        "gold_epochs": 150.0,
        "ranking_epochs": 150.0,
        "taught_epochs": 0.0,
        "gold_rate": 2e-3,
        "head_rate": 1e-2,
        "shape_dropout": 0.0,
    }
    train(Settings(data=data, out=out, **(chosen | changes)))  # type: ignore[arg-type]
    return out / "weights.npz"


def trained_boundaries(data: Path, out: Path) -> Path:
    import torch

    from training.encoder.boundary_net import BoundarySettings, train_boundaries

    torch.set_num_threads(1)
    train_boundaries(
        BoundarySettings(data, out, width=16, gold_epochs=150, dropout=0.1, masked=0.0)
    )
    return out / "boundaries.npz"


@pytest.fixture(scope="module")
def model(torch_is_here: None, prepared: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the toy, trained."""
    out = tmp_path_factory.mktemp("trained")
    trained(prepared, out)
    trained_boundaries(prepared, out)
    return out


@pytest.fixture(scope="module")
def parser(prepared: Path, model: Path) -> EnglishParser:
    """The run-time pipeline with what was trained."""
    export(prepared, model / "weights.npz", model / "boundaries.npz", model / "exported")
    return EnglishParser(model / "exported")


# It learns ------------------------------------------------------------------------------------


def columns(utterance: Utterance, *names: str) -> list[tuple[object, ...]]:
    return list(zip(*(getattr(utterance, name) for name in names), strict=True))


def test_the_pipeline_reads_what_the_toy_taught(parser: EnglishParser) -> None:
    cannot, sees = parser.parse("Bob cannot sing! The dog sees Anna.")
    assert columns(cannot, "forms", "spaces", "upos", "heads", "relations") == [
        ("Bob", " ", "PROPN", 4, "nsubj"),
        ("can", "", "AUX", 4, "aux"),
        ("not", " ", "PART", 4, "advmod"),
        ("sing", "", "VERB", 0, "root"),
        ("!", " ", "PUNCT", 4, "punct"),
    ]
    assert columns(sees, "forms", "lemmas", "xpos", "features") == [
        ("The", "the", "DT", "_"),
        ("dog", "dog", "NN", "Number=Sing"),
        ("sees", "see", "VBZ", "Tense=Pres"),
        ("Anna", "Anna", "NNP", "Number=Sing"),
        (".", ".", ".", "_"),
    ]
    assert (sees.sorts[1], sees.sorts[3]) == ("animal", "person")


def test_an_expletive_is_told_from_an_animal(parser: EnglishParser) -> None:
    said = [utterance.relations[0] for utterance in parser.parse("It barks. It rains.")]
    assert said == ["nsubj", "expl"]


def test_who_fits_what_is_said(parser: EnglishParser) -> None:
    """She is Anna, it is the dog, and nobody rains."""
    before, she, it, rains = parser.parse("Anna sees the dog. She runs. It barks. It rains.")
    anna, dog = before.meanings[0], before.meanings[3]
    shares = {}
    for utterance in (she, it, rains):
        asking = utterance.meanings[0]
        scores = {"anna": fit(asking, anna, b""), "dog": fit(asking, dog, dog)}
        scores["nobody"] = nobody(asking)
        shares[" ".join(utterance.forms)] = max(scores, key=lambda who: scores[who])
    assert shares == {"She runs .": "anna", "It barks .": "dog", "It rains .": "nobody"}


# The same every time --------------------------------------------------------------------------


def test_trained_twice_gives_the_same_bytes(prepared: Path, tmp_path: Path) -> None:
    short = {"silver_epochs": 3.0, "gold_epochs": 5.0}
    one, other = (trained(prepared, tmp_path / name, **short) for name in "ab")
    assert one.read_bytes() == other.read_bytes()
    changed = trained(prepared, tmp_path / "c", seed=1, **short)
    assert one.read_bytes() != changed.read_bytes()


def test_boundaries_trained_twice_give_the_same_bytes(
    prepared: Path, model: Path, tmp_path: Path
) -> None:
    again = trained_boundaries(prepared, tmp_path)
    assert (model / "boundaries.npz").read_bytes() == again.read_bytes()


# What is left out -----------------------------------------------------------------------------


def test_a_fold_never_sees_its_documents(prepared: Path, tmp_path: Path) -> None:
    """Whatever is taught in them, the weights are the same."""
    short = {"silver_epochs": 0.0, "gold_epochs": 4.0, "folds": 3, "fold": fold_of("dogs", 3)}
    other = tmp_path / "other"
    shutil.copytree(prepared, other)
    _spoil(other / "gold.npz.xz", "dogs")
    clean, spoilt = (trained(d, tmp_path / d.name, **short) for d in (prepared, other))
    assert clean.read_bytes() == spoilt.read_bytes()
    everything = short | {"folds": 0}
    clean, spoilt = (trained(d, tmp_path / f"{d.name}0", **everything) for d in (prepared, other))
    assert clean.read_bytes() != spoilt.read_bytes()


def _spoil(path: Path, name: str) -> None:
    """Teach other labels in one document."""
    sentences = load(path, Sentences)
    number = sentences.names.tolist().index(name)
    for place in np.flatnonzero(sentences.document == number):
        start, end = sentences.words_from[place : place + 2]
        sentences.taught[1:, start:end] = 1
    save(path, sentences)


def test_training_goes_on_from_what_was_written(prepared: Path, tmp_path: Path) -> None:
    silver = trained(prepared, tmp_path / "silver", silver_epochs=5.0, gold_epochs=0.0)
    rested = trained(
        prepared, tmp_path / "rested", start=silver, silver_epochs=0.0, gold_epochs=0.0
    )
    before, after = read_weights(silver).weights, read_weights(rested).weights
    assert before.keys() == after.keys()
    assert all(np.array_equal(before[name], after[name]) for name in before)


# The command ----------------------------------------------------------------------------------


def test_the_command_trains_and_exports(prepared: Path, tmp_path: Path) -> None:
    out, data = str(tmp_path), ("--data", str(prepared))
    short = ("--silver-epochs", "0", "--gold-epochs", "1", "--layers", "1")
    run("train", *data, "--out", out, *short, "--ranking-epochs", "0", "--taught-epochs", "0")
    trained_boundaries(prepared, tmp_path)
    files = ("--weights", f"{out}/weights.npz", "--boundaries", f"{out}/boundaries.npz")
    run("export", *data, *files, "--out", f"{out}/model")
    (heard,) = EnglishParser(tmp_path / "model").parse("Anna")
    assert heard.forms == ("Anna",)
    assert heard.meanings == ()


def test_the_command_says_what_is_missing(tmp_path: Path) -> None:
    said = run("train", "--data", str(tmp_path), "--out", str(tmp_path), returns=2)
    assert f"labels.json is missing: python -m training.encoder prepare --out {tmp_path}" in said


def test_all_stages_are_gone_through_once(
    sources: Sources, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Pronouns are found by the shipped model in the real corpora: given here."""
    work = tmp_path / "work"
    work.mkdir()
    assert sources.pronouns is not None
    shutil.copytree(sources.pronouns, work / "pronouns")
    short = Settings(work, work, layers=1, silver_epochs=1, gold_epochs=1, ranking_epochs=1)
    short = replace(short, taught_epochs=1, inner=0)
    plan = Plan(
        sources=replace(sources, out=work / "data", pronouns=work / "pronouns"),
        work=work,
        target=tmp_path / "english",
        learnt=tmp_path / "large",
        settings=short,
        large=replace(short, base=LARGE_BASE, taught_epochs=0, replaced_epochs=1),
    )
    plan.target.mkdir()
    card = plan.target / "MODEL_CARD.md"
    card.write_text("| gum/dev | 1 | 2 |\n| ewt/dev | 1 |\nas it was\n", encoding="utf-8")
    build(plan)
    told = capsys.readouterr().out
    assert [stage for stage in STAGES if f"== {stage}" not in told] == ["pronouns"]
    assert {folder.name for folder in work.glob("fold*")} == {f"fold{n}" for n in range(FOLDS)}
    shipped = tmp_path / "english" / "model"
    (heard,) = EnglishParser(shipped).parse("Anna")
    assert len(heard.meanings[0]) == SIZE
    for name, made in (("weights.npz", work / "large"), ("labels.json", work / "data")):
        assert (tmp_path / "large" / name).read_bytes() == (made / name).read_bytes()
    rows = [row.split(" | ") for row in card.read_text(encoding="utf-8").splitlines()]
    assert [len(row) for row in rows] == [11, 11, 1]  # measured, and nothing else is changed
    assert rows[0][1] == "100.0"  # all words of the toy corpus are found
    before = (shipped / "encoder.onnx").read_bytes()
    build(plan)
    assert capsys.readouterr().out == ""
    assert (shipped / "encoder.onnx").read_bytes() == before


def run(*arguments: str, returns: int = 0) -> str:
    command = [sys.executable, "-m", "training.encoder", *arguments]
    done = subprocess.run(
        command, check=False, capture_output=True, text=True, cwd=ROOT, env=_environment()
    )
    assert done.returncode == returns, done.stderr
    return done.stderr


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT / "src"), "OMP_NUM_THREADS": "1"}


def test_a_teacher_answers_pronouns_without_annotation(prepared: Path, tmp_path: Path) -> None:
    from training.encoder.learning import teach
    from training.encoder.rankings import TAUGHT, WHOLE, Taught

    data = tmp_path / "data"
    shutil.copytree(prepared, data)
    weights = trained(data, tmp_path / "teacher", rank=4, layers=2)
    teach(Settings(data, data), [weights])
    taught = load(data / TAUGHT, Taught)
    dog, anna = taught.candidates.reshape(-1, 2).T / WHOLE
    assert (anna[[0, 3]] > 0.9).all()  # she
    assert dog[1] > 0.9  # barks
    assert taught.nobody[2] / WHOLE > 0.9  # rains
    (data / "rankings.npz.xz").unlink()
    learnt = trained(data, tmp_path / "pupil", taught_epochs=150.0)
    teach(Settings(data, data), [learnt])
    again = load(data / TAUGHT, Taught)
    assert np.abs(again.candidates - taught.candidates).max() < WHOLE / 5


def test_who_imitates_a_teacher_answers_as_it_does(prepared: Path, tmp_path: Path) -> None:
    """Nobody tells the pupil what a pronoun stands for."""
    from training.encoder.learning import teach
    from training.encoder.rankings import TAUGHT, WHOLE, Taught

    data = tmp_path / "data"
    shutil.copytree(prepared, data)
    teacher = trained(data, tmp_path / "teacher", base=LARGE_BASE, layers=2)
    teach(Settings(data, data, base=LARGE_BASE), [teacher])
    right = load(data / TAUGHT, Taught)
    (data / "rankings.npz.xz").unlink()
    pupil = trained(data, tmp_path / "pupil", teacher=teacher, gold_epochs=400.0)
    teach(Settings(data, data), [pupil])
    own = load(data / TAUGHT, Taught)
    assert np.ptp(right.candidates) > WHOLE * 0.8  # the teacher knows
    assert np.abs(own.candidates - right.candidates).max() < WHOLE / 4


def test_words_that_are_all_alike_can_be_imitated() -> None:
    import torch

    from training.encoder.learning import _apart

    own, right = torch.zeros(4, 2), torch.ones(4, 2)
    assert 0 < _apart(own, right, torch.ones(4, dtype=torch.bool)).item() < 1e3
