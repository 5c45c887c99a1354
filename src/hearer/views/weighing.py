"""What a candidate weighs, taken apart: factor by factor, and by what the factors are about.

contributions    what each value of a factor adds to a weight; they add up to it
grouped          the same by what they are about, in words: "nearness (in the same clause)"
for_and_against  the weightiest groups as a sentence
ALWAYS           what stands for a weight that no factor says anything about

The weighted S-list weighs three factors together. Their weight is divided evenly among those of
them that tell candidates apart; if none does, among all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from hearer.model import Factor, FactorGroup, FactorValue

MOST_FOR, MOST_AGAINST = 3, 2  # groups that are told
MOST_PHRASES = 2  # of a group
LEAST = 0.05  # what is less is not worth a word
ALWAYS = FactorValue("", "", "in general", tells_candidates_apart=False)
Contributions = Mapping[FactorValue, float]


def contributions(factors: Iterable[Factor]) -> Contributions:
    """A weight by the values of factors, in the order they first occur.

    >>> it = FactorValue("pronoun", "it", "the pronoun", tells_candidates_apart=False)
    >>> subject = FactorValue("role", "subject", "grammatical role")
    >>> near = FactorValue("sentences back", "one sentence back", "nearness")
    >>> found = contributions([Factor((it, subject, near), 0.5), Factor((it, subject), 0.25)])
    >>> found[subject], found[near]
    (0.5, 0.25)
    """
    weights: dict[FactorValue, float] = {}
    for factor in factors:
        values = factor.values or (ALWAYS,)
        telling = [each for each in values if each.tells_candidates_apart] or values
        for each in telling:
            weights[each] = weights.get(each, 0.0) + factor.weight / len(telling)
    return weights


def grouped(factors: Iterable[Factor]) -> tuple[FactorGroup, ...]:
    """A weight by what its factors are about, the weightiest first, each with what it shows.

    >>> clause = FactorValue("clause", "in the same clause", "nearness")
    >>> [group.name for group in grouped([Factor((ALWAYS,), 0.5), Factor((clause,), -1.0)])]
    ['nearness (in the same clause)', 'in general']
    """
    groups: dict[str, dict[FactorValue, float]] = {}
    for value, weight in contributions(factors).items():
        groups.setdefault(value.about, {})[value] = weight
    told = [
        FactorGroup(about, _shown(parts), sum(parts.values())) for about, parts in groups.items()
    ]
    return tuple(sorted(told, key=lambda group: -abs(group.weight)))


def _shown(parts: Contributions) -> tuple[str, ...]:
    """The weightiest of a group that pull the way the group does."""
    pull = sum(parts.values())
    pulling = [value for value, weight in parts.items() if weight * pull > 0]
    pulling.sort(key=lambda value: -abs(parts[value]))
    return tuple(value.words for value in pulling[:MOST_PHRASES] if value.words)


def for_and_against(whom: str, factors: Sequence[Factor]) -> str:
    """What speaks for a candidate and what against it; the numbers add up to its weight.

    >>> subject = FactorValue("role", "subject", "grammatical role")
    >>> print(for_and_against("BRENNAN", [Factor((subject,), 0.5), Factor((ALWAYS,), -0.02)]))
    For BRENNAN: grammatical role (subject) +0.50. All else: −0.02.
    """
    groups = grouped(factors)
    speaking = [group for group in groups if group.weight >= LEAST][:MOST_FOR]
    opposed = [group for group in groups if group.weight <= -LEAST][:MOST_AGAINST]
    told = (*speaking, *opposed)
    rest = sum(group.weight for group in groups) - sum(group.weight for group in told)
    sentences = [f"For {whom}: {_listed(speaking)}."] if speaking else []
    if opposed:
        sentences.append(f"Against {'it' if speaking else whom}: {_listed(opposed)}.")
    if told and abs(rest) >= 0.005:  # it would not be shown as 0.00
        sentences.append(f"All else: {signed(rest)}.")
    return " ".join(sentences)


def _listed(groups: Iterable[FactorGroup]) -> str:
    return ", ".join(f"{group.name} {signed(group.weight)}" for group in groups)


def signed(weight: float) -> str:
    """A weight with its sign, as it is printed."""
    return f"{weight:+.2f}".replace("-", "−")
