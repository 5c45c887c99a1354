"""Where results and problems go.

emit         text to the standard output or to a file, byte for byte
report       problems to the standard error
progress     what is being worked on, with a bar where there is someone to look at it
is_terminal  whether somebody reads the standard output as it comes
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from hearer.errors import UsageError
from hearer.model import Problem

Work = TypeVar("Work")
MANY = 20  # documents that are worth a bar


def emit(text: str, output: str | Path | None = None) -> None:
    """Write text; a file is there whole or not at all."""
    written = text.encode("utf-8", "surrogateescape")
    if output is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(written)
        sys.stdout.buffer.flush()
        return
    _replace(Path(output), written)


def _replace(path: Path, written: bytes) -> None:
    if path.is_dir():
        raise UsageError(f"{str(path)!r} is a folder, and one file is to be written.")
    if path.exists() and not path.is_file():
        path.write_bytes(written)  # /dev/stdout, a pipe: nothing to be replaced
        return
    # Through a link to what it points at, so that the link stays one.
    target = path.resolve()
    try:
        handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:80]}.")
    except OSError as error:
        if not target.parent.is_dir():
            raise UsageError(f"There is no folder {str(target.parent)!r} to write to.") from error
        raise UsageError(f"{str(path)!r} cannot be written: {error.strerror}.") from error
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(written)
        Path(temporary).chmod(target.stat().st_mode if target.exists() else _usual_mode())
        Path(temporary).replace(target)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _usual_mode() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def report(problems: Iterable[Problem]) -> bool:
    """Say what is wrong with the input, each once, and whether anything is."""
    told = dict.fromkeys(problems)
    lines = "".join(f"{problem}\n" for problem in told)
    sys.stderr.write(lines.encode("utf-8", "backslashreplace").decode("utf-8"))
    return bool(told)


def progress(works: Sequence[Work], *, quiet: bool) -> Iterator[Work]:
    """Go through `works`, and show how far we are when there are many of them."""
    if quiet or len(works) < MANY or not sys.stderr.isatty():
        yield from works
        return
    from rich.console import Console  # noqa: PLC0415 - only who sees the bar pays for it
    from rich.progress import track  # noqa: PLC0415

    console = Console(stderr=True)
    yield from track(works, description="Listening", console=console, transient=True)


def is_terminal() -> bool:
    """Whether somebody reads the standard output as it comes."""
    return sys.stdout.isatty()
