"""What a candidate weighs, taken apart: factor by factor, and by what the factors are about.

Contribution     what one factor adds to a weight
contributions    all of a weight, factor by factor; they add up to it
grouped          the same by group, in words: "nearness (in the same clause)"
for_and_against  the weightiest groups as a sentence

A table of the weighted S-list weighs three factors together. Its number is divided evenly among
those of them that tell candidates apart; if none does, among all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from hearer.model import Factor
from hearer.views.factor_words import OF_PRONOUN, group_of, phrase

MOST_FOR, MOST_AGAINST = 3, 2  # groups that are told
MOST_PHRASES = 2  # of a group
LEAST = 0.05  # what is less is not worth a word


class Contribution(NamedTuple):
    """What one factor adds to a weight, or takes away if it is negative."""

    name: str
    value: str
    weight: float


def contributions(factors: Iterable[Factor]) -> tuple[Contribution, ...]:
    """A weight factor by factor, in the order they first occur.

    >>> both = Factor("pronoun: it; role: subject; sentences back: 1", 0.5)
    >>> contributions([both, Factor("pronoun: it; role: subject", 0.25)])[0]
    Contribution(name='role', value='subject', weight=0.5)
    """
    weights: dict[tuple[str, str], float] = {}
    for factor in factors:
        named = [_parted(part) for part in factor.name.split("; ")]
        telling = [each for each in named if each[0] not in OF_PRONOUN] or named
        for each in telling:
            weights[each] = weights.get(each, 0.0) + factor.weight / len(telling)
    return tuple(Contribution(name, value, weight) for (name, value), weight in weights.items())


def _parted(part: str) -> tuple[str, str]:
    name, _, value = part.partition(": ")
    return name, value


def grouped(factors: Iterable[Factor]) -> tuple[Factor, ...]:
    """A weight by what its factors are about, the weightiest first, each with what it shows.

    >>> print(*grouped([Factor("role: subject", 0.5), Factor("clause: same clause", -1.0)]))
    -1.00 nearness (in the same clause) +0.50 grammatical role (subject)
    """
    groups: dict[str, list[Contribution]] = {}
    for contribution in contributions(factors):
        groups.setdefault(group_of(contribution.name), []).append(contribution)
    told = [
        Factor(f"{group}{_shown(parts)}", sum(part.weight for part in parts))
        for group, parts in groups.items()
    ]
    return tuple(sorted(told, key=lambda factor: -abs(factor.weight)))


def _shown(parts: Sequence[Contribution]) -> str:
    """The weightiest of a group that pull the way the group does."""
    pull = sum(part.weight for part in parts)
    pulling = [part for part in parts if part.weight * pull > 0]
    pulling.sort(key=lambda part: -abs(part.weight))
    phrases = [phrase(part.name, part.value) for part in pulling[:MOST_PHRASES]]
    return f" ({', '.join(filter(None, phrases))})" if any(phrases) else ""


def for_and_against(whom: str, factors: Sequence[Factor]) -> str:
    """What speaks for a candidate and what against it; the numbers add up to its weight.

    >>> print(for_and_against("BRENNAN", [Factor("role: subject", 0.5), Factor("", -0.02)]))
    For BRENNAN: grammatical role (subject) +0.50. All else: −0.02.
    """
    groups = grouped(factors)
    speaking = [group for group in groups if group.weight >= LEAST][:MOST_FOR]
    opposed = [group for group in groups if group.weight <= -LEAST][:MOST_AGAINST]
    return " ".join(_sentences(whom, groups, speaking, opposed))


def _sentences(
    whom: str, groups: Sequence[Factor], speaking: Sequence[Factor], opposed: Sequence[Factor]
) -> Iterator[str]:
    if speaking:
        yield f"For {whom}: {_listed(speaking)}."
    if opposed:
        yield f"Against {'it' if speaking else whom}: {_listed(opposed)}."
    told = (*speaking, *opposed)
    rest = sum(group.weight for group in groups) - sum(group.weight for group in told)
    if told and abs(rest) >= 0.005:  # it would not be shown as 0.00
        yield f"All else: {signed(rest)}."


def _listed(groups: Iterable[Factor]) -> str:
    return ", ".join(f"{group.name} {signed(group.weight)}" for group in groups)


def signed(weight: float) -> str:
    """A weight with its sign, as it is printed."""
    return f"{weight:+.2f}".replace("-", "−")
