"""The English pipeline that comes with hearer.

    >>> (heard,) = shipped().parse("The doctor drove to London.")
    >>> heard.sorts
    ('', 'person', 'event', '', 'place', '')

The rest of hearer sees a `Parser` only. This one runs on numpy and ONNX Runtime.
How it was made and how good it is: MODEL_CARD.md in this folder.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from hearer.errors import MissingPackage
from hearer.parsers import MODELS, folder_of

if TYPE_CHECKING:
    from hearer.parsers.english.parser import EnglishParser

MODEL = folder_of("small")
FILES = ("vocabulary.txt", "labels.json", "encoder.onnx", "relations.onnx", "boundaries.onnx")
STAMP = "version.txt"


def shipped(which: str = "") -> EnglishParser:
    """Return the English pipeline, loaded once: the small model if `which` names no other."""
    model = which or "small"
    return _loaded(folder_of(model), MODELS[model])


@cache
def _loaded(folder: Path, name: str) -> EnglishParser:
    try:
        from hearer.parsers.english.parser import EnglishParser
    except ImportError as error:
        raise MissingPackage(error.name or "numpy", "The English pipeline") from error
    # All models have the same vocabulary, and find words and sentences by the same file.
    return EnglishParser(folder, name=name, boundaries=MODEL / FILES[-1])


def model_version(model: str = "small") -> str:
    """Return the name and the version of the English pipeline; "" if it has no version."""
    found = version_of(folder_of(model))
    return f"{MODELS[model]} {found}" if found else ""


def version_of(folder: Path) -> str:
    """Return the version of a model, "" if it has none."""
    file = folder / STAMP
    return file.read_text(encoding="utf-8").strip() if file.is_file() else ""
