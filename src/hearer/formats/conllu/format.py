"""CoNLL-U among the formats.

FORMAT             words and their parse; entities, if they are in MISC, stay there
read               the documents of a file: the same for all formats that are CoNLL-U
is_conllu          whether a file is CoNLL-U
has_header         whether its entities have a field of that name
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from hearer.errors import UsageError
from hearer.formats.annotation import Annotation
from hearer.formats.conllu.discourse import discourses
from hearer.formats.conllu.file import ConlluDocument
from hearer.formats.conllu.parsing import parse
from hearer.formats.format import Format, Holds, Reading
from hearer.model import Discourse, Interpretation

_ROW = re.compile(rb"\d+(?:[-.]\d+)?\t")
_SNIFFED = 65536


def read(content: bytes, path: str = "") -> Reading:
    """The documents of a file."""
    file = parse(content, path=path)
    return Reading(discourses(file), path=path, problems=file.problems)


def write(found: Sequence[Interpretation]) -> bytes:
    """Documents as they were read; those of other formats with their entities, as CorefUD."""
    from hearer.formats.corefud.writing import write_documents  # which builds on this

    if not all(isinstance(one, Annotation) for one in found):
        raise UsageError("CoNLL-U has no place for what was understood: write 'corefud'.")
    return write_documents(found, stays=stays)


def stays(discourse: Discourse) -> bool:
    """Whether a document is CoNLL-U already."""
    return isinstance(discourse.source, ConlluDocument)


def is_conllu(content: bytes) -> bool:
    r"""Whether the first line that is no comment is a row of CoNLL-U.

    >>> is_conllu(b"# sent_id = 1\n1\tShe\t"), is_conllu(b"# A title\n\nShe")
    (True, False)
    """
    for line in content[:_SNIFFED].removeprefix(b"\xef\xbb\xbf").splitlines():
        if line.strip() and not line.startswith(b"#"):
            return bool(_ROW.match(line))
    return False


def has_header(content: bytes, field: bytes) -> bool:
    """Whether a file is CoNLL-U, and declares a field of that name for its entities."""
    header = re.search(rb"^# ?global\.Entity *=(.*)$", content[:_SNIFFED], re.MULTILINE)
    return header is not None and field in re.split(rb"[-\s]", header[1]) and is_conllu(content)


FORMAT = Format(
    name="conllu",
    description="CoNLL-U, every byte",
    suffixes=(".conllu", ".conll"),
    holds=frozenset(Holds) - {Holds.RAW_TEXT, Holds.PRONOUNS, Holds.NAMES},
    sniff=is_conllu,
    read=read,
    write=write,
    stays=stays,
)
