"""What must hold of every format: write, read, write.

check_format    what is written is read and written again, and no bytes break a reader
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType

from hearer import registry
from hearer.api import read
from hearer.errors import HearerError, UsageError
from hearer.formats.conllu_make import conllu_of
from hearer.hearing import listen
from hearer.model import Discourse, Interpretation
from hearer.testing.texts import require, together

NOT_A_FILE = (b"", b"\n\n", b"\xff\xfe\x00", b"1\t2\t3", b"# only a comment", b"{]")


def check_format(name: str, *, sample: bytes | None = None) -> None:
    """Check a format: what it writes, and reads, and writes again.

    A format that is read gets `sample`, a good file of its own; without one, CoNLL-U.

    >>> check_format("conllu")
    """
    module = registry.find("format", name)
    if hasattr(module, "discourses"):
        _check_reading(name, module, sample or conllu_of(together()).encode())
    else:
        _check_writing(name, module)


def _check_reading(name: str, module: ModuleType, sample: bytes) -> None:
    """A file that is read is written back byte for byte, and no bytes break the reader."""
    file = module.parse(sample)
    require(any(map(len, module.discourses(file))), f"{name} finds no utterance in a good file")
    require(module.write(file) == sample, f"{name} does not write what it read")
    for data in NOT_A_FILE:
        with suppress(HearerError):
            written = module.write(module.parse(data))
            require(written == data, f"{name} writes {written!r} where it read {data!r}")


def _check_writing(name: str, module: ModuleType) -> None:
    """The same is written for the same; what can be read back is understood again as before."""
    found = listen(together())
    written = module.write(found)
    require(module.write(found) == written, f"{name} writes something else the second time")
    require(bool(written), f"{name} writes nothing for a discourse")
    module.write(Interpretation())
    for discourse in read_back(name, written):
        again = module.write(listen(discourse))
        require(again == written, f"{name} writes something else for what it wrote")


def read_back(name: str, written: bytes | str) -> tuple[Discourse, ...]:
    """The documents in what was written; none if the format can only be written."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "written")
        path.write_bytes(written if isinstance(written, bytes) else written.encode())
        try:
            return tuple(read(path, format=name))
        except UsageError:
            return ()
