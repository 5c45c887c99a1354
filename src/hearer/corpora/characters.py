"""The entities of a document with their best names and aliases, for tables of a corpus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from hearer.corpora.tables.layout import Layout
from hearer.model import Chain, Entity, Interpretation, Kind, ReferringExpression, Utterance
from hearer.names import aliases, best_name

# Whoever is introduced with a name: "the assistant, *Anna Keller*", "a certain *Mr. Darcy*".
MAY_NAME = frozenset({Kind.APPOSITIVE, Kind.DEFINITE, Kind.INDEFINITE, Kind.BARE, Kind.POSSESSED})
NOUNS = MAY_NAME | {Kind.QUANTIFIED}
PERSONS = {
    **dict.fromkeys(("i", "me", "my", "mine", "myself"), "I"),
    **dict.fromkeys(("we", "us", "our", "ours", "ourselves"), "we"),
}


class Character(NamedTuple):
    """An entity, what it is best called ("" if nobody named it), and all that it is called."""

    chain: Chain
    name: str
    aliases: Sequence[str]
    names: int  # how many of its expressions are names

    @property
    def expressions(self) -> Sequence[ReferringExpression]:
        return self.chain.expressions


def cast(found: Interpretation, layout: Layout) -> Mapping[Entity, Character]:
    """All entities of a document, in the order they come in."""
    known = layout.utterances
    return {chain.entity: _character(chain, known) for chain in found.chains}


def _character(chain: Chain, known: Mapping[int, Utterance]) -> Character:
    expressions = chain.expressions
    named = [one.text for one in expressions if _is_named(one, known.get(one.utterance))]
    if named:
        forms = aliases(named)
        return Character(chain, best_name(forms), list(forms), len(named))
    if speaking := _speaking(expressions):
        return Character(chain, speaking, (), 0)
    said = chain.name.casefold().split()
    nouns = aliases(one.text for one in expressions if one.kind in NOUNS)
    return Character(chain, chain.name, [one for one in nouns if one.casefold() not in said], 0)


def _is_named(expression: ReferringExpression, utterance: Utterance | None) -> bool:
    """Whether it is a name: its kind says so, or the part of speech of its head."""
    if expression.kind is Kind.NAME:
        return True
    if expression.kind not in MAY_NAME or utterance is None:
        return False
    return 0 < expression.head <= len(utterance) and utterance.upos[expression.head - 1] == "PROPN"


def _speaking(expressions: Sequence[ReferringExpression]) -> str:
    """I, you or we, if that is what somebody without a name is mostly called."""
    spoken = [one.text.lower() for one in expressions if one.kind is Kind.SPEAKER]
    if 2 * len(spoken) <= len(expressions):
        return ""
    return Counter(PERSONS.get(form, "you") for form in spoken).most_common(1)[0][0]
