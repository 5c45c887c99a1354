"""Corrections as a file: written once, applied again on every run.

    read_corrections     from TSV or JSON
    write_corrections    to TSV or JSON, by the name of the file
    correct              a correction for a pronoun of an interpretation

A TSV file has the columns utterance, word and entity, one correction a line; what follows a third
tab is a remark, and lines that begin with # are too. Words and utterances count from 1. The entity
is one that the run itself names, "@3.1" for whatever word 1 of utterance 3 refers to, or "-" for
nothing at all. JSON is an array of objects with these names.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from os import PathLike
from pathlib import Path

from hearer.errors import InputError, StrictError
from hearer.model import Problem, Resolution
from hearer.session.knowledge import Correction
from hearer.writing.files import write_file

HEADER = "utterance\tword\tentity\n"
CODE = "corrections-line"


def read_corrections(path: str | PathLike[str]) -> tuple[Correction, ...]:
    """The corrections of a file; a line that is none raises with its place."""
    file = Path(path)
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{str(path)!r} cannot be read: {error}.") from error
    return _of_json(text, file) if file.suffix == ".json" else _of_tsv(text, file)


def write_corrections(
    corrections: Iterable[Correction], path: str | PathLike[str], *, force: bool = False
) -> None:
    """Write corrections in the order of the text; the later of two for one word counts.

    A file that is there, maybe with remarks, is replaced only by `force`.
    """
    last = {(c.utterance, c.word): c for c in corrections}
    ordered = [last[place] for place in sorted(last)]
    file = Path(path)
    if file.suffix == ".json":
        rows = [{"utterance": c.utterance, "word": c.word, "entity": c.entity} for c in ordered]
        told = json.dumps(rows, ensure_ascii=False, indent=1) + "\n"
        write_file(file, told.encode(), force=force)
        return
    lines = (f"{c.utterance}\t{c.word}\t{c.entity}\n" for c in ordered)
    write_file(file, (HEADER + "".join(lines)).encode(), force=force)


def correct(resolution: Resolution, entity: str) -> Correction:
    """What to write down when a pronoun should have been resolved to `entity`."""
    return Correction(resolution.pronoun.utterance, resolution.pronoun.head, entity)


def _of_tsv(text: str, file: Path) -> tuple[Correction, ...]:
    found = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith(("#", HEADER.strip())):
            continue
        utterance, _, rest = line.partition("\t")
        word, _, rest = rest.partition("\t")
        entity = rest.partition("\t")[0].strip()
        if not (utterance.isdecimal() and word.isdecimal() and entity):
            raise _wrong(file, number, f"{line!r} is not utterance, word, entity")
        found.append(Correction(int(utterance), int(word), entity))
    return tuple(found)


def _of_json(text: str, file: Path) -> tuple[Correction, ...]:
    try:
        rows = json.loads(text)
        found = tuple(
            Correction(int(row["utterance"]), int(row["word"]), str(row["entity"])) for row in rows
        )
    except json.JSONDecodeError as error:
        raise _wrong(file, error.lineno, error.msg) from error
    except (KeyError, TypeError, ValueError) as error:
        raise _wrong(file, 0, f"not an array of corrections: {error!r}") from error
    return found


def _wrong(file: Path, line: int, message: str) -> StrictError:
    return StrictError([Problem(str(file), line, 0, CODE, message=message)])
