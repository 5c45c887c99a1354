"""How the program begins and ends: signals, closed streams, and the last of the output.

    prepare    before anything else: what a signal does, and streams that are closed
    prepare_workers
               before there are other processes: whoever cleans up after them is silent
    in_command_words
               an error that the library tells in Python, as somebody at a shell needs it
    say        a line to the standard error, harmless for a terminal, if there is somebody to hear
    flushed    the exit status when all output is out
    INTERRUPTED, WRONG_USE
               what an exit status means; a signal n that ends the program is 128 + n

A signal ends the program where it stands, without a traceback: an exception could be swallowed by
whatever is imported or called just then. What is half written is removed first.
"""

from __future__ import annotations

import os
import signal
import sys

TYPE_CHECKING = False  # typing itself would take longer to import than all the rest
if TYPE_CHECKING:
    from types import FrameType
    from typing import Any, TextIO

WRONG_USE = 2
INTERRUPTED = 128 + signal.SIGINT
# SIGHUP is no signal of Windows.
ENDING = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]
STREAMS = (0, 1, 2)
IN_COMMAND_WORDS = {
    "hearer.corpus('texts', 'out')": "hearer corpus texts -o out",
    ", or a list of paths": "",
}
# What stands beside what a shell is told: (force=True).
FOR_PYTHON = (
    r" \((?:(?:force|resume|retry_failed|tidy)=True|(?:workers|memory)=[\d…]+"
    r"|hearer\.resolve\(text\))\)"
)


def prepare() -> None:
    """Be ready for signals, and let no file of ours take the place of a stream that is closed."""
    for number in ENDING:
        if signal.getsignal(number) is not signal.SIG_IGN:  # nohup, or & in a script
            signal.signal(number, _end)
    for descriptor in STREAMS:
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest number that is free: this one


def _end(number: int, _: FrameType | None) -> None:
    _ask("hearer.writing.files", "discard")
    _ask("hearer.corpora.places.local", "kill_all")
    for child in _ask("multiprocessing", "active_children") or ():
        child.kill()
    try:  # by the system itself: whoever was interrupted may be writing there
        _ask("hearer.report.progress", "erase")
        _ask("hearer.corpora.told.progress", "erase")
        os.write(2, _ask("hearer.cli.corpus_progress", "last_words") or b"")
    finally:
        os._exit(128 + number)


def _ask(module: str, function: str) -> Any:
    """What a function says, if its module is there, and whole: it may be importing itself."""
    return getattr(sys.modules.get(module), function, lambda: None)()


def prepare_workers() -> None:
    """Let nobody tell of the semaphores that are left when a signal ends us: they are removed."""
    from multiprocessing import resource_tracker

    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        resource_tracker.ensure_running()
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


def in_command_words(message: str) -> str:
    """What is wrong, without advice that is for Python.

    >>> in_command_words("It is there already: say --force (force=True).")
    'It is there already: say --force.'
    """
    import re

    for python, words in IN_COMMAND_WORDS.items():
        message = message.replace(python, words)
    return re.sub(FOR_PYTHON, "", message)


def say(message: str) -> None:
    """Write a line to the standard error; nobody there to hear it is no error."""
    from hearer.harmless import visible_lines

    if sys.stderr is None:
        return
    try:
        sys.stderr.write(f"{visible_lines(message)}\n")
        sys.stderr.flush()
    except OSError:
        _drop(sys.stderr)


def flushed(status: int) -> int:
    """The exit status when what was printed is out: 0 if the reader of it has left (| head)."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        _drop(sys.stdout)
    except OSError as error:
        _drop(sys.stdout)
        if not status:
            say(f"hearer: error: The standard output cannot be written: {error.strerror}.")
        return status or WRONG_USE
    return status


def _drop(stream: TextIO) -> None:
    """Let what is left in a stream go nowhere, so that nobody stumbles over it at the exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
