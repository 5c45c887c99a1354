"""GUM dev, heard once for all who ask what was understood of it.

Heard       what is kept of a file: what is long is forgotten
heard       one file, heard
heard_dev   all of them, by name
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

from hearer.formats import conllu, corefud, tsv
from hearer.hearing import listen


class Heard(NamedTuple):
    """What was understood of a file, as it is written, and how many of its words were heard."""

    corefud: bytes
    resolutions: str
    words: int
    steps: int


def heard(content: bytes, path: str) -> Heard:
    """A file of CoNLL-U, without problems, heard to its end."""
    read = conllu.parse(content, path=path)
    assert read.problems == ()
    discourses = list(conllu.discourses(read))
    found = [listen(discourse) for discourse in discourses]
    return Heard(
        corefud=corefud.write(found),
        resolutions=tsv.write(found).decode(),
        words=sum(len(utterance) for one in discourses for utterance in one.utterances),
        steps=sum(len(one.steps) for one in found),
    )


@cache
def heard_dev(data: Path) -> dict[str, Heard]:
    """Every file of GUM dev."""
    files = sorted((data / "gum" / "dev").glob("*.conllu"))
    assert len(files) == 30
    return {file.name: heard(file.read_bytes(), str(file)) for file in files}
