"""The large model as a package: BERT base with what was learnt on top of it, in 8 bits.

What was learnt is in training/large: low-rank updates of BERT's matrices, the heads, the labels.
"""

import shutil
from pathlib import Path

from hearer.errors import UsageError
from hearer.parsers import LARGE
from hearer.parsers.english import MODEL
from training.encoder.base import LARGE_BASE, read_base, read_weights
from training.encoder.columns import read_labels
from training.encoder.export import Sources, export

LEARNT = Path(__file__).resolve().parents[1] / "large"


def write_package(archive: Path, out: Path, learnt: Path = LEARNT, small: Path = MODEL) -> None:
    """Write the folder of the package, with the base model from an archive.

    `small` is the folder of the small model, whose vocabulary and boundaries are used.
    """
    shutil.copytree(learnt, out, dirs_exist_ok=True)
    read_base(archive).save(out, LARGE_BASE)
    if (out / "vocabulary.txt").read_bytes() != (small / "vocabulary.txt").read_bytes():
        raise UsageError(f"The word pieces of {archive} are not those of the small model.")
    sizes, labels = read_weights(out / "weights.npz").sizes, read_labels(out / "labels.json")
    counts = {column: len(names) for column, names in labels.names.items()}
    if {"relations": sizes["relations"]} | dict(sizes["labels"]) != counts:  # type: ignore[call-overload]
        raise UsageError(f"{learnt / 'labels.json'} is not what weights.npz was trained with.")
    sources = Sources(out, out / "weights.npz", small / "boundaries.onnx")
    export(sources, out / LARGE / "model")
