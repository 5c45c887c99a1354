"""The command line. Commands are thin calls of public functions; docs/cli.md describes them."""

from __future__ import annotations

import gc

from hearer.cli import process

TYPE_CHECKING = False  # import nothing before signals are handled
if TYPE_CHECKING:
    from collections.abc import Sequence

# Interpretations are many values without reference cycles: collect garbage rarely.
GC_THRESHOLDS = (100_000, 50, 100)


def program() -> int:
    """Run the command line as the program of this process, and return the exit status."""
    process.prepare()
    gc.set_threshold(*GC_THRESHOLDS)
    return process.flushed(main())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that `arguments` (default: sys.argv) name, and return the exit status."""
    from hearer.cli.app import run

    return run(arguments)
