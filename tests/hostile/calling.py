"""The command line, called in this process or as people call it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import NamedTuple

import pytest

from hearer.cli import main
from tests.conftest import ROOT

TABLE_3, TABLE_5 = (str(ROOT / "examples" / f"table{n}.conllu") for n in (3, 5))
# What steers a terminal, but line ends and tabs.
STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
EVIL = "\x1b[31m\x9b2J\x07\x08\u202e\u2066\x7f\x01"
ENVIRONMENT = {**os.environ, "PYTHONWARNINGS": "error"}
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
    named = "".join(f"{name}='{place}'\n" for name, place in places.items())
    line = f'hearer() {{ "{sys.executable}" -m hearer "$@"; }}\n{named}{shell}'
    bash = ["bash", "-c", line]
    done = subprocess.run(bash, check=False, capture_output=True, env=ENVIRONMENT, cwd=ROOT)
    return Answer(done.returncode, done.stdout.decode(), done.stderr.decode())


def begun(*arguments: object, **environment: str) -> subprocess.Popen[bytes]:
    """A command that is still running, in a session of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "hearer", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**ENVIRONMENT, **environment},
        cwd=ROOT,
        start_new_session=True,
    )
