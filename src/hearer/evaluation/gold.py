"""Gold coreference of a document: its words, its tree, and which entity is mentioned where.

Words are numbered from 0 through the whole document, so the sentence boundaries do not matter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Generic, TypeVar

from hearer.analysis.draft import Draft
from hearer.analysis.universal import ZERO, is_pronoun, of_zero, third_persons
from hearer.errors import UsageError
from hearer.formats import corefud
from hearer.formats.annotation import entities_of
from hearer.formats.conllu import ConlluDocument
from hearer.formats.conllu.discourse import discourses, empty_nodes, in_language
from hearer.formats.conllu.file import HEAD, ID, MISC, ConlluSentence, parse
from hearer.model import ANY_GENDER, ROOT, Agreement, Discourse, Gender, Number, Person, Utterance
from hearer.model.tree import Tree, base

UNKNOWN_GENRE = "?"
CLAUSAL = frozenset("nsubj csubj cop aux".split())  # dependents of the head of a clause
QUESTIONS = frozenset("how what whatever when where whether why".split())  # *how stars live*
PREDICATE, CATAPHORA, DISCOURSE_DEIXIS = "pred", "cata", "disc"  # GUM's links


@dataclass(frozen=True, slots=True)
class ChainMention:
    """A mention of an entity: its words and their head."""

    entity: str
    words: tuple[int, ...]
    head: int


@dataclass(frozen=True, slots=True)
class GoldMention(ChainMention):
    """A mention with GUM's entity type, information status and link, "" if there are none."""

    sort: str = ""
    status: str = ""
    link: str = ""


Known = TypeVar("Known", bound=ChainMention)


class MentionIndex(Generic[Known]):
    """Mentions by head and by entity, each in the order in which their brackets close."""

    def __init__(self, mentions: Iterable[Known]) -> None:
        self.by_head: dict[int, list[Known]] = {}
        self.by_entity: dict[str, list[Known]] = {}
        for mention in mentions:
            self.by_head.setdefault(mention.head, []).append(mention)
            self.by_entity.setdefault(mention.entity, []).append(mention)

    def at(self, word: int) -> Known | None:
        """Return the shortest mention that the word heads."""
        return min(self.by_head.get(word, ()), key=lambda m: len(m.words), default=None)

    def before(self, word: int) -> list[Known]:
        """Return the earlier mentions in the chain of the pronoun at `word`."""
        mention = self.at(word)
        return self.of(mention.entity, word) if mention else []

    def of(self, entity: str, word: int) -> list[Known]:
        """Return the mentions of `entity` before `word`."""
        return [m for m in self.by_entity.get(entity, ()) if m.head < word]


@dataclass(frozen=True)
class Gold:
    """A document as it is annotated.

    `heads` are word numbers, -1 for a root. `split` has the antecedents of a word that takes
    several entities together (GUM's SplitAnte). `has_tags` is False if
    xpos is not gold; a pronoun is then recognized by its form alone. `personal` has the
    third-person pronouns of a language other than English.
    """

    name: str
    genre: str
    forms: tuple[str, ...]
    upos: tuple[str, ...]
    xpos: tuple[str, ...]
    relations: tuple[str, ...]
    heads: tuple[int, ...]
    sentences: tuple[int, ...]
    mentions: tuple[GoldMention, ...]
    split: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    has_tags: bool = True
    personal: Mapping[int, Draft] | None = None

    @cached_property
    def index(self) -> MentionIndex[GoldMention]:
        return MentionIndex(self.mentions)

    def at(self, word: int) -> GoldMention | None:
        """Return the mention of the pronoun at `word`."""
        return self.index.at(word)

    def antecedents(self, word: int) -> list[GoldMention]:
        """Return the earlier mentions of the entity of the pronoun at `word`."""
        return self.index.before(word)

    def match(self, words: tuple[int, ...], head: int) -> GoldMention | None:
        """Return the mention with the same span, else one with the same head, else None."""
        same, inside = self.index.by_head.get(head, []), set(words)
        overlaps = {m.words: len(inside & {*m.words}) / len(inside | {*m.words}) for m in same}
        return max(same, key=lambda m: (m.words == words, overlaps[m.words]), default=None)

    def text(self, mention: GoldMention | None) -> str:
        return " ".join(self.forms[n] for n in mention.words) if mention else ""

    def is_pronoun(self, mention: GoldMention) -> bool:
        """Return True for a pronoun: it, this, mine."""
        return self.upos[mention.head] in {"PRON", "DET"} and len(mention.words) == 1

    def is_clausal(self, mention: GoldMention) -> bool:
        """Return True for a verb or a clause: *him raise his arms*; *that this is wrong*."""
        if self.forms[mention.head].lower() in QUESTIONS and len(mention.words) > 1:
            return True
        inside = set(mention.words)
        tops = (n for n in mention.words if self.heads[n] not in inside)
        if any(self.upos[n] in {"VERB", "AUX"} for n in tops):
            return True
        dependents = (n for n in mention.words if self.heads[n] == mention.head)
        return any(base(self.relations[n]) in CLAUSAL for n in dependents)


def gold_of(discourse: Discourse, heard: Discourse | None = None) -> Gold:
    """Return the gold of a discourse, with the tree of its file.

    A file without a tree gets that of the discourse as it is `heard`; its tags are then not gold.
    """
    has_tags = discourse.has_parse
    parsed = discourse if has_tags or heard is None else heard
    starts = words_of(parsed)
    heads = heads_of(parsed, starts)
    entities = entities_of(discourse)
    personal = {
        starts[utterance.number] + draft.head: draft
        for utterance in (parsed.utterances if parsed.language else ())
        for draft in third_persons(utterance)
    }
    split: dict[int, tuple[str, ...]] = {}
    for link in entities.split_antecedents:
        word = starts[link.place.utterance] + link.place.word
        split[word] = (*split.get(word, ()), link.antecedent)

    def column(name: str) -> tuple[str, ...]:
        return tuple(value for u in parsed.utterances for value in getattr(u, name))

    return Gold(
        name=parsed.name,
        genre=_genre(parsed),
        forms=column("forms"),
        upos=tuple("PRON" if n in personal else tag for n, tag in enumerate(column("upos"))),
        xpos=column("xpos"),
        relations=column("relations"),
        heads=heads,
        sentences=tuple(n for n, u in enumerate(parsed.utterances) for _ in u.forms),
        mentions=tuple(_mentions(entities.mentions, starts, heads)),
        split=split,
        has_tags=has_tags,
        personal=personal if parsed.language else None,
    )


def _mentions(
    mentions: Iterable[corefud.Mention], starts: Mapping[int, int], heads: Sequence[int]
) -> list[GoldMention]:
    found = []
    for mention in mentions:
        if words := mention_words(mention, starts):
            attributes = map(mention.attribute, ("etype", "infstat", "link"))
            head = span_head(words, heads)
            found.append(GoldMention(mention.entity, words, head, *attributes))
    return sorted(found, key=lambda mention: mention.words[-1])


def _genre(discourse: Discourse) -> str:
    """Return the value of `# meta::genre`, else the second part of GUM_genre_title."""
    if not isinstance(discourse.source, ConlluDocument):
        return UNKNOWN_GENRE
    for sentence in discourse.source.sentences[:1]:
        if genre := sentence.comment("meta::genre"):
            return genre
    parts = discourse.name.split("_")
    return parts[1] if len(parts) > 2 else UNKNOWN_GENRE


def words_of(discourse: Discourse) -> dict[int, int]:
    """Return, by number of utterance, the number of the word before its first."""
    starts, before = {}, -1
    for utterance in discourse.utterances:
        starts[utterance.number] = before
        before += len(utterance)
    return starts


def heads_of(discourse: Discourse, starts: Mapping[int, int]) -> tuple[int, ...]:
    """Return the head of every word as a word number, -1 for a root."""
    return tuple(
        starts[utterance.number] + head if head else -1
        for utterance in discourse.utterances
        for head in utterance.heads
    )


def span_head(words: Sequence[int], heads: Sequence[int]) -> int:
    """Return the first word of a span with the fewest steps to the root (udapi's convention)."""

    def depth(word: int) -> int:
        steps = 0
        while word >= 0:
            steps, word = steps + 1, heads[word]
        return steps

    inside = set(words)
    tops = [word for word in words if heads[word] not in inside]
    return min(tops, key=lambda word: (depth(word), word))


def mention_words(mention: corefud.Mention, starts: Mapping[int, int]) -> tuple[int, ...]:
    """Return the word numbers of a mention; empty nodes have none."""
    words: list[int] = []
    for first, last in mention.spans:
        if not first.empty and not last.empty:
            begin = starts[first.utterance] + first.word
            words += range(begin, starts[last.utterance] + last.word + 1)
    return tuple(words)


NUMBERS = {Number.SINGULAR: "Sing", Number.PLURAL: "Plur"}
GENDERS = {Gender.FEMININE: "Fem", Gender.MASCULINE: "Masc", Gender.NEUTER: "Neut"}
PERSONS = {Person.FIRST: "1", Person.SECOND: "2", Person.THIRD: "3"}


def has_gold(discourse: Discourse) -> bool:
    """Return True if any entity of the document is annotated."""
    return bool(entities_of(discourse).mentions)


def with_gold(documents: Iterable[Discourse], language: str = "") -> list[Discourse]:
    """Return the documents with gold coreference, sorted by name; raise if none has it.

    `language` is that of the documents, if the caller states it. Zero pronouns become words.
    """
    known = sorted(documents, key=lambda discourse: (discourse.name, discourse.path))
    wanted = [one for one in known if has_gold(one)]
    if wanted or not known:
        return [spelled_out(in_language(one, language)) for one in wanted]
    paths = ", ".join(dict.fromkeys(repr(discourse.path) for discourse in known if discourse.path))
    raise UsageError(
        f"There is no gold coreference in {paths or 'what is given'}: to evaluate takes texts "
        "that people have annotated (CorefUD, CoNLL-2012, GAP …); hearer resolve needs none."
    )


def spelled_out(discourse: Discourse) -> Discourse:
    """Return the document with a word Ø for every empty node, since evaluation counts words.

    A zero pronoun gets the head and the agreement of its node; other nodes head nothing.
    """
    source = discourse.source
    has_nodes = any(utterance.empty_nodes for utterance in discourse.utterances)
    if not has_nodes or not isinstance(source, ConlluDocument):
        return discourse
    sentences = [sentence for sentence in source.sentences if len(sentence)]
    pairs = zip(sentences, discourse.utterances, strict=True)
    lines = [line for pair in pairs for line in _lines(*pair)]
    text = "\n".join([f"# lang = {discourse.language}", *lines, ""])
    made = discourses(parse(text, path=source.path))[0]
    return replace(made, name=discourse.name, path=discourse.path, problems=discourse.problems)


def _lines(sentence: ConlluSentence, utterance: Utterance) -> Iterator[str]:
    """Return the lines of a sentence, its words and empty nodes numbered through."""
    nodes, tree = empty_nodes(sentence), Tree(utterance)
    behind, numbers, shift = Counter(node.behind for node in nodes), [ROOT], 0
    for n in tree.words:
        shift += behind[n - 1]
        numbers.append(n + shift)
    rows = {}
    for n in tree.words:
        columns = [column[n - 1] for column in sentence.columns]
        columns[ID], columns[HEAD] = str(numbers[n]), str(numbers[sentence.heads[n - 1]])
        rows[numbers[n]] = "\t".join(columns)
    free = [n for n in range(1, len(tree) + len(nodes) + 1) if n not in rows]
    miscs = [row.columns[MISC] for row in sentence.others if "." in row.columns[ID]]
    for n, node, misc in zip(free, nodes, miscs, strict=True):
        relation, tags = "dep", ("X", "_", "_")
        if is_pronoun(node):
            tags = "PRON", "_", _features(of_zero(tree, node))
            relation = node.relation if node.relation not in {"_", ""} else relation
        head = str(numbers[node.head or tree.roots[0]])
        rows[n] = "\t".join((str(n), ZERO, node.lemma, *tags, head, relation, "_", misc))
    yield from (*sentence.comments, *(rows[n] for n in sorted(rows)), "")


def _features(agrees: Agreement) -> str:
    genders = () if agrees.gender == ANY_GENDER else sorted(GENDERS[one] for one in agrees.gender)
    numbers = [NUMBERS[one] for one in agrees.number] if len(agrees.number) == 1 else []
    values = {"Gender": ",".join(genders), "Number": "".join(numbers)}
    values |= {"Person": PERSONS[agrees.person], "PronType": "Prs"}
    return "|".join(f"{name}={value}" for name, value in values.items() if value)
