"""Documents of files: a first way, for plain files.

Asked        what is asked of the inputs
documents    the documents that some names come to, in order
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from hearer.corpora.document import Document, Failure
from hearer.formats.converting import of_input


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of the inputs."""

    format: str | None = None
    text_column: str = "text"
    id_column: str | None = None
    besides: str = ""


def documents(inputs: Sequence[str], asked: Asked) -> Iterator[Document]:
    """The documents that some names come to."""
    for name in inputs:
        files = (
            sorted(p for p in Path(name).rglob("*") if p.is_file())
            if Path(name).is_dir()
            else [Path(name)]
        )
        for file in files:
            try:
                content = file.read_bytes()
            except OSError as error:
                yield Document(
                    str(file),
                    str(file),
                    "text",
                    failure=Failure("file-unreadable", str(error.strerror)),
                )
                continue
            yield Document(
                str(file), str(file), asked.format or of_input(str(file), content).name, content
            )
