"""Where we answer otherwise than was published, and why.

Deviation         one of them, as deviations.tab has it
deviations_of     those of a folder
"""

from __future__ import annotations

from csv import DictReader
from csv import Error as CsvError
from dataclasses import dataclass, fields
from pathlib import Path

from hearer.errors import InputError
from hearer.gallery.examples import GALLERY, examples_folder
from hearer.reading import shown

FILE = "deviations.tab"


@dataclass(frozen=True, slots=True)
class Deviation:
    """A published answer that is not ours: where, what ours is, why, and the page that says so."""

    example: str
    place: str  # sentence.word
    algorithm: str
    ours: str
    why: str
    page: str  # from docs/

    @property
    def key(self) -> tuple[str, str, str]:
        return self.example, self.place, self.algorithm


def deviations_of(folder: Path | None = None) -> dict[tuple[str, str, str], Deviation]:
    """The deviations of a folder, by example, place and algorithm; none where no file says any."""
    path = (examples_folder() / GALLERY if folder is None else folder) / FILE
    if not path.is_file():
        return {}
    try:
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(DictReader(file, delimiter="\t"))
    except (OSError, UnicodeDecodeError, CsvError) as error:
        raise InputError(f"{shown(str(path))} cannot be read: {error}.") from error
    return {one.key: one for one in (_deviation(row, n, path) for n, row in enumerate(rows, 2))}


def _deviation(row: dict[str, str], line: int, path: Path) -> Deviation:
    names = [each.name for each in fields(Deviation)]
    if list(row) != names or not all(row.values()):
        raise InputError(f"{shown(str(path))}:{line}: the columns are {', '.join(names)}.")
    return Deviation(**row)
