"""Child processes of tests start with the default signals and do not outlive their test."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

from tests.conftest import ROOT

SLEEPS = "import time; print(flush=True); time.sleep(600)"
INNER = f"""
import signal, subprocess, sys

def test_interrupted():
    command = [sys.executable, "-c", {SLEEPS!r}]
    with subprocess.Popen(command, start_new_session=True, stdout=subprocess.PIPE) as child:
        child.stdout.readline()  # it has started
        child.send_signal(signal.SIGINT)
        assert child.wait(30) == -signal.SIGINT

def test_left():
    print("left", subprocess.Popen([sys.executable, "-c", {SLEEPS!r}]).pid)
"""


def test_with_signals_ignored_children_are_interrupted_and_killed() -> None:
    """As in `nohup make test &`: the suite did not end."""
    place = ROOT / "tests" / f"test_made_{os.getpid()}.py"
    place.write_text(INNER, encoding="utf-8")
    try:
        found = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-s", "-p", "no:cacheprovider", str(place)],
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN) and None,
        )
    finally:
        place.unlink()
    assert "2 passed" in found.stdout, found.stdout + found.stderr
    left = int(found.stdout.partition("left ")[2].split()[0])
    assert not os.path.exists(f"/proc/{left}")  # noqa: PTH110
