"""CorefUD and GUM among the formats.

COREFUD, GUM    CoNLL-U with entities, in the fields of the one or of the other
write           what was understood, as CorefUD
"""

from __future__ import annotations

from collections.abc import Sequence

from hearer.formats.annotation import entities_of
from hearer.formats.conllu import format as conllu
from hearer.formats.corefud.fields import as_gum
from hearer.formats.corefud.writing import write_documents
from hearer.formats.format import Format
from hearer.model import Discourse, Interpretation


def write(found: Sequence[Interpretation]) -> bytes:
    """The documents as CorefUD, with our chains and no others; entities have one name in a file.

    Coreference that was there is removed; all else stays byte for byte. Every entity is
    written, singletons too. Ellipses have no words and are not.
    """
    return write_documents(found, stays=_has_eid)


def _has_eid(discourse: Discourse) -> bool:
    """Whether a document is CorefUD already, or CoNLL-U without entities."""
    if not conllu.stays(discourse):
        return False
    entities = entities_of(discourse)
    return "eid" in entities.fields or not entities.mentions


def _write_gum(found: Sequence[Interpretation]) -> bytes:
    return write_documents(found, stays=_has_grp, fitted=as_gum)


def _has_grp(discourse: Discourse) -> bool:
    return conllu.stays(discourse) and "GRP" in entities_of(discourse).fields


COREFUD = Format(
    name="corefud",
    description="CorefUD: entities in MISC",
    suffixes=(".conllu",),
    holds=conllu.FORMAT.holds,
    sniff=lambda content: conllu.has_header(content, b"eid"),
    read=conllu.read,
    write=write,
    stays=_has_eid,
)
GUM = Format(
    name="gum",
    description="GUM's flavour of CorefUD",
    suffixes=(".conllu",),
    holds=conllu.FORMAT.holds,
    sniff=lambda content: conllu.has_header(content, b"GRP"),
    read=conllu.read,
    write=_write_gum,
    stays=_has_grp,
)
