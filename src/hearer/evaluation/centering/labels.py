"""Centers written into a CorefUD file, as GUM has them: cfN* in entities, and transitions.

labelled    a document with its labels
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from hearer.evaluation.centering.mentions import RankedMention, span_of
from hearer.evaluation.centering.table import CenteredDocument
from hearer.evaluation.centering.units import units
from hearer.formats import corefud
from hearer.formats.conllu.file import document_of
from hearer.model import ROOT, Kind
from hearer.model.text import EmptyNode

FIELD = "centering"


def labelled(one: CenteredDocument) -> str:
    """The document with cfN* in its entities, and a `# transition` for each utterance."""
    label = _labels(one)
    entities = corefud.read_entities(one.discourse)
    fields = entities.fields
    if FIELD not in fields:  # before the last, which alone may have hyphens in it
        fields = (*fields[:-1], FIELD, fields[-1])
    mentions = tuple(
        replace(mention, attributes=_relabelled(mention, label(mention), entities.fields))
        for mention in entities.mentions
    )
    changed = replace(entities, mentions=mentions, fields=fields)
    written = corefud.write_entities(document_of(one.discourse), changed)
    lines = written.decode("utf-8", "surrogateescape").split("\n")
    transitions: dict[int, list[str]] = {}
    for row in one.rows:
        transitions.setdefault(row.utterance, []).append(row.transition)
    return "\n".join(_with_transitions(lines, transitions))


def _labels(one: CenteredDocument) -> Callable[[corefud.Mention], str]:
    """The cfN* of a mention: the place of its entity in the Cf of its utterance, and its Cb."""
    by_place = {(row.utterance, row.head): (row.cf, row.cb) for row in one.rows}
    known: dict[tuple[float, ...], tuple[str, int]] = {}  # an entity, and its clause
    for piece in units(one.discourse, one.realized, one.way.unit):
        for said in piece.said:
            if said.is_indirect or said.element.expression.kind is Kind.ELLIPSIS:
                continue
            place = piece.utterance.number, *_said_at(said)
            known[place] = said.element.entity, piece.head

    def label(mention: corefud.Mention) -> str:
        utterance = mention.spans[0].first.utterance
        found, head = known.get((utterance, *_written_at(mention)), ("", 0))
        cf, cb = by_place.get((utterance, head), ((), None))
        entity = mention.entity if mention.entity in cf else found
        return f"cf{cf.index(entity) + 1}{'*' * (cb == entity)}" if entity in cf else ""

    return label


def _said_at(said: RankedMention) -> tuple[float, ...]:
    """The first and the last word; of a zero pronoun, where its node stands."""
    expression = said.element.expression
    if expression.kind is Kind.ZERO:
        return (expression.position,)
    return said.gum.first, said.gum.last


def _written_at(mention: corefud.Mention) -> tuple[float, ...]:
    first, last = mention.spans[0]
    if first == last and first.empty:
        return (EmptyNode(first.word, first.empty, ROOT, "").position,)
    return span_of(mention)


def _relabelled(
    mention: corefud.Mention, label: str, old: Sequence[str]
) -> tuple[tuple[str, str], ...]:
    """Return the attributes of a mention with the label among them, in the order of the fields."""
    given = {**dict(mention.attributes), FIELD: label}
    names = [name for name in old if name not in {"eid", "GRP"}]
    if FIELD not in old:
        names.insert(len(names) - (old[-1] in names), FIELD)
    count = len(mention.attributes) + (FIELD not in old)
    count = max(count, names.index(FIELD) + 1) if label else count
    return tuple((name, given.get(name, "")) for name in names[:count])


def _with_transitions(
    lines: Sequence[str], transitions: Mapping[int, Sequence[str]]
) -> Iterator[str]:
    """The lines of a file, each sentence with the transition to it."""
    number = 0
    sentence: list[str] = []
    for line in (*lines, None):  # None is the end of the file
        if line is not None and line.strip():
            sentence.append(line)
            continue
        if any(not said.startswith("#") for said in sentence):
            number += 1
            sentence = _with_transition(sentence, ", ".join(transitions.get(number, ())))
        yield from sentence
        yield from () if line is None else (line,)
        sentence = []


def _with_transition(sentence: list[str], transition: str) -> list[str]:
    keys = [line[1:].partition("=")[0].strip() if line.startswith("#") else "" for line in sentence]
    end = "\r" if sentence[0].endswith("\r") else ""
    comment = f"# transition = {transition}{end}"
    if "transition" in keys:
        pairs = zip(keys, sentence, strict=True)
        return [comment if key == "transition" else line for key, line in pairs]
    place = keys.index("text" if "text" in keys else "")
    return [*sentence[:place], comment, *sentence[place:]]
