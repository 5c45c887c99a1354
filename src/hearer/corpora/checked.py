"""What somebody asks for, checked before anything is read or written.

names_of      the inputs by their names: files, folders, patterns
folder_of     the folder that results go to
check_workers how many may hear, and where
bytes_of      a size of memory, as in 2GB
check_ways    ways to begin that do not go together
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path

from hearer.corpora.inputs.finding import RESULTS
from hearer.errors import InputError, OutputError, UsageError
from hearer.harmless import SENTENCE, number_and, quoted
from hearer.writing.places import is_there

Name = str | os.PathLike[str]
STDIN = "-"
RIGHT = "hearer.corpus('texts', 'out')"
# Names of files that people give to a result, and what makes such a result.
SUFFIXES = {
    ".parquet": "parquet", ".jsonl": "jsonl", ".ndjson": "jsonl", ".json": "json",
    ".conllu": "corefud", ".tsv": "tsv", ".csv": "tsv", ".txt": "text", ".html": "html",
    ".xml": "corenlp", ".ann": "brat",
}  # fmt: skip
SIZE = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)\s*([KMGT]?)i?B?", re.IGNORECASE)
UNITS = {"": 1, "K": 1e3, "M": 1e6, "G": 1e9, "T": 1e12}
LEAST = 1e6  # bytes: no worker takes less
MOST_A_CORE = 16  # workers: more of them fill the memory, and nothing is faster


def names_of(inputs: object) -> tuple[str, ...]:
    """The inputs by their names.

    >>> names_of("texts"), names_of([Path("a.txt"), "b.zip"])
    (('texts',), ('a.txt', 'b.zip'))
    """
    several = inputs if isinstance(inputs, list | tuple) else [inputs]
    if not several:
        raise UsageError(f"Say what to read: files, folders or patterns, as in {RIGHT}.")
    return tuple(_name(one, is_one=several is not inputs) for one in several)


def _name(one: object, *, is_one: bool) -> str:
    if not isinstance(one, str | os.PathLike):
        what = "A corpus is" if is_one else "Every input is"
        raise UsageError(
            f"{what} the path of a file or a folder, or a pattern, not {type(one).__name__}: "
            f"{RIGHT}, or a list of paths."
        )
    name = os.fspath(one)
    if not isinstance(name, str):
        raise UsageError("The path of an input is a text, not bytes: say os.fsdecode(path).")
    _refuse_text(name)
    _refuse_results(name)
    return name


def _refuse_results(name: str) -> None:
    """Refuse what was written, where something to read is meant."""
    if all(is_there(Path(name) / one) for one in RESULTS):
        files = Path(name) / "documents"
        instead = f" To read them again, say {files}." if files.is_dir() else ""
        raise UsageError(
            f"{name!r} has the results of a corpus in it, and no texts: hearer corpus status "
            f"{name} says what they were made from.{instead}"
        )


def _refuse_text(name: str) -> None:
    """Say of what is no file what to type instead."""
    if not name.strip():
        raise UsageError(f"An input has no name: say a file, a folder or a pattern: {RIGHT}.")
    if name == STDIN:
        raise UsageError(
            "A corpus goes on from its files, and the standard input can be read only once: "
            "put it into a file, or say hearer resolve - for one document."
        )
    if "\0" in name or (SENTENCE.search(name) and not is_there(name)):
        raise InputError(
            f"There is no file {quoted(name)}, and a corpus is made of files: a text itself is "
            "for hearer resolve --text '…' (hearer.resolve(text))."
        )


# Where it goes ----------------------------------------------------------------------------------


def folder_of(output: object, names: Sequence[str] = ()) -> str:
    """The folder that results go to; what is read is not in it."""
    if not isinstance(output, str | os.PathLike):
        told = f"Results go to a folder, given by its path, not {type(output).__name__}: {RIGHT}."
        raise UsageError(told)
    name = os.fspath(output)
    if not isinstance(name, str) or not name.strip() or "\0" in name:
        raise UsageError(f"{name!r} is no name of a folder for the results: {RIGHT}.")
    _refuse_file(Path(name))
    _refuse_inputs(Path(name), names)
    return name


def _refuse_file(path: Path) -> None:
    """Refuse what is a file, or is called like one."""
    if str(path) == STDIN:
        raise UsageError("A corpus is written to a folder, not to the standard output: say -o out.")
    if path.is_dir():
        return
    if is_there(path):
        told = f"{str(path)!r} is a file, and results go to a folder: say -o {path.stem}."
        raise OutputError(told)
    if to := SUFFIXES.get(path.suffix.lower()):
        raise UsageError(
            f"Results go to a folder, and {str(path)!r} is the name of a file: say "
            f"-o {path.with_suffix('')} --to {to}."
        )


def _refuse_inputs(folder: Path, names: Sequence[str]) -> None:
    """Refuse to write around what is read; the other way round, a folder is passed over."""
    out = folder.resolve()
    for name in names:
        place = Path(name).resolve()
        if place == out or out in place.parents:
            same = "is what is read" if place == out else f"has what is read in it, {name!r}"
            raise UsageError(f"The folder {str(folder)!r} {same}: say another one for the results.")


# Who hears, and how it begins -------------------------------------------------------------------


def check_workers(workers: object, *, on: object = "", cores: int) -> str:
    """Refuse numbers that are none; a note where so many make nothing faster."""
    if isinstance(on, bool | int | float | list | dict | None):
        raise UsageError("A cluster is 'dask', or the address of its scheduler: 'tcp://host:8786'.")
    if workers is None:
        return ""
    if isinstance(workers, bool) or not isinstance(workers, int) or workers < 0:
        said = workers if isinstance(workers, int) else type(workers).__name__
        raise UsageError(
            "--workers (workers=…) says how many processes hear: 1 or more, or 0 for this process "
            f"alone; not {said}."
        )
    return _of_cluster(on, workers) if on else _of_cores(cores, workers)


def _of_cores(cores: int, workers: int) -> str:
    if workers > MOST_A_CORE * cores:
        raise UsageError(
            f"{workers:,} workers are too many for {number_and(cores, 'core')}: each has its own "
            f"memory, and none is faster; say --workers {cores} (workers={cores}), or nothing."
        )
    if workers <= cores:
        return ""
    return f"{workers} workers on {number_and(cores, 'core')}: that is no faster than {cores}"


def _of_cluster(on: object, workers: int) -> str:
    if on != "dask":
        raise UsageError(
            f"How many workers there are is for the cluster at {on} to say: leave --workers "
            f"(workers={workers}) away."
        )
    if not workers:
        raise UsageError("A cluster has one worker at least: say --workers 1 (workers=1).")
    return ""


def bytes_of(size: object) -> int | None:
    """A size of memory in bytes.

    >>> bytes_of("2GB"), bytes_of("500 MB"), bytes_of(1_000_000), bytes_of(None)
    (2000000000, 500000000, 1000000, None)
    """
    if size is None or (isinstance(size, int) and not isinstance(size, bool) and size > 0):
        return size
    found = SIZE.fullmatch(size.strip()) if isinstance(size, str) else None
    if not found or not (number := float(found[1]) * UNITS[found[2].upper()]) >= LEAST:
        raise UsageError(f"--memory (memory=…) is a size for each worker, as in 2GB, not {size!r}.")
    return int(number)


def check_ways(*, resume: bool, retry_failed: bool, force: bool) -> None:
    """Refuse to go on and to begin anew at once."""
    if force and (resume or retry_failed):
        other = "--resume (resume=True)" if resume else "--retry-failed (retry_failed=True)"
        raise UsageError(
            f"{other} goes on with what is there, and --force (force=True) begins anew: say one."
        )
