"""An independent judge of the CorefUD we write: udapi (GPL-3; in tests only)."""

from __future__ import annotations

from udapi.core.document import Document

from hearer.formats import corefud
from hearer.model import Interpretation

Seen = tuple[str, int, int, int, int]  # entity, sentence, first word, last word, head


def seen_by_udapi(written: bytes) -> list[Seen]:
    """Every mention, as udapi reads it."""
    document = Document()
    document.from_conllu_string(written.decode("utf-8"))
    number = {id(tree): n for n, tree in enumerate(document.trees, start=1)}
    return sorted(
        (entity.eid, number[id(m.head.root)], m.words[0].ord, m.words[-1].ord, m.head.ord)
        for entity in document.coref_entities
        for m in entity.mentions
    )


def wanted(found: Interpretation) -> list[Seen]:
    """Every mention that is to be written; heads are those of the expressions."""
    heads = {(e.utterance, e.first, e.last): e.head for e in found.expressions}
    seen = []
    for mention in corefud.mentions_of(found):
        (span,) = mention.spans
        place = (span.first.utterance, span.first.word, span.last.word)
        seen.append((mention.entity, *place, heads[place]))
    return sorted(seen)
