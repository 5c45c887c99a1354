"""Where a name can take a pronoun's place, and where it cannot.

    Surroundings    what stands around a pronoun: the tree, and the same entity's other places
    Own             an entity, and who belongs to it
    fixed           whether the pronoun stands in a phrase that only a pronoun fits
    named_nearby    whether the entity is named in the same clause, in one above, or before
    whole_clause    a clause, with all verbs that share its subject
    is_owning       *her* car
    is_partitive    one of *them*
    is_absolute     that is *hers*
    genitives       how many possessors a possessive stands among: *her* mother's friend's car
    is_ambiguous    whether something else heard lately would fit the pronoun

A name below its own entity means somebody else: "Brennan said Brennan was tired" (Principle C). So
a pronoun stays where an argument of a clause above realizes its entity. Verbs that share a subject
are one clause here: nobody writes "Brennan took the car and sold the car".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from hearer.analysis.constraints import sorts
from hearer.analysis.constraints.agreement import IT, THEY
from hearer.model import (
    ANY_SORT,
    Constraint,
    Cue,
    Entity,
    Kind,
    ReferringExpression,
    Resolution,
    Sort,
)
from hearer.model.tree import SUBJECTS, Tree, base
from hearer.views.rewriting.known import NOMINAL
from hearer.views.rewriting.rewritten import Reason

PRONOMINAL = frozenset(Kind) - {*NOMINAL, Kind.NAME, Kind.SET, Kind.CLAUSE}
REPLACEABLE = frozenset({Kind.PRONOUN, Kind.POSSESSIVE})
ARGUMENTS = frozenset("nsubj obj iobj obl csubj".split())
LEVEL = frozenset({"conj", "parataxis"})  # what hangs on these is beside them, not below
# Clauses of these without a subject have that of the one above.
SHARING = frozenset("conj xcomp advcl".split())
MODIFIERS = frozenset("acl amod det nmod nummod compound appos".split())
ONE_BY_ONE = frozenset("each either neither".split())  # *neither* came: not both did
FLOATING = frozenset("all both each two three".split())  # "them all": no "the drivers all"
DISJUNCTIONS = frozenset({"or", "nor", "/"})
ABSOLUTE = frozenset({"hers", "theirs"})
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


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What stands around a pronoun; `others` realize the same entity in the same utterance."""

    pronoun: ReferringExpression
    tree: Tree
    others: tuple[ReferringExpression, ...] = ()
    mentioned_in: frozenset[int] = frozenset()  # clauses where another replacement names it

    @property
    def clause(self) -> int:
        return whole_clause(self.tree, self.pronoun.clause)


@dataclass(frozen=True, slots=True)
class Own:
    """An entity, who belongs to it, and what kind of thing they are."""

    entities: frozenset[Entity | None]
    sorts: frozenset[Sort]


# Fixed phrases --------------------------------------------------------------------------------


def fixed(around: Surroundings) -> bool:
    """*She* who dares, saw *them* all, *he* or she, *neither*, did *she*?: no name fits here."""
    tree, n = around.tree, around.pronoun.head
    if around.pronoun.kind not in REPLACEABLE or tree.lemmas[n] in ONE_BY_ONE:
        return True
    if any(tree.bases[child] in MODIFIERS for child in tree.children[n]):
        return True
    floats = n < len(tree) and tree.lemmas[n + 1] in FLOATING
    is_object = not around.pronoun.relation.startswith("nsubj")
    return (floats and is_object) or any(holds(tree, n) for holds in FIXED)


def _is_disjoined(tree: Tree, n: int) -> bool:
    others = [n, *tree.exactly(n, "conj")]
    return any(tree.lemmas[cc] in DISJUNCTIONS for m in others for cc in tree.exactly(m, "cc"))


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


def _is_vocative(tree: Tree, n: int) -> bool:
    return tree.bases[n] in {"vocative", "discourse", "compound", "goeswith", "flat"}


def _is_honoured(tree: Tree, n: int) -> bool:
    """*Her* Majesty."""
    return n < len(tree) and tree.lemmas[n + 1] in HONOURS and tree.heads[n] == n + 1


def _is_fronted(tree: Tree, n: int) -> bool:
    """Here *she* comes, off *they* went; a name would stand behind its verb."""
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
    """Each took *her* own car: that of each, whatever else the words are in the parse."""
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
    """Calls *her* madam, gave *her* flowers: hers, or to her? Whatever the parse says."""
    owned = tree.heads[n]
    if tree.forms[n].lower() != "her" or n == len(tree):
        return False
    if tree.relations[n] != "nmod:poss":  # made *her* day
        return tree.upos[n + 1] == "NOUN" and tree.lemmas[owned] in TO_HER
    verb, is_object = tree.heads[owned], tree.bases[owned] in {"obj", "xcomp"}
    return is_object and tree.lemmas[verb] in TO_HER and not tree.has(verb, "iobj")


FIXED = (
    _is_disjoined, _is_tag, _is_title, _is_vocative, _is_honoured, _is_fronted, _is_identified,
    _is_counted, _is_called, _is_topic, _is_one_by_one,
)  # fmt: skip


# The same entity nearby -----------------------------------------------------------------------


def named_nearby(around: Surroundings) -> Reason | None:
    """Why a name would repeat one, or would have to mean somebody else."""
    pronoun, tree, clause = around.pronoun, around.tree, around.clause
    above = frozenset(_above(tree, clause))
    if not around.mentioned_in.isdisjoint({clause, *above}):
        return Reason.NAMED_IN_CLAUSE
    for other in around.others:
        there = whole_clause(tree, other.clause)
        if there == clause:
            return Reason.NAMED_IN_CLAUSE
        if _is_argument(other) and there in above:
            return Reason.NAMED_ABOVE
        is_before = other.position < pronoun.position
        if is_before and tree.bases[there] == "advcl" and clause in _above(tree, there):
            return Reason.NAMED_BEFORE
    return None


def whole_clause(tree: Tree, n: int) -> int:
    """The head of a clause, with all verbs that share its subject: came in and *sat* down."""
    while tree.bases[n] in SHARING and tree.heads[n] and not tree.has(n, "nsubj", "csubj", "expl"):
        n = tree.heads[n]
    return n


def _is_argument(other: ReferringExpression) -> bool:
    return other.kind in {Kind.RELATIVE, Kind.ELLIPSIS} or base(other.relation) in ARGUMENTS


def _above(tree: Tree, n: int) -> Iterator[int]:
    """The words that `n` is below of, but not the conjuncts it stands beside."""
    while n and tree.heads[n]:
        if tree.bases[n] not in LEVEL:
            yield tree.heads[n]
        n = tree.heads[n]


# What a pronoun stands in ---------------------------------------------------------------------


def is_owning(pronoun: ReferringExpression) -> bool:
    """*Her* car; that is *his*."""
    return pronoun.kind is Kind.POSSESSIVE or pronoun.text.lower() in ALWAYS_OWNING


def is_absolute(tree: Tree, n: int) -> bool:
    """That is *hers*; a friend of *his*."""
    form = tree.forms[n].lower()
    return form in ABSOLUTE or (form in ALWAYS_OWNING and tree.relations[n] != "nmod:poss")


def is_partitive(tree: Tree, n: int) -> bool:
    """One of *them*, some of *it*."""
    above = tree.heads[n]
    is_counted = tree.lemmas[above] in COUNTED or tree.upos[above] == "NUM"
    return tree.preposition(n) == "of" and bool(above) and is_counted


def genitives(tree: Tree, n: int) -> int:
    """How many possessors stand in a row with `n`, a possessive, itself included."""
    count = 0
    while n and tree.relations[n] == "nmod:poss":
        n, count = tree.heads[n], count + 1
    return count


def is_ambiguous(resolution: Resolution, recent: Iterable[ReferringExpression], own: Own) -> bool:
    """Whether another entity of those heard lately would fit, and grammar does not rule it out.

    Who was taken up last, after all others, is clear: only the first mention has to be the subject.
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
