"""Names of entities as noun phrases, as the text before a pronoun allows them.

A name goes before a definite noun phrase, and that before others; of equals the first. Relative
clauses, appositives and long modifiers are dropped; "a" comes back as "the".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from hearer import names
from hearer.analysis.constraints import sorts
from hearer.analysis.constraints.agreement import HE, IT, SHE, THEY
from hearer.analysis.lexicon import entries, table
from hearer.model import Agreement, Entity, Interpretation, Kind, Number, ReferringExpression, Sort
from hearer.model.tree import Tree
from hearer.names import LONGEST_MODIFIER, is_plural, joined, noun_words, possessive, spelled

NOMINAL = tuple(map(Kind, "definite possessed indefinite bare quantified appositive".split()))
NAMING = frozenset({Kind.NAME, Kind.APPOSITIVE, Kind.INDEFINITE})
OWNING: Mapping[Agreement, str] = {HE: "his", SHE: "her", IT: "its", THEY: "their"}
EPITHETS = frozenset("big dear great late little mad old poor young".split())
BREAKS = frozenset(", ; : ( ) [ ] – —".split())
LONGEST_PROPER = 2  # words; a longer name is replaced by a short one if the text has one
UNSPEAKABLE = re.compile(r"://|www\.|[@`<>{}|\\]")  # addresses and code are no names
PRAISE = frozenset("bad best better fine good great worse worst".split())
GROUPS = frozenset({Sort.PERSON, Sort.ANIMAL, Sort.ORGANIZATION})
PRESENT_TAGS = frozenset({"VBZ", "VBP", "MD", "_"})


@dataclass(frozen=True, slots=True)
class EntityName:
    """A name as a noun phrase; `owns_as_plural` is about its last noun: "the Joneses'"."""

    noun: str
    first: str = ""  # the, Brennan's, her
    behind: str = ""  # of Ghent
    lemma: str = ""  # of the noun
    is_plural: bool = False
    owns_as_plural: bool = False
    is_proper: bool = False
    is_set: bool = False
    is_animate: bool = False  # persons, animals, and groups of them
    takes_they: bool = True  # plural, a group, or a person who is neither he nor she
    mentions: frozenset[Entity | None] = frozenset()  # others named in it: *Brennan's* car

    @property
    def text(self) -> str:
        return " ".join(part for part in (self.first, self.noun, self.behind) if part)

    @property
    def genitives(self) -> int:
        """Number of possessors in the name."""
        return sum(word.endswith(("'s", "s'")) for word in self.first.split())

    @property
    def owning(self) -> str:
        """The name as a possessor: "the mayor's" for the mayor of Ghent.

        >>> EntityName("Joneses", "the", owns_as_plural=True).owning, EntityName("Curtis").owning
        ("the Joneses'", "Curtis's")
        """
        text = self.text if self.is_proper else f"{self.first} {self.noun}".strip()
        return possessive(text, is_plural=self.owns_as_plural)

    def partitive(self, *, is_many: bool) -> str | None:
        """Return the name after "one of"; None if none fits: no "both of Tom and Clara"."""
        if self.is_set or self.is_plural != is_many or (self.is_proper and not is_many):
            return None
        return self.text if self.first else f"the {self.text}"


# Entities ---------------------------------------------------------------------------------------


class KnownEntities:
    """The entities of an interpretation with the expressions that can name them."""

    def __init__(self, found: Interpretation, trees: Mapping[int, Tree]) -> None:
        self.trees, self.renamed = trees, found.renamed
        self._order = {e.id: n for n, e in enumerate(found.expressions)}
        self._naming: dict[Entity, list[ReferringExpression]] = {}  # the best first
        self._owning: dict[Entity, Agreement] = {}  # of the first pronoun for an entity
        self._at: dict[tuple[int, int], ReferringExpression] = {}
        self._headed: dict[str, set[Entity]] = {}  # by the lemma of a noun
        sets: dict[tuple[int, int], ReferringExpression] = {}
        for e in found.expressions:
            if e.entity is None or e.utterance not in trees:
                continue
            if e.is_pronoun and e.agreement in OWNING:
                self._owning.setdefault(e.referent, e.agreement)
            if self._rank(e) <= len(NOMINAL):
                self._naming.setdefault(e.referent, []).append(e)
                self._headed.setdefault(self._lemma(e), set()).add(e.referent)
            if e.kind is Kind.SET:
                sets[e.utterance, e.head] = e
            elif e.kind not in {Kind.ELLIPSIS, Kind.CLAUSE}:
                self._at[e.utterance, e.head] = e
        self._at |= sets  # *Nora and Tim*'s daughter
        called = {entity: self._names(several) for entity, several in self._naming.items()}
        for expressions in self._naming.values():
            expressions.sort(key=self._preference)
        self.persons = frozenset(entity for entity in self._naming if self._is_person(entity))
        self.short = names.ShortNames(
            {entity: several for entity, several in called.items() if several},
            self.persons,
            is_personal_title,
        )

    def _names(self, expressions: Sequence[ReferringExpression]) -> list[str]:
        named = (e for e in expressions if e.kind is Kind.NAME and self.is_name(e))
        return [self.full_name(e) for e in sorted(named, key=lambda e: self._order[e.id])]

    def _is_person(self, entity: Entity) -> bool:
        called = (e for e in self._naming[entity] if e.kind is Kind.NAME)
        return self._owning.get(entity) in {HE, SHE} or any(e.sorts == sorts.PERSON for e in called)

    def naming(self, entity: Entity, pronoun: ReferringExpression) -> Iterator[ReferringExpression]:
        """Yield the expressions that named `entity` before a pronoun, the best first."""
        now = self._order.get(pronoun.id, len(self._order))
        for expression in self._naming.get(entity, ()):
            order = self._order[expression.id]
            if order < now or (order == now and expression.members):
                yield expression

    def at(self, utterance: int, n: int) -> ReferringExpression | None:
        """Return the expression headed by a word; a coordination goes before its first member."""
        return self._at.get((utterance, n))

    def owning(self, entity: Entity | None) -> Agreement | None:
        """Return the agreement of the first pronoun for an entity."""
        return self._owning.get(entity) if entity else None

    def is_name(self, expression: ReferringExpression) -> bool:
        return self.trees[expression.utterance].upos[expression.head] == "PROPN"

    def full_name(self, expression: ReferringExpression) -> str:
        """Return the words of a name; a title keeps its capital."""
        tree = self.trees[expression.utterance]
        words = name_words(tree, expression.head)
        name, first = spelled(tree, words), tree.forms[words[0]]
        is_title = len(words) > 1 and sorts.is_title(first.lower())
        if Sort.PERSON in expression.sorts:
            name = name.removesuffix("'s").removesuffix("’s")  # she borrowed Ed's
        return first[:1] + name[1:] if is_title else name

    def takes_they(self, expression: ReferringExpression) -> bool:
        """Return True for a team, and for a person whom no pronoun shows to be he or she."""
        if Sort.ORGANIZATION in expression.sorts:
            return True
        if self._lemma(expression) in entries("collectives"):
            return True
        is_gendered = self.owning(expression.entity) in {HE, SHE}
        return Sort.PERSON in expression.sorts and not is_gendered

    def is_only(self, expression: ReferringExpression) -> bool:
        """Return True if no other entity is called by the same noun."""
        return self._headed.get(self._lemma(expression), set()) <= {expression.entity}

    def _lemma(self, expression: ReferringExpression) -> str:
        return self.trees[expression.utterance].lemmas[expression.head]

    def _preference(self, expression: ReferringExpression) -> tuple[int, bool, int]:
        """Sort names first, the longest before others, but too long ones and headlines last."""
        rank, length = self._rank(expression), len(expression.text.split())
        is_shouted = rank == 0 and self.trees[expression.utterance].utterance.text.isupper()
        is_last = is_shouted or (rank == 0 and length > names.LONGEST_NAME)
        return rank, is_last, 0 if rank or expression.members else -length

    def _rank(self, expression: ReferringExpression) -> int:
        """Return 0 for names and sets, then the order of NOMINAL, then all others."""
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
    """Return the words of a name up to a comma, without a description (the *singer* Lina Berg)."""
    words = names.name_words(tree, head)
    last = next((n for n in words if n > head and tree.forms[n] in BREAKS), len(tree) + 1)
    words = [n for n in words if n < last]
    while len(words) > 1 and words[0] != head:
        if tree.upos[words[0]] != "NOUN" or sorts.is_title(tree.lemmas[words[0]]):
            break
        words = words[1:]
    return words


# Names ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WantedName:
    """Where a name is wanted: for a pronoun, after `present` was heard of its sentence."""

    pronoun: ReferringExpression
    present: tuple[ReferringExpression, ...] = ()
    mentioned: frozenset[Entity | None] = frozenset()  # in names that were written before
    depth: int = 0

    def has(self, entity: Entity | None) -> bool:
        return entity in self.mentioned or any(heard.entity == entity for heard in self.present)

    def is_plain(self, owner: ReferringExpression, agrees: Agreement) -> bool:
        """Return True if a pronoun can only mean `owner`: it is in the clause, or has no rival."""
        near = (heard for heard in self.present if heard.entity == owner.entity)
        if owner.entity in self.mentioned or any(
            heard.clause == self.pronoun.clause for heard in near
        ):
            return True
        return not any(
            heard.agreement.agrees_with(agrees) and sorts.fits(agrees, heard.sorts)
            for heard in self.present
            if heard.entity != owner.entity
        )


class Namer:
    """Names the entities of an interpretation, each as the text up to a pronoun allows."""

    def __init__(self, known: KnownEntities, quoted: Mapping[int, Sequence[bool]]) -> None:
        self._known, self._quoted, self._trees = known, quoted, known.trees
        self._written: set[Entity] = set()  # entities that were named with their owner

    def note(self, entity: Entity | None) -> None:
        """Remember that a name was written: Anna's watch is *the* watch from now on."""
        if entity:
            self._written.add(entity)

    def name(self, entity: Entity | None, wanted: WantedName) -> EntityName | None:
        """Return the best name of `entity` before a pronoun, or None."""
        if entity is None or wanted.depth > names.DEEPEST:
            return None
        if given := self._known.renamed.get(entity):
            return self._given(given, entity, wanted)
        for expression in self._known.naming(entity, wanted.pronoun):
            if expression.members:
                return self._together(expression, replace(wanted, depth=wanted.depth + 1))
            if name := self._spelled(expression, wanted):
                is_long = name.is_proper and len(name.noun.split()) > LONGEST_PROPER
                return (is_long and self._commonly(entity, wanted)) or name
        return None

    def _given(self, given: str, entity: Entity, wanted: WantedName) -> EntityName:
        """Return the name given by the user, with the number of the text's own name."""
        naming = self._known.naming(entity, wanted.pronoun)
        spelled_so = (self._spelled(one, wanted) for one in naming if not one.members)
        is_many = Number.SINGULAR not in wanted.pronoun.agreement.number
        like = next(filter(None, spelled_so), EntityName("", is_plural=is_many))
        return replace(like, noun=given, first="", behind="", is_proper=True)

    def _commonly(self, entity: Entity, wanted: WantedName) -> EntityName | None:
        """Return *the court*, if the text itself calls the Connecticut Supreme Court so."""
        for expression in self._known.naming(entity, wanted.pronoun):
            tree, head = self._trees[expression.utterance], expression.head
            is_plain = expression.kind is Kind.DEFINITE and noun_words(tree, head) == [head]
            if is_plain and self._known.is_only(expression):
                return self._spelled(expression, wanted)
        return None

    def _together(self, collected: ReferringExpression, wanted: WantedName) -> EntityName | None:
        """Return the members of a set, each by its best name: "Brennan and Friedman"."""
        found, here = list[EntityName](), wanted.present
        for member in collected.members:
            name = self.name(member.entity, replace(wanted, present=here))
            if name is None or len(found) == names.MOST_MEMBERS:
                return None
            found.append(name)
            here = (*here, replace(member, clause=wanted.pronoun.clause))  # Lisa and *her* husband
        before, last = [name.text for name in found[:-1]], found[-1]
        comma = "," * (len(before) > 1 and ", and " in collected.text)  # as the author writes
        return EntityName(
            f"{', '.join(before)}{comma} and {last.text}",
            is_plural=True,
            owns_as_plural=last.owns_as_plural,
            is_set=True,
            is_animate=all(name.is_animate for name in found),
            mentions=frozenset(member.entity for member in collected.members),
        )

    # One expression ---------------------------------------------------------------------------

    def _spelled(self, expression: ReferringExpression, wanted: WantedName) -> EntityName | None:
        known, tree = self._known, self._trees[expression.utterance]
        head, now = expression.head, self._trees[wanted.pronoun.utterance].utterance
        if tree.lemmas[tree.child(head, "det")] in names.AS_SAID:
            return None  # nobody in particular
        is_headline = tree.utterance.text.isupper() and not now.text.isupper()
        if tree.upos[head] not in {"NOUN", "PROPN"} or is_headline:
            return None
        many, is_proper = is_plural(tree, head), known.is_name(expression)
        many = many or tree.lemmas[head] in entries("plural_nouns")
        is_couple = bool(joined(tree, head)) and is_proper
        is_animate = expression.entity in known.persons or expression.sorts <= GROUPS
        first, noun, behind = self._words(expression, wanted, is_one=is_animate and not many)
        name = EntityName(
            noun,
            first,
            behind,
            lemma=tree.lemmas[head],
            is_plural=many or is_couple,
            owns_as_plural=many,
            is_proper=is_proper,
            is_animate=is_animate,
            takes_they=many or is_couple or known.takes_they(expression),
            mentions=self._owners(expression),
        )
        return None if UNSPEAKABLE.search(name.text) else name

    def _words(
        self, expression: ReferringExpression, wanted: WantedName, *, is_one: bool
    ) -> tuple[str, str, str]:
        """Return what comes before the noun, the noun with its modifiers, and an of-phrase."""
        tree, head = self._trees[expression.utterance], self._counted(expression)
        if self._known.is_name(expression):
            full, first = self._known.full_name(expression), self._article_of_name(expression)
            return first, full if first else self._known.short.of(expression.referent, full), ""
        words = [
            n
            for n in noun_words(tree, head)
            if tree.lemmas[n] not in {"a", "an", "own"}  # *a* hundred pieces, her *own* key
            and not (tree.utterance.xpos[n - 1] in {"JJR", "JJS"} and tree.lemmas[n] in PRAISE)
        ]
        noun = spelled(tree, [n for n in words if n <= head])
        first = self._first(expression, head, wanted)
        if not first and is_one:
            noun = tree.forms[head]  # Mom, Grandpa: like names
        return first, noun, spelled(tree, [n for n in words if n > head])

    def _counted(self, expression: ReferringExpression) -> int:
        """Return the head of a noun phrase; of millions of *tourists*, the counted noun."""
        tree, head = self._trees[expression.utterance], expression.head
        if "many" not in table("quantities").get(tree.lemmas[head], ()):
            return head
        counted = (n for n in tree.exactly(head, "nmod") if tree.preposition(n) == "of")
        return next((n for n in counted if tree.upos[n] == "NOUN" and is_plural(tree, n)), head)

    def _article_of_name(self, expression: ReferringExpression) -> str:
        """Return *the* of the Supreme Court, the Alfa Romeo; none for young Anna, a Mr. Hale."""
        tree, head = self._trees[expression.utterance], expression.head
        article = tree.child(head, "det")
        said, is_person = tree.lemmas[article], expression.entity in self._known.persons
        is_far = name_words(tree, head)[0] - article > 1
        if said not in {"the", "a", "an"} or (is_person and (said != "the" or is_far)):
            return ""
        return "The" if article > 1 and tree.forms[article] == "The" else "the"

    def _first(self, expression: ReferringExpression, head: int, wanted: WantedName) -> str:
        """Return the first word of a noun phrase: "the", a possessor, or ""."""
        tree = self._trees[expression.utterance]
        if possessor := next(tree.exactly(head, "nmod:poss"), 0):
            return self._owner(expression, possessor, wanted)
        said = tree.lemmas[tree.child(head, "det")]
        is_counted = tree.has(head, "nummod") or any(
            tree.lemmas[child] in names.MANY for child in tree.exactly(head, "amod")
        )
        if said or is_counted or head != expression.head:
            return "the other" if said == "another" else "the"
        is_one = not is_plural(tree, head) and expression.sorts == sorts.PERSON
        # Hamsters bite, and *they* are shy: all of them; but she bought apples.
        is_generic = self._is_timeless(expression) and self._is_timeless(wanted.pronoun)
        return "" if is_one or is_generic else "the"

    def _is_timeless(self, expression: ReferringExpression) -> bool:
        tree, verb = self._trees[expression.utterance], expression.clause
        tenses = [*tree.exactly(verb, "cop", "aux", "aux:pass"), verb]
        tags = tree.utterance.xpos  # has bought, is buying: present, but once
        is_once = bool(verb) and tags[verb - 1] in {"VBN", "VBG"} and not tree.has(verb, "cop")
        return not verb or (tags[min(tenses) - 1] in PRESENT_TAGS and not is_once)

    def _owner(self, expression: ReferringExpression, n: int, wanted: WantedName) -> str:
        """Return the possessor; "the" for a thing that was named, or whose owner is near."""
        owner = self._known.at(expression.utterance, n)
        first = self._possessor(expression.utterance, n, owner, wanted)
        if expression.sorts <= GROUPS or first in OWNING.values():
            return first
        is_near = owner is not None and owner.entity is not None and wanted.has(owner.entity)
        return "the" if is_near or expression.entity in self._written else first

    def _possessor(
        self, utterance: int, n: int, owner: ReferringExpression | None, wanted: WantedName
    ) -> str:
        """Return *Brennan's* keys; *her* if Brennan is named already; *my* keys stay mine."""
        if owner is None or owner.entity is None or owner.kind is Kind.SPEAKER:
            tree, now = self._trees[utterance], self._trees[wanted.pronoun.utterance].utterance
            is_own = tree.upos[n] == "PRON" and not self._quoted[utterance][n]
            if is_own and tree.utterance.speaker == now.speaker:
                return tree.forms[n].lower()
            if owner is None or owner.entity is None:
                return "the"
        agrees = self._known.owning(owner.entity)
        if agrees and wanted.has(owner.entity) and wanted.is_plain(owner, agrees):
            return OWNING[agrees]
        named = self.name(owner.entity, replace(wanted, depth=wanted.depth + 1))
        is_short = named and (named.is_set or len(named.text.split()) <= LONGEST_MODIFIER)
        return named.owning if named and is_short and not named.genitives else "the"

    def _owners(self, expression: ReferringExpression) -> frozenset[Entity | None]:
        """Return the possessor and what it is *of*, with their members."""
        tree, head = self._trees[expression.utterance], expression.head
        of = {*tree.exactly(head, "nmod")} & {*noun_words(tree, head)}
        owners = (*tree.exactly(head, "nmod:poss"), *sorted(of))
        known = [owner for n in owners if (owner := self._known.at(expression.utterance, n))]
        return frozenset(one.entity for owner in known for one in (owner, *owner.members))
