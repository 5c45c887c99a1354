"""The flavours of `Entity=`: GUM's, and CorefUD's for files that have GUM's.

    write         a document as GUM has it: GRP-etype-infstat-minspan-link-identity
    as_corefud    a document as CorefUD has it: eid-etype-head-…
    stays         whether it has that already

Fields that a file has keep their values. What GUM asks for and nobody has said is worked out:
"new" for the first mention of an entity, "giv:act" when the one before stands in the same sentence
or the last, else "giv:inact"; "sgl" for an entity with one mention, "ana" for a pronoun after the
first, else "coref". Read like CoNLL-U.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from hearer.formats import conllu
from hearer.formats.annotated import Holds, entities_in, in_words
from hearer.formats.conllu_file import Document
from hearer.formats.conllu_make import conllu_of
from hearer.formats.corefud_entities import OFFICIAL, Bridge, Entities, Mention, SplitAntecedent
from hearer.formats.corefud_write import write_entities
from hearer.formats.loaded import chained
from hearer.formats.pronouns import is_pronoun, is_unparsed
from hearer.model import Discourse, Interpretation

__all__ = ["FIELDS", "HOLDS", "as_corefud", "stays", "write"]

FIELDS = ("GRP", "etype", "infstat", "minspan", "link", "identity")
HOLDS = frozenset(Holds) - {Holds.NAMES}
_NAMES = ("eid", "GRP")


def write(found: Interpretation | Discourse) -> bytes:
    """A document as GUM has it; one that has GUM's fields stays as it is."""
    entities = entities_in(found)
    discourse = found.discourse if isinstance(found, Interpretation) else found
    if isinstance(found, Discourse) and "GRP" in entities.fields and _is_conllu(found):
        return _bytes(found)
    own = [name for name in entities.fields if name not in {*_NAMES, "etype", "head", "other"}]
    fields = FIELDS if isinstance(found, Interpretation) or not own else _gum_fields(own)
    numbers = _names(entities, "")
    flavour = _Flavour(entities, discourse, fields, numbers)
    return write_entities(_document(discourse), flavour.entities())


def as_corefud(discourse: Discourse) -> bytes:
    """A document as CorefUD has it; one that has an eid, or no entities, stays as it is."""
    if stays(discourse):
        return _bytes(discourse)
    entities = entities_in(discourse)
    rest = [name for name in entities.fields if name not in {*_NAMES, "etype", "head"}]
    fields = ("eid", "etype", "head", *rest) if rest else OFFICIAL
    flavour = _Flavour(entities, discourse, fields, _names(entities, "e"))
    return write_entities(_document(discourse), flavour.entities())


def stays(discourse: Discourse) -> bool:
    """Whether a document is CorefUD already, or CoNLL-U without entities."""
    entities = entities_in(discourse)
    return _is_conllu(discourse) and ("eid" in entities.fields or not entities.mentions)


def _gum_fields(own: Sequence[str]) -> tuple[str, ...]:
    added = [name for name in FIELDS[2:-1] if name not in own]
    last = [] if "identity" in own else ["identity"]
    return ("GRP", "etype", *added, *own, *last)


def _is_conllu(discourse: Discourse) -> bool:
    return isinstance(discourse.source, Document)


def _bytes(discourse: Discourse) -> bytes:
    return "\n".join(_document(discourse).lines).encode("utf-8", "surrogateescape")


def _document(discourse: Discourse) -> Document:
    if isinstance(discourse.source, Document):
        return discourse.source
    return conllu.parse(conllu_of(discourse), path=discourse.path).documents[0]


def _names(entities: Entities, prefix: str) -> dict[str, str]:
    """New names: the old numbers where all have one, else numbers in order of appearance."""
    old = list(chained(entities.mentions))
    numbers = [name.removeprefix("e") for name in old]
    if not all(number.isdecimal() for number in numbers) or len(set(numbers)) < len(old):
        numbers = [str(n) for n in range(1, len(old) + 1)]
    return {name: prefix + number for name, number in zip(old, numbers, strict=True)}


class _Flavour:
    """Spells the entities of a document in other fields."""

    def __init__(
        self,
        entities: Entities,
        discourse: Discourse,
        fields: tuple[str, ...],
        names: Mapping[str, str],
    ) -> None:
        self._entities = entities
        self._utterances = tuple(filter(len, discourse.utterances))
        self._fields = fields
        self._names = names
        self._size = {name: len(chain) for name, chain in chained(entities.mentions).items()}
        self._latest: dict[str, int] = {}  # the utterance an entity was last mentioned in

    def entities(self) -> Entities:
        old = self._entities
        bridges = (Bridge(b.place, *self._renamed(b), b.relation) for b in old.bridges)
        splits = (SplitAntecedent(s.place, *self._renamed(s)) for s in old.split_antecedents)
        mentions = tuple(map(self._mention, old.mentions))
        return Entities(mentions, tuple(bridges), tuple(splits), self._fields)

    def _renamed(self, link: Bridge | SplitAntecedent) -> tuple[str, str]:
        ends = link.antecedent, link.anaphor
        antecedent, anaphor = (self._names.get(name, name) for name in ends)
        return antecedent, anaphor

    def _mention(self, mention: Mention) -> Mention:
        name, parts = self._names[mention.entity], len(mention.spans)
        said = dict(mention.attributes)
        values = {key: said.get(key) or value for key, value in self._worked_out(mention)} | {
            key: value for key, value in said.items() if value
        }
        self._latest[mention.entity] = mention.spans[0].first.utterance
        *middle, last = (values.get(key, "") for key in self._fields[1:])
        fields = [*(value.replace("-", "_") for value in middle), last]
        while fields and not fields[-1] and self._fields[0] == "GRP":
            fields.pop()  # GUM leaves out what is empty at the end
        labels = [f"{name}[{n}/{parts}]" if parts > 1 else name for n in range(1, parts + 1)]
        spans = tuple(
            span._replace(fields=(label,) if n else (label, *fields))
            for n, (span, label) in enumerate(zip(mention.spans, labels, strict=True))
        )
        return replace(mention, entity=name, spans=spans)

    def _worked_out(self, mention: Mention) -> Iterator[tuple[str, str]]:
        """What is said of a mention when nobody has said it."""
        head = self._head(mention)
        yield "head", mention.attribute("minspan").partition(",")[0] or head
        yield "minspan", mention.attribute("head") or head
        here, before = mention.spans[0].first.utterance, self._latest.get(mention.entity)
        if before is None:
            yield "infstat", "new"
        else:
            yield "infstat", "giv:act" if here - before <= 1 else "giv:inact"
        if self._size[mention.entity] == 1:
            yield "link", "sgl"
        else:
            yield "link", "coref" if before is None or not self._is_pronoun(mention) else "ana"

    def _head(self, mention: Mention) -> str:
        """The word of a mention whose head lies outside; the last where there is no parse."""
        words = in_words(mention)
        if words is None or len(mention.spans) > 1:
            return "1"
        utterance = self._utterances[words.utterance - 1]
        inside = range(words.first, words.last + 1)
        outward = (n for n in inside if utterance.heads[n - 1] not in inside)
        head = words.last if is_unparsed(utterance) else next(outward, words.last)
        return str(head - words.first + 1)

    def _is_pronoun(self, mention: Mention) -> bool:
        words = in_words(mention)
        if words is None:
            return True  # an empty node
        return is_pronoun(self._utterances[words.utterance - 1], words.first, words.last)
