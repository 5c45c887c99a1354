"""Rules for replacing pronouns by names: fixed phrases, names nearby, rivals.

A name below its own entity means another one: "Brennan said Brennan was tired" (Principle C). So a
pronoun stays if an argument of a clause above realizes its entity. Verbs that share a subject are
one clause: nobody writes "Brennan took the car and sold the car".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from hearer.analysis.constraints import sorts
from hearer.analysis.constraints.agreement import IT, THEY
from hearer.model import (
    ANY_SORT,
    Constraint,
    Cue,
    Entity,
    ExpressionId,
    Interpretation,
    Kind,
    ReferringExpression,
    Resolution,
    Sort,
)
from hearer.model.tree import BREATH, SUBJECTS, Tree, base
from hearer.views.rewriting.naming import NOMINAL
from hearer.views.rewriting.rewritten import Reason

PRONOMINAL = frozenset(Kind) - {*NOMINAL, Kind.NAME, Kind.SET, Kind.CLAUSE}
ARGUMENTS = frozenset("nsubj obj iobj obl csubj".split())
LEVEL = frozenset({"conj", "parataxis"})  # their dependents are beside them, not below
SHARING = frozenset("conj xcomp advcl".split())  # without a subject, they share that above
MODIFIERS = frozenset("acl amod det nmod nummod compound appos".split())
ONE_BY_ONE = frozenset("each either neither".split())
FLOATING = frozenset("all both each two three".split())  # "them all": no "the drivers all"
ALWAYS_OWNING = frozenset("his its their hers theirs".split())
COUNTED = frozenset(
    "all any both each either few half least many most neither none one other some".split()
)
HONOURS = frozenset(
    "excellency grace highness holiness honor honour ladyship lordship majesty".split()
)
TO_HER = frozenset(
    """appoint brand buy call crown declare dub elect give hand label lend make name nickname offer
    promise pronounce teach tell wish""".split()
)
PLACED = frozenset("away back down here in off out over there up".split())
OPENING = frozenset('“ " ‘ ( [ : – — - -- • * … ... ``'.split())
GRAMMATICAL = frozenset(Constraint) - {Constraint.WEIGHT}
NAMED = frozenset(
    {Reason.NAMED_IN_CLAUSE, Reason.NAMED_ABOVE, Reason.NAMED_BEFORE, Reason.NAMED_IN_SENTENCE}
)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """A pronoun in its tree; `others` realize the same entity in the same utterance."""

    pronoun: ReferringExpression
    tree: Tree
    others: tuple[ReferringExpression, ...] = ()
    mentioned_in: frozenset[int] = frozenset()  # clauses where another replacement names it

    @property
    def clause(self) -> int:
        return whole_clause(self.tree, self.pronoun.clause)


class Own(NamedTuple):
    """An entity with its members, and their sorts."""

    entities: frozenset[Entity | None]
    sorts: frozenset[Sort]


# Fixed phrases ----------------------------------------------------------------------------------


def fixed(around: Surroundings) -> bool:
    """Return True if no name fits: *she* who dares, saw *them* all, *he* or she."""
    tree, n = around.tree, around.pronoun.head
    if around.pronoun.kind not in {Kind.PRONOUN, Kind.POSSESSIVE} or tree.lemmas[n] in ONE_BY_ONE:
        return True
    if any(tree.bases[child] in MODIFIERS for child in tree.children[n]):
        return True
    floats = n < len(tree) and tree.lemmas[n + 1] in FLOATING
    is_object = not around.pronoun.relation.startswith("nsubj")
    return (floats and is_object) or any(holds(tree, n) for holds in FIXED)


def _is_disjoined(tree: Tree, n: int) -> bool:
    """*He* or she."""
    links = (cc for m in (n, *tree.exactly(n, "conj")) for cc in tree.exactly(m, "cc"))
    return any(tree.lemmas[cc] in {"or", "nor", "/"} for cc in links)


def _is_tag(tree: Tree, n: int) -> bool:
    """*Brennan won, didn't she*, and *why didn't she*, as questions without a verb."""
    if n >= len(tree) or tree.forms[n + 1] != "?":
        return False
    before = [m for m in range(max(1, n - 3), n) if tree.lemmas[m] not in {"not", "n't", "n’t"}]
    if not before or tree.upos[before[-1]] != "AUX":
        return False
    is_short = tree.heads[n] == before[-1] or tree.heads[before[-1]] == n
    return is_short or tree.forms[before[-2:][0]] in {",", "–"}


def _is_title(tree: Tree, n: int) -> bool:
    """A capital in mid-sentence: the novel It, or He who made heaven and earth."""
    if not tree.forms[n][:1].isupper() or n == 1 or tree.utterance.text.isupper():
        return False
    is_first = all(tree.upos[m] in {"PUNCT", "SYM", "NUM", "X"} for m in range(max(1, n - 4), n))
    return not is_first and tree.forms[n - 1] not in OPENING


def _is_fronted(tree: Tree, n: int) -> bool:
    """An inverted subject (here *she* comes, off *they* went): a name would follow the verb."""
    before, verb = tree.lemmas[n - 1], tree.heads[n]
    if before not in PLACED or not tree.bases[n].startswith("nsubj") or verb < n:
        return False
    return before != "there" or tree.lemmas[verb] in {"be", "come", "go", "there"}


def _is_topic(tree: Tree, n: int) -> bool:
    """*Them* she could not forgive: a name in front would be taken for the subject."""
    verb = tree.heads[n]
    is_first = any(n < m < verb for m in tree.exactly(verb, *SUBJECTS))
    return len(tree) == 1 or (is_first and not tree.has(n, "case"))


def _is_one_by_one(tree: Tree, n: int) -> bool:
    """Each took *her* own car."""
    said = (m for over in tree.ancestors(n) for m in tree.children[over] if m < n)
    return any(tree.lemmas[m] in ONE_BY_ONE for m in said)


def _is_identified(tree: Tree, n: int) -> bool:
    """*It* was him, *it* is Anna, *it* was her mother: who it is, not what."""
    head = tree.heads[n]
    if tree.lemmas[n] != "it" or not tree.has(head, "cop") or tree.has(head, "case"):
        return False
    if tree.upos[head] == "NOUN":
        return sorts.lexical(tree.lemmas[head]) == sorts.PERSON
    is_owner = is_absolute(tree, head) or tree.forms[head].lower() in {"mine", "ours", "yours"}
    return tree.upos[head] == "PROPN" or (tree.upos[head] == "PRON" and not is_owner)


def _is_counted(tree: Tree, n: int) -> bool:
    """The two of *them*, both *their* houses."""
    above = tree.heads[n]
    is_two = tree.upos[above] == "NUM" and tree.has(above, "det")
    return (tree.preposition(n) == "of" and is_two) or tree.lemmas[n - 1] == "both"


def _is_called(tree: Tree, n: int) -> bool:
    """Calls *her* madam, gave *her* flowers: hers or to her, whatever the parse says."""
    owned = tree.heads[n]
    if tree.forms[n].lower() != "her" or n == len(tree):
        return False
    if tree.relations[n] != "nmod:poss":  # made *her* day
        return tree.upos[n + 1] == "NOUN" and tree.lemmas[owned] in TO_HER
    verb, is_object = tree.heads[owned], tree.bases[owned] in {"obj", "xcomp"}
    return is_object and tree.lemmas[verb] in TO_HER and not tree.has(verb, "iobj")


FIXED: tuple[Callable[[Tree, int], bool], ...] = (
    _is_disjoined,
    _is_tag,
    _is_title,
    lambda tree, n: tree.bases[n] in {"vocative", "discourse", "compound", "goeswith", "flat"},
    # *Her* Majesty
    lambda tree, n: n < len(tree) and tree.lemmas[n + 1] in HONOURS and tree.heads[n] == n + 1,
    _is_fronted,
    _is_identified,
    _is_counted,
    _is_called,
    _is_topic,
    _is_one_by_one,
)


# The same entity nearby -------------------------------------------------------------------------


def named_nearby(around: Surroundings) -> Reason | None:
    """Return why a name would repeat one, or would have to mean another entity."""
    pronoun, tree, clause = around.pronoun, around.tree, around.clause
    above = frozenset(_above(tree, clause))
    if not around.mentioned_in.isdisjoint({clause, *above}):
        return Reason.NAMED_IN_CLAUSE
    for other in around.others:
        there = whole_clause(tree, other.clause)
        if there == clause:
            return Reason.NAMED_IN_CLAUSE
        is_silent = other.kind in {Kind.RELATIVE, Kind.ELLIPSIS}
        if there in above and (is_silent or base(other.relation) in ARGUMENTS):
            return Reason.NAMED_ABOVE
        is_before = other.position < pronoun.position
        if is_before and tree.bases[there] == "advcl" and clause in _above(tree, there):
            return Reason.NAMED_BEFORE
    return None


def whole_clause(tree: Tree, n: int) -> int:
    """Return the head of a clause, with all verbs that share its subject: came and *sat* down."""
    while tree.bases[n] in SHARING and tree.heads[n] and not tree.has(n, "nsubj", "csubj", "expl"):
        n = tree.heads[n]
    return n


def _above(tree: Tree, n: int) -> Iterator[int]:
    """Yield the words above `n`, but not the conjuncts beside it."""
    while n and tree.heads[n]:
        if tree.bases[n] not in LEVEL:
            yield tree.heads[n]
        n = tree.heads[n]


def says(around: Surroundings, name: str) -> bool:
    """Return True if the clause has a name already, whatever it refers to: at *Jill*'s."""
    tree, words = around.tree, tuple(name.split())
    first, last = tree.edges[around.clause]
    return any(tree.forms[n : n + len(words)] == words for n in range(first, last + 1))


# The phrase of a pronoun ------------------------------------------------------------------------


def is_owning(pronoun: ReferringExpression) -> bool:
    """Return True for *her* car; that is *his*."""
    return pronoun.kind is Kind.POSSESSIVE or pronoun.text.lower() in ALWAYS_OWNING


def is_absolute(tree: Tree, n: int) -> bool:
    """Return True for that is *hers*; a friend of *his*."""
    form = tree.forms[n].lower()
    is_owner = form in ALWAYS_OWNING and tree.relations[n] != "nmod:poss"
    return form in {"hers", "theirs"} or is_owner


def is_partitive(tree: Tree, n: int) -> bool:
    """Return True for one of *them*, some of *it*."""
    above = tree.heads[n]
    is_counted = tree.lemmas[above] in COUNTED or tree.upos[above] == "NUM"
    return tree.preposition(n) == "of" and bool(above) and is_counted


def is_ambiguous(resolution: Resolution, recent: Iterable[ReferringExpression], own: Own) -> bool:
    """Return True if another recent entity would fit, and grammar does not rule it out.

    An entity mentioned last, after all others, is clear: its first mention must be the subject.
    """
    pronoun = resolution.pronoun
    ruled_out = {a.candidate.entity for a in resolution.attempts if a.violated in GRAMMATICAL}
    before = [e for e in recent if e.order < pronoun.order]
    rivals = [
        e.order
        for e in before
        if e.entity not in own.entities | ruled_out and _is_rival(e, pronoun, own)
    ]
    if not rivals:
        return resolution.is_ambiguous
    last = max((e for e in before if e.entity in own.entities), key=lambda e: e.order, default=None)
    is_in_view = last and (last.kind in PRONOMINAL or last.relation.startswith("nsubj"))
    return not (last and is_in_view and last.order > max(rivals))


def _is_rival(other: ReferringExpression, pronoun: ReferringExpression, own: Own) -> bool:
    agrees = pronoun.agreement
    if other.kind in {Kind.CLAUSE, Kind.ELLIPSIS} or other.sorts == {Sort.TIME}:
        return False
    if Cue.PREDICATE in other.cues:  # it is *an oath*
        return False
    if not agrees.agrees_with(other.agreement) or not sorts.fits(agrees, other.sorts):
        return False
    if agrees == THEY:
        return not other.sorts.isdisjoint(own.sorts)
    is_unknown = other.sorts == ANY_SORT and other.kind not in {Kind.NAME, *PRONOMINAL}
    return agrees == IT or not is_unknown


# Sentences as they will read --------------------------------------------------------------------

Stretch = tuple[int, int]  # an utterance, or a part of a long one, by its number


def _stretch(expression: ReferringExpression) -> Stretch:
    return expression.utterance, (expression.head - 1) // BREATH


class NamedInPassing(NamedTuple):
    """An entity in the name of another, which replaced a pronoun: *Brennan's* mother."""

    entity: Entity | None
    position: float
    clause: int


class Sentences:
    """The expressions of an interpretation by sentence, and what became of its pronouns."""

    def __init__(
        self,
        found: Interpretation,
        trees: Mapping[int, Tree],
        quoted: Mapping[int, Sequence[bool]],
    ) -> None:
        self._trees = trees
        self._heard: dict[Stretch, list[ReferringExpression]] = {}
        self._realizing: dict[tuple[Stretch, Entity | None], list[ReferringExpression]] = {}
        self._last: dict[int, Stretch] = {}  # of an utterance
        self._members: dict[Entity | None, frozenset[Entity | None]] = {}
        self._sorts: dict[Entity | None, frozenset[Sort]] = {}  # of the first mention
        self._mentions: dict[Stretch, list[NamedInPassing]] = {}
        self._reasons: dict[ExpressionId, Reason | None] = {}  # None: replaced
        self._waiting = {resolution.pronoun.id for resolution in found.resolutions}
        for e in found.expressions:
            if e.utterance not in trees:
                continue
            if e.members:
                self._members[e.entity] = frozenset(member.entity for member in e.members)
            if quoted[e.utterance][e.head]:
                continue
            if e.kind not in PRONOMINAL:
                self._sorts.setdefault(e.entity, e.sorts)
            here = _stretch(e)
            self._heard.setdefault(here, []).append(e)
            self._realizing.setdefault((here, e.entity), []).append(e)
            self._last[e.utterance] = here

    def note(
        self, pronoun: ReferringExpression, reason: Reason | None, mentions: Iterable[Entity | None]
    ) -> None:
        """Record why a pronoun stayed, or that it was replaced by a name with `mentions`."""
        self._reasons[pronoun.id] = reason
        self._waiting.discard(pronoun.id)
        self._mentions.setdefault(_stretch(pronoun), []).extend(
            NamedInPassing(entity, pronoun.position, pronoun.clause) for entity in mentions
        )

    def _is_replaced(self, pronoun: ReferringExpression) -> bool:
        return self._reasons.get(pronoun.id, Reason.NO_NAME) is None

    def _is_named(self, expression: ReferringExpression) -> bool:
        return expression.kind not in PRONOMINAL or self._is_replaced(expression)

    def _of(
        self, pronoun: ReferringExpression, entity: Entity | None
    ) -> Sequence[ReferringExpression]:
        return self._realizing.get((_stretch(pronoun), entity), ())

    def is_spelled_out(self, pronoun: ReferringExpression, entity: Entity | None) -> bool:
        """Return True if another pronoun for `entity` in this sentence was replaced."""
        return any(map(self._is_replaced, self._of(pronoun, entity)))

    def around(self, pronoun: ReferringExpression, entity: Entity | None) -> Surroundings:
        """Return the mentions of `entity` and its members that count for a pronoun."""
        tree, reasons = self._trees[pronoun.utterance], self._reasons
        wanted = {entity, *self._members.get(entity, ())}

        def counts(other: ReferringExpression) -> bool:
            if self._is_named(other):
                return True
            if other.position > pronoun.position or other.id in self._waiting:
                return False
            return reasons.get(other.id) not in {Reason.QUOTED, Reason.PROTECTED}

        realizing = (e for one in wanted for e in self._of(pronoun, one) if e.id != pronoun.id)
        others = tuple(sorted(filter(counts, realizing), key=lambda e: e.position))
        mentions = (m for m in self._mentions.get(_stretch(pronoun), ()) if m.entity == entity)
        clauses = frozenset(whole_clause(tree, mention.clause) for mention in mentions)
        return Surroundings(pronoun, tree, others, clauses)

    def present(self, pronoun: ReferringExpression) -> tuple[ReferringExpression, ...]:
        """Return the expressions of the sentence before a pronoun."""
        heard = self._heard.get(_stretch(pronoun), ())
        return tuple(e for e in heard if e.position < pronoun.position)

    def mentioned(self, pronoun: ReferringExpression) -> frozenset[Entity | None]:
        """Return the entities in the names that were written in its clause."""
        mentions = self._mentions.get(_stretch(pronoun), ())
        return frozenset(one.entity for one in mentions if one.clause == pronoun.clause)

    def lately(self, pronoun: ReferringExpression) -> tuple[ReferringExpression, ...]:
        """Return the expressions before a pronoun in its sentence and the sentence before."""
        utterance, number = here = _stretch(pronoun)
        last = (utterance, number - 1) if number else self._last.get(utterance - 1, here)
        return (*self._heard.get(last, ()), *self.present(pronoun))

    def own(self, entity: Entity | None) -> Own:
        """Return the entities that are no rivals of `entity`: itself and its members."""
        entities = frozenset({entity, *self._members.get(entity, ())})
        kinds = [self._sorts[one] for one in entities if one in self._sorts]
        return Own(entities, frozenset().union(*kinds) if kinds else ANY_SORT)

    def stayed_before(self, around: Surroundings) -> bool:
        """Return True if an earlier pronoun for the same stays: *she* saw it, and Anna ran."""
        reasons = (
            self._reasons.get(e.id)
            for e in around.others
            if e.position < around.pronoun.position and e.kind in PRONOMINAL
        )
        return any(reason and reason not in NAMED | {Reason.BOUND} for reason in reasons)

    def names_before(self, pronoun: ReferringExpression, entity: Entity | None) -> bool:
        """Return True if the sentence names `entity`, or all its members, before a pronoun."""

        def named(one: Entity | None) -> bool:
            heard = self._of(pronoun, one)
            passing = self._mentions.get(_stretch(pronoun), ())
            return any(e.position < pronoun.position and self._is_named(e) for e in heard) or any(
                m.entity == one and m.position < pronoun.position for m in passing
            )

        members = self._members.get(entity, frozenset())
        return named(entity) or (bool(members) and all(map(named, members)))

    def names_after(self, pronoun: ReferringExpression, entity: Entity | None) -> bool:
        """Return True if the author names `entity` later in the sentence."""
        heard = self._of(pronoun, entity)
        return any(e.position > pronoun.position and e.kind not in PRONOMINAL for e in heard)
