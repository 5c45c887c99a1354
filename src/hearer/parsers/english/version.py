"""The version of what was trained.

    FILES            what a model's folder holds
    model_version    of the model that comes with hearer: "english 0.2.0-1a2b3c4d"
    STAMP            the file beside them with their version
    version_of       of a model's folder: what is in that file
    stamp            what is to be in it, once all else is written
    fingerprint      of the files of a folder: other bytes, another fingerprint

The number is that of the release the model was first made for. Reading the version reads one line:
nobody waits for 27 MB to be summed up; a test sums them up.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

FILES = ("vocabulary.txt", "labels.json", "encoder.onnx", "relations.onnx", "boundaries.onnx")
STAMP = "version.txt"
_DIGITS = 8


def model_version() -> str:
    """The name and the version of the English pipeline that comes with hearer; "" without one."""
    from hearer.parsers.english import MODEL

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
