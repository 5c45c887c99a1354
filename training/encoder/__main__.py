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
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from hearer.errors import UsageError
from training.conllu import data_folder
from training.encoder.base import BASE, LARGE_BASE, SMALL
from training.encoder.settings import MEANING, Fold, Settings, of_large

ROOT = Path(__file__).resolve().parents[2]
WORK = ROOT / "build" / "encoder"
ENGLISH = ROOT / "src" / "hearer" / "parsers" / "english"
WIDTH = 96  # of the net for boundaries

Options = argparse.Namespace
Argument = tuple[str, Mapping[str, Any]]
DATA: Argument = ("--data", {"type": Path, "default": WORK / "data", "help": "the prepared folder"})
CORPORA: Argument = ("--corpora", {"type": Path, "default": data_folder()})
TARGET: Argument = ("--target", {"type": Path, "default": ENGLISH, "help": "the folder of model/"})
WHEEL: Argument = ("--base", {"default": BASE, "help": "a wheel, or a package of the registry"})
OUT: Argument = ("--out", {"type": Path, "required": True, "help": "a folder"})


def main() -> None:
    """Read the options and do what they say."""
    about = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(
        prog="python -m training.encoder", description=__doc__, formatter_class=about
    )
    steps = parser.add_subparsers(required=True)
    for name, (run, has_choices, *arguments) in STEPS.items():
        step = steps.add_parser(name)
        for flag, how in arguments:
            step.add_argument(flag, **how)
        if has_choices:
            _add_choices(step)
        step.set_defaults(run=run)
    options = parser.parse_args()
    try:
        options.run(options)
    except UsageError as error:
        parser.error(str(error))


def _add_choices(step: argparse.ArgumentParser) -> None:
    """Add what can be chosen for any training run: every plain number of Settings."""
    for name, value in _defaults().items():
        step.add_argument("--" + name.replace("_", "-"), type=type(value), default=value)
    step.add_argument("--no-ranking", dest="without", action="append_const", const=MEANING)
    step.add_argument("--no-silver", dest="silver_epochs", action="store_const", const=0.0)


def _defaults() -> dict[str, int | float]:
    return {f.name: f.default for f in fields(Settings) if isinstance(f.default, int | float)}


def _settings(options: Options, data: Path, out: Path) -> Settings:
    chosen = {name: getattr(options, name) for name in _defaults()}
    return Settings(data=data, out=out, without=tuple(options.without or ()), **chosen)


def _prepare(options: Options) -> None:
    from training.encoder.prepare import Sources, prepare

    sources = Sources(options.corpora, options.out, options.base, options.pronouns)
    prepare(sources, options.only)


def _train(options: Options) -> None:
    from training.encoder.learning import train

    settings = _settings(options, options.data, options.out)
    fold = Fold(options.folds, options.fold)
    train(replace(settings, start=options.start, fold=fold, base=options.base))


def _teach(options: Options) -> None:
    from training.encoder.teaching import teach

    teach(Settings(options.data, options.data, base=options.base), options.teachers)


def _boundaries(options: Options) -> None:
    from training.encoder.boundary_net import BoundarySettings, train_boundaries
    from training.encoder.settings import BoundarySizes

    sizes, epochs = BoundarySizes(width=options.width), options.gold_epochs
    train_boundaries(BoundarySettings(options.data, options.out, sizes, gold_epochs=epochs))


def _export(options: Options) -> None:
    from training.encoder.export import Sources, export
    from training.encoder.graph import Precision

    sources = Sources(options.data, options.weights, options.boundaries)
    export(sources, options.out, Precision.FP32 if options.fp32 else Precision.INT8)


def _card(options: Options) -> None:
    from training.encoder.card import write_card

    write_card(options.target, options.corpora, _settings(options, WORK, WORK))


def _large(options: Options) -> None:
    from training.encoder.base import checked, fetched_bert
    from training.encoder.large import write_package

    options.out.mkdir(parents=True, exist_ok=True)
    bert = checked(options.bert) if options.bert else fetched_bert(options.out.parent)
    write_package(bert, options.out)


def _all(options: Options) -> None:
    from training.encoder.pipeline import Plan, build

    if options.fresh:
        shutil.rmtree(options.work, ignore_errors=True)
    settings = _settings(options, options.work, options.work)
    build(
        Plan(
            corpora=options.corpora,
            work=options.work,
            target=options.target,
            settings=settings,
            large=of_large(settings),
            width=options.width,
            base=options.base,
        )
    )


STEPS: dict[str, tuple[Callable[[Options], None], bool, *tuple[Argument, ...]]] = {
    "prepare": (
        _prepare,
        False,
        CORPORA,
        WHEEL,
        ("--out", {"type": Path, "default": WORK / "data"}),
        ("--pronouns", {"type": Path, "help": "a folder of examples for the ranking"}),
        ("--only", {"action": "append", "default": [], "help": "one part; may be repeated"}),
    ),
    "train": (
        _train,
        True,
        DATA,
        OUT,
        ("--from", {"dest": "start", "type": Path, "help": "weights.npz to go on from"}),
        ("--folds", {"type": int, "default": 0, "help": "parts of the documents"}),
        ("--fold", {"type": int, "default": 0, "help": "the part that is not seen"}),
        ("--base", {"choices": [SMALL, LARGE_BASE], "default": SMALL}),
    ),
    "teach": (
        _teach,
        False,
        DATA,
        ("--base", {"choices": [SMALL, LARGE_BASE], "default": LARGE_BASE}),
        ("teachers", {"nargs": "+", "type": Path, "help": "weights.npz of trained encoders"}),
    ),
    "boundaries": (
        _boundaries,
        False,
        DATA,
        OUT,
        ("--width", {"type": int, "default": WIDTH}),
        ("--gold-epochs", {"type": int, "default": 100}),
    ),
    "export": (
        _export,
        False,
        DATA,
        ("--weights", {"type": Path, "required": True}),
        ("--boundaries", {"type": Path, "required": True, "help": "boundaries.npz, or .onnx"}),
        ("--out", {"type": Path, "default": ENGLISH / "model", "help": "the model's folder"}),
        ("--fp32", {"action": "store_true", "help": "three times as slow: to compare"}),
    ),
    "card": (_card, True, CORPORA, TARGET),
    "large": (
        _large,
        False,
        ("--bert", {"type": Path, "help": "the jar of BERT base; default: fetched with Maven"}),
        ("--out", {"type": Path, "default": WORK.with_name("large") / "package"}),
    ),
    "all": (
        _all,
        True,
        CORPORA,
        TARGET,
        WHEEL,
        ("--work", {"type": Path, "default": WORK, "help": "for intermediate files"}),
        ("--width", {"type": int, "default": WIDTH}),
        ("--fresh", {"action": "store_true", "help": "repeat every stage"}),
    ),
}


if __name__ == "__main__":
    main()
