"""Where a name can take a pronoun's place, and where it cannot.

    Surroundings       what stands around a pronoun: the tree, and the same entity's other places
    fixed              whether the pronoun stands in a phrase that only a pronoun fits
    named_nearby       whether the entity is named in the same clause, or in one above
    breaks_agreement   whether the verb would no longer agree
    contraction        "he'd" taken apart: the words after the pronoun, spelled out
    protected_ranges   code and web addresses; merged, touches: ranges of text
    is_ambiguous       whether something else heard lately would fit the pronoun

A name below its own entity means somebody else: "Brennan said Brennan was tired" (Principle C). So
a pronoun stays where an argument of a clause above realizes its entity.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter

from hearer.analysis.constraints import sorts
from hearer.analysis.constraints.agreement import PLURAL
from hearer.model import Kind, ReferringExpression, Resolution
from hearer.model.tree import Tree, base
from hearer.views.rewriting.naming import NOMINAL, EntityName
from hearer.views.rewriting.rewritten import Reason

PRONOMINAL = frozenset(Kind) - {*NOMINAL, Kind.NAME, Kind.SET, Kind.CLAUSE}
ARGUMENTS = frozenset("nsubj obj iobj obl csubj".split())
LEVEL = frozenset({"conj", "parataxis"})  # what hangs on these is beside them, not below
MODIFIERS = frozenset("acl amod det nmod nummod compound appos".split())
ONE_BY_ONE = frozenset("each either neither".split())  # *neither* came: not both did
FLOATING = frozenset("all both each two three".split())  # "them all": no "the drivers all"
DISJUNCTIONS = frozenset({"or", "nor", "/"})
# An address is only looked for where a run of its characters begins: else every character of a
# long word would be tried.
PROTECTED = re.compile(
    r"```.*?```|`[^`\n]+`|(?:https?|ftp)://[^\s<>]+|www\.[^\s<>]+"
    r"|(?<![\w.+-])[\w.+-]++@[\w-]++\.[\w.]+",
    re.DOTALL,
)
STUCK_AFTER = re.compile(r"[\w/@-]|['’]\w")
STUCK_BEFORE = re.compile(r"[\w/@-]")


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What stands around a pronoun; `others` realize the same entity in the same utterance."""

    pronoun: ReferringExpression
    tree: Tree
    others: tuple[ReferringExpression, ...]
    mentioned_in: frozenset[int] = frozenset()  # clauses where another replacement names it


# Fixed phrases --------------------------------------------------------------------------------


def fixed(around: Surroundings) -> bool:
    """*She* who dares, saw *them* all, *he* or she, *neither*, did *she*?: no name fits here."""
    tree, n = around.tree, around.pronoun.head
    if tree.lemmas[n] in ONE_BY_ONE:
        return True
    if any(tree.bases[child] in MODIFIERS for child in tree.children[n]):
        return True
    is_subject = around.pronoun.relation.startswith("nsubj")
    floats = n < len(tree) and tree.lemmas[n + 1] in FLOATING
    return (floats and not is_subject) or _is_disjoined(tree, n) or _is_tag(tree, n)


def _is_disjoined(tree: Tree, n: int) -> bool:
    others = [n, *tree.exactly(n, "conj")]
    return any(tree.lemmas[cc] in DISJUNCTIONS for m in others for cc in tree.exactly(m, "cc"))


def _is_tag(tree: Tree, n: int) -> bool:
    """*Brennan won, didn't she*, as a question."""
    if n >= len(tree) or tree.forms[n + 1] != "?":
        return False
    before = [m for m in range(max(1, n - 3), n) if tree.lemmas[m] not in {"not", "n't", "n’t"}]
    return (
        len(before) > 1 and tree.upos[before[-1]] == "AUX" and tree.forms[before[-2]] in {",", "–"}
    )


def is_stuck(text: str, start: int, end: int) -> bool:
    """Whether something is written together with the words from `start` to `end`: "he/she"."""
    before = start > 0 and STUCK_BEFORE.match(text, start - 1)
    return bool(before or STUCK_AFTER.match(text, end))


# The same entity nearby -----------------------------------------------------------------------


def named_nearby(around: Surroundings) -> Reason | None:
    """Why a name would repeat one, or would have to mean somebody else."""
    pronoun, tree = around.pronoun, around.tree
    above = frozenset(_above(tree, pronoun.clause))
    if not around.mentioned_in.isdisjoint({pronoun.clause, *above}):
        return Reason.NAMED_IN_CLAUSE
    for other in around.others:
        if other.position > pronoun.position and other.kind in PRONOMINAL:
            continue
        if other.clause == pronoun.clause:
            return Reason.NAMED_IN_CLAUSE
        if _is_argument(other) and other.clause in above:
            return Reason.NAMED_ABOVE
        if tree.bases[other.clause] == "advcl" and pronoun.clause in _above(tree, other.clause):
            return Reason.NAMED_BEFORE
    return None


def _is_argument(other: ReferringExpression) -> bool:
    return other.kind in {Kind.RELATIVE, Kind.ELLIPSIS} or base(other.relation) in ARGUMENTS


def _above(tree: Tree, n: int) -> Iterator[int]:
    """The words that `n` is below of, but not the conjuncts it stands beside."""
    while n and tree.heads[n]:
        if tree.bases[n] not in LEVEL:
            yield tree.heads[n]
        n = tree.heads[n]


def breaks_agreement(pronoun: ReferringExpression, name: EntityName) -> bool:
    """*The team said they were glad*: verbs stay as they are, so "they" does."""
    if not pronoun.relation.startswith("nsubj"):
        return False
    number = pronoun.agreement.number
    if number == PLURAL:
        return not name.is_plural
    is_known = len(number) == 1  # our JSON does not have it
    return is_known and name.is_plural and not name.is_proper


# Contractions ---------------------------------------------------------------------------------


def contraction(tree: Tree, n: int) -> str:
    """What follows a pronoun without a space, spelled out: "had" for *he'd*; "" if nothing does."""
    if n >= len(tree) or tree.utterance.spaces[n - 1] or tree.upos[n + 1] not in {"AUX", "VERB"}:
        return ""
    clitic = tree.forms[n + 1].lower().replace("’", "'")
    return _ALWAYS.get(clitic) or _SOMETIMES.get(clitic, {}).get(_auxiliary(tree, n + 1), "")


_ALWAYS = {"'ll": "will", "'re": "are", "'ve": "have"}
_SOMETIMES = {"'s": {"be": "is", "have": "has"}, "'d": {"be": "would", "have": "had"}}


def _auxiliary(tree: Tree, clitic: int) -> str:
    """Have or not: she's *lost* her keys, he'd *gone*; otherwise as the lemma says."""
    verb = tree.heads[clitic]
    is_past = bool(verb) and tree.utterance.xpos[verb - 1] == "VBN"
    is_passive = tree.relations[clitic] == "aux:pass" and not tree.has(verb, "obj")
    if is_past:
        return "be" if is_passive else "have"
    return "have" if tree.lemmas[clitic] in {"have", "had", "has"} else "be"


# What is not to be touched, and what was not asked for ----------------------------------------


def protected_ranges(text: str) -> list[tuple[int, int]]:
    """Where code and web addresses stand.

    >>> protected_ranges("see `her.py` at www.a.org")
    [(4, 12), (16, 25)]
    """
    return [match.span() for match in PROTECTED.finditer(text)]


def merged(ranges: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The ranges in order, those that overlap as one.

    >>> merged([(4, 12), (0, 2), (8, 20)])
    [(0, 2), (4, 20)]
    """
    found: list[tuple[int, int]] = []
    for start, end in sorted(ranges):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def touches(ranges: Sequence[tuple[int, int]], start: int, end: int) -> bool:
    """Whether one of the ranges, in order, has something of `start` to `end`."""
    before = bisect_left(ranges, end, key=itemgetter(0))
    return before > 0 and start < ranges[before - 1][1]


def is_ambiguous(resolution: Resolution, recent: Iterable[ReferringExpression]) -> bool:
    """Whether another entity of those heard lately would fit, and was not ruled out."""
    pronoun = resolution.pronoun
    ruled_out = {attempt.candidate.entity for attempt in resolution.attempts if attempt.violated}
    fitting = {
        e.entity
        for e in recent
        if e.id[:2] < pronoun.id[:2]
        and e.agreement.agrees_with(pronoun.agreement)
        and sorts.fits(pronoun.agreement, e.sorts)
    }
    return resolution.is_ambiguous or bool(fitting - ruled_out - {resolution.entity})
