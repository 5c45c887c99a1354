"""Names of entities for display (best name, best name so far, short name), and unique names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property, lru_cache
from itertools import islice, permutations
from typing import Self

from hearer.model import ReferringExpression
from hearer.model.expression import WORDLESS, Cue, Entity, EntityKind, Expressions, Kind, Value
from hearer.model.lexicon import words
from hearer.model.pronouns import FIRST_PERSON, PRONOUNS
from hearer.model.resolution import EarlierName
from hearer.model.state import Stateful, constant
from hearer.model.text import Utterance
from hearer.model.tree import NO_TREE, Tree, base

LONGEST_NAME = 4  # words; a longer name is taken only if there is no other
LONGEST_MODIFIER = 3  # words
MOST_MEMBERS = 4  # members of a set that are named one by one
DEEPEST = 3  # nested possessors: the car of the friend of the driver
TITLES, ROLES, AS_SAID, MANY, BEHIND = words("names", "titles roles as_said many behind")
NAME_PARTS, TITLE_RELATIONS, BEFORE, DROPPED = words("names", "parts of_titles before dropped")
QUANTIFIERS, STAND_INS, QUANTITIES = words("names", "quantifiers stand_ins quantities")
EPITHETS, SURNAME_PARTICLES, GIVEN_TITLES = words("names", "epithets particles given_titles")


# The words of names and noun phrases ------------------------------------------------------------


def possessive(name: str, *, is_plural: bool = False) -> str:
    """Return the possessive form of a name.

    >>> possessive("the Joneses", is_plural=True), possessive("Curtis")
    ("the Joneses'", "Curtis's")
    """
    return name + ("'" if is_plural and name.endswith("s") else "'s")


def speaker_name(speaker: str) -> str:
    """Return what a speaker is called: a role has an article.

    >>> speaker_name("Anna"), speaker_name("user")
    ('Anna', 'the user')
    """
    return f"the {speaker.lower()}" if speaker.lower() in ROLES else speaker


def together(names: Sequence[str], most: int) -> str:
    """Join names with commas and "and", in at most `most` pieces.

    >>> together(["Anna"], 3), together(["Anna", "Tom", "Ida", "Ben"], 3)
    ('Anna', 'Anna, Tom and 2 others')
    """
    more = len(names) - most
    shown = [*names[: most - 1], f"{more + 1} others"] if more > 0 else names
    return " and ".join(filter(None, (", ".join(shown[:-1]), shown[-1])))


def name_words(tree: Tree, head: int) -> list[int]:
    """Return the words of a name: titles, given names, "of America"; no adjective, no clause."""
    words = [head, *joined(tree, head)]
    for child in tree.children[head]:
        relation, (first, last) = tree.relations[child], tree.edges(child)
        written = tree.forms[child] if child > 1 else tree.utterance.lemmas[child - 1]
        is_tagged = tree.upos[child] == "PROPN" or written[:1].isupper()
        is_part = relation in NAME_PARTS or (is_tagged and base(relation) in {"amod", "compound"})
        of_phrase = relation == "nmod" and is_tagged and tree.preposition(child) == "of"
        if tree.upos[child] != "PRON" and (is_part or (of_phrase and child > head)):
            words += range(first, last + 1) if last - first < 2 * LONGEST_MODIFIER else [child]
    return sorted(n for n in {*words} if n == head or tree.lemmas[n] != "dear")


@lru_cache(maxsize=16)  # asked several times for a name
def joined(tree: Tree, head: int) -> Sequence[int]:
    """Return the *and* between two titles of a name (Mr. *and* Mrs. Jones).

    If the second title depends on the first, not on the name, it is returned as well.
    """
    titles = [n for n in tree.exactly(head, *TITLE_RELATIONS) if n < head]
    if not titles:
        return ()
    second = [n for title in titles for n in tree.exactly(title, "conj") if n < head]
    links = (n for over in (head, *titles, *second) for n in tree.exactly(over, "cc"))
    return (*second, *(n for n in links if titles[0] < n < head))


def noun_words(tree: Tree, head: int) -> list[int]:
    """Return a noun with its short modifiers and a short of-phrase, without determiners."""
    words = {head}
    for child in tree.children[head]:
        relation = tree.bases[child]
        if relation not in (BEFORE if child < head else BEHIND):
            continue
        first, last = tree.edges(child)
        if last - first >= LONGEST_MODIFIER or tree.lemmas[child] in DROPPED:
            continue
        is_of = tree.relations[child] == "nmod" and tree.preposition(child) == "of"
        if relation != "nmod" or (is_of and "PRON" not in tree.upos[first : last + 1]):
            is_number = relation == "nummod" and tree.lemmas[first] == "a"  # *a* hundred
            is_article = child < head and tree.upos[first] == "DET"  # a mistake of the parser
            words.update(range(first + (is_number or is_article), last + 1))
    return sorted(words)


def part_words(tree: Tree, head: int) -> list[int]:
    """Return the words of a partitive (one of the boys, a lot of people), or []."""
    if tree.upos[head] not in QUANTIFIERS and tree.lemmas[head] not in QUANTITIES:
        return []
    of = (n for n in tree.exactly(head, "nmod") if n > head and tree.preposition(n) == "of")
    if not (whole := next(of, 0)):
        return []
    before = [n for n in tree.exactly(head, "det", "amod", "advmod", "nummod") if n < head]
    behind = name_words(tree, whole) if tree.upos[whole] == "PROPN" else []
    return sorted({*before, *range(head, whole + 1), *behind})


def spelled(tree: Tree, words: list[int]) -> str:
    """Return words as written together; the first of a sentence in lower case unless a name."""
    forms, upos, spaces = tree.forms, tree.upos, tree.utterance.spaces
    begins, before, text = 1, 0, ""
    while begins < len(forms) - 1 and upos[begins] == "PUNCT":
        begins += 1
    for n in words:
        form = forms[n]
        if n == begins:
            is_capital = tree.utterance.lemmas[n - 1][:1].isupper()
            is_name = is_capital or upos[n] in {"PROPN", "X"} or is_acronym(form)
            form = form if is_name else form[:1].lower() + form[1:]
        if text:
            is_glued = n - before < 3 and not any(spaces[before - 1 : n - 1])
            # O'Hara-Smythe: the hyphen is a word of its own.
            text += "".join(forms[before + 1 : n]) if is_glued else " "
        text += form
        before = n
    return text


def is_acronym(form: str) -> bool:
    """Return True if a word has capitals after its first letter: NASA, iPhone."""
    return any(map(str.isupper, form[1:]))


def is_plural(tree: Tree, head: int) -> bool:
    """Return True if a noun is plural by its features."""
    features = tree.utterance.features[head - 1]
    return "Number=Plur" in features or "Number=Ptan" in features


# The best name so far ---------------------------------------------------------------------------


class Rank(IntEnum):
    """Kinds of names; the smaller, the better."""

    TOGETHER = 0  # the members of a set
    NAME = 1
    SHOUTED = 2  # a name in capitals or in a heading
    NOUN = 3
    ASIDE = 4  # a noun in a predicate, an appositive or a quantity
    CLAUSE = 5
    SOMEBODY = 7  # an indefinite pronoun; *the blue one*
    LETTERS = 8  # the identifier of a speaker without a name


RANKS = {
    Kind.NAME: Rank.NAME,
    **dict.fromkeys(map(Kind, "definite possessed indefinite bare".split()), Rank.NOUN),
    Kind.QUANTIFIED: Rank.ASIDE,
    Kind.APPOSITIVE: Rank.ASIDE,
    Kind.CLAUSE: Rank.CLAUSE,
    Kind.SPEAKER: Rank.LETTERS,
}
GROWING = frozenset({Rank.NAME, Rank.SHOUTED, Rank.NOUN})  # a longer name may replace another
MAY_BE_PROPER = frozenset(map(Kind, "name appositive indefinite bare".split()))
# Parts of "s/he" and "(s)he", however tokenized, and the generic pronoun: these name nobody.
PERSONAL = {form for form, one in PRONOUNS.items() if one.lexeme in {"he", "she", "s/he"}} | {"one"}


@dataclass(slots=True, unsafe_hash=True)
class Naming(Value):
    """One way to name an entity; *her brother* has an owner, a set has members."""

    rank: Rank
    text: str = ""
    length: int = 0  # in words, without titles
    noun: str = ""  # the lemma of its head
    is_plural: bool = False
    owner: Entity | None = None
    owned: str = ""  # the text without its owner: "brother"
    members: tuple[Entity, ...] = ()

    def is_better_than(self, other: Naming) -> bool:
        """Return True if this replaces `other`; of equals the first stays."""
        if self.rank != other.rank or self.rank not in GROWING:
            return self.rank < other.rank
        is_longer = other.length < self.length <= LONGEST_NAME
        is_long_enough = self.length < LONGEST_NAME < other.length
        is_alike = self.rank is not Rank.NOUN or self.noun == other.noun
        return (is_longer or is_long_enough) and is_alike


@dataclass(slots=True, eq=False)
class Names(Stateful):
    """The best names so far of the entities of a discourse, the most recent last.

    A full name goes before a part of it, and any name before a noun phrase; a noun phrase that was
    introduced with "a" comes back with "the". A set is named by its members, a clause by its words.
    """

    best: dict[Entity, Naming] = field(default_factory=dict)
    here: dict[int, Entity] = field(default_factory=dict)  # by head, in this utterance
    renamed: dict[str, Entity] = field(default_factory=dict)  # by keys of `chosen`
    tree: Tree = constant(default=NO_TREE)
    unread: dict[Entity, list[Mention]] = constant(default_factory=dict)  # until a name is asked
    chosen: Mapping[str, str] = constant(default_factory=dict)  # by entity, or by a word: "@1.3"

    def begin(self, tree: Tree) -> None:
        """Start the next utterance."""
        self.tree = tree
        self.here.clear()

    def hear(self, expression: ReferringExpression) -> None:
        """Take an expression with the entity that it realizes."""
        entity, head, tree = expression.entity, expression.head, self.tree
        if entity is None:
            return
        if not expression.members or expression.kind is Kind.SET:
            self.here[head] = entity
        mentions = self.unread[entity] = self.unread.pop(entity, [])  # the most recent last
        if expression.kind in RANKS or expression.members:
            owner = self.here.get(tree.possessor(head)) if head < len(tree.forms) else None
            mentions.append((expression, tree, owner))
        if self.chosen and expression.kind not in WORDLESS:
            keys = (str(entity), f"@{expression.utterance}.{head}")
            self.renamed |= {key: entity for key in keys if self.chosen.get(key, "").strip()}

    def known(self, entity: Entity) -> Naming | None:
        """Return the best naming of an entity so far."""
        best = self.best.get(entity)
        for mention in self.unread.get(entity, ()):
            now = _naming(mention, best)
            if now and (best is None or now.is_better_than(best)):
                best = self.best[entity] = now
        if entity in self.unread:
            self.unread[entity] = []  # last: another thread may ask for the name, too
        return best

    def settle(self) -> None:
        for entity in self.unread:
            if self.known(entity):
                self.best[entity] = self.best.pop(entity)
        self.unread = {}

    def copy(self, **_: object) -> Self:
        return Stateful.copy(self, unread={one: [*said] for one, said in self.unread.items()})

    def unify(self, was: Entity, now: Entity) -> None:
        """Give both entities the better of their two names."""
        before, after = self.known(was), self.known(now)
        if before and before.members != (now,) and (not after or before.is_better_than(after)):
            self.best[now] = before
        self.best[was] = Naming(Rank.TOGETHER, members=(now,))
        self.unread[was] = self.unread.pop(was, [])
        self.renamed = {key: now if one == was else one for key, one in self.renamed.items()}

    def forget(self, most: int) -> None:
        """Drop all but the `most` latest entities if there are more than twice as many.

        Owners and members that are part of a name stay: *Anna's* brother.
        """
        self.settle()
        if len(self.best) <= 2 * most:
            return
        latest = {*islice(self.best, len(self.best) - most, None)}
        for _ in range(DEEPEST):
            namings = [self.best[one] for one in latest if one in self.best]
            latest |= {part for one in namings for part in (one.owner, *one.members) if part}
        self.best = {entity: one for entity, one in self.best.items() if entity in latest}

    def name(self, entity: Entity | None, depth: int = 0) -> str:
        """Return the best name so far, or ""."""
        for key in reversed(self.renamed):
            if self.renamed[key] == entity:
                return self.chosen[key].strip()
        known = self.known(entity) if entity and depth < DEEPEST else None
        if known is None:
            return ""
        if known.members:
            return self._together(known.members, depth + 1) or known.text
        owner = self.known(known.owner) if known.owner and known.owner != entity else None
        whose = self.name(known.owner, depth + 1) if owner else ""
        if owner is None or not 0 < len(whose.split()) <= LONGEST_MODIFIER:
            return known.text
        return f"{possessive(whose, is_plural=owner.is_plural)} {known.owned}"

    def _together(self, members: tuple[Entity, ...], depth: int) -> str:
        """Name the members of a set: Anna Keller and *her* brother."""
        names = []
        for one in members:
            known = self.known(one)
            names.append(known.text if known and known.owner in members else self.name(one, depth))
        return together(names, MOST_MEMBERS) if all(names) else ""

    def of(self, entities: Iterable[Entity]) -> dict[Entity, str]:
        """Return the names of these entities, "" for those without one."""
        return {entity: self.name(entity) for entity in entities}

    def to_repeat(self, entities: Iterable[Entity]) -> dict[Entity, EarlierName]:
        """Return names that can replace a pronoun of a later turn, whoever speaks there."""
        found = {}
        for entity in entities:
            known, name = self.known(entity), self.name(entity)
            words = {word.casefold().removesuffix("'s") for word in name.split()}
            if known and name and known.rank <= Rank.NOUN and PRONOUNS.keys().isdisjoint(words):
                found[entity] = EarlierName(name, known.is_plural)
        return found


def names_of(
    expressions: Sequence[ReferringExpression], utterances: Iterable[Utterance]
) -> Mapping[Entity, str]:
    """Return the best names of all realized entities, "" for those without one."""
    trees, names = {one.number: Tree(one) for one in utterances}, Names()
    for expression in expressions:
        tree = trees.get(expression.utterance, NO_TREE)
        if tree is not names.tree:
            names.begin(tree)
        names.hear(expression)
    return names.of([*names.unread])


# One expression ---------------------------------------------------------------------------------

Mention = tuple[ReferringExpression, Tree, Entity | None]  # the last is the owner


def _naming(mention: Mention, before: Naming | None) -> Naming | None:
    """Name an entity by an expression; None if the name before is better."""
    expression, tree, whose = mention
    head, rank = expression.head, RANKS.get(expression.kind)
    is_here = expression.utterance == tree.utterance.number and 0 < head < len(tree.forms)
    if expression.members:
        return _set(expression)
    if rank is None or rank is Rank.LETTERS:
        return _speaker(expression, tree.utterance.speaker) if rank else None
    upos = tree.upos[head] if is_here else ""
    if upos in {"", "_"} or expression.kind is Kind.CLAUSE:  # no parse
        return Naming(rank, expression.text)
    lemma = tree.lemmas[head]
    if tree.utterance.language and upos in {"NOUN", "PROPN"}:  # *Marie*, not *Marii*
        words = name_words(tree, head) if upos == "PROPN" else [head]
        if cited := " ".join(tree.utterance.lemmas[n - 1] for n in words):
            return Naming(rank, cited, noun=lemma)
    if upos == "PROPN" and expression.kind in MAY_BE_PROPER:
        return _proper(tree, head)
    if before and before.rank < rank:
        return None
    if words := part_words(tree, head):
        return Naming(Rank.ASIDE, spelled(tree, words), len(words), is_plural=True)
    if upos in {"PRON", "NUM"}:  # *someone* is a name of last resort; a number names nothing
        called = spelled(tree, [head])
        is_somebody = called.strip("/()").lower() not in PERSONAL and len(called) > 1
        is_named = upos == "PRON" and expression.kind is Kind.QUANTIFIED and is_somebody
        return Naming(Rank.SOMEBODY, called) if is_named else None
    words, owner = noun_words(tree, head), tree.possessor(head)
    first, owned = _first(tree, head, owner), spelled(tree, words)
    aside = Rank.ASIDE if Cue.PREDICATE in expression.cues else rank
    rank = Rank.SOMEBODY if lemma in STAND_INS else aside
    text, length = f"{first} {owned}" if first else owned, len(words) + bool(owner)
    return Naming(rank, text, length, lemma, is_plural(tree, head), whose, owned)


def _set(expression: ReferringExpression) -> Naming:
    members = tuple(one.entity for one in expression.members if one.entity is not None)
    has_words = expression.kind is Kind.SET and not any(m.is_pronoun for m in expression.members)
    text = expression.text if has_words else ""
    return Naming(Rank.TOGETHER, text, members=members, is_plural=True)


def _speaker(expression: ReferringExpression, speaker: str) -> Naming | None:
    """Name a speaker as the transcript does, else by the entity's identifier."""
    speaker, entity = speaker_name(speaker), expression.entity
    if speaker and FIRST_PERSON.get(expression.text.lower()) == "i":
        return Naming(Rank.NAME, speaker, len(speaker.split()))
    is_named = entity is not None and entity.kind is EntityKind.NAMED
    return Naming(Rank.LETTERS, str(entity).title()) if is_named else None


def _proper(tree: Tree, head: int) -> Naming:
    words, lemma = name_words(tree, head), tree.lemmas[head]
    text, length = spelled(tree, words), sum(tree.lemmas[n] not in TITLES for n in words)
    is_shouted = (len(text) > 3 and text.isupper()) or tree.utterance.is_heading
    rank = Rank.SHOUTED if is_shouted else Rank.NAME
    article = "the " if tree.lemmas[tree.child(head, "det")] == "the" else ""
    return Naming(rank, article + text, length, noun=lemma, is_plural=is_plural(tree, head))


def _first(tree: Tree, head: int, owner: int) -> str:
    """Return the first words of a noun phrase: "the", a possessor, or ""."""
    if owner:
        first, last = tree.edges(owner)
        return spelled(tree, [*range(first, last + 1)])
    related, lemmas = tree.firsts[head], tree.lemmas
    adjective = related.get("amod", 0)
    determiner = lemmas[related.get("det") or tree.child(adjective, "det")]
    if determiner in AS_SAID:
        return determiner
    if determiner or "nummod" in related or lemmas[adjective] in MANY:
        return "the other" if determiner == "another" else "the"
    return ""


# All names of an entity --------------------------------------------------------------------------

AROUND = " ,;:.!?-–—()[]\"'“”‘’«»`"  # characters that a parser may leave at the edges of a name
OFTEN, NAMED_OFTEN = 2, 10  # times that a name, and that an entity, is named
# A possessive, or prepositions before the name.
BESIDE_NAME = re.compile(r"['’]s$|^((of|to|in|from|with|by|for|at|on|and|or|but) )+", re.IGNORECASE)


def aliases(texts: Iterable[str]) -> dict[str, int]:
    """Count names or nouns, the most frequent first; punctuation and capitals are ignored.

    >>> aliases(["DARCY", "Mr. Darcy's", "Mr. Darcy ,", "Darcy"])
    {'Darcy': 2, 'Mr. Darcy': 2}
    """
    bare = Counter(filter(None, map(_bare, texts)))
    spellings: dict[str, str] = {}
    for text in sorted(bare, key=lambda text: (text.isupper(), -bare[text])):
        spellings.setdefault(text.casefold(), text)
    often = Counter[str]()
    for text, times in bare.items():
        often[spellings[text.casefold()]] += times
    return dict(often.most_common())


def _bare(text: str) -> str:
    """Strip punctuation, possessives and prepositions; the point of "Jr." stays."""
    bare = BESIDE_NAME.sub("", text.strip(AROUND))
    is_abbreviated = " " in bare and len(bare.rsplit(" ", 1)[1]) < 4
    return f"{bare}." if is_abbreviated and text.rstrip().endswith(f"{bare}.") else bare


def best_name(forms: Mapping[str, int]) -> str:
    """Return the fullest of the frequent names that contain the most frequent one."""

    def words(form: str) -> frozenset[str]:
        return frozenset(form.casefold().split()) - TITLES

    usual = max(forms, key=forms.__getitem__, default="")
    full = [form for form in forms if forms[form] >= OFTEN and words(usual) <= words(form)]
    short = (form for form in full if words(usual) and len(form.split()) <= LONGEST_NAME)
    named = [form for form in short if form.casefold().split()[0] not in EPITHETS]
    return max((usual, *named), key=lambda form: len(words(form)))


class FinalNames(Mapping[Entity, str]):
    """The names of entities at the end of a discourse, each made when it is asked for."""

    def __init__(self, names: Names, entities: Iterable[Entity], heard: Expressions) -> None:
        self._names, self._heard = names.copy(), heard
        self._made = {**dict.fromkeys(entities), **names.of(names.renamed.values())}

    @cached_property
    def _usual(self) -> dict[Entity | None, str]:
        """The most frequent names of entities that are named often."""
        said: dict[Entity | None, list[str]] = {}
        for one in self._heard:
            if one.kind is Kind.NAME:
                said.setdefault(one.entity, []).append(one.text)
        return {x: best_name(aliases(y)) for x, y in said.items() if len(y) >= NAMED_OFTEN}

    def __getitem__(self, entity: Entity) -> str:
        name = self._made[entity]
        if name is None:
            name = self._made[entity] = self._usual.get(entity) or self._names.name(entity)
        return name

    def __iter__(self) -> Iterator[Entity]:
        return iter(self._made)

    def __len__(self) -> int:
        return len(self._made)

    def __repr__(self) -> str:
        return repr({**self})

    def __reduce__(self) -> tuple[object, ...]:
        return dict, ({**self},)


# Short names ------------------------------------------------------------------------------------

SUFFIX = re.compile(r"(?:jr|sr|esq|ph\.?d|m\.?d|[ivx]{1,5})\.?", re.IGNORECASE)
INITIAL = re.compile(r"(?:(?:\w\.-?)+|\w)$")
IsTitle = Callable[[str], bool]  # of a word in lower case


def short_name(full: str, is_title: IsTitle, *, surnames: bool = False) -> str:
    """Return title and surname, or the given name; "" if a name has no given name.

    With `surnames`, return the surname also if there is no title.

    >>> short_name("Dr. Ludwig van Beek Jr.", {"dr."}.__contains__)
    'Dr. van Beek'
    """
    words = [word.rstrip(",") for word in full.split()]
    titles = (n for n, word in enumerate(words[:-1], 1) if is_title(word.lower()))
    last_title = max(titles, default=0)
    title, name = words[:last_title], words[last_title:]
    if len(name) > 1 and SUFFIX.fullmatch(name[-1]):
        name.pop()
    if len(name) < 2:
        return ""
    particles = (n for n, word in enumerate(name) if n and word.lower() in SURNAME_PARTICLES)
    surname = name[next(particles, -1) :]
    is_formal = surnames or INITIAL.fullmatch(name[0])
    by_surname = " ".join(title).lower() not in GIVEN_TITLES if title else is_formal
    return " ".join((*title, *(surname if by_surname else name[:1])))


class ShortNames:
    """Short names for later mentions, given all names of each entity.

    The text's own short name goes first, then title and surname ("Dr. Osei"), then the given name,
    or the surname if the text calls others by theirs. A name that two entities share is not used.
    """

    def __init__(
        self, names: Mapping[Entity, Sequence[str]], persons: Set[Entity], is_title: IsTitle
    ) -> None:
        self._names, self._persons, self._is_title = names, persons, is_title
        self._bearers: dict[str, set[Entity]] = {}
        pairs = [pair for one in persons for pair in permutations({*names.get(one, ())}, 2)]
        given, surnames = (sum(x.split()[n] == y for x, y in pairs) for n in (0, -1))
        self._surnames = surnames > given
        for entity, called in names.items():
            for word in {word for name in called for word in name.split()}:
                self._bearers.setdefault(word, set()).add(entity)

    def of(self, entity: Entity, full: str) -> str:
        """Return the short name of `entity`, or its full name."""
        words, is_person = full.split(), entity in self._persons
        called = (name for name, _ in Counter(self._names.get(entity, ())).most_common())
        short = [name for name in called if {*name.split()} < {*words}]
        if is_person:
            short = [name for name in short if not short_name(name, self._is_title)]
            if all(word.lower() in SURNAME_PARTICLES or not word.islower() for word in words):
                short.append(short_name(full, self._is_title, surnames=self._surnames))
        for name in filter(None, short):
            bearers = [self._bearers.get(word, set()) for word in name.split()]
            if len(set.intersection(*bearers)) <= 1:
                return name
        return full


# Unique names -----------------------------------------------------------------------------------


class OwnNames:
    """Gives each owner a name of its own: a name that another owner has gets a number."""

    def __init__(self, numbered: str = "{}~{}") -> None:
        self._numbered = numbered
        self._owners: dict[str, Hashable] = {}
        self._own: dict[tuple[str, Hashable], str] = {}
        self._times: Counter[str] = Counter()

    def own(self, name: str, owner: Hashable) -> str:
        """Return `name`, or `name` with a number if it belongs to another owner."""
        own = self._own.get((name, owner), name)
        while self._owners.setdefault(own, owner) != owner:
            self._times[name] += 1
            own = self._numbered.format(name, self._times[name] + 1)
        self._own[name, owner] = own
        return own
