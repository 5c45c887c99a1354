"""Where results and problems go.

emit         text to the standard output or to a file, byte for byte
report       problems to the standard error
is_folder    whether every document is to get a file of its own
streaming    the same line by line, as the lines come
is_terminal  whether somebody reads the standard output as it comes
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from hearer.errors import UsageError

if TYPE_CHECKING:
    from hearer.model import Problem


def emit(text: str, output: str | Path | None = None) -> None:
    """Write text; a file is there whole or not at all."""
    written = _encoded(text)
    if output is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(written)
        sys.stdout.buffer.flush()
        return
    _replace(Path(output), written)


@contextmanager
def streaming(output: str | Path | None = None) -> Iterator[Callable[[str], None]]:
    """Write lines as they come: to the standard output at once, to a file that is there whole."""
    if output is None:
        yield emit
        return
    with _new(Path(output)) as file:
        yield lambda line: file.writelines([_encoded(line)])


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _replace(path: Path, written: bytes) -> None:
    with _new(path) as file:
        file.write(written)


@contextmanager
def _new(path: Path) -> Iterator[BinaryIO]:
    """A file to write into; it stands in the place of `path` when all is written."""
    if path.is_dir():
        raise UsageError(f"{str(path)!r} is a folder, and one file is to be written.")
    if path.exists() and not path.is_file():
        with path.open("wb") as file:  # /dev/stdout, a pipe: nothing to be replaced
            yield file
        return
    # Through a link to what it points at, so that the link stays one.
    target = path.resolve()
    handle, temporary = _temporary(target, path)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
        Path(temporary).chmod(target.stat().st_mode if target.exists() else _usual_mode())
        Path(temporary).replace(target)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _temporary(target: Path, path: Path) -> tuple[int, str]:
    try:
        return tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:80]}.")
    except OSError as error:
        if not target.parent.is_dir():
            raise UsageError(f"There is no folder {str(target.parent)!r} to write to.") from error
        raise UsageError(f"{str(path)!r} cannot be written: {error.strerror}.") from error


def _usual_mode() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def is_folder(output: str | None) -> bool:
    """Whether an output is a folder, or is to be one."""
    return output is not None and (output.endswith("/") or Path(output).is_dir())


def report(problems: Iterable[Problem]) -> bool:
    """Say what is wrong with the input, each once, and whether anything is."""
    told = dict.fromkeys(problems)
    lines = "".join(f"{problem}\n" for problem in told)
    sys.stderr.write(lines.encode("utf-8", "backslashreplace").decode("utf-8"))
    return bool(told)


def is_terminal() -> bool:
    """Whether somebody reads the standard output as it comes."""
    return sys.stdout.isatty()
