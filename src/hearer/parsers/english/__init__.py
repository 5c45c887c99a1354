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


def shipped(which: str = "") -> EnglishParser:
    """Return the English pipeline that comes with hearer, loaded once."""
    if which:
        raise UsageError(f"There is one parser 'english', and no {which!r} of it.")
    return _loaded(MODEL, "english")


@cache
def _loaded(folder: Path, name: str) -> EnglishParser:
    try:
        from hearer.parsers.english.parser import EnglishParser
    except ImportError as error:
        raise MissingPackage(error.name or "numpy", "The English pipeline") from error
    return EnglishParser(folder, name=name)


def model_version() -> str:
    """Return the name and the version of the English pipeline; "" if it has no version."""
    version = version_of(MODEL)
    return f"english {version}" if version else ""


def version_of(folder: Path) -> str:
    """Return the version of a model, "" if it has none."""
    file = folder / STAMP
    return file.read_text(encoding="utf-8").strip() if file.is_file() else ""


def stamp(folder: Path, release: str) -> str:
    """Return the content of the version file of a folder: its release and fingerprint."""
    return f"{release}-{fingerprint(folder)}\n"


def fingerprint(folder: Path) -> str:
    """Return the first eight digits of a checksum of all model files."""
    total = sha256()
    for name in FILES:
        total.update(sha256((folder / name).read_bytes()).digest())
    return total.hexdigest()[:8]
