"""What entities are called in tables of centers: by names, not by numbers.

entity_names    the best names of the entities of a document, each once
"""

from __future__ import annotations

from collections.abc import Mapping

from hearer.evaluation.centering.documents import RealizedDocument
from hearer.harmless import printable
from hearer.names import OwnNames, names_of

LONGEST = 40  # letters


def entity_names(document: RealizedDocument) -> Mapping[str, str]:
    """What each entity is called: Curtis, and Curtis (2) who is another one.

    Entities that we found have names already. Who has no name is called by what is first said.
    """
    if not document.is_annotated:
        return {}
    said = [one.element.expression for found in document.mentioned.values() for one in found]
    best = names_of(said, document.discourse.utterances)
    first: dict[str, str] = {}
    for expression in said:
        first.setdefault(str(expression.referent), expression.text)
    own, called = OwnNames("{} ({})"), dict[str, str]()
    for entity, text in first.items():
        name = _short(best.get(entity, "") or text or entity)  # type: ignore[call-overload]
        called[entity] = own.own(name, entity)
    return called


def _short(name: str) -> str:
    shown = printable(" ".join(name.split()))
    return shown if len(shown) <= LONGEST else f"{shown[: LONGEST - 1]}…"
