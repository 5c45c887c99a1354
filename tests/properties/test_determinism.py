"""The same input gives the same bytes, whatever PYTHONHASHSEED says."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.conftest import EXAMPLES

PROGRAM = """
import sys
from hearer.formats import conllu, corefud, json, tsv
from hearer.hearing import listen
for discourse in conllu.discourses(conllu.read(sys.argv[1])):
    found = listen(discourse, inferrables="lexicon")
    print(json.write([found]), tsv.write([found]), corefud.write([found]))
    print(*found.steps, sep="\\n")
"""


def _output(seed: str) -> bytes:
    command = [sys.executable, "-c", PROGRAM, str(EXAMPLES / "table5.conllu")]
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    return subprocess.run(command, env=environment, capture_output=True, check=True).stdout


@pytest.mark.untraced
def test_output_is_the_same_under_two_hash_seeds() -> None:
    assert _output("1") == _output("2") != b""
