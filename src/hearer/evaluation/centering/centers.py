"""The centers of documents, utterance by utterance, in every form.

Rule 1 has the versions of Poesio et al. (2004, 2.3). GJW95: if some element of Cf(Ui-1) is realized
by a pronoun in Ui, then so is Cb(Ui) (Grosz, Joshi & Weinstein 1995). GJW83: if Cb(Ui) = Cb(Ui-1),
it is realized by a pronoun (the same 1983). Gordon: the Cb is realized by a pronoun (Gordon, Grosz
& Gilliom 1993).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from hearer.algorithms import centering as theory
from hearer.algorithms.centering import Centers
from hearer.algorithms.s_list import Coherence, SListAlgorithm, coherence
from hearer.escape import printable
from hearer.evaluation.centering.mentions import (
    Realizations,
    RealizedDocument,
    found_mentions,
    realized_documents,
)
from hearer.evaluation.centering.units import LinkedUnit, linked_units
from hearer.evaluation.centering.ways import Cb, CenteringWay, Labels
from hearer.evaluation.experiment import Mentions
from hearer.model import Discourse, Element, Interpretation
from hearer.names import OwnNames, names_of
from hearer.report import forms
from hearer.report.forms import Form
from hearer.report.table import Table, cell

OUTCOMES = ("kept", "violated", "vacuous")
RULES_1 = ("gjw95", "gjw83", "gordon")
EMPTY = "_"
TITLE = "Centers"
LONGEST = 40  # letters of a name
CenterChange = tuple[Centers, Centers]  # before an utterance, and its own
COLUMNS = tuple("document utterance name head cf cb cp transition rule_1 cost s_list text".split())


def center_changes(linked: Sequence[LinkedUnit], cb: Cb) -> list[CenterChange]:
    """Return the centers of all utterances of a document."""
    if cb is Cb.CONSTRAINT_3:
        cbs = [theory.cb_constraint_3(one.seen.cf, frozenset(one.cf)) for one in linked]
    else:
        cbs = [theory.cb_constraint_3(one.cf, frozenset(one.seen.cf)) for one in linked]
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
    linked = linked_units(discourse, realized, way.unit, way.rank)
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
            rule_1=outcome,
            violates_rule_1=outcome == "violated",
            is_cheap=theory.is_cheap(before, now),
            s_list=s_list[piece.utterance.number],
            text=piece.text,
        )
        for (piece, *_), (before, now), label in zip(linked, changes, labels, strict=True)
        for outcome in (rule_1(before, now, piece.pronouns)["gjw95"],)
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


def centered(
    documents: Iterable[Discourse], way: CenteringWay, mentions: Mentions | None = None
) -> list[dict[str, Any]]:
    """Return the rows of all utterances, with names for entities; `ids` has those of the file.

    `mentions` is that of `realized_documents`.
    """
    found = []
    for one in realized_documents(documents, mentions):
        names = _names(one)
        for row in centering_rows(one.discourse, one.realized(way.realization), way):
            cf = tuple(names.get(entity, entity) for entity in row.cf)
            cb, cp = (x and names.get(x, x) for x in (row.cb, row.cp))
            found.append({**asdict(row), "cf": cf, "cb": cb, "cp": cp, "ids": row.cf})
    return found


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


def render(rows: Sequence[dict[str, Any]], *, to: Form) -> str:
    """Return the rows of `centered` in a form."""
    if to is Form.JSON:
        return forms.dumped(rows, indent=2)
    cells = []
    for row in rows:
        cost = "cheap" if row["is_cheap"] else "expensive"
        shown = {**row, "cf": " > ".join(row["cf"]), "cost": cost}
        cells.append(tuple(cell(shown[name], EMPTY) for name in COLUMNS))
    table = Table("centering", TITLE, COLUMNS, tuple(cells), names=12)
    if to in {Form.TSV, Form.CSV}:
        return forms.tsv(table) if to is Form.TSV else forms.csv_rows(table)
    return forms.render([table], to=to, title=TITLE)
