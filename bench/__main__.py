"""Run every benchmark of this folder, one after the other: python -m bench [NAME ...]."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
# What `make bench` runs; the others take long or write pages of the documentation.
QUICK = ("parser", "growth --quick")


def main() -> int:
    """Run the benchmarks named on the command line, else all quick ones."""
    failed = 0
    for name in sys.argv[1:] or QUICK:
        script, *options = name.split()
        print(f"== bench/{script}.py", *options, flush=True)
        command = [sys.executable, str(HERE / f"{script}.py"), *options]
        failed |= subprocess.run(command, check=False).returncode
    return failed


if __name__ == "__main__":
    sys.exit(main())
