"""Everything, from the corpora to the model we ship, one stage after the other.

Pronouns are learnt from documents that have no gold parse, too. These are parsed by a first model,
trained without pronouns; so all of it can be made anew from nothing. The large encoder (BERT base)
is trained first, once without each part of the documents (a fold); two of these answer the pronouns
of unlabelled text, from which the small encoder learns. The encoders of the folds stay in the work
folder: the ranker is trained on what they say of documents they have never seen (`training.ears`).
"""

import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from training.encoder.base import average
from training.encoder.export import export
from training.encoder.prepare import PARTS, Sources, prepare
from training.encoder.settings import FOLDS, Settings

ROOT = Path(__file__).resolve().parents[2]
TEACHERS = ("large0", "large1")  # of the folds of the large encoder
RUNS = ("shipped0", "shipped1")  # the shipped weights are their mean


@dataclass(frozen=True, slots=True)
class Plan:
    """What is prepared from what, where intermediate files and the model go, and the choices."""

    sources: Sources
    work: Path
    target: Path
    settings: Settings  # its folders do not matter
    large: Settings  # the same

    def weights(self, name: str) -> Path:
        """Return the weights of a training run."""
        return self.work / name / "weights.npz"

    def train(self, name: str, settings: Settings, start: str = "") -> None:
        """Train on silver and gold; on gold alone, if it starts from another run."""
        from training.encoder.learning import train

        if start:
            settings = replace(settings, start=self.weights(start), silver_epochs=0.0)
        train(replace(settings, data=self.sources.out, out=self.work / name))

    def export(self, name: str, folder: Path) -> None:
        """Write the model of a training run."""
        boundaries = self.work / "boundaries" / "boundaries.npz"
        export(self.sources.out, self.weights(name), boundaries, folder)


def build(plan: Plan) -> None:
    """Go through all stages; whatever is in the work folder already is not made again."""
    for stage, (made, make) in STAGES.items():
        if not (plan.work / made).exists():
            print(f"== {stage}", flush=True)
            begun = time.monotonic()
            make(plan)
            print(f"   {time.monotonic() - begun:.0f} s", flush=True)


def _boundaries(plan: Plan) -> None:
    from training.encoder.boundary_net import BoundarySettings, train_boundaries

    out, seed = plan.work / "boundaries", plan.settings.seed
    train_boundaries(BoundarySettings(plan.sources.out, out, seed=seed))


def _pronouns(plan: Plan) -> None:
    """Watch who competes for pronouns in texts that the first model has parsed."""
    plan.export("first", plan.target / "model")
    folder = plan.work / "pronouns"
    folder.mkdir(exist_ok=True)
    for which in ("gold", "dev", "unlabelled"):
        started = [sys.executable, "-m", "training.preference"]
        subprocess.run([*started, str(folder / f"{which}.jsonl.xz"), which], check=True, cwd=ROOT)


def _large(plan: Plan) -> None:
    """Train the large encoder: on machine parses, then without each fold, and on all documents."""
    plan.train("large-silver", replace(plan.large, gold_epochs=0.0))
    for n in range(FOLDS):
        own = replace(plan.large, folds=FOLDS, fold=n, seed=n)
        plan.train(f"large{n}", own, start="large-silver")
    plan.train("large", plan.large, start="large-silver")


def _taught(plan: Plan) -> None:
    from training.encoder.learning import teach

    teach(replace(plan.large, data=plan.sources.out), [plan.weights(name) for name in TEACHERS])


def _shipped(plan: Plan) -> None:
    for seed, name in enumerate(RUNS, start=plan.settings.seed):
        plan.train(name, replace(plan.settings, seed=seed), start="silver")
    average([plan.weights(name) for name in RUNS], plan.weights("shipped"))


def _folds(plan: Plan) -> None:
    for n in range(FOLDS):
        plan.train(f"without{n}", replace(plan.settings, folds=FOLDS, fold=n), start="silver")
        plan.export(f"without{n}", plan.work / f"fold{n}")


def _model(plan: Plan) -> None:
    plan.export("shipped", plan.work / "model")
    shutil.copytree(plan.work / "model", plan.target / "model", dirs_exist_ok=True)


def _card(plan: Plan) -> None:
    from training.encoder.card import write_card

    write_card(plan.target, plan.sources.data, plan.settings)
    shutil.copyfile(plan.target / "MODEL_CARD.md", plan.work / "MODEL_CARD.md")


STAGES: dict[str, tuple[str, Callable[[Plan], None]]] = {
    "what can be known without training": (
        "data/silver.json.xz",
        lambda plan: prepare(plan.sources, [part for part in PARTS if part != "rankings"]),
    ),
    "words and sentences": ("boundaries/boundaries.npz", _boundaries),
    "a first model, without pronouns": (
        "first/weights.npz",
        lambda plan: plan.train(
            "first", replace(plan.settings, ranking_epochs=0.0, taught_epochs=0.0)
        ),
    ),
    "who competes for pronouns": ("pronouns", _pronouns),
    "pronouns in pieces": (
        "data/rankings.npz.xz",
        lambda plan: prepare(plan.sources, ["rankings"]),
    ),
    "the large encoder": ("large/weights.npz", _large),
    "what teachers answer": ("data/silver-sorts.npy", _taught),
    "machine parses": (
        "silver/weights.npz",
        lambda plan: plan.train("silver", replace(plan.settings, gold_epochs=0.0)),
    ),
    "gold parses and pronouns": ("shipped/weights.npz", _shipped),
    "the same without a part of the documents": (f"fold{FOLDS - 1}/encoder.onnx", _folds),
    "the files we ship": ("model/encoder.onnx", _model),
    "the model card": ("MODEL_CARD.md", _card),
}
