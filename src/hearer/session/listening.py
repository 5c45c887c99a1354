"""A whole discourse, heard by somebody who knows something beforehand.

listen_with    what is understood of it, with what was of no use among its problems

What a correction points at may come later. Nobody knows then what that refers to; so such a
discourse is heard twice, and in the end all point at where it was first spoken of.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import replace

from hearer.errors import UsageError
from hearer.hearing import Through, listen
from hearer.model import Discourse, Entity, EntityKind, Interpretation
from hearer.model.grammar import WORDLESS
from hearer.profiles import Profile
from hearer.session.informed import analysis_with
from hearer.session.knowledge import Correction, Knowledge
from hearer.session.told import Told, WordPlace
from hearer.session.unused import informed


def listen_with(
    discourse: Discourse,
    knowledge: Knowledge | None,
    how: Profile,
    *,
    through: Through = iter,
    given: bool = False,
) -> Interpretation:
    """Hear a discourse word by word; the words go `through` whoever counts them.

    Its nouns and names may be `given` by its own annotation.
    """
    if given:
        from hearer.evaluation.gold_analyst import listen_given

        if knowledge is not None:
            raise UsageError(
                "Corrections cannot be combined with coreference taken from the annotation.",
                hint="Say either knowledge=… or given=True.",
                command_hint="Say either --corrections or --set given.",
            )
        return listen_given(discourse, how, through=through)

    def heard(known: Knowledge | None) -> Interpretation:
        analysis = analysis_with(known, how)
        return listen(discourse, profile=how, analysis=analysis, through=through)

    if knowledge is None:
        return heard(None)
    ahead = dict(_ahead(knowledge))
    if not ahead:
        return informed(heard(knowledge), knowledge)
    before = heard(_without(knowledge, ahead))
    return informed(heard(_pointing(knowledge, ahead, before)), knowledge)


def _ahead(knowledge: Knowledge) -> Iterator[tuple[WordPlace, WordPlace]]:
    """The words that point at what comes later, and where they end; in a ring nobody tells."""
    told = Told.of(knowledge)
    for place, one in told.corrections.items():
        root = told.roots[place]
        if one.place and root > place and root not in told.corrections:
            yield place, root


def _without(knowledge: Knowledge, ahead: Iterable[WordPlace]) -> Knowledge:
    places = {*ahead}
    rest = (one for one in knowledge.corrections if (one.utterance, one.word) not in places)
    return replace(knowledge, corrections=tuple(rest))


def _pointing(
    knowledge: Knowledge, ahead: Mapping[WordPlace, WordPlace], before: Interpretation
) -> Knowledge:
    """The same, but what comes later is pointed at where it is first spoken of.

    If that comes later, too, both are called what it was called: the list should not show SHE.
    """
    first = _first_mentions(before, besides=ahead)
    told = {(one.utterance, one.word): one for one in knowledge.corrections}
    for place, root in ahead.items():
        at, entity = first.get(root, (root, None))
        is_named = entity is not None and entity.kind is EntityKind.NAMED
        pointer = str(entity) if is_named and at > place else f"@{at[0]}.{at[1]}"
        told[place] = Correction(*place, pointer)
        for other in (root, at) if at > place else (root,):  # they stay together, come what may
            told.setdefault(other, Correction(*other, pointer))
    return replace(knowledge, corrections=tuple(told.values()))


def _first_mentions(
    found: Interpretation, *, besides: Container[WordPlace]
) -> dict[WordPlace, tuple[WordPlace, Entity]]:
    """By every word that refers to something: where that is first spoken of, and who it is."""
    first: dict[WordPlace, tuple[WordPlace, Entity]] = {}
    for chain in found.chains:
        spoken = [(e.utterance, e.head) for e in chain.expressions if e.kind not in WORDLESS]
        places = [place for place in spoken if place not in besides]
        if places:
            first |= dict.fromkeys(places, (min(places), chain.entity))
    return first
