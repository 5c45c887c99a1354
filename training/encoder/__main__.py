"""The command `python -m training.encoder`: all of it, or one step.

prepare       the corpora and the base model into one folder
train         the encoder, from that folder (torch)
boundaries    the net that finds words and sentences, from that folder (torch)
export        the trained weights as the files we ship
card          MODEL_CARD.md, with figures measured anew
all           all of these, and the encoders of the folds; what is done is not done again
"""

import argparse
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

from hearer.errors import UsageError
from training.conllu import data_folder
from training.encoder.base import BASE
from training.encoder.folds import Fold
from training.encoder.labels import HEADS
from training.encoder.settings import MEANING, Settings

ROOT = Path(__file__).resolve().parents[2]
WORK = ROOT / "build" / "encoder"
ENGLISH = ROOT / "src" / "hearer" / "parsers" / "english"
BOUNDARY_DEFAULTS = {
    "width": 96,
    "kernel": 7,
    "silver_epochs": 8,
    "gold_epochs": 100,
    "dropout": 0.5,
    "masked": 0.15,
    "seed": 0,
}

Options = argparse.Namespace
Parser = argparse.ArgumentParser


def main() -> None:
    """Read the options and do what they say."""
    about = argparse.RawDescriptionHelpFormatter
    parser = Parser(prog="python -m training.encoder", description=__doc__, formatter_class=about)
    steps = parser.add_subparsers(required=True)
    for name, (add_options, run) in STEPS.items():
        step = steps.add_parser(name)
        add_options(step)
        step.set_defaults(run=run)
    options = parser.parse_args()
    try:
        options.run(options)
    except UsageError as error:
        parser.error(str(error))


def _prepare_options(step: Parser) -> None:
    step.add_argument("--corpora", type=Path, default=data_folder())
    step.add_argument("--out", type=Path, default=WORK / "data")
    step.add_argument("--base", default=BASE, help="a wheel, or a package of the registry")
    step.add_argument("--pronouns", type=Path, help="examples for the ranking")
    step.add_argument("--only", action="append", default=[], help="one part; may be repeated")


def _prepare(options: Options) -> None:
    from training.encoder.prepare import Sources, prepare

    sources = Sources(options.corpora, options.out, options.base, options.pronouns)
    prepare(sources, options.only)


def _train_options(step: Parser) -> None:
    step.add_argument("--data", type=Path, default=WORK / "data", help="the prepared folder")
    step.add_argument("--out", type=Path, required=True, help="a folder for weights.npz")
    step.add_argument("--from", dest="start", type=Path, help="weights.npz to go on from")
    step.add_argument("--folds", type=int, default=0, help="parts of the documents")
    step.add_argument("--fold", type=int, default=0, help="the part that is not seen")
    _choices(step)


def _choices(step: Parser) -> None:
    """Add what can be chosen for any training run: every plain number of Settings."""
    _numbers(step, {name: value for name, value in _defaults().items() if name != "fold"})
    for head in HEADS:
        step.add_argument(f"--no-{head}", dest="without", action="append_const", const=head)
    step.add_argument("--no-ranking", dest="without", action="append_const", const=MEANING)
    step.add_argument("--no-silver", dest="silver_epochs", action="store_const", const=0.0)


def _defaults() -> dict[str, int | float]:
    return {f.name: f.default for f in fields(Settings) if isinstance(f.default, int | float)}


def _numbers(step: Parser, defaults: dict[str, int | float]) -> None:
    for name, value in defaults.items():
        step.add_argument("--" + name.replace("_", "-"), type=type(value), default=value)


def _settings(options: Options, data: Path, out: Path) -> Settings:
    chosen = {name: getattr(options, name) for name in _defaults()}
    return Settings(data=data, out=out, without=tuple(options.without or ()), **chosen)


def _train(options: Options) -> None:
    from dataclasses import replace

    from training.encoder.learning import train

    settings = _settings(options, options.data, options.out)
    fold = Fold(options.folds, options.fold)
    train(replace(settings, start=options.start, fold=fold))


def _boundary_options(step: Parser) -> None:
    step.add_argument("--data", type=Path, default=WORK / "data", help="the prepared folder")
    step.add_argument("--out", type=Path, required=True, help="a folder for boundaries.npz")
    _numbers(step, BOUNDARY_DEFAULTS)


def _boundaries(options: Options) -> None:
    from training.encoder.boundary_net import BoundarySettings, train_boundaries
    from training.encoder.boundary_sizes import BoundarySizes

    chosen = {name: getattr(options, name) for name in BOUNDARY_DEFAULTS}
    sizes = BoundarySizes(width=chosen.pop("width"), kernel=chosen.pop("kernel"))
    train_boundaries(BoundarySettings(data=options.data, out=options.out, sizes=sizes, **chosen))


def _export_options(step: Parser) -> None:
    step.add_argument("--data", type=Path, default=WORK / "data", help="the prepared folder")
    step.add_argument("--weights", type=Path, required=True)
    step.add_argument("--boundaries", type=Path, required=True)
    step.add_argument("--out", type=Path, default=ENGLISH / "model", help="the model's folder")
    step.add_argument("--fp32", action="store_true", help="three times as slow: to compare")


def _export(options: Options) -> None:
    from training.encoder.export import Sources, export
    from training.encoder.graph import Precision

    sources = Sources(options.data, options.weights, options.boundaries)
    export(sources, options.out, Precision.FP32 if options.fp32 else Precision.INT8)


def _card_options(step: Parser) -> None:
    step.add_argument("--corpora", type=Path, default=data_folder())
    step.add_argument("--target", type=Path, default=ENGLISH, help="the folder of model/")
    _choices(step)


def _card(options: Options) -> None:
    from training.encoder.card import write_card

    write_card(options.target, options.corpora, _settings(options, WORK, WORK))


def _all_options(step: Parser) -> None:
    step.add_argument("--corpora", type=Path, default=data_folder())
    step.add_argument("--work", type=Path, default=WORK, help="for intermediate files")
    step.add_argument("--target", type=Path, default=ENGLISH, help="the folder of model/")
    step.add_argument("--base", default=BASE, help="a wheel, or a package of the registry")
    step.add_argument("--width", type=int, default=BOUNDARY_DEFAULTS["width"])
    step.add_argument("--fresh", action="store_true", help="repeat every stage")
    _choices(step)


def _all(options: Options) -> None:
    import shutil

    from training.encoder.pipeline import Plan, build

    if options.fresh:
        shutil.rmtree(options.work, ignore_errors=True)
    build(
        Plan(
            corpora=options.corpora,
            work=options.work,
            target=options.target,
            settings=_settings(options, options.work, options.work),
            width=options.width,
            base=options.base,
        )
    )


Step = tuple[Callable[[Parser], None], Callable[[Options], None]]
STEPS: dict[str, Step] = {
    "prepare": (_prepare_options, _prepare),
    "train": (_train_options, _train),
    "boundaries": (_boundary_options, _boundaries),
    "export": (_export_options, _export),
    "card": (_card_options, _card),
    "all": (_all_options, _all),
}


if __name__ == "__main__":
    main()
