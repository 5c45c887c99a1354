"""Signals, the standard streams and exit statuses of the program.

A signal ends the process at once, without an exception that an import or a library might swallow.
Unfinished files are removed first.
"""

from __future__ import annotations

import os
import signal
import sys

TYPE_CHECKING = False  # importing typing would take longer than all the rest
if TYPE_CHECKING:
    from types import FrameType
    from typing import Any, TextIO

FAILED = 1  # problems under --strict, or some inputs failed
WRONG_USE = 2
INTERRUPTED = 128 + signal.SIGINT
# Windows has no SIGHUP.
SIGNALS = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]


def prepare() -> None:
    """Handle signals, and open closed standard streams so that no other file gets their number."""
    for number in SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:  # ignored under nohup
            signal.signal(number, _end)
    # The tracker of semaphores is to print nothing when a signal ends us: it removes them.
    os.environ.setdefault("PYTHONWARNINGS", "ignore:resource_tracker")
    for descriptor in (0, 1, 2):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest free number: this one


def _end(number: int, _: FrameType | None) -> None:
    """Remove unfinished files, end child processes, print how to resume, and exit."""
    _call("hearer.writing.files", "discard")
    for child in _call("multiprocessing", "active_children") or ():
        child.terminate()  # processes of loky have no kill()
    try:  # with system calls: the interrupted code may hold the stream's lock
        _call("hearer.report.progress", "erase")
        os.write(2, _call("hearer.cli.corpus", "how_to_resume") or b"")
    finally:
        os._exit(128 + number)


def _call(module: str, function: str) -> Any:
    """Call a function if its module is imported completely."""
    return getattr(sys.modules.get(module), function, lambda: None)()


def say(message: str) -> None:
    """Print a line to the standard error, if it can be written."""
    from hearer.escape import visible_lines

    if sys.stderr is None:
        return
    try:
        sys.stderr.write(f"{visible_lines(message)}\n")
        sys.stderr.flush()
    except OSError:
        _discard(sys.stderr)


def flushed(status: int) -> int:
    """Flush the standard output and return the exit status; a closed pipe (| head) is no error."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        _discard(sys.stdout)
    except OSError as error:
        _discard(sys.stdout)
        if not status:
            say(f"hearer: error: The standard output cannot be written: {error.strerror}.")
        return status or WRONG_USE
    return status


def _discard(stream: TextIO) -> None:
    """Redirect a stream to the null device, so that flushing it at exit cannot fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
