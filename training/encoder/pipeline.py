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

from training.encoder.base import BASE, average
from training.encoder.export import Sources as Exported
from training.encoder.export import export
from training.encoder.made import TEMPLATES
from training.encoder.prepare import PARTS, Sources, prepare
from training.encoder.settings import FOLDS, MEANING, Fold, Settings

ROOT = Path(__file__).resolve().parents[2]
TEACHERS = ("large0", "large1")  # of the folds of the large encoder
SHIPPED = "shipped/weights.npz"
RUNS = ("shipped0", "shipped1")  # the shipped weights are their mean


@dataclass(frozen=True, slots=True)
class Plan:
    """Where the corpora are, where intermediate files and the model go, and what is chosen."""

    corpora: Path
    work: Path
    target: Path
    settings: Settings  # its folders do not matter
    large: Settings  # the same
    width: int  # of the net for boundaries
    base: str = BASE
    bert: str = ""  # a file with BERT base; none: it is fetched with Maven
    templates: Path = TEMPLATES  # of made sentences

    @property
    def data(self) -> Path:
        """The folder that could travel to a GPU."""
        return self.work / "data"

    @property
    def pronouns(self) -> Path:
        """The folder of examples for the ranking."""
        return self.work / "pronouns"

    def sources(self) -> Sources:
        """What is prepared from what."""
        return Sources(self.corpora, self.data, self.base, self.pronouns, self.bert, self.templates)


def build(plan: Plan) -> None:
    """Go through all stages; whatever is in the work folder already is not made again."""
    for stage, (made, make) in STAGES.items():
        if not (plan.work / made).exists():
            print(f"== {stage}", flush=True)
            begun = time.monotonic()
            make(plan)
            print(f"   {time.monotonic() - begun:.0f} s", flush=True)


def _prepare(plan: Plan) -> None:
    prepare(plan.sources(), [part for part in PARTS if part != "rankings"])


def _first(plan: Plan) -> None:
    _train(plan, "first", replace(plan.settings, without=(MEANING,)))


def _boundaries(plan: Plan) -> None:
    from training.encoder.boundary_net import BoundarySettings, train_boundaries
    from training.encoder.settings import BoundarySizes

    sizes = BoundarySizes(width=plan.width)
    seed = plan.settings.seed
    train_boundaries(BoundarySettings(plan.data, plan.work / "boundaries", sizes, seed=seed))


def _pronouns(plan: Plan) -> None:
    """Watch who competes for pronouns in texts that the first model has parsed."""
    _export(plan, "first", plan.target / "model")
    plan.pronouns.mkdir(exist_ok=True)
    for which in ("gold", "dev", "unlabelled"):
        started = [sys.executable, "-m", "training.preference"]
        file = str(plan.pronouns / f"{which}.jsonl.xz")
        subprocess.run([*started, file, which], check=True, cwd=ROOT)


def _rankings(plan: Plan) -> None:
    prepare(plan.sources(), ["rankings"])


def _large(plan: Plan) -> None:
    """Train the large encoder: on machine parses, then without each fold, and on all documents."""
    _train(plan, "large-silver", replace(plan.large, gold_epochs=0.0))
    start = plan.work / "large-silver" / "weights.npz"
    gold = replace(plan.large, start=start, silver_epochs=0.0)
    for number in range(FOLDS):
        _train(plan, f"large{number}", replace(gold, fold=Fold(FOLDS, number), seed=number))
    _train(plan, "large", gold)


def _taught(plan: Plan) -> None:
    """Write what the teachers answer."""
    from training.encoder.teaching import teach

    weights = [plan.work / name / "weights.npz" for name in TEACHERS]
    teach(replace(plan.large, data=plan.data), weights)


def _silver(plan: Plan) -> None:
    _train(plan, "silver", replace(plan.settings, gold_epochs=0.0))


def _shipped(plan: Plan) -> None:
    for seed, name in enumerate(RUNS):
        _train(plan, name, replace(_from_silver(plan), seed=plan.settings.seed + seed))
    average([plan.work / name / "weights.npz" for name in RUNS], plan.work / SHIPPED)


def _folds(plan: Plan) -> None:
    for number in range(FOLDS):
        name = f"without{number}"
        _train(plan, name, replace(_from_silver(plan), fold=Fold(FOLDS, number)))
        _export(plan, name, plan.work / f"fold{number}")


def _model(plan: Plan) -> None:
    _export(plan, "shipped", plan.work / "model")
    shutil.copytree(plan.work / "model", plan.target / "model", dirs_exist_ok=True)


def _card(plan: Plan) -> None:
    from training.encoder.card import write_card

    write_card(plan.target, plan.corpora, plan.settings)
    shutil.copyfile(plan.target / "MODEL_CARD.md", plan.work / "MODEL_CARD.md")


def _train(plan: Plan, name: str, settings: Settings) -> None:
    from training.encoder.learning import train

    train(replace(settings, data=plan.data, out=plan.work / name))


def _from_silver(plan: Plan) -> Settings:
    start = plan.work / "silver" / "weights.npz"
    return replace(plan.settings, start=start, silver_epochs=0.0)


def _export(plan: Plan, name: str, folder: Path) -> None:
    weights, boundaries = plan.work / name / "weights.npz", plan.work / "boundaries"
    export(Exported(plan.data, weights, boundaries / "boundaries.npz"), folder)


STAGES: dict[str, tuple[str, Callable[[Plan], None]]] = {
    "what can be known without training": ("data/silver.json.xz", _prepare),
    "words and sentences": ("boundaries/boundaries.npz", _boundaries),
    "a first model, without pronouns": ("first/weights.npz", _first),
    "who competes for pronouns": ("pronouns", _pronouns),
    "pronouns in pieces": ("data/rankings.npz.xz", _rankings),
    "the large encoder": ("large/weights.npz", _large),
    "what teachers answer": ("data/silver-sorts.npy", _taught),
    "machine parses": ("silver/weights.npz", _silver),
    "gold parses and pronouns": (SHIPPED, _shipped),
    "the same without a part of the documents": (f"fold{FOLDS - 1}/encoder.onnx", _folds),
    "the files we ship": ("model/encoder.onnx", _model),
    "the model card": ("MODEL_CARD.md", _card),
}
