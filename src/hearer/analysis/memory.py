"""Nominal coreference without gold: which names and noun phrases have been heard before.

Evokedness is global, the S-list is local: CURTIS is evoked in (3a) though the list was just
emptied (docs/specification/s-list.md A.7 no. 16). In the paper, bare plurals and indefinites are
never anaphoric: Table 5 needs that for "prosecutors" in (3b). With weights, the latest entities of
the same noun or name are compared by their descriptions: the log odds that both are of one entity
add up from form, modifiers, possessor, number and distance (lexicon/likeness.txt).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import islice, permutations, repeat
from typing import Any, NamedTuple

from hearer.analysis.describe import PERSON, is_figure, is_personal_name, is_titled, name_gender
from hearer.analysis.draft import Draft, NameWords
from hearer.analysis.reader import POINTERS
from hearer.binding import ARGUMENTS
from hearer.language import ARTICLELESS
from hearer.model import ANY_SORT, UNSPECIFIED, Agreement, Cue, Entity, Kind, ReferringExpression
from hearer.model.expression import HUMAN, PLURAL, SINGULAR, Sorts, Value, contradicts
from hearer.model.lexicon import data, entries, table, words
from hearer.model.state import Stateful, constant
from hearer.model.tree import Tree

LARGEST_SET = 3  # that is known again in another order
ANAPHORIC = frozenset({Kind.DEFINITE, Kind.POSSESSED})
# Log odds from which a description is taken for one of what was heard: at four in ten an entity
# is kept whole more often than two are made one. Of 0, -0.4 and -0.8 the best compromise of CoNLL
# F1 and link precision on GUM dev and on the train genres that are not trained on.
ENOUGH = -0.4
MOST = 4  # entities of one noun that are compared
NAME, RELATIVE, GUESSED = Kind.NAME, Kind.RELATIVE, Cue.GUESSED_GENDER  # faster to look up
_new = tuple.__new__  # faster than a call of the class
Weights = dict[str, dict[str, dict[str, float]]]


@dataclass(slots=True)
class Description(Value):
    """What a name or a noun phrase says of its entity."""

    form: str
    number: str
    name: NameWords  # its words in lower case, without a title
    modifiers: frozenset[str]
    complements: frozenset[str]
    said: frozenset[str]  # both
    possessor: frozenset[str]
    utterance: int
    first: int
    last: int
    address: str = ""  # the title of a name: *Miss* Birch
    argument_of: int = 0  # the predicate


class Known(NamedTuple):
    """The merged features of all expressions of an entity, and how it was described last."""

    agreement: Agreement
    sorts: Sorts
    name: frozenset[str] = frozenset()  # lower-case words of its fullest name, without titles
    nominal: Agreement = UNSPECIFIED  # with weights: what names and nouns tell, without guesses
    mentions: int = 0  # since it was described first
    utterance: int = 0  # of the latest mention
    possessor: Entity | None = None
    latest: Description | None = None
    named: Description | None = None  # the latest with a name
    said: frozenset[str] = frozenset()  # modifiers and complements of all descriptions


NEW = Known(UNSPECIFIED, ANY_SORT)


@dataclass(eq=False)
class Memory(Stateful):
    """The entities of a discourse, found by name or by head noun.

    Each mapping has its latest entries last; what exceeds twice the limit is forgotten.
    """

    limit: int = constant()
    weights: Weights = constant(default_factory=dict)  # of `factors`; none: the paper
    entities: dict[Entity, Known] = field(default_factory=dict)
    by_name: dict[str, Entity] = field(default_factory=dict)  # a full name, last word or acronym
    by_noun: dict[str, tuple[Entity, ...]] = field(default_factory=dict)  # the latest first
    labels: dict[str, int] = field(default_factory=dict)  # how often each was given
    epoch: int = 0

    def find(self, tree: Tree, draft: Draft, possessor: Entity | None) -> Entity | None:
        """Return the entity that a name or a noun phrase was heard for before."""
        if self.weights:
            is_new = not draft.name and draft.lemma not in self.by_noun
            return None if is_new else self._most_alike(tree, draft, possessor)
        if draft.name and draft.kind is not Kind.INDEFINITE:
            return self._named(draft)
        is_bare = tree.utterance.language in ARTICLELESS and draft.kind is Kind.BARE
        if not (draft.kind in ANAPHORIC or is_bare) or is_distinguished(tree, draft.head):
            return None
        entity = next(iter(self.by_noun.get(draft.lemma, ())), None)
        known = self.entities.get(entity) if entity else None
        if not known or known.agreement.number.isdisjoint(draft.agreement.number):
            return None
        return entity if possessor is None or known.possessor in {None, possessor} else None

    def _named(self, draft: Draft) -> Entity | None:
        words = name_words(draft.name)
        for key in (" ".join(words), *words[-1:]):
            entity = self.by_name.get(key)
            known = self.entities.get(entity) if entity else None
            is_same = known and same_bearer(known.name, draft.name)
            if known and is_same and known.agreement.agrees_with(draft.agreement):
                return entity
        return None

    def _most_alike(self, tree: Tree, draft: Draft, possessor: Entity | None) -> Entity | None:
        candidates = self.candidates(draft, possessor)
        if not candidates:  # a speaker has a name, but was never described
            entity = self._named(draft) if draft.kind is NAME else None
            return entity if entity and self.entities[entity].latest is None else None
        new, best, most = describe(tree, draft, possessor), None, ENOUGH
        alike = [one for one in candidates if not are_two(new, one[1])]
        if title := new.address:  # of two called Mann, *Dr.* Mann is the one who was called so
            alike = [x for x in alike if x[1].named and x[1].named.address == title] or alike
        if len(alike) > 1:
            alike.sort(key=lambda one: not HIGHER.isdisjoint(one[1].said ^ new.said))
        tables = self.weights[new.form].values()
        for rank, (entity, known) in enumerate(alike):
            weight = sum(map(dict.get, tables, factors(new, known, rank), repeat(0.0)))
            if weight > most:
                best, most = entity, weight
        return best

    def candidates(self, draft: Draft, possessor: Entity | None) -> list[tuple[Entity, Known]]:
        """Return the described entities of the same noun or name, the latest first; no namesakes.

        i-within-i: what possesses is not what is possessed. Nobody is her own mother.
        """
        found: dict[Entity, Known] = {}
        name = {*map(str.lower, draft.name)}
        for key in keys(draft):
            for entity in self.by_noun.get(key, ()):
                known = self.entities.get(entity)
                if known is None or known.latest is None or entity == possessor:
                    continue
                is_same = not name or known.name == name
                if is_same or (
                    same_bearer(known.name, draft.name)
                    and known.nominal.agrees_with(draft.agreement)  # pronouns may be misunderstood
                ):
                    found[entity] = known
        return [*found.items()]

    def set_of(self, members: Sequence[ReferringExpression]) -> Entity | None:
        """Return the set that these were heard as before, in whatever order."""
        entities = [str(member.entity) for member in members]
        orders = permutations(entities) if len(entities) <= LARGEST_SET else (entities,)
        sets = map(Entity.of_set, orders)
        return next(filter(self.entities.__contains__, sets), None)

    def note(self, entity: Entity, expression: ReferringExpression) -> None:
        """Narrow the features of `entity` by those of an expression that realizes it."""
        # With weights, a group that was *it* may still be *they*.
        known, said = self.entities.pop(entity, NEW), expression.agreement
        agreement, sorts, name, nominal, mentions, utterance, *others = known
        if known is NEW:
            agreement, sorts = said, expression.sorts
        elif expression.kind is not RELATIVE:
            is_taken_up = self.weights and expression.is_pronoun
            agreement = (agreement.taken_up_by if is_taken_up else agreement.merged_with)(said)
            if not sorts <= expression.sorts:
                sorts = sorts & expression.sorts or sorts
            if self.weights and contradicts(expression, agreement):
                agreement = agreement._replace(gender=said.gender)
        if self.weights and not expression.is_pronoun and GUESSED not in expression.cues:
            nominal = nominal.merged_with(said)
        if mentions:
            mentions, utterance = mentions + 1, expression.utterance
        now = agreement, sorts, name, nominal, mentions, utterance, *others
        self.entities[entity] = _new(Known, now)
        if len(self.entities) > 2 * self.limit:
            key: Any
            for mapping in (self.entities, self.by_name, self.by_noun):
                for key in [*islice(mapping, max(0, len(mapping) - self.limit))]:
                    del mapping[key]

    def index(self, entity: Entity, tree: Tree, draft: Draft, possessor: Entity | None) -> None:
        """Make `entity` known by the noun or the name it was heard with."""
        if not (known := self.entities.get(entity)) or not draft.lemma:
            return
        agreement, sorts, name, nominal, mentions, utterance, owner, latest, named, said = known
        nouns = nouns_of(draft.name) if draft.name else (draft.lemma,)
        if draft.name:
            name = name.union(name_words(draft.name))
            for key in name_keys(draft.name):
                self.by_name.pop(key, None)
                self.by_name[key] = entity
        elif possessor:
            owner = possessor
        if self.weights:
            nouns, latest = keys(draft), describe(tree, draft, possessor)
            named = latest if draft.name else named
            said = latest.said if said <= latest.said else said | latest.said
            mentions, utterance = mentions or 1, latest.utterance
        now = agreement, sorts, name, nominal, mentions, utterance, owner, latest, named, said
        self.entities[entity] = _new(Known, now)
        for noun in nouns:
            others = self.by_noun.pop(noun, ())
            if entity in others:
                others = tuple(filter(entity.__ne__, others))
            self.by_noun[noun] = (entity, *others[: MOST - 1])

    def speaker(self, name: NameWords, entity: Entity | None) -> Entity:
        """Return the entity of a speaker, a person: `entity`, or the one of that name."""
        lower = tuple(map(str.lower, name))
        entity = entity or self.by_name.get(" ".join(name_words(name)))
        entity = entity or self.new_entity(" ".join(name).upper())
        agrees = Agreement(SINGULAR, name_gender(lower) or HUMAN)
        self.entities[entity] = self.entities.get(entity, NEW)._replace(
            agreement=agrees, sorts=PERSON, name=frozenset(lower), possessor=None
        )
        self.by_name |= dict.fromkeys(name_keys(name), entity)
        return entity

    def new_entity(self, label: str) -> Entity:
        """Return an entity with a new name: JUDGE, JUDGE_2, ..."""
        if len(self.labels) > 16 * self.limit:
            self.labels, self.epoch = {}, self.epoch + 1
        count = self.labels.get(label, 0) + 1
        self.labels[label] = count
        if self.epoch:
            return Entity(f"{label}_{self.epoch}.{count}")
        return Entity(label if count == 1 else f"{label}_{count}")


def label(draft: Draft) -> str:
    """Return the label of an entity: CURTIS for "Mr. Curtis", LOUIS XIV, JUDGE for "a judge"."""
    if draft.called or not draft.name:
        return draft.called or draft.text.upper()
    words = name_words(draft.name)
    is_short = is_of_person(draft.name) and not is_figure(draft.name[-1])
    return (words[-1] if is_short else " ".join(words)).upper()


def is_distinguished(tree: Tree, n: int) -> bool:
    """Return True for *the other judge*, *the second case*, which are not the one before."""
    modifiers = tree.exactly(n, "amod", "det", "nummod")
    abroad = "_of_other_languages" if tree.utterance.language else ""
    return any(tree.lemmas[m] in entries(f"distinguishing_modifiers{abroad}") for m in modifiers)


# Names ----------------------------------------------------------------------------------------


def same_bearer(known: frozenset[str], name: NameWords) -> bool:
    """Return True if one name contains the other, or its initials."""
    words = frozenset(name_words(name))
    is_acronym = len(name) == 1 and name[0].isupper()
    return not known or is_acronym or words <= known or known <= words


def is_of_person(name: NameWords) -> bool:
    """Return True if a name has a title or begins with a given name."""
    return is_titled(name) or is_personal_name(name_words(name))


@lru_cache(maxsize=1024)
def name_words(name: NameWords) -> NameWords:
    """Return the lower-case words of a name without its title, or the two of a couple.

    >>> name_words(("Mr.", "Curtis")), name_words(("Mr.", "Mrs.", "Curtis"))
    (('curtis',), ('curtis',))
    """
    words = tuple(map(str.lower, name))
    while len(words) > 1 and is_titled(words):
        words = words[1:]
    return words


@lru_cache(maxsize=1024)
def name_keys(name: NameWords) -> tuple[str, ...]:
    """Return what a name can be repeated by: all of it, its last word, its initials."""
    words = name_words(name)
    if len(words) == 1:
        return words
    short = words[0] if is_personal_name(words) else initials(words)
    return " ".join(words), words[-1], short


def initials(words: NameWords) -> str:
    """Return the first letters of the words that acronyms count.

    >>> initials(("university", "of", "southern", "california"))
    'usc'
    """
    return "".join([word[0] for word in words if word and word not in SMALL_WORDS])


@lru_cache(maxsize=1024)
def nouns_of(name: NameWords) -> tuple[str, ...]:
    """Return the common noun that repeats a name: *President* Lincoln, the Supreme *Court*."""
    if is_titled(name):
        return (data("words")["titles_in_full"].get(name[0].lower().rstrip("."), name[0].lower()),)
    is_noun_last = len(name) > 1 and not is_personal_name((name[0].lower(),))
    return (name[-1].lower(),) if is_noun_last else ()


def keys(draft: Draft) -> tuple[str, ...]:
    """Return what a described entity can be found by again: its name or parts of it, its noun."""
    if not draft.name:
        return (draft.lemma,)
    words = name_words(draft.name)
    parts = (words[0], initials(words)) if len(words) > 1 else ()
    return (*name_keys(draft.name), *parts, *nouns_of(draft.name), *draft.nouns)


# Descriptions and their likeness --------------------------------------------------------------

FORMS = data("roles")["likeness"]
FACTORS = (
    "count after number ago rank mentions modifiers complements said possessor distinguished inside"
    " words"
).split()
NO_WORDS, DISTINGUISHING = frozenset[str](), entries("distinguishing_modifiers")
DISTANCES = dict(enumerate(("0", "1", "2-3", "2-3", *["4-9"] * 6, *["10-29"] * 20)))
SMALL_WORDS, EPITHETS, ADDRESSES, OF_THE_YOUNG, RANKS, HIGHER = words(
    "memory", "small epithets addresses of_the_young ranks higher"
)
CONTRASTS = words("contrasts", " ".join(data("words")["contrasts"]))
CONTRASTED = frozenset().union(*CONTRASTS)
MODIFIERS, OF_NAMES, OF_NOUNS = words("memory", "modifiers of_names of_nouns")


@cache
def likeness_weights() -> Weights:
    """Return the weights of the values of `FACTORS`, by the form of what is compared."""
    found: Weights = {}
    for name, (weight,) in table("likeness").items():
        form, factor, value = name.split(":", 2)
        found.setdefault(form, {each: {} for each in FACTORS})[factor][value] = float(weight)
    return found


@lru_cache(maxsize=8)  # asked before an entity is found, and again when it is known
def describe(tree: Tree, draft: Draft, possessor: str | None) -> Description:
    """Return what a draft says of its entity; what stands between the words of a name is no more.

    Modifiers and complements: *northern* England, the University of *California*.
    """
    head, name, bases = draft.head, draft.name, tree.bases
    first = head
    while bases[first] in {"appos", "conj"}:
        first = tree.heads[first]
    modifiers: list[str] = []
    complements: list[str] = []
    by, epithets = (OF_NAMES, EPITHETS) if name else (OF_NOUNS, NO_WORDS)
    is_modified = not (name and tree.upos[head] == "NOUN")  # not *Swedish* singer Lina Berg
    for child in tree.children[head]:
        lemma = tree.lemmas[child]
        is_modifier = is_modified and bases[child] in MODIFIERS and lemma not in epithets
        if is_modifier and tree.forms[child] not in name:
            modifiers.append(lemma)
        if tree.relations[child] in by:
            complements.append(lemma)
    words, form = name_words(name) if name else (), FORMS.get(draft.kind, "bare")
    if name:
        form = "person" if is_of_person(name) else "name"
    elif form == "the" and tree.lemmas[tree.child(head, "det")] in POINTERS:
        form = "this"
    # No set is made for what most do not have.
    modified = frozenset(modifiers) if modifiers else NO_WORDS
    completed = frozenset(complements) if complements else NO_WORDS
    return Description(  # in the order of its fields: keywords take three times as long
        form, "many" if draft.agreement.number == PLURAL else "one", words,
        modified, completed, modified | completed if completed else modified,
        frozenset({possessor}) if possessor else NO_WORDS,
        tree.utterance.number, draft.first, draft.last,
        name[0].lower().rstrip(".") if len(words) < len(name) else "",
        tree.heads[first] if bases[first] in ARGUMENTS else 0,
    )  # fmt: skip


def are_two(new: Description, known: Known) -> bool:
    """Return True if something tells two of a noun or name apart.

    Two arguments of one verb; ranks, contrasts and numbers (the *prime* minister and the minister,
    my *old* car and my *new* car, room *4* and room *5*); titles of a name: *Miss* Birch is not
    *Mrs.* Birch. A rank may be left out later (the *chief* engineer, the engineer), but not added.
    """
    if old := known.latest:
        if new.utterance == old.utterance and new.argument_of == old.argument_of != 0:
            return True
        said = old.said if new.name else known.said
        more, less = new.said - said, said - new.said
        if HIGHER & more or RANKS & less:
            return True
        if more and less:
            kinds = [frozenset(filter(is_figure, more | less))]
            kinds += CONTRASTS if more & CONTRASTED else ()
            if any(more & kind and less & kind for kind in kinds):
                return True
    if not new.address:
        return False
    titles = {new.address, known.named.address if known.named else ""}
    if len(titles) == 1 or "" in titles or titles == {"miss", "ms"}:
        return False
    return titles <= ADDRESSES or not titles.isdisjoint(OF_THE_YOUNG)


def factors(new: Description, known: Known, rank: int) -> Sequence[str]:
    """Return what speaks for or against: the values of `FACTORS`.

    `rank` is the number of entities of the same noun that were heard later. A name is compared
    with a name, if there is one.
    """
    old = (known.named if new.name else None) or known.latest
    if old is None:
        return ()
    modifiers = _relation(new.modifiers, old.modifiers)
    complements = _relation(new.complements, old.complements)
    is_inside = new.utterance == old.utterance and old.first <= new.first and new.last <= old.last
    return (
        new.number, old.form, "same" if new.number == old.number else "other",
        DISTANCES.get(new.utterance - known.utterance, "30+"),
        "0123"[rank if rank < 3 else 3],  # noqa: FURB136 - min() is slow
        "01234"[known.mentions if known.mentions < 4 else 4],  # noqa: FURB136
        modifiers, complements, f"{modifiers}:{complements}",
        _relation(new.possessor, old.possessor),
        "" if DISTINGUISHING.isdisjoint(new.modifiers | old.modifiers) else "yes",
        "yes" if is_inside else "",
        _words(new.name, old.name) if new.name and old.name else "",
    )  # fmt: skip


def _relation(new: frozenset[str], old: frozenset[str]) -> str:
    """Return how one set of words is related to the other."""
    if new == old:
        return "same" if new else "none"
    if not new:
        return "left-out"
    if not old:
        return "added"
    if new < old:
        return "fewer"
    if new > old:
        return "more"
    return "other" if new.isdisjoint(old) else "some"


def _words(new: NameWords, old: NameWords) -> str:
    """Return how one name is related to the other: *Smith* is the last word of *Mary Smith*."""
    if new == old:
        return "same"
    short, long = sorted((new, old), key=len)
    size = len(short)
    if size == len(long):
        return "other"
    parts = {"last": long[-size:] == short, "first": long[:size] == short}
    parts |= {"within": {*short} <= {*long}, "initials": short == (initials(long),)}
    how = next((how for how, is_so in parts.items() if is_so), "other")
    return how if short is new or how == "other" else f"longer-{how}"
