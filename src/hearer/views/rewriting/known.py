"""What an interpretation tells of its entities, as far as it matters for naming them.

KnownEntities   their expressions, the best first; who is a person, and whose pronoun is which
name_words      the words of a name, without what a comma sets off
joined          the *and* between two titles
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hearer import names as model
from hearer.analysis.constraints import sorts
from hearer.analysis.constraints.agreement import HE, IT, SHE, THEY
from hearer.analysis.lexicon import entries
from hearer.model import Agreement, Entity, Interpretation, Kind, ReferringExpression, Sort
from hearer.model.tree import Tree
from hearer.names import LONGEST_NAME, ShortNames

NOMINAL = tuple(map(Kind, "definite possessed indefinite bare quantified appositive".split()))
NAMING = frozenset({Kind.NAME, Kind.APPOSITIVE, Kind.INDEFINITE})
OWNING: Mapping[Agreement, str] = {HE: "his", SHE: "her", IT: "its", THEY: "their"}
PERSONAL = frozenset({HE, SHE})
EPITHETS = frozenset("big dear great late little mad old poor young".split())
BREAKS = frozenset(", ; : ( ) [ ] – —".split())


class KnownEntities:
    """The entities of an interpretation, and what they are called in it."""

    def __init__(self, found: Interpretation, trees: Mapping[int, Tree]) -> None:
        self.trees = trees
        self.renamed = found.renamed
        self._order = {e.id: n for n, e in enumerate(found.expressions)}
        self._naming: dict[Entity, list[ReferringExpression]] = {}  # the best first
        self._owning: dict[Entity, Agreement] = {}  # *his*, for who was taken up as "he"
        self._at: dict[tuple[int, int], ReferringExpression] = {}
        self._sets: dict[tuple[int, int], ReferringExpression] = {}
        self._headed: dict[str, set[Entity]] = {}  # by the lemma of a noun
        for expression in self._heard(found):
            self._learn(expression, expression.referent)
        for expressions in self._naming.values():
            expressions.sort(key=self._preference)
        names = {entity: [*self._names(entity)] for entity in self._naming}
        self.persons = frozenset(e for e in self._naming if self._is_person(e))
        self.short = ShortNames(
            {e: called for e, called in names.items() if called}, self.persons, is_personal_title
        )

    def _heard(self, found: Interpretation) -> Iterator[ReferringExpression]:
        for expression in found.expressions:
            if expression.entity is not None and expression.utterance in self.trees:
                yield expression

    def _learn(self, expression: ReferringExpression, entity: Entity) -> None:
        if expression.is_pronoun and expression.agreement in OWNING:
            self._owning.setdefault(entity, expression.agreement)
        if self._rank(expression) <= len(NOMINAL):
            self._naming.setdefault(entity, []).append(expression)
            self._headed.setdefault(self._lemma(expression), set()).add(entity)
        place = expression.utterance, expression.head
        if expression.kind is Kind.SET:
            self._sets[place] = expression
        elif expression.kind not in {Kind.ELLIPSIS, Kind.CLAUSE}:
            self._at[place] = expression

    def _names(self, entity: Entity) -> Iterator[str]:
        """What it is called by name, in text order."""
        for expression in sorted(self._naming[entity], key=lambda e: self._order[e.id]):
            if expression.kind is Kind.NAME and self.is_name(expression):
                yield self.full_name(expression)

    def _is_person(self, entity: Entity) -> bool:
        called = (e for e in self._naming[entity] if e.kind is Kind.NAME)
        return self._owning.get(entity) in PERSONAL or any(e.sorts == sorts.PERSON for e in called)

    # Questions --------------------------------------------------------------------------------

    def naming(self, entity: Entity, pronoun: ReferringExpression) -> Iterator[ReferringExpression]:
        """What named `entity` before a pronoun, the best first."""
        now = self._order.get(pronoun.id, len(self._order))
        for expression in self._naming.get(entity, ()):
            order = self._order[expression.id]
            if order < now or (order == now and expression.members):
                yield expression

    def at(self, utterance: int, n: int) -> ReferringExpression | None:
        """What is headed by a word: with all that is coordinated, *Nora and Tim*'s daughter."""
        return self._sets.get((utterance, n)) or self._at.get((utterance, n))

    def owning(self, entity: Entity | None) -> Agreement | None:
        """The pronoun that took it up first, if one did."""
        return self._owning.get(entity) if entity else None

    def is_name(self, expression: ReferringExpression) -> bool:
        return self.trees[expression.utterance].upos[expression.head] == "PROPN"

    def full_name(self, expression: ReferringExpression) -> str:
        """The words of a name; a title keeps its capital."""
        tree = self.trees[expression.utterance]
        words = name_words(tree, expression.head)
        name, first = model.spelled(tree, words), tree.forms[words[0]]
        is_title = len(words) > 1 and sorts.is_title(first.lower())
        if Sort.PERSON in expression.sorts:
            name = name.removesuffix("'s").removesuffix("’s")  # she borrowed Ed's
        return first[:1] + name[1:] if is_title else name

    def takes_they(self, expression: ReferringExpression) -> bool:
        """Whether one can be *they*: a team, or somebody whom nobody called he or she."""
        if Sort.ORGANIZATION in expression.sorts:
            return True
        if self._lemma(expression) in entries("collectives"):
            return True
        is_gendered = self.owning(expression.entity) in PERSONAL
        return Sort.PERSON in expression.sorts and not is_gendered

    def is_only(self, expression: ReferringExpression) -> bool:
        """Whether nothing else is called by the same noun."""
        return self._headed.get(self._lemma(expression), set()) <= {expression.entity}

    def _lemma(self, expression: ReferringExpression) -> str:
        return self.trees[expression.utterance].lemmas[expression.head]

    # The best name ----------------------------------------------------------------------------

    def _preference(self, expression: ReferringExpression) -> tuple[int, bool, int]:
        """Names first, the full before the short, but none that is too long or shouted."""
        rank, length = self._rank(expression), len(expression.text.split())
        is_shouted = rank == 0 and self.trees[expression.utterance].utterance.text.isupper()
        is_last = is_shouted or (rank == 0 and length > LONGEST_NAME)
        return rank, is_last, 0 if rank or expression.members else -length

    def _rank(self, expression: ReferringExpression) -> int:
        """0 for names, then as NOMINAL has them, then what names nothing."""
        if expression.members or (expression.kind in NAMING and self.is_name(expression)):
            return 0
        known = expression.kind in NOMINAL
        return NOMINAL.index(expression.kind) + 1 if known else len(NOMINAL) + 1


def is_personal_title(word: str) -> bool:
    """Return True for a title or description: *Farmer* Giles, *Old* Tom; not for a given name."""
    if sorts.is_title(word) or word in EPITHETS:
        return True
    is_given = any(word in entries(kind) for kind in sorts.GIVEN_NAMES)
    return sorts.lexical(word) == sorts.PERSON and not is_given


def name_words(tree: Tree, head: int) -> list[int]:
    """The words of a name, without what a comma sets off."""
    words = model.name_words(tree, head)
    breaks = (n for n in words if n > head and tree.forms[n] in BREAKS)
    last = next(breaks, len(tree) + 1)
    words = [n for n in words if n < last]
    while len(words) > 1 and words[0] != head and _only_describes(tree, words[0]):
        words = words[1:]
    return words


def _only_describes(tree: Tree, n: int) -> bool:
    """The *singer* Lina Berg; but *Inspector* Ruth Calder."""
    return tree.upos[n] == "NOUN" and not sorts.is_title(tree.lemmas[n])
