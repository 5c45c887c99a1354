"""The centers of documents, utterance by utterance, in every form.

Rule 1 has the versions of Poesio et al. (2004, 2.3). GJW95: if some element of Cf(Ui-1) is realized
by a pronoun in Ui, then so is Cb(Ui) (Grosz, Joshi & Weinstein 1995). GJW83: if Cb(Ui) = Cb(Ui-1),
it is realized by a pronoun (the same 1983). Gordon: the Cb is realized by a pronoun (Gordon, Grosz
& Gilliom 1993).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace

from hearer.algorithms.centering import centering as theory
from hearer.algorithms.centering.centering import Centers
from hearer.algorithms.s_list.s_list import Coherence, SListAlgorithm, coherence
from hearer.evaluation.centering.mentions import (
    Realizations,
    RealizedDocument,
    found_mentions,
    realized_documents,
    span_of,
)
from hearer.evaluation.centering.units import DocumentUnits, LinkedUnit, units
from hearer.evaluation.centering.ways import Cb, CenteringWay, Labels
from hearer.evaluation.experiment import Mentions
from hearer.formats import corefud
from hearer.formats.conllu.file import document_of
from hearer.harmless import printable
from hearer.model import ROOT, Discourse, Element, Interpretation, Kind
from hearer.model.text import EmptyNode
from hearer.names import OwnNames, names_of
from hearer.report import forms
from hearer.report.forms import Form
from hearer.report.table import Table, cell

OUTCOMES = ("kept", "violated", "vacuous")
RULES_1 = ("gjw95", "gjw83", "gordon")
CONLLU = "conllu"
EMPTY = "_"
TITLE = "Centers"
FIELD = "centering"  # of GUM's entities
LONGEST = 40  # letters of a name
CenterChange = tuple[Centers, Centers]  # before an utterance, and its own
COLUMNS = tuple("document utterance name head cf cb cp transition rule_1 cost s_list text".split())


def center_changes(linked: Sequence[LinkedUnit], cb: Cb) -> list[CenterChange]:
    """Return the centers of all utterances of a document."""
    if cb is Cb.CONSTRAINT_3:
        cbs = [theory.cb_constraint_3(one.seen.cf, frozenset(one.cf)) for one in linked]
    else:
        cbs = [theory.cb_current_rank(frozenset(one.seen.cf), one.cf) for one in linked]
    return [
        (
            Centers(one.seen.cf, None if one.before is None else cbs[one.before]),
            Centers(one.cf, now),
        )
        for one, now in zip(linked, cbs, strict=True)
    ]


def transitions(
    linked: Sequence[LinkedUnit], changes: Sequence[CenterChange], labels: Labels
) -> list[str]:
    """Return the transition to each utterance."""
    if labels is Labels.TABLE_1:
        return [str(theory.transition(*change)) for change in changes]
    if all(one.before in {None, n - 1} for n, one in enumerate(linked)):
        return [str(label) for label in theory.poesio_labels(now for _, now in changes)]
    found: list[theory.PoesioLabel] = []
    for one, (before, now) in zip(linked, changes, strict=True):
        last = theory.PoesioLabel.NULL if one.before is None else found[one.before]
        known = None if one.before is None else before
        found.append(theory.poesio_label(last, known, now))
    return [str(label) for label in found]


def rule_1(before: Centers, now: Centers, pronouns: Collection[str]) -> dict[str, str]:
    """Return by version whether Rule 1 is kept, violated, or vacuous.

    >>> rule_1(Centers(("ANNA", "TOM"), "ANNA"), Centers(("TOM", "ANNA"), "ANNA"), {"TOM"})
    {'gjw95': 'violated', 'gjw83': 'violated', 'gordon': 'violated'}
    """
    has_cb = now.cb is not None
    conditions = {
        "gjw95": any(entity in pronouns for entity in before.cf),
        "gjw83": has_cb and now.cb == before.cb,
        "gordon": has_cb,
    }
    outcome = "kept" if now.cb in pronouns else "violated"
    return {name: outcome if holds else "vacuous" for name, holds in conditions.items()}


@dataclass(frozen=True, slots=True)
class CenteringRow:
    """One utterance; `head` is the head of its clause, 0 for a whole sentence."""

    document: str
    utterance: int
    name: str
    head: int
    cf: tuple[str, ...]
    cb: str | None
    cp: str | None
    transition: str
    rule_1: str  # kept, violated or vacuous
    violates_rule_1: bool
    is_cheap: bool
    s_list: str
    text: str


def centering_rows(
    discourse: Discourse, realized: Realizations, way: CenteringWay
) -> list[CenteringRow]:
    """Return the centers of all utterances of a document by one instantiation."""
    every = DocumentUnits(discourse, {way.realization: realized})
    linked = every.linked(way.unit, way.realization, way.rank).units
    changes, s_list = center_changes(linked, way.cb), _coherence(discourse, realized)
    labels = transitions(linked, changes, way.labels)
    return [
        CenteringRow(
            document=discourse.name,
            utterance=piece.utterance.number,
            name=piece.utterance.name,
            head=piece.head,
            cf=now.cf,
            cb=now.cb,
            cp=now.cp,
            transition=label,
            rule_1=rule_1(before, now, piece.pronouns)["gjw95"],
            violates_rule_1=theory.violates_rule_1(before.cf, now, piece.pronouns),
            is_cheap=theory.is_cheap(before, now),
            s_list=s_list[piece.utterance.number],
            text=piece.text,
        )
        for (piece, *_), (before, now), label in zip(linked, changes, labels, strict=True)
    ]


def centers_of(found: Interpretation) -> dict[int, CenteringRow]:
    """Return the centers of an interpretation by utterance, with the default parameters."""
    rows = centering_rows(found.discourse, found_mentions(found), CenteringWay())
    return {row.utterance: row for row in rows}


def _coherence(discourse: Discourse, realized: Realizations) -> dict[int, Coherence]:
    """Return by utterance whether the S-list begins with the same entity as before."""
    s_list = SListAlgorithm(lambda _pronoun, _candidate: None)
    before: tuple[Element, ...] = ()
    found: dict[int, Coherence] = {}
    for utterance in discourse.utterances:
        said = (one for one in realized[utterance.number] if not one.is_indirect)
        for one in sorted(said, key=lambda one: one.element.position):
            s_list.hear(one.element.expression)
        after = s_list.end_utterance(utterance.number).state
        found[utterance.number] = coherence(before, after)
        before = after
    return found


@dataclass(frozen=True, slots=True)
class CenteredDocument:
    """A document, what it realizes, and the centers of its utterances."""

    discourse: Discourse
    realized: Realizations
    rows: Sequence[CenteringRow]
    way: CenteringWay
    names: Mapping[str, str]  # of entities, where the file has numbers


def centered(
    documents: Iterable[Discourse], way: CenteringWay, mentions: Mentions | None = None
) -> Iterator[CenteredDocument]:
    """Return documents with their centers; `mentions` is that of `realized_documents`."""
    for one in realized_documents(documents, mentions):
        realized = one.realized(way.realization)
        rows = centering_rows(one.discourse, realized, way)
        yield CenteredDocument(one.discourse, realized, rows, way, names=_names(one))


def _names(document: RealizedDocument) -> dict[str, str]:
    """Return a unique name for each annotated entity: Curtis, and Curtis (2) for another.

    An entity without a name is called by its first mention. Entities that we found have names.
    """
    if not document.is_annotated:
        return {}
    said = [one.element.expression for found in document.mentioned.values() for one in found]
    best = names_of(said, document.discourse.utterances)
    own, names = OwnNames("{} ({})"), dict[str, str]()
    for expression in said:
        entity = expression.referent
        if entity not in names:
            name = printable(" ".join((best.get(entity) or expression.text or entity).split()))
            short = name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"
            names[entity] = own.own(short, entity)
    return names


def render(documents: Iterable[CenteredDocument], *, to: str) -> str:
    """Return a row per utterance in a Form, or as "conllu" the documents with GUM's labels.

    Rows have names for entities; `ids` of JSON are those that the file has in Cf.
    """
    if to == CONLLU:
        return "".join(map(labelled, documents))
    rows = [
        {
            **asdict(row),
            "cf": tuple(one.names.get(entity, entity) for entity in row.cf),
            "cb": row.cb and one.names.get(row.cb, row.cb),
            "cp": row.cp and one.names.get(row.cp, row.cp),
            "ids": row.cf,
        }
        for one in documents
        for row in one.rows
    ]
    if to == Form.JSON:
        return forms.dumped(rows, indent=2)
    cells = []
    for row in rows:
        cost = "cheap" if row["is_cheap"] else "expensive"
        shown = {**row, "cf": " > ".join(row["cf"]), "cost": cost}
        cells.append(tuple(cell(shown[name], EMPTY) for name in COLUMNS))
    table = Table("centering", TITLE, COLUMNS, tuple(cells), names=12)
    if to in {Form.TSV, Form.CSV}:
        return forms.tsv(table) if to == Form.TSV else forms.csv_rows(table)
    return forms.render([table], to=Form(to), title=TITLE)


def labelled(one: CenteredDocument) -> str:
    """Return the document with GUM's cfN* in its entities, and a `# transition` per utterance."""
    label = _labels(one)
    entities = corefud.read_entities(one.discourse)
    known = entities.fields
    # A new field goes before the last, which alone may contain hyphens.
    fields = known if FIELD in known else (*known[:-1], FIELD, known[-1])
    mentions = tuple(
        replace(mention, attributes=_relabelled(mention, label(mention), known))
        for mention in entities.mentions
    )
    changed = replace(entities, mentions=mentions, fields=fields)
    written = corefud.write_entities(document_of(one.discourse), changed)
    found: dict[int, list[str]] = {}
    for row in one.rows:
        found.setdefault(row.utterance, []).append(row.transition)
    lines = written.decode("utf-8", "surrogateescape").split("\n")
    return "\n".join(_with_transitions(lines, found))


def _labels(one: CenteredDocument) -> Callable[[corefud.Mention], str]:
    """Return a function that gives a mention cfN: its place in the Cf, and * for the Cb."""
    by_place = {(row.utterance, row.head): (row.cf, row.cb) for row in one.rows}
    known: dict[tuple[float, ...], tuple[str, int]] = {}  # an entity, and its clause
    for piece in units(one.discourse, one.realized, one.way.unit):
        for said in piece.said:
            expression = said.element.expression
            if said.is_indirect or expression.kind is Kind.ELLIPSIS:
                continue
            is_zero = expression.kind is Kind.ZERO
            place = (expression.position,) if is_zero else (said.gum.first, said.gum.last)
            known[piece.utterance.number, *place] = said.element.entity, piece.head

    def label(mention: corefud.Mention) -> str:
        first, last = mention.spans[0]
        place: tuple[float, ...] = span_of(mention)
        if first == last and first.empty:
            place = (EmptyNode(first.word, first.empty, ROOT, "").position,)
        found, head = known.get((first.utterance, *place), ("", 0))
        cf, cb = by_place.get((first.utterance, head), ((), None))
        entity = mention.entity if mention.entity in cf else found
        return f"cf{cf.index(entity) + 1}{'*' * (cb == entity)}" if entity in cf else ""

    return label


def _relabelled(
    mention: corefud.Mention, label: str, fields: Sequence[str]
) -> tuple[tuple[str, str], ...]:
    """Return the attributes of a mention with the label among them, in the order of the fields."""
    values = {**dict(mention.attributes), FIELD: label}
    names = [name for name in fields if name not in {"eid", "GRP"}]
    if FIELD not in fields:
        names.insert(len(names) - (fields[-1] in names), FIELD)
    count = len(mention.attributes) + (FIELD not in fields)
    count = max(count, names.index(FIELD) + 1) if label else count
    return tuple((name, values.get(name, "")) for name in names[:count])


def _with_transitions(lines: Sequence[str], found: Mapping[int, Sequence[str]]) -> Iterator[str]:
    """Return the lines of a file, each sentence with the transition to it."""
    number = 0
    sentence: list[str] = []
    for line in (*lines, None):  # None is the end of the file
        if line is not None and line.strip():
            sentence.append(line)
            continue
        if any(not said.startswith("#") for said in sentence):
            number += 1
            sentence = _with_transition(sentence, ", ".join(found.get(number, ())))
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
