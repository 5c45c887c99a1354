"""The English pipeline that comes with hearer.

    >>> (heard,) = shipped().parse("The doctor drove to London.")
    >>> heard.sorts
    ('', 'person', 'event', '', 'place', '')

The rest of hearer sees a `Parser` only. This one runs on numpy and ONNX Runtime.
How it was made and how good it is: MODEL_CARD.md in this folder.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from hearer.errors import MissingPackage, UsageError

if TYPE_CHECKING:
    from hearer.parsers.english.parser import EnglishParser

MODEL = Path(__file__).with_name("model")
FILES = ("vocabulary.txt", "labels.json", "encoder.onnx", "relations.onnx", "boundaries.onnx")
STAMP = "version.txt"
_DIGITS = 8


def shipped(which: str = "") -> EnglishParser:
    """The English pipeline that comes with hearer, loaded once."""
    if which:
        raise UsageError(f"There is one parser 'english', and no {which!r} of it.")
    return _loaded()


@cache
def _loaded() -> EnglishParser:
    try:
        from hearer.parsers.english.parser import EnglishParser
    except ImportError as error:
        raise MissingPackage(error.name or "numpy", "The English pipeline") from error
    return EnglishParser(MODEL, name="english")


def model_version() -> str:
    """The name and the version of the English pipeline that comes with hearer; "" without one."""
    version = version_of(MODEL)
    return f"english {version}" if version else ""


def version_of(folder: Path) -> str:
    """The version of a model; none if nobody stamped it."""
    file = folder / STAMP
    return file.read_text(encoding="utf-8").strip() if file.is_file() else ""


def stamp(folder: Path, release: str) -> str:
    """The version of the files in a folder, as it is written beside them."""
    return f"{release}-{fingerprint(folder)}\n"


def fingerprint(folder: Path) -> str:
    """The first digits of a sum over all files."""
    total = sha256()
    for name in FILES:
        total.update(sha256((folder / name).read_bytes()).digest())
    return total.hexdigest()[:_DIGITS]
