"""A parser that a plug-in brings, and that does what a text tells it to do.

install    put it where this process, and those it starts, look for plug-ins
"""

from __future__ import annotations

from pathlib import Path

import pytest

PARSER = """
import os
from hearer.errors import UsageError
from hearer.model import Utterance

class Obeying:
    signature = "obeying 1"

    def parse(self, text):
        print("a parser that prints")
        if "die" in text:
            os.kill(os.getpid(), 9)
        if "break" in text:
            raise RuntimeError("broken")
        if "fill" in text:
            raise MemoryError
        yield Utterance.of("Anna/PROPN/nsubj/2 slept/VERB/root/0")

def named(which):
    if which:
        raise UsageError(f"There is no {which!r}.")
    return Obeying()
"""


def install(folder: Path, patch: pytest.MonkeyPatch) -> str:
    """Install the plug-in; the name of its parser."""
    (folder / "obeying.py").write_text(PARSER, encoding="utf-8")
    told = folder / "obeying-1.dist-info"
    told.mkdir()
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: obeying\nVersion: 1\n")
    (told / "entry_points.txt").write_text("[hearer.parsers]\nobeying = obeying:named\n")
    patch.syspath_prepend(folder)
    return "obeying"
