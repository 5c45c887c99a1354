"""What to call an entity when its pronoun is spelled out.

    Namer        the names of the entities of an interpretation
    WantedName   where a name is wanted

A name goes before a definite noun phrase, and that before anything else; of equals the first heard
counts. Relative clauses, appositives and long modifiers are dropped, and what was introduced with
"a" comes back with "the". What a person is called after the full name is in short_names.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from hearer.analysis.constraints import sorts
from hearer.analysis.constraints.agreement import HE, IT, SHE, THEY
from hearer.analysis.lexicon import entries
from hearer.model import Agreement, Entity, Interpretation, Kind, ReferringExpression, Sort
from hearer.model.naming import (
    LONGEST_MODIFIER,
    MANY,
    is_plural,
    name_words,
    noun_words,
    spelled,
)
from hearer.model.tree import Tree
from hearer.views.rewriting.entity_name import EntityName, owning
from hearer.views.rewriting.short_names import ShortNames

NOMINAL = tuple(map(Kind, "definite possessed indefinite bare quantified appositive".split()))
# Each, every, no: there is nobody in particular to be named.
UNNAMEABLE = frozenset("each every no any neither either what which whatever whichever".split())
LONGEST_NAME = 4  # words; a longer one is only taken if there is no shorter
LARGEST_SET = 4
OTHER = {"another": "the other"}
NAMING = frozenset({Kind.NAME, Kind.APPOSITIVE, Kind.INDEFINITE})
UNSPEAKABLE = re.compile(r"://|www\.|[@`<>{}|\\]")  # addresses and code are no names
OWNING: Mapping[Agreement, str] = {HE: "his", SHE: "her", IT: "its", THEY: "their"}
PERSONAL = frozenset({HE, SHE})
PRAISE = frozenset("bad best better fine good great worse worst".split())
GROUPS = frozenset({Sort.PERSON, Sort.ANIMAL, Sort.ORGANIZATION})
TIMELESS = frozenset({"VBZ", "VBP", "MD", "_"})
PERFECT = frozenset({"VBN", "VBG"})  # has bought, is buying: now, but once
DEEPEST = 3  # the car of the friend of the driver


@dataclass(frozen=True, slots=True)
class WantedName:
    """Where a name is wanted: for a pronoun, after what was heard of its sentence."""

    pronoun: ReferringExpression
    present: tuple[ReferringExpression, ...] = ()
    depth: int = 0

    def deeper(self) -> WantedName:
        return replace(self, depth=self.depth + 1)

    def has(self, entity: Entity | None) -> bool:
        return any(heard.entity == entity for heard in self.present)

    def is_plain(self, owner: ReferringExpression, agrees: Agreement) -> bool:
        """Whether a pronoun can only mean `owner` here: it is in the clause, or has no rival."""
        others = [heard for heard in self.present if heard.entity != owner.entity]
        near = (heard for heard in self.present if heard.entity == owner.entity)
        if any(heard.clause == self.pronoun.clause for heard in near):
            return True
        return not any(
            heard.agreement.agrees_with(agrees) and sorts.fits(agrees, heard.sorts)
            for heard in others
        )


class Namer:
    """Names the entities of an interpretation, each as the text up to a pronoun allows."""

    def __init__(self, found: Interpretation, quoted: Mapping[int, Sequence[bool]]) -> None:
        self._quoted = quoted
        self.trees = {u.number: Tree(u) for u in found.discourse.utterances}
        self._order = {e.id: n for n, e in enumerate(found.expressions)}
        self._naming: dict[Entity, list[ReferringExpression]] = {}  # of each entity, the best first
        self._owning: dict[Entity | None, Agreement] = {}  # *his*, for who was taken up as "he"
        self._at: dict[tuple[int, int], ReferringExpression] = {}
        persons, names = set(), {}
        for expression in self._heard(found):
            entity = expression.referent
            if expression.is_pronoun and expression.agreement in OWNING:
                self._owning.setdefault(entity, expression.agreement)
            if self._rank(expression) <= len(NOMINAL):
                self._naming.setdefault(entity, []).append(expression)
            if expression.kind not in {Kind.SET, Kind.ELLIPSIS, Kind.CLAUSE}:
                self._at[expression.utterance, expression.head] = expression
            if expression.kind is Kind.NAME and self._is_name(expression):
                tree = self.trees[expression.utterance]
                name = spelled(tree, _name_words(tree, expression.head))
                names.setdefault(entity, []).append(name)
                if expression.sorts == sorts.PERSON:
                    persons.add(entity)
        for expressions in self._naming.values():
            expressions.sort(key=self._preference)
        persons.update(e for e, agrees in self._owning.items() if e and agrees in PERSONAL)
        self._persons = frozenset(persons)
        self._written: set[Entity] = set()  # what was named with its owner
        self._short = ShortNames(names, self._persons)

    def _heard(self, found: Interpretation) -> Iterator[ReferringExpression]:
        for expression in found.expressions:
            if expression.entity is not None and expression.utterance in self.trees:
                yield expression

    def name(self, entity: Entity | None, moment: WantedName) -> EntityName | None:
        """The best name of `entity` heard before a pronoun; None if it has none."""
        if entity is None or moment.depth > DEEPEST:
            return None
        now = self._order.get(moment.pronoun.id, len(self._order))
        for expression in self._naming.get(entity, ()):
            order = self._order[expression.id]
            if order > now or (order == now and not expression.members):
                continue
            if expression.members:  # of a coordination, or of *they*: who is taken together
                return self._together(expression, moment.deeper())
            if name := self._spelled(expression, moment):
                return name
        return None

    def note(self, entity: Entity | None) -> None:
        """Remember that a name was written: Anna's watch is *the* watch from now on."""
        if entity:
            self._written.add(entity)

    def _preference(self, expression: ReferringExpression) -> tuple[int, bool, int]:
        """Names first, the full before the short, but none that is too long or shouted."""
        rank, length = self._rank(expression), len(expression.text.split())
        is_shouted = rank == 0 and self.trees[expression.utterance].utterance.text.isupper()
        return (
            rank,
            is_shouted or (rank == 0 and length > LONGEST_NAME),
            0 if rank or expression.members else -length,
        )

    def _rank(self, expression: ReferringExpression) -> int:
        """0 for names, then as NOMINAL has them, then what names nothing."""
        if expression.members or (expression.kind in NAMING and self._is_name(expression)):
            return 0
        known = expression.kind in NOMINAL
        return NOMINAL.index(expression.kind) + 1 if known else len(NOMINAL) + 1

    def _is_name(self, expression: ReferringExpression) -> bool:
        return self.trees[expression.utterance].upos[expression.head] == "PROPN"

    def _together(self, collected: ReferringExpression, moment: WantedName) -> EntityName | None:
        """The members of a set, each by its best name: "Brennan and Friedman"."""
        found, here = [], moment.present
        for member in collected.members:
            found.append(self.name(member.entity, replace(moment, present=here)))
            here = (*here, replace(member, clause=moment.pronoun.clause))  # Lisa and *her* husband
        names = [name for name in found if name]
        if len(names) < len(found) or len(names) > LARGEST_SET:
            return None
        before, last = [name.text for name in names[:-1]], names[-1]
        comma = "," * (len(before) > 1 and ", and " in collected.text)  # as its author writes
        return EntityName(
            f"{', '.join(before)}{comma} and {last.text}",
            is_plural=True,
            owns_as_plural=last.owns_as_plural,
            is_set=True,
            is_animate=all(name.is_animate for name in names),
            mentions=frozenset(member.entity for member in collected.members),
        )

    # One expression ---------------------------------------------------------------------------

    def _spelled(self, expression: ReferringExpression, moment: WantedName) -> EntityName | None:
        tree, head = self.trees[expression.utterance], expression.head
        if tree.lemmas[tree.child(head, "det")] in UNNAMEABLE:
            return None
        if tree.upos[head] not in {"NOUN", "PROPN"}:
            return None
        many = is_plural(tree, head) or tree.lemmas[head] in entries("plural_nouns")
        are_two = bool(_joined(tree, head)) and self._is_name(expression)
        name = EntityName(
            "",
            is_plural=many or are_two,
            owns_as_plural=many,
            is_proper=self._is_name(expression),
            is_animate=expression.entity in self._persons or expression.sorts <= GROUPS,
            mentions=self._owners(expression),
        )
        name = self._worded(expression, moment, name)
        return None if UNSPEAKABLE.search(name.text) else name

    def _worded(
        self, expression: ReferringExpression, moment: WantedName, name: EntityName
    ) -> EntityName:
        tree, head = self.trees[expression.utterance], expression.head
        if name.is_proper:
            full = spelled(tree, _name_words(tree, head))
            short = self._short.of(expression.referent, full)
            return replace(name, noun=short, first=self._article_of_name(expression))
        words = [n for n in noun_words(tree, head) if not _is_passing(tree, n)]
        noun = spelled(tree, [n for n in words if n <= head])
        first = self._first(expression, moment)
        if not first and name.is_animate and not name.is_plural:
            noun = tree.forms[head]  # Mom, Grandpa: as good as names
        return replace(name, noun=noun, first=first, behind=spelled(tree, [n for n in words if n > head]))

    def _article_of_name(self, expression: ReferringExpression) -> str:
        """*The* Supreme Court, *the* Alfa Romeo; but no "the" for young Anna, nor for a Mr. Hale."""
        tree, head = self.trees[expression.utterance], expression.head
        article = tree.child(head, "det")
        said, is_person = tree.lemmas[article], expression.entity in self._persons
        is_far = _name_words(tree, head)[0] - article > 1
        if said not in {"the", "a", "an"} or (is_person and (said != "the" or is_far)):
            return ""
        return "The" if article > 1 and tree.forms[article] == "The" else "the"

    def _first(self, expression: ReferringExpression, moment: WantedName) -> str:
        """What stands first: "the", a possessor, or nothing."""
        tree, head = self.trees[expression.utterance], expression.head
        if possessor := next(tree.exactly(head, "nmod:poss"), 0):
            is_known = expression.entity in self._written and not expression.sorts <= GROUPS
            return "the" if is_known else self._possessor(expression.utterance, possessor, moment)
        said = tree.lemmas[tree.child(head, "det")]
        is_counted = tree.has(head, "nummod") or any(
            tree.lemmas[child] in MANY for child in tree.exactly(head, "amod")
        )
        if said or is_counted:
            return OTHER.get(said, "the")
        is_one = not is_plural(tree, head) and expression.sorts == sorts.PERSON
        return "" if is_one or self._is_generic(expression, moment.pronoun) else "the"

    def _is_generic(self, expression: ReferringExpression, pronoun: ReferringExpression) -> bool:
        """Hamsters bite, and *they* are shy: of all there are; but she bought apples."""
        return self._is_timeless(expression) and self._is_timeless(pronoun)

    def _is_timeless(self, expression: ReferringExpression) -> bool:
        tree, verb = self.trees[expression.utterance], expression.clause
        tenses = [*tree.exactly(verb, "cop", "aux", "aux:pass"), verb]
        tags = tree.utterance.xpos
        is_once = bool(verb) and tags[verb - 1] in PERFECT and not tree.has(verb, "cop")
        return not verb or (tags[min(tenses) - 1] in TIMELESS and not is_once)

    def _possessor(self, utterance: int, n: int, moment: WantedName) -> str:
        """*Brennan's* keys; *her* keys where Brennan is named already; *my* keys stay mine."""
        owner = self._at.get((utterance, n))
        if owner is None or owner.entity is None or owner.kind is Kind.SPEAKER:
            mine = self._mine(utterance, n, moment.pronoun)
            if mine or owner is None or owner.entity is None:
                return mine or "the"
        agrees = self._owning.get(owner.entity)
        if moment.has(owner.entity):
            return OWNING[agrees] if agrees and moment.is_plain(owner, agrees) else "the"
        named = self.name(owner.entity, moment.deeper())
        if named and len(named.text.split()) <= LONGEST_MODIFIER and not named.genitives:
            return owning(named)
        return "the"

    def _mine(self, utterance: int, n: int, pronoun: ReferringExpression) -> str:
        """*My* keys, where the same person speaks; not those of who is quoted."""
        tree, now = self.trees[utterance], self.trees[pronoun.utterance].utterance
        is_told = tree.upos[n] == "PRON" and not self._quoted[utterance][n]
        return tree.forms[n].lower() if is_told and tree.utterance.speaker == now.speaker else ""

    def _owners(self, expression: ReferringExpression) -> frozenset[str | None]:
        tree = self.trees[expression.utterance]
        owners = tree.exactly(expression.head, "nmod:poss")
        known = (self._at.get((expression.utterance, n)) for n in owners)
        return frozenset(owner.entity for owner in known if owner)


def _is_passing(tree: Tree, n: int) -> bool:
    """What was said once: the *best* soup, *a* hundred pieces."""
    is_compared = tree.utterance.xpos[n - 1] in {"JJR", "JJS"} and tree.lemmas[n] in PRAISE
    return is_compared or tree.lemmas[n] in {"a", "an"}


def _name_words(tree: Tree, head: int) -> list[int]:
    """The words of a name, also of Mr. *and* Mrs. Jones."""
    return sorted((*name_words(tree, head), *_joined(tree, head)))


def _joined(tree: Tree, head: int) -> list[int]:
    titles = [n for n in tree.exactly(head, "nmod:desc", "compound", "flat") if n < head]
    return [n for n in tree.exactly(head, "cc") if titles and titles[0] < n < head]
