"""The command line, called in this process or as people call it.

call       a command in this process: exit status, output, errors
program    the same as a process of its own
begun      one that is still running
STEERING   what steers a terminal, but line ends and tabs
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

import pytest

from hearer.cli import main
from tests.conftest import ROOT

TABLE_3, TABLE_5 = (str(ROOT / "examples" / f"table{n}.conllu") for n in (3, 5))
STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
ENVIRONMENT = {**os.environ, "PYTHONWARNINGS": "error"}
EMPTY: Mapping[str, str] = MappingProxyType({})
Captured = pytest.CaptureFixture[bytes]


class Answer(NamedTuple):
    """How a command ended."""

    status: int
    out: str
    err: str


def call(capture: Captured, *arguments: object) -> Answer:
    """Run a command in this process; a traceback would fail the test."""
    status = main([str(argument) for argument in arguments])
    out, err = capture.readouterr()
    return Answer(status, out.decode("utf-8", "surrogateescape"), err.decode())


def program(shell: str, **places: object) -> Answer:
    """Run a line of bash in which `hearer` is the command."""
    line = ["bash", "-c", _line(shell, places)]
    done = subprocess.run(line, capture_output=True, env=ENVIRONMENT, cwd=ROOT, check=False)
    return Answer(done.returncode, done.stdout.decode(), done.stderr.decode())


def begun(*arguments: object, environment: Mapping[str, str] = EMPTY) -> subprocess.Popen[bytes]:
    """A command that is still running, in a session of its own."""
    line = [sys.executable, "-m", "hearer", *map(str, arguments)]
    return subprocess.Popen(
        line,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**ENVIRONMENT, **environment},
        cwd=ROOT,
        start_new_session=True,
    )


def _line(shell: str, places: dict[str, object]) -> str:
    named = "".join(f"{name}='{place}'\n" for name, place in places.items())
    return f'hearer() {{ "{sys.executable}" -m hearer "$@"; }}\n{named}{shell}'
