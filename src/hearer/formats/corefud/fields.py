"""The fields of `Entity=`: CorefUD's and GUM's, and one from the other.

    as_corefud    entities with the fields eid-etype-head-…
    as_gum        entities with the fields GRP-etype-infstat-minspan-link-identity

Fields that a file has keep their values. What GUM asks for and nobody has said is worked out:
"new" for the first mention of an entity, "giv:act" when the one before stands in the same sentence
or the last, else "giv:inact"; "sgl" for an entity with one mention, "ana" for a pronoun after the
first, else "coref".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from operator import itemgetter

from hearer.formats.entities import OFFICIAL, Entities, Mention, chained, in_words
from hearer.formats.unparsed import head_of, is_pronoun
from hearer.model import Discourse

_SYNTAX = re.compile(r"[()|\s]")  # would end a bracket, an entry of MISC or a column
GUM_FIELDS = ("GRP", "etype", "infstat", "minspan", "link", "identity")


def as_corefud(entities: Entities, discourse: Discourse) -> Entities:
    """The entities in the fields of CorefUD; what else a file has comes behind."""
    if entities.fields == OFFICIAL and all(map(_is_fit, entities.mentions)):
        return replace(entities, problems=())
    rest = [name for name in entities.fields if name not in {"eid", "GRP", "etype", "head"}]
    fields = (*OFFICIAL[:-1], *rest) if rest else OFFICIAL
    return _Fitting(entities, discourse, fields).entities()


def _is_fit(mention: Mention) -> bool:
    """Whether a mention says in the fields of CorefUD, in their order, all that it says."""
    fields = mention.spans[0].fields
    return (
        len(mention.spans) == 1
        and fields == (mention.entity, *(value for _, value in mention.attributes))
        and [*map(itemgetter(0), mention.attributes)] == [*OFFICIAL[1:]]
        and bool(fields[2])
        and fields[1:3] == (*map(spelled, fields[1:3]),)
        and not _SYNTAX.search(fields[3])
    )


def as_gum(entities: Entities, discourse: Discourse) -> Entities:
    """The entities in the fields of GUM, among those that a file has of its own."""
    own = [name for name in entities.fields if name not in {*OFFICIAL, "GRP"}]
    added = [name for name in GUM_FIELDS[2:] if name not in own]
    last = ["identity"] if "identity" in added else []
    fields = ("GRP", "etype", *(name for name in added if name != "identity"), *own, *last)
    return _Fitting(entities, discourse, fields).entities()


def spelled(value: str) -> str:
    """Replace the characters that a field of a bracket cannot contain by `_`.

    >>> spelled("person (group)")
    'person__group_'
    """
    return _SYNTAX.sub("_", value).replace("-", "_")


class _Fitting:
    """Spells the entities of a document in other fields."""

    def __init__(self, entities: Entities, discourse: Discourse, fields: tuple[str, ...]) -> None:
        self._entities = entities
        self._utterances = tuple(filter(len, discourse.utterances))
        self._fields = fields
        self._size = {name: len(chain) for name, chain in chained(entities.mentions).items()}
        self._latest: dict[str, int] = {}  # the utterance an entity was last mentioned in

    def entities(self) -> Entities:
        mentions = tuple(map(self._mention, self._entities.mentions))
        return replace(self._entities, mentions=mentions, fields=self._fields, problems=())

    def _mention(self, mention: Mention) -> Mention:
        name, parts = mention.entity, len(mention.spans)
        said = {key: value for key, value in mention.attributes if value}
        values = dict(self._worked_out(mention)) | said
        self._latest[name] = mention.spans[0].first.utterance
        *middle, last = (values.get(key, "") for key in self._fields[1:])
        fields = [*map(spelled, middle), _SYNTAX.sub("_", last)]
        while fields and not fields[-1] and self._fields[0] == "GRP":
            fields.pop()  # GUM leaves out what is empty at the end
        labels = [f"{name}[{n}/{parts}]" if parts > 1 else name for n in range(1, parts + 1)]
        spans = tuple(
            span._replace(fields=(label,) if n else (label, *fields))
            for n, (span, label) in enumerate(zip(mention.spans, labels, strict=True))
        )
        return replace(mention, spans=spans)

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
        words = in_words(mention)
        if words is None or len(mention.spans) > 1:
            return "1"
        head = head_of(self._utterances[words.utterance - 1], words)
        return str(head - words.first + 1)

    def _is_pronoun(self, mention: Mention) -> bool:
        words = in_words(mention)  # none: an empty node
        return words is None or is_pronoun(self._utterances[words.utterance - 1], words)
