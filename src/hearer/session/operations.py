"""What people do to an interpretation that is wrong: point, merge, split, rename.

    correct    this *she* is Mia; or nothing; or somebody new
    merge      two entities are one
    split      a mention is somebody else, alone or with all that follow
    rename     what an entity is to be called

Each gives Corrections, which `hearer.resolve(knowledge=...)` applies, files hold and `+` joins.
They say what words refer to by pointing at other words, so nothing depends on what a run calls its
entities. What was merged or split is pinned word by word: pronouns among them stay where they are.
"""

from __future__ import annotations

from collections.abc import Sequence

from hearer.errors import UnknownName, UsageError, require
from hearer.model import Chain, Interpretation, ReferringExpression, Resolution
from hearer.model.grammar import WORDLESS
from hearer.session.knowledge import NOTHING, Correction, Corrections

Mention = Resolution | ReferringExpression | tuple[int, int]


def correct(mention: Mention, entity: str | Mention | None) -> Correction:
    """What to write down when a word should have been taken to mean `entity`.

    A mention is one of found.resolutions or found.expressions, or (utterance, word). The entity is
    one by name, "-" or None for nothing, or another mention, which may come later; a mention that
    is said to be itself is somebody new.

    >>> correct((2, 1), (1, 3))
    Correction(utterance=2, word=1, entity='@1.3')
    """
    place = _place(mention, "What is corrected")
    if entity is None:
        return Correction(*place, NOTHING)
    if isinstance(entity, str):
        if not entity.strip():
            raise UsageError("An entity has a name, or is '-': nothing at all.")
        return Correction(*place, entity)
    return Correction(*place, _pointer(_place(entity, "What is meant")))


def merge(found: Interpretation, entity: str, other: str) -> Corrections:
    """Corrections by which `entity` and `other` are one, called as `other` is.

    >>> import hearer
    >>> found = hearer.resolve("Ida Berg met Tom. The doctor smiled.")
    >>> known = hearer.Knowledge(corrections=merge(found, "DOCTOR", "BERG"))
    >>> hearer.resolve("Ida Berg met Tom. The doctor smiled.", knowledge=known).chains[0]
    <Chain Ida Berg (2): Ida Berg, doctor>
    """
    one, another = _chain(found, entity), _chain(found, other)
    if one.entity == another.entity:
        raise UsageError(f"{entity!r} and {other!r} are one already.")
    first, second = sorted((one, another), key=_first)
    pointer = _pointer(_first(first))
    names = {pointer: another.name} if another.name and another is second else None
    rest = sorted((*_places(first)[1:], *_places(second)))
    return Corrections((Correction(*place, pointer) for place in rest), names)


def split(
    found: Interpretation, mention: Mention, *, following: bool = False, name: str = ""
) -> Corrections:
    """Corrections by which a mention is somebody else than the rest of its chain.

    With `following`, so is all of the chain that comes after it. `name` is for who is new.

    >>> import hearer
    >>> text = "Ida met Tom. Ida smiled."
    >>> apart = split(hearer.resolve(text), (2, 1), name="the other Ida")
    >>> known = hearer.Knowledge(corrections=apart)
    >>> [chain.name for chain in hearer.resolve(text, knowledge=known).chains]
    ['Ida', 'Tom', 'the other Ida']
    """
    place = _place(mention, "What is split off")
    chain = next((each for each in found.chains if place in _places(each)), None)
    if chain is None:
        raise UsageError(f"Word {place[1]} of utterance {place[0]} refers to nothing.")
    new = [each for each in _places(chain) if each == place or (following and each > place)]
    old = [each for each in _places(chain) if each not in new]
    if not old:
        raise UsageError("Nothing would be left to split it from.")
    names = {_pointer(place): name} if name else None
    pinned = [Correction(*each, _pointer(several[0])) for several in (old, new) for each in several]
    return Corrections(pinned, names)


def rename(found: Interpretation, entity: str, name: str) -> Corrections:
    """The name that an entity is to be called by everywhere; "" takes it back."""
    chain = _chain(found, entity)
    require(name, str, "A name is a text, as in rename(found, 'ANNA', 'Anna Keller')")
    places = _places(chain)
    return Corrections(names={_pointer(places[0]) if places else str(chain.entity): name})


def _place(mention: object, what: str) -> tuple[int, int]:
    if isinstance(mention, Resolution):
        mention = mention.pronoun
    if isinstance(mention, ReferringExpression):
        return mention.utterance, mention.head
    match mention:
        case (int() as utterance, int() as word):
            return utterance, word
    example = "one of found.resolutions or found.expressions, or (utterance, word)"
    raise UsageError(f"{what} is {example}, not {mention!r}.")


def _pointer(place: tuple[int, int]) -> str:
    return f"@{place[0]}.{place[1]}"


def _chain(found: Interpretation, entity: str) -> Chain:
    chains = {str(chain.entity): chain for chain in found.chains}
    if entity not in chains:
        raise UnknownName("entity", entity, list(chains))
    return chains[entity]


def _places(chain: Chain) -> Sequence[tuple[int, int]]:
    """The words of a chain that can be corrected, in the order of the text."""
    spoken = (e for e in chain.expressions if e.kind not in WORDLESS)
    return sorted({(e.utterance, e.head) for e in spoken})


def _first(chain: Chain) -> tuple[int, int]:
    places = _places(chain)
    if not places:
        raise UsageError(f"{chain.entity!r} has no words of its own that could be corrected.")
    return places[0]
