"""GAP between other formats: every example is a document with a pronoun and two names.

    read     the examples of a file as documents
    write    the ambiguous pronouns of a document as examples

Written is one row for every he, she, him, her, his, hers of a chain, with the latest name of what
it refers to and the latest name of another entity before it; a pronoun that has not both gives no
row. A document that was read from GAP gives the row it came from, with TRUE and FALSE as its
entities say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from hearer.formats import gap
from hearer.formats.annotated import AnnotatedFile, Holds, entities_in, in_words
from hearer.formats.corefud_entities import Entities, Mention
from hearer.formats.gap import HEADER, Example, Name
from hearer.formats.pronouns import is_pronoun
from hearer.formats.unparsed import Spelled, Stretch, mention_of, tokenized, with_entities
from hearer.model import Discourse, Interpretation

__all__ = ["HOLDS", "read", "write"]

HOLDS = frozenset({Holds.SPACES})
PRONOUNS = frozenset({"he", "she", "him", "her", "his", "hers"})


@dataclass(frozen=True, slots=True)
class GapEntities(Entities):
    """What an example says, and the example."""

    example: Example | None = None


def read(content: bytes, *, path: str = "") -> AnnotatedFile:
    """The examples of a file; the pronoun is one with the name it refers to, or alone."""
    file = gap.parse(content, path=path)
    documents = tuple(_document(example, path) for example in file.examples)
    return AnnotatedFile(path, content, documents, file.problems)


def _document(example: Example, path: str) -> Discourse:
    pronoun = Stretch(example.offset, example.offset + len(example.pronoun))
    names = [Stretch(n.offset, n.offset + len(n.text)) for n in (example.a, example.b)]
    bare = tokenized(example.text, [pronoun, *names], name=example.name, path=path)
    spelled = Spelled(bare)
    entity = "e1" if example.a.is_referent else "e2" if example.b.is_referent else "e3"
    marked = zip(("e1", "e2", entity), (*names, pronoun), strict=True)
    placed = [(entity, span) for entity, stretch in marked if (span := spelled.span(stretch))]
    found = with_entities(bare, (mention_of(entity, [span]) for entity, span in placed))
    entities = GapEntities(_mentions(found), example=example)
    return Discourse(found.utterances, found.name, path, entities, before=found.before)


def _mentions(discourse: Discourse) -> tuple[Mention, ...]:
    return entities_in(discourse).mentions


class Marked(NamedTuple):
    """A mention and where it stands."""

    entity: str
    text: str
    start: int
    is_pronoun: bool


def write(found: Interpretation | Discourse) -> str:
    """A header, and the rows of a document."""
    discourse = found.discourse if isinstance(found, Interpretation) else found
    marked = _marked(discourse, entities_in(found).mentions)
    source = discourse.source
    if isinstance(source, GapEntities) and source.example:
        rows = [_judged(source.example, marked)]
    else:
        rows = list(_examples(discourse, marked))
    return "".join(f"{line}\n" for line in (HEADER, *map(_row, rows)))


def _marked(discourse: Discourse, mentions: Iterable[Mention]) -> list[Marked]:
    spelled = Spelled(discourse)
    utterances = tuple(filter(len, discourse.utterances))
    marked = []
    for mention in mentions:
        if words := in_words(mention):
            start, end = spelled.stretch(*words)
            pronoun = is_pronoun(utterances[words.utterance - 1], words.first, words.last)
            marked.append(Marked(mention.entity, spelled.text[start:end], start, pronoun))
    return sorted(marked, key=lambda mark: mark.start)


def _judged(example: Example, marked: Sequence[Marked]) -> Example:
    """The example with TRUE where a name and the pronoun are one entity."""
    means = {mark.entity for mark in marked if mark.start == example.offset}
    a, b = (
        name._replace(is_referent=any(_is_at(m, name) and m.entity in means for m in marked))
        for name in (example.a, example.b)
    )
    return example._replace(a=a, b=b)


def _is_at(mark: Marked, name: Name) -> bool:
    """Whether a mention has the name in it."""
    return mark.start <= name.offset and name.offset + len(name.text) <= mark.start + len(mark.text)


def _examples(discourse: Discourse, marked: Sequence[Marked]) -> Iterator[Example]:
    text = " ".join(discourse.text.split("\n")).replace("\t", " ").replace("\r", " ")
    latest: dict[str, Marked] = {}  # by entity, the latest last
    for mark in marked:
        if not mark.is_pronoun:
            latest.pop(mark.entity, None)
            latest[mark.entity] = mark
        elif mark.text.lower() in PRONOUNS and mark.entity in latest and len(latest) > 1:
            other = next(m for e, m in reversed(latest.items()) if e != mark.entity)
            a, b = sorted((latest[mark.entity], other), key=lambda name: name.start)
            yield Example(
                f"{discourse.name}-{mark.start}",
                text,
                mark.text,
                mark.start,
                Name(a.text, a.start, a.entity == mark.entity),
                Name(b.text, b.start, b.entity == mark.entity),
            )


def _row(example: Example) -> str:
    name, text, pronoun, offset, *names, url = example
    cells = [name, text, pronoun, str(offset)]
    for one in names:
        cells += [one.text, str(one.offset), str(one.is_referent).upper()]
    return "\t".join(cell.replace("\t", " ").replace("\n", " ") for cell in (*cells, url))
