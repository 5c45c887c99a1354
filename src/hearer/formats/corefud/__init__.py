"""CorefUD and GUM: CoNLL-U with coreference in MISC.

reading     `Entity=`, `Bridge=` and `SplitAnte=`: the gold coreference of a discourse
brackets    the same written onto a document; all else stays byte for byte
fields      GUM's fields of a mention from CorefUD's, and the other way round
naming      documents of several files in one: bounds, and names of their own
format      the formats, declared, and plain CoNLL-U with them; documents as one file

The format: https://ufal.mff.cuni.cz/corefud
"""

from hearer.formats.annotation import mentions_of
from hearer.formats.corefud.brackets import write_entities
from hearer.formats.corefud.format import write
from hearer.formats.corefud.reading import read_entities
from hearer.formats.entities import Entities, EntityLink, Mention, NodePlace, Span

__all__ = [
    "Entities", "EntityLink", "Mention", "NodePlace", "Span", "mentions_of", "read_entities",
    "write", "write_entities",
]  # fmt: skip
