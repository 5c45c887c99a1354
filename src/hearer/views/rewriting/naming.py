"""Names of entities as noun phrases, as the text up to a pronoun allows them.

The best name so far is made short; relative clauses, appositives and long modifiers are dropped,
and "a" comes back as "the".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf

from hearer import names
from hearer.analysis import describe
from hearer.analysis.describe import HE, IT, SHE, SPEAKERS, THEY
from hearer.model import (
    Agreement,
    Entity,
    EntityKind,
    Interpretation,
    Kind,
    ReferringExpression,
    Sort,
)
from hearer.model.lexicon import entries, words
from hearer.model.tree import Tree
from hearer.names import Naming, possessive, speaker_name, spelled

OWNING: Mapping[Agreement, str] = {HE: "his", SHE: "her", IT: "its", THEY: "their"}
BREAKS, PAST_TAGS = words("rewriting", "breaks past_tags")
UNSPEAKABLE = re.compile(r"://|www\.|[@`<>{}|\\]")  # addresses and code are no names
# Determiners of nobody in particular, and nouns that only count.
VAGUE = names.AS_SAID | names.QUANTITIES | {"hundred", "thousand", "million"}
GROUPS = frozenset({Sort.PERSON, Sort.ANIMAL, Sort.ORGANIZATION})
ORDINAL = re.compile("^(?:first|second|third|last|next) ")
WHOSE = "whose"  # of somebody else who speaks and has no name


@dataclass(frozen=True, slots=True)
class Name:
    """A name of an entity; `owning` is its possessive."""

    text: str
    owning: str
    lemma: str = ""  # of a noun
    is_plural: bool = False
    is_proper: bool = False
    is_set: bool = False
    takes_they: bool = True  # plural, a group, or a person who is neither he nor she

    @property
    def genitives(self) -> int:
        return sum(word.endswith(("'s", "s'")) for word in self.text.split())


class Namer:
    """Names the entities of an interpretation; sentences are heard one after the other."""

    def __init__(
        self, found: Interpretation, trees: Mapping[int, Tree], quoted: Mapping[int, Sequence[bool]]
    ) -> None:
        self._trees, self._quoted, self._renamed = trees, quoted, found.renamed
        self._earlier = found.earlier
        self._names = names.Names()
        self._owners: dict[Entity, float] = {}  # named in this sentence, by position
        self._naming: dict[Entity, ReferringExpression] = {}  # the best so far
        self._definite, self._written = set[Entity | None](), set[Entity | None]()
        self._pronouns: dict[Entity, Agreement] = {}  # of the first pronoun for an entity
        self._persons: set[Entity] = set()
        called: dict[Entity, list[str]] = {}
        for e in found.expressions:
            if e.entity is None or e.utterance not in trees:
                continue
            if e.is_pronoun and e.agreement in OWNING:
                self._pronouns.setdefault(e.entity, e.agreement)
            if e.kind is Kind.NAME and self._is_name(e):
                called.setdefault(e.entity, []).append(self._full_name(e))
            is_gendered = e.is_pronoun and e.agreement in {HE, SHE}
            if is_gendered or (e.kind is Kind.NAME and e.sorts == describe.PERSON):
                self._persons.add(e.entity)
        self._short = names.ShortNames(called, self._persons, is_personal_title)

    def hear(self, tree: Tree, expressions: Iterable[ReferringExpression]) -> None:
        """Take the expressions of a sentence."""
        self._names.begin(tree)
        self._owners = {}
        for e in expressions:
            if e.entity is None:
                continue
            before = self._names.known(e.entity)
            self._names.hear(e)
            if self._names.known(e.entity) is not before:
                self._naming[e.entity] = e
            if e.kind is Kind.DEFINITE:
                self._definite.add(e.entity)

    def name(
        self, pronoun: ReferringExpression, entity: Entity | None, present: set[Entity | None]
    ) -> Name | None:
        """Return a name for a pronoun; `present` are the entities of its sentence before it."""
        self._pronoun, self._present = pronoun, present
        name = self._best(entity)
        self._written.add(entity)  # Anna's watch is *the* watch from now on
        return None if name and UNSPEAKABLE.search(name.text) else name

    def _best(self, entity: Entity | None, depth: int = 0) -> Name | None:
        best = self._names.known(entity) if entity and depth <= names.DEEPEST else None
        if given := self._renamed.get(entity) if entity else "":
            is_plural = best is not None and best.is_plural
            owning = possessive(given, is_plural=is_plural)
            return Name(given, owning, is_plural=is_plural, is_proper=True)
        name = None
        if entity and best and best.members:
            name = self._together(best, depth + 1)
        elif entity and best:
            name = self._spelled(self._naming[entity], best, depth)
        known = self._earlier.get(entity) if entity and not name else None
        if entity is None or known is None:
            return name
        text, many = known
        speaker = possessive(speaker_name(self._trees[self._pronoun.utterance].utterance.speaker))
        if text.startswith(f"{speaker} "):
            text = f"my{text.removeprefix(speaker)}"
        is_set = entity.kind is EntityKind.SET
        return Name(text, possessive(text, is_plural=many), is_plural=many, is_set=is_set)

    def _together(self, of: Naming, depth: int) -> Name | None:
        """Return the members of a set, each by its best name: "Brennan and Friedman"."""
        found = list[Name]()
        for member in of.members:
            name = self._best(member, depth)
            if name is None or len(found) == names.MOST_MEMBERS:
                return None
            found.append(name)
            self._present.add(member)  # Lisa and *her* husband
        first = ", ".join(name.text for name in found[:-1])
        first += "," * (len(found) > 2 and ", and " in of.text) + " and "  # as the author writes
        both = first + found[-1].text, first + found[-1].owning
        return Name(*both, is_plural=True, is_set=True)

    def _spelled(self, e: ReferringExpression, best: Naming, depth: int) -> Name | None:
        tree, head = self._trees[e.utterance], e.head
        now, lemma = self._trees[self._pronoun.utterance].utterance, tree.lemmas[head]
        is_headline = tree.utterance.text.isupper() and not now.text.isupper()
        is_nobody = not VAGUE.isdisjoint({lemma, tree.lemmas[tree.child(head, "det")]})
        if is_nobody or is_headline or tree.upos[head] not in {"NOUN", "PROPN"}:
            return None
        is_many = best.is_plural or lemma in entries("plural_nouns")
        is_proper = self._is_name(e)
        is_several = is_many or (is_proper and bool(names.joined(tree, head)))
        first = "" if is_proper else self._first(e, best, depth)
        if first == WHOSE:
            return None
        is_like_name = not first and not is_many and e.sorts == describe.PERSON  # Mom, Grandpa
        noun = tree.forms[head] if is_like_name else best.owned.removeprefix("own ")
        if first == "the" and best.owner:
            noun = ORDINAL.sub("", noun)  # *her first novel*, *the novel*
        text = self._proper(e) if is_proper else f"{first} {noun}".strip()
        is_group = Sort.ORGANIZATION in e.sorts or lemma in entries("collectives")
        is_neutral = Sort.PERSON in e.sorts and self._pronouns.get(e.referent) not in {HE, SHE}
        owner = text if is_proper else text.partition(" of ")[0]  # the mayor's, of Ghent
        return Name(
            text,
            possessive(owner, is_plural=is_many),
            lemma,
            is_plural=is_several,
            is_proper=is_proper,
            takes_they=is_several or is_group or is_neutral,
        )

    def _is_name(self, e: ReferringExpression) -> bool:
        return self._trees[e.utterance].upos[e.head] == "PROPN"

    def _full_name(self, e: ReferringExpression) -> str:
        tree = self._trees[e.utterance]
        words = name_words(tree, e.head)
        return tree.forms[words[0]][:1] + spelled(tree, words)[1:]  # Old Marten

    def _proper(self, e: ReferringExpression) -> str:
        """Return a short name, or a full one with its article: the Alfa Romeo, not a Mr. Hale."""
        tree, full = self._trees[e.utterance], self._full_name(e)
        article = tree.child(e.head, "det")
        said, is_person = tree.lemmas[article], e.entity in self._persons
        is_far = name_words(tree, e.head)[0] - article > 1  # the young Anna
        if said not in {"the", "a", "an"} or (is_person and (said != "the" or is_far)):
            return self._short.of(e.referent, full)
        return f"the {full}"

    def _first(self, e: ReferringExpression, best: Naming, depth: int) -> str:
        """Return the first word of a noun phrase: "the", a possessor, or ""."""
        tree, head = self._trees[e.utterance], e.head
        if possessor := tree.possessor(head):
            return self._possessor(e, best.owner, possessor, depth)
        first = best.text.removesuffix(best.owned).strip()
        if first or e.entity in self._definite:
            return first or "the"
        if not best.is_plural and e.sorts == describe.PERSON:  # Mom, Coach; but the customer
            return "" if describe.is_title(tree.lemmas[head]) else "the"
        # Hamsters bite, and *they* are shy: all of them; but she bought apples.
        return "" if self._is_timeless(e) and self._is_timeless(self._pronoun) else "the"

    def _is_timeless(self, e: ReferringExpression) -> bool:
        """Return True for the present tense; not for "has bought", "is buying"."""
        tree = self._trees[e.utterance]
        above = (n for n in tree.path(e.head) if tree.upos[n] == "VERB" or tree.has(n, "cop"))
        verb = next(above, e.head)
        tenses = (verb, *tree.exactly(verb, "cop", "aux", "aux:pass"))
        return PAST_TAGS.isdisjoint(tree.utterance.xpos[n - 1] for n in tenses)

    def _possessor(self, e: ReferringExpression, owner: Entity | None, n: int, depth: int) -> str:
        """Return *Brennan's* keys; *her* if Brennan was mentioned; *the* if the keys were."""
        tree, now = self._trees[e.utterance], self._trees[self._pronoun.utterance].utterance
        form, is_quoted = tree.forms[n].lower(), self._quoted[e.utterance][n]
        is_other = tree.utterance.speaker != now.speaker
        if form in SPEAKERS and not is_quoted and not is_other:
            return form  # *my* keys
        if owner is None:
            return WHOSE if is_other else "the"
        is_present = (
            owner in self._present or self._owners.get(owner, inf) <= self._pronoun.position
        )
        if is_present and owner in self._pronouns:
            return OWNING[self._pronouns[owner]]
        if not e.sorts <= GROUPS and (is_present or e.entity in self._written):
            return "the"
        named = self._best(owner, depth + 1)
        if named and named.text == speaker_name(now.speaker):
            return "my"
        if named is None and is_other and form in SPEAKERS:
            return WHOSE
        is_short = named and (named.is_set or len(named.text.split()) <= names.LONGEST_MODIFIER)
        if not named or not is_short or named.genitives:
            return "the"
        self._owners[owner] = self._pronoun.position
        return named.owning


def is_personal_title(word: str) -> bool:
    """Return True for a title or description: *Farmer* Giles, *Old* Tom; not for a given name."""
    if describe.is_title(word) or word in names.EPITHETS:
        return True
    is_given = any(word in entries(kind) for kind in describe.GIVEN_NAMES)
    return describe.lexical(word) == describe.PERSON and not is_given


def name_words(tree: Tree, head: int) -> list[int]:
    """Return the words of a name up to a comma, without a description (the *singer* Lina Berg)."""
    words = names.name_words(tree, head)
    last = next((n for n in words if n > head and tree.forms[n] in BREAKS), len(tree) + 1)
    words = [n for n in words if n < last]
    while words[0] != head and tree.upos[words[0]] == "NOUN":
        if describe.is_title(tree.lemmas[words[0]]) and not tree.forms[words[0]].islower():
            break
        words = words[1:]
    return words
