"""CoNLL-U among the formats, alone and with entities.

COREFUD, GUM    with entities, in the fields of the one or of the other
CONLLU          words and their parse; entities, if they are in MISC, stay there
read            the documents of a file, the same for all three
write           what was understood, as CorefUD
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from hearer.errors import UsageError
from hearer.formats.annotation import Annotation, entities_of
from hearer.formats.conllu import ConlluDocument, discourses, parse
from hearer.formats.corefud.fields import as_gum
from hearer.formats.corefud.writing import write_documents
from hearer.formats.format import Format, Holds, Reading
from hearer.model import Discourse, Interpretation

_HOLDS = frozenset(Holds) - {Holds.RAW_TEXT, Holds.PRONOUNS, Holds.NAMES}
_ROW = re.compile(rb"\d+(?:[-.]\d+)?\t")
_SNIFFED = 65536


def read(content: bytes, path: str = "") -> Reading:
    """The documents of a file."""
    file = parse(content, path=path)
    return Reading(discourses(file), path=path, problems=file.problems)


def write(found: Sequence[Interpretation]) -> bytes:
    """The documents as CorefUD, with our chains and no others; entities have one name in a file.

    Coreference that was there is removed; all else stays byte for byte. Every entity is
    written, singletons too. Ellipses have no words and are not.
    """
    return write_documents(found, stays=_has_eid)


def _write_gum(found: Sequence[Interpretation]) -> bytes:
    return write_documents(found, stays=_has_grp, fitted=as_gum)


def _write_conllu(found: Sequence[Interpretation]) -> bytes:
    """Documents as they were read; those of other formats with their entities, as CorefUD."""
    if not all(isinstance(one, Annotation) for one in found):
        raise UsageError("CoNLL-U has no place for what was understood: write 'corefud'.")
    return write_documents(found, stays=_is_conllu)


def _is_conllu(discourse: Discourse) -> bool:
    return isinstance(discourse.source, ConlluDocument)


def _has_eid(discourse: Discourse) -> bool:
    """Whether a document is CorefUD already, or CoNLL-U without entities."""
    entities = entities_of(discourse)
    return _is_conllu(discourse) and ("eid" in entities.fields or not entities.mentions)


def _has_grp(discourse: Discourse) -> bool:
    return _is_conllu(discourse) and "GRP" in entities_of(discourse).fields


def _has_rows(content: bytes) -> bool:
    r"""Whether the first line that is no comment is a row of CoNLL-U.

    >>> _has_rows(b"# sent_id = 1\n1\tShe\t"), _has_rows(b"# A title\n\nShe")
    (True, False)
    """
    for line in content[:_SNIFFED].removeprefix(b"\xef\xbb\xbf").splitlines():
        if line.strip() and not line.startswith(b"#"):
            return bool(_ROW.match(line))
    return False


def _declares(content: bytes, field: bytes) -> bool:
    """Whether a file is CoNLL-U, and declares a field of that name for its entities."""
    header = re.search(rb"^# ?global\.Entity *=(.*)$", content[:_SNIFFED], re.MULTILINE)
    return header is not None and field in re.split(rb"[-\s]", header[1]) and _has_rows(content)


COREFUD = Format(
    name="corefud",
    description="CorefUD: entities in MISC",
    suffixes=(".conllu",),
    holds=_HOLDS,
    sniff=lambda content: _declares(content, b"eid"),
    read=read,
    write=write,
    stays=_has_eid,
)
GUM = Format(
    name="gum",
    description="GUM's flavour of CorefUD",
    suffixes=(".conllu",),
    holds=_HOLDS,
    sniff=lambda content: _declares(content, b"GRP"),
    read=read,
    write=_write_gum,
    stays=_has_grp,
)
CONLLU = Format(
    name="conllu",
    description="CoNLL-U, every byte",
    suffixes=(".conllu", ".conll"),
    holds=_HOLDS,
    sniff=_has_rows,
    read=read,
    write=_write_conllu,
    stays=_is_conllu,
)
