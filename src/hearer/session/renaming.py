"""What entities are to be called, whatever the text calls them.

renamed      what was understood, with these names
named_by     the entity that a name is for
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from hearer.model import Entity, Interpretation, Step
from hearer.model.grammar import WORDLESS
from hearer.names import Names, names_of
from hearer.session.knowledge import Correction

EntityAt = Mapping[tuple[int, int], Entity]


def renamed(
    found: Interpretation,
    names: Mapping[str, str],
    before: EntityAt | None = None,
    known: Names | None = None,
) -> Interpretation:
    """Name the entities of `found` as `names` says; names for unknown entities change nothing.

    For one turn of a session, `before` has the entities of the words of earlier turns, and `known`
    their names.

    >>> from hearer.hearing import listen
    >>> from hearer.model import Discourse, Utterance
    >>> anna = Utterance.of("Anna/PROPN/nsubj/2 drives/VERB/root/0")
    >>> found = renamed(listen(Discourse((anna,))), {"@1.1": "Anna Keller"})
    >>> found.chains
    (<Chain Anna Keller (1): Anna>,)
    """
    entities = named_by(found, names, before, known)
    told = {entities[key]: name.strip() for key, name in names.items() if key in entities}
    told = {entity: name for entity, name in told.items() if name}
    if not told:
        return found
    if known is None:
        named = names_of(found.expressions, found.discourse.utterances, told)
    else:
        names_then = known.copy()
        for entity, name in told.items():
            names_then.tell(entity, name)
        named = names_then.of(found.names)
    steps = tuple(_told(step, told) for step in found.steps)
    return replace(found, steps=steps, named=named, renamed=told)


def _told(step: Step, told: Mapping[Entity, str]) -> Step:
    """A step whose resolutions have these names: some formats tell them as they fell."""
    if not any(one.entity in told for one in step.resolutions):
        return step
    resolutions = tuple(
        replace(one, name=told[one.entity]) if one.entity and one.entity in told else one
        for one in step.resolutions
    )
    parts = tuple(_told(part, told) for part in step.parts)
    return step._replace(resolutions=resolutions, parts=parts)


def named_by(
    found: Interpretation,
    names: Mapping[str, str],
    before: EntityAt | None = None,
    known: Names | None = None,
) -> dict[str, Entity]:
    """The entities that names are for: by their letters, or by a word that refers to them."""
    if not names:
        return {}
    spoken = [e for e in found.expressions if e.entity is not None and e.kind not in WORDLESS]
    at = {**(before or {}), **{(e.utterance, e.head): e.entity for e in spoken}}
    letters = {str(entity): entity for entity in known.best} if known else {}
    letters |= {str(e.entity): e.entity for e in found.expressions if e.entity is not None}
    meant = {
        key: at.get(Correction(0, 0, key).place or (0, 0)) or letters.get(key) for key in names
    }
    return {key: entity for key, entity in meant.items() if entity is not None}
