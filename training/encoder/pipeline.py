"""Train the encoders and all that is shipped with them: python -m training.encoder STEP.

prepare       the corpora and the base models into one folder
train         an encoder, from that folder (torch)
teach         what trained encoders answer, for another to learn from (torch)
export        the trained weights as the files we ship
card          the figures of a model's parse, measured, into the table of its card
large         the package of the large model, from BERT base and training/large
all           all stages (STAGES); what is done is not done again

Pronouns are learnt from documents that have no gold parse, too. These are parsed by a first model,
trained without pronouns; so all of it can be made anew from nothing. The large encoder (BERT base)
is trained first. It answers the pronouns of unlabelled text, from which the small encoder learns,
and the small one imitates the vectors it has for words. The small encoder is also trained without
each part of the documents (a fold); these stay in the work folder: the ranker is trained on what
they say of documents they have never seen (`training.ears`).
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from hearer.errors import UsageError
from training.conllu import DATA
from training.encoder import base
from training.encoder.base import LARGE_BASE, SMALL
from training.encoder.export import LEARNT, export, write_package
from training.encoder.prepare import PARTS, Sources, prepare
from training.encoder.settings import FOLDS, Settings, of_large

ROOT = Path(__file__).resolve().parents[2]
WORK = ROOT / "build" / "encoder"
ENGLISH = ROOT / "src" / "hearer" / "parsers" / "english"
FIRST = 10.0  # epochs of machine parses for the first model, which only finds pronouns
SEEDS = 2  # of the large encoder: its weights are the mean of so many runs
MEASURED = (*"words sentences upos xpos features lemmas uas las".split(), "las plain", "sorts")


@dataclass(frozen=True, slots=True)
class Plan:
    """What is prepared from what, where intermediate files and the models go, and the choices."""

    sources: Sources
    work: Path
    target: Path  # with the folder model/
    learnt: Path  # what was learnt on top of BERT base
    settings: Settings  # its folders do not matter
    large: Settings  # the same

    def weights(self, name: str) -> Path:
        return self.work / name / "weights.npz"

    def train(self, name: str, settings: Settings, start: str = "") -> None:
        """Train on silver and gold; on gold alone, if it starts from another run."""
        from training.encoder.learning import train

        if start:
            settings = replace(settings, start=self.weights(start), silver_epochs=0.0)
        train(replace(settings, data=self.sources.out, out=self.work / name))

    def export(self, name: str, folder: Path) -> None:
        boundaries = self.work / "boundaries" / "boundaries.npz"
        export(self.sources.out, self.weights(name), boundaries, folder)


def build(plan: Plan, only: Sequence[str] = ()) -> None:
    """Go through all stages whose results are not in the work folder, or do `only` some."""
    for stage, (made, make) in STAGES.items():
        if stage in only if only else not (plan.work / made).exists():
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
    for which in ("gold", "dev", "unlabelled", "replaced"):
        started = [sys.executable, "-m", "training.preference"]
        subprocess.run([*started, str(folder / f"{which}.jsonl.xz"), which], check=True, cwd=ROOT)


def _train_large(plan: Plan) -> None:
    """Train the large encoder: on machine parses and replaced noun phrases, then on gold."""
    plan.train("large-silver", replace(plan.large, gold_epochs=0.0))
    for n in range(SEEDS):
        plan.train(f"large{n}", replace(plan.large, seed=n), start="large-silver")
    base.average([plan.weights(f"large{n}") for n in range(SEEDS)], plan.weights("large"))
    plan.learnt.mkdir(exist_ok=True)
    for file in (plan.weights("large"), plan.sources.out / "labels.json"):
        shutil.copyfile(file, plan.learnt / file.name)


def _taught(plan: Plan) -> None:
    from training.encoder.learning import teach

    teach(replace(plan.large, data=plan.sources.out), [plan.weights("large")])


def _small(plan: Plan) -> Settings:
    return replace(plan.settings, teacher=plan.weights("large"))


def _folds(plan: Plan) -> None:
    for n in range(FOLDS):
        plan.train(f"without{n}", replace(_small(plan), folds=FOLDS, fold=n), start="silver")
        plan.export(f"without{n}", plan.work / f"fold{n}")


def _shipped(plan: Plan) -> None:
    """Train on all documents; the shipped weights are the mean of these and those of the folds."""
    plan.train("with-all", replace(_small(plan), seed=plan.settings.seed + 1), start="silver")
    runs = "with-all", *(f"without{n}" for n in range(FOLDS))
    base.average([plan.weights(name) for name in runs], plan.weights("shipped"))


def _model(plan: Plan) -> None:
    plan.export("shipped", plan.work / "model")
    shutil.copytree(plan.work / "model", plan.target / "model", dirs_exist_ok=True)


def write_card(model: Path, card: Path, data: Path) -> None:
    """Measure the parse of a model with bench/parser.py; write the rows of its card."""
    bench = [sys.executable, str(ROOT / "bench" / "parser.py"), "--json", "--accuracy-only"]
    where = {**os.environ, "HEARER_DATA": str(data)}
    measured = subprocess.check_output([*bench, "--model", str(model)], env=where)
    text = card.read_text(encoding="utf-8")
    for name, figures in json.loads(measured)["corpora"].items():
        row = "".join(f" {figures.get(each, '')} |" for each in MEASURED)
        text = re.sub(rf"^\| {name} \|.*$", f"| {name} |{row}", text, flags=re.MULTILINE)
    card.write_text(text, encoding="utf-8")


def _card(plan: Plan) -> None:
    card = plan.target / "MODEL_CARD.md"
    write_card(plan.work / "model", card, plan.sources.data)
    shutil.copyfile(card, plan.work / card.name)


STAGES: dict[str, tuple[str, Callable[[Plan], None]]] = {
    # the file that says that a stage is done, and its function
    "data": (  # what can be known without training
        "data/silver.json.xz",
        lambda plan: prepare(plan.sources, [part for part in PARTS if part != "rankings"]),
    ),
    "boundaries": ("boundaries/boundaries.npz", _boundaries),
    "first": (  # a first model, without pronouns
        "first/weights.npz",
        lambda plan: plan.train(
            "first", replace(plan.settings, silver_epochs=FIRST, ranking_epochs=0, taught_epochs=0)
        ),
    ),
    "pronouns": ("pronouns", _pronouns),
    "rankings": ("data/rankings.npz.xz", lambda plan: prepare(plan.sources, ["rankings"])),
    "large": ("large/weights.npz", _train_large),
    "taught": ("data/taught.npz.xz", _taught),
    "silver": (
        "silver/weights.npz",
        lambda plan: plan.train("silver", replace(_small(plan), gold_epochs=0.0)),
    ),
    "folds": (f"fold{FOLDS - 1}/encoder.onnx", _folds),
    "shipped": ("shipped/weights.npz", _shipped),
    "model": ("model/encoder.onnx", _model),
    "card": ("MODEL_CARD.md", _card),
}


# The command ----------------------------------------------------------------------------------


def main() -> None:
    """Read the options and do one step."""
    parser = argparse.ArgumentParser("python -m training.encoder", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    steps = parser.add_subparsers(required=True)
    for name, (run, arguments) in STEPS.items():
        step = steps.add_parser(name)
        step.set_defaults(run=run)
        for flag, how in arguments.items():
            default = {"type": type(how), "default": how}
            step.add_argument(flag, **(how if isinstance(how, dict) else default))
    options = parser.parse_args()
    try:
        options.run(options)
    except UsageError as error:
        parser.error(str(error))


Options = argparse.Namespace
SETTINGS = {f.name: f.default for f in fields(Settings) if isinstance(f.default, int | float)}


def _settings(options: Options, data: Path, out: Path) -> Settings:
    return Settings(data, out, **{name: getattr(options, name) for name in SETTINGS})


def _train(options: Options) -> None:
    from training.encoder.learning import train

    settings = _settings(options, options.data, options.out)
    train(replace(settings, start=options.start, teacher=options.teacher, base=options.base))


def _teach(options: Options) -> None:
    from training.encoder.learning import teach

    teach(Settings(options.data, options.data, base=LARGE_BASE), options.teachers)


def _large(options: Options) -> None:
    options.out.mkdir(parents=True, exist_ok=True)
    fetched = base.checked(options.bert) if options.bert else base.fetched_bert(options.out.parent)
    write_package(fetched, options.out)


def _all(options: Options) -> None:
    sources = Sources(DATA, WORK / "data", pronouns=WORK / "pronouns")
    settings = _settings(options, WORK, WORK)
    plan = Plan(sources, WORK, ENGLISH, LEARNT, settings=settings, large=of_large(settings))
    build(plan, options.only)


PREPARED = {"--data": WORK / "data"}
A_PATH = {"type": Path, "required": True}
NUMBERS = {f"--{name.replace('_', '-')}": value for name, value in SETTINGS.items()}
STEPS: dict[str, tuple[Callable[[Options], None], dict[str, Any]]] = {
    # the function of a step, and its arguments with their defaults, or what argparse needs
    "prepare": (
        lambda given: prepare(Sources(DATA, given.out, given.base, given.pronouns), given.only),
        {
            "--out": WORK / "data",
            "--base": base.BASE,  # a wheel, or a package of the registry
            "--pronouns": WORK / "pronouns",  # examples for the ranking
            "--only": {"nargs": "+", "choices": [*PARTS], "default": ()},
        },
    ),
    "train": (
        _train,
        {
            **PREPARED,
            "--out": WORK / "trained",
            "--base": {"choices": [SMALL, LARGE_BASE], "default": SMALL},
            "--from": {"dest": "start", "type": Path, "help": "weights.npz to go on from"},
            "--teacher": {"type": Path, "help": "weights.npz of the large encoder to imitate"},
            **NUMBERS,
        },
    ),
    "teach": (_teach, {**PREPARED, "teachers": {"nargs": "+", "type": Path}}),
    "export": (
        lambda options: export(options.data, options.weights, options.boundaries, options.out),
        {**PREPARED, "--weights": A_PATH, "--boundaries": A_PATH, "--out": ENGLISH / "model"},
    ),
    "card": (
        lambda given: write_card(given.model, given.card, DATA),
        {"--model": ENGLISH / "model", "--card": ENGLISH / "MODEL_CARD.md"},
    ),
    "large": (_large, {"--bert": {"type": Path}, "--out": ROOT / "build" / "large" / "package"}),
    "all": (_all, {"--only": {"nargs": "+", "choices": [*STAGES], "default": ()}, **NUMBERS}),
}
