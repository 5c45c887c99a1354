"""What to call an entity when its pronoun is spelled out.

    Namer        the names of the entities of an interpretation
    WantedName   where a name is wanted

A name goes before a definite noun phrase, and that before anything else; of equals the first heard
counts. Relative clauses, appositives and long modifiers are dropped, and what was introduced with
"a" comes back with "the". What a person is called after the full name is in short_names.py.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from hearer.analysis.constraints import sorts
from hearer.analysis.lexicon import entries, table
from hearer.model import Agreement, Entity, Kind, Number, ReferringExpression, Sort
from hearer.model.tree import Tree
from hearer.names import (
    AS_SAID,
    DEEPEST,
    LONGEST_MODIFIER,
    MANY,
    MOST_MEMBERS,
    is_plural,
    joined,
    noun_words,
    spelled,
)
from hearer.views.rewriting.entity_name import EntityName, owning
from hearer.views.rewriting.known import OWNING, KnownEntities, name_words

LONGEST_PROPER = 2  # words; a longer name has a short one if the text has
OTHER = {"another": "the other"}
UNSPEAKABLE = re.compile(r"://|www\.|[@`<>{}|\\]")  # addresses and code are no names
PRAISE = frozenset("bad best better fine good great worse worst".split())
GROUPS = frozenset({Sort.PERSON, Sort.ANIMAL, Sort.ORGANIZATION})
TIMELESS = frozenset({"VBZ", "VBP", "MD", "_"})
PERFECT = frozenset({"VBN", "VBG"})  # has bought, is buying: now, but once


@dataclass(frozen=True, slots=True)
class WantedName:
    """Where a name is wanted: for a pronoun, after what was heard of its sentence."""

    pronoun: ReferringExpression
    present: tuple[ReferringExpression, ...] = ()
    mentioned: frozenset[Entity | None] = frozenset()  # in names that were written before
    depth: int = 0

    def deeper(self) -> WantedName:
        return replace(self, depth=self.depth + 1)

    def has(self, entity: Entity | None) -> bool:
        return entity in self.mentioned or any(heard.entity == entity for heard in self.present)

    def is_plain(self, owner: ReferringExpression, agrees: Agreement) -> bool:
        """Whether a pronoun can only mean `owner` here: it is in the clause, or has no rival."""
        others = [heard for heard in self.present if heard.entity != owner.entity]
        near = (heard for heard in self.present if heard.entity == owner.entity)
        if owner.entity in self.mentioned:
            return True
        if any(heard.clause == self.pronoun.clause for heard in near):
            return True
        return not any(
            heard.agreement.agrees_with(agrees) and sorts.fits(agrees, heard.sorts)
            for heard in others
        )


class Namer:
    """Names the entities of an interpretation, each as the text up to a pronoun allows."""

    def __init__(self, known: KnownEntities, quoted: Mapping[int, Sequence[bool]]) -> None:
        self._known, self._quoted = known, quoted
        self._trees = known.trees
        self._written: set[Entity] = set()  # what was named with its owner

    def name(self, entity: Entity | None, moment: WantedName) -> EntityName | None:
        """The best name of `entity` heard before a pronoun; None if it has none."""
        if entity is None or moment.depth > DEEPEST:
            return None
        if told := self._known.renamed.get(entity):
            return self._told(told, entity, moment)
        for expression in self._known.naming(entity, moment.pronoun):
            if expression.members:  # of a coordination, or of *they*: who is taken together
                return self._together(expression, moment.deeper())
            if name := self._spelled(expression, moment):
                is_long = name.is_proper and len(name.noun.split()) > LONGEST_PROPER
                return (is_long and self._commonly(entity, moment)) or name
        return None

    def _told(self, told: str, entity: Entity, moment: WantedName) -> EntityName:
        """The name that somebody said it is to be called by."""
        naming = self._known.naming(entity, moment.pronoun)
        spelled = (self._spelled(each, moment) for each in naming if not each.members)
        like = next(filter(None, spelled), None)
        if like is None:
            is_many = Number.SINGULAR not in moment.pronoun.agreement.number
            like = EntityName("", is_plural=is_many)
        return replace(like, noun=told, first="", behind="", is_proper=True)

    def _commonly(self, entity: Entity, moment: WantedName) -> EntityName | None:
        """*The court*, where the text itself calls the Connecticut Supreme Court so."""
        for expression in self._known.naming(entity, moment.pronoun):
            tree, head = self._trees[expression.utterance], expression.head
            is_plain = expression.kind is Kind.DEFINITE and noun_words(tree, head) == [head]
            if is_plain and self._known.is_only(expression):
                return self._spelled(expression, moment)
        return None

    def note(self, entity: Entity | None) -> None:
        """Remember that a name was written: Anna's watch is *the* watch from now on."""
        if entity:
            self._written.add(entity)

    def _together(self, collected: ReferringExpression, moment: WantedName) -> EntityName | None:
        """The members of a set, each by its best name: "Brennan and Friedman"."""
        found, here = [], moment.present
        for member in collected.members:
            found.append(self.name(member.entity, replace(moment, present=here)))
            here = (*here, replace(member, clause=moment.pronoun.clause))  # Lisa and *her* husband
        names = [name for name in found if name]
        if len(names) < len(found) or len(names) > MOST_MEMBERS:
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
        tree, head = self._trees[expression.utterance], expression.head
        if tree.lemmas[tree.child(head, "det")] in AS_SAID:
            return None  # there is nobody in particular to be named
        if tree.upos[head] not in {"NOUN", "PROPN"} or self._is_shouted(expression, moment):
            return None
        many = is_plural(tree, head) or tree.lemmas[head] in entries("plural_nouns")
        are_two = bool(joined(tree, head)) and self._known.is_name(expression)
        name = EntityName(
            "",
            lemma=tree.lemmas[head],
            is_plural=many or are_two,
            owns_as_plural=many,
            is_proper=self._known.is_name(expression),
            is_animate=expression.entity in self._known.persons or expression.sorts <= GROUPS,
            takes_they=many or are_two or self._known.takes_they(expression),
            mentions=self._owners(expression),
        )
        name = self._worded(expression, moment, name)
        return None if UNSPEAKABLE.search(name.text) else name

    def _is_shouted(self, expression: ReferringExpression, moment: WantedName) -> bool:
        """FIRE HITS MILL: a headline has no names for the text below it."""
        there, here = (self._trees[e.utterance].utterance for e in (expression, moment.pronoun))
        return there.text.isupper() and not here.text.isupper()

    def _worded(
        self, expression: ReferringExpression, moment: WantedName, name: EntityName
    ) -> EntityName:
        tree, head = self._trees[expression.utterance], _counted(self._trees, expression)
        if name.is_proper:
            full, first = self._known.full_name(expression), self._article_of_name(expression)
            short = full if first else self._known.short.of(expression.referent, full)
            return replace(name, noun=short, first=first)
        words = [n for n in noun_words(tree, head) if not _is_passing(tree, n)]
        noun = spelled(tree, [n for n in words if n <= head])
        first = self._first(expression, moment)
        if not first and name.is_animate and not name.is_plural:
            noun = tree.forms[head]  # Mom, Grandpa: as good as names
        return replace(
            name, noun=noun, first=first, behind=spelled(tree, [n for n in words if n > head])
        )

    def _article_of_name(self, expression: ReferringExpression) -> str:
        """*The* Supreme Court, *the* Alfa Romeo; but not for young Anna, nor for a Mr. Hale."""
        tree, head = self._trees[expression.utterance], expression.head
        article = tree.child(head, "det")
        said, is_person = tree.lemmas[article], expression.entity in self._known.persons
        is_far = name_words(tree, head)[0] - article > 1
        if said not in {"the", "a", "an"} or (is_person and (said != "the" or is_far)):
            return ""
        return "The" if article > 1 and tree.forms[article] == "The" else "the"

    def _first(self, expression: ReferringExpression, moment: WantedName) -> str:
        """What stands first: "the", a possessor, or nothing."""
        tree, head = self._trees[expression.utterance], _counted(self._trees, expression)
        if possessor := next(tree.exactly(head, "nmod:poss"), 0):
            return self._owner(expression, possessor, moment)
        said = tree.lemmas[tree.child(head, "det")]
        is_counted = tree.has(head, "nummod") or any(
            tree.lemmas[child] in MANY for child in tree.exactly(head, "amod")
        )
        if said or is_counted or head != expression.head:
            return OTHER.get(said, "the")
        is_one = not is_plural(tree, head) and expression.sorts == sorts.PERSON
        return "" if is_one or self._is_generic(expression, moment.pronoun) else "the"

    def _is_generic(self, expression: ReferringExpression, pronoun: ReferringExpression) -> bool:
        """Hamsters bite, and *they* are shy: of all there are; but she bought apples."""
        return self._is_timeless(expression) and self._is_timeless(pronoun)

    def _is_timeless(self, expression: ReferringExpression) -> bool:
        tree, verb = self._trees[expression.utterance], expression.clause
        tenses = [*tree.exactly(verb, "cop", "aux", "aux:pass"), verb]
        tags = tree.utterance.xpos
        is_once = bool(verb) and tags[verb - 1] in PERFECT and not tree.has(verb, "cop")
        return not verb or (tags[min(tenses) - 1] in TIMELESS and not is_once)

    def _owner(self, expression: ReferringExpression, n: int, moment: WantedName) -> str:
        """Whose it is; of a thing that was named, or whose owner is around, "the" is enough."""
        first = self._possessor(expression.utterance, n, moment)
        if expression.sorts <= GROUPS or first in OWNING.values():
            return first
        owner = self._known.at(expression.utterance, n)
        is_near = owner is not None and owner.entity is not None and moment.has(owner.entity)
        return "the" if is_near or expression.entity in self._written else first

    def _possessor(self, utterance: int, n: int, moment: WantedName) -> str:
        """*Brennan's* keys; *her* keys where Brennan is named already; *my* keys stay mine."""
        owner = self._known.at(utterance, n)
        if owner is None or owner.entity is None or owner.kind is Kind.SPEAKER:
            mine = self._mine(utterance, n, moment.pronoun)
            if mine or owner is None or owner.entity is None:
                return mine or "the"
        agrees = self._known.owning(owner.entity)
        if agrees and moment.has(owner.entity) and moment.is_plain(owner, agrees):
            return OWNING[agrees]
        named = self.name(owner.entity, moment.deeper())
        is_short = named and (named.is_set or len(named.text.split()) <= LONGEST_MODIFIER)
        return owning(named) if named and is_short and not named.genitives else "the"

    def _mine(self, utterance: int, n: int, pronoun: ReferringExpression) -> str:
        """*My* keys, where the same person speaks; not those of who is quoted."""
        tree, now = self._trees[utterance], self._trees[pronoun.utterance].utterance
        is_told = tree.upos[n] == "PRON" and not self._quoted[utterance][n]
        return tree.forms[n].lower() if is_told and tree.utterance.speaker == now.speaker else ""

    def _owners(self, expression: ReferringExpression) -> frozenset[Entity | None]:
        """Whose it is, and what it is *of*; of a set, all who belong to it."""
        tree, head = self._trees[expression.utterance], expression.head
        of = {*tree.exactly(head, "nmod")} & {*noun_words(tree, head)}
        owners = (*tree.exactly(head, "nmod:poss"), *sorted(of))
        known = [self._known.at(expression.utterance, n) for n in owners]
        whole = [owner for owner in known if owner]
        members = [member for owner in whole for member in owner.members]
        return frozenset(one.entity for one in (*whole, *members))


def _counted(trees: Mapping[int, Tree], expression: ReferringExpression) -> int:
    """The head of a noun phrase; of millions of *tourists*, that of those who are counted."""
    tree, head = trees[expression.utterance], expression.head
    if "many" not in table("quantities").get(tree.lemmas[head], ()):
        return head
    counted = (n for n in tree.exactly(head, "nmod") if tree.preposition(n) == "of")
    return next((n for n in counted if tree.upos[n] == "NOUN" and is_plural(tree, n)), head)


def _is_passing(tree: Tree, n: int) -> bool:
    """What was said once: the *best* soup, *a* hundred pieces, her *own* key."""
    is_compared = tree.utterance.xpos[n - 1] in {"JJR", "JJS"} and tree.lemmas[n] in PRAISE
    return is_compared or tree.lemmas[n] in {"a", "an", "own"}
