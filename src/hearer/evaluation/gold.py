"""What is true of a document: its words, its tree, and who is mentioned where.

    ChainMention     a mention of an entity: its words and their head
    GoldMention      one that annotators made, with what they say of it
    MentionIndex     mentions, ours or gold's, found by head and by entity
    Gold             a document with its mentions, and how to ask for them
    gold_of          the gold of a discourse, with the tree of its file
    words_of         where each utterance begins, so that places become word numbers

Words count from 0 through the whole document, so sentence splitting does not matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Generic, TypeVar

from hearer.analysis.expressions.draft import Draft
from hearer.analysis.universal.reading import third_persons
from hearer.formats import corefud
from hearer.formats.annotation import entities_of
from hearer.formats.conllu import ConlluDocument
from hearer.model import Discourse
from hearer.model.tree import base

UNKNOWN_GENRE = "?"
CLAUSAL = frozenset("nsubj csubj cop aux".split())  # what the head of a clause has
QUESTIONS = frozenset("how what whatever when where whether why".split())  # *how stars live*
PREDICATE, CATAPHORA, DISCOURSE_DEIXIS = "pred", "cata", "disc"  # GUM's links


@dataclass(frozen=True, slots=True)
class ChainMention:
    """A mention of an entity: its words, and the one that heads them."""

    entity: str
    words: tuple[int, ...]
    head: int


@dataclass(frozen=True, slots=True)
class GoldMention(ChainMention):
    """A mention with what GUM says of it, if it does."""

    sort: str = ""
    status: str = ""  # GUM's infstat
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
        """The mention a pronoun stands for: the bare word, else the shortest span it heads."""
        return min(self.by_head.get(word, ()), key=lambda m: len(m.words), default=None)

    def before(self, word: int) -> list[Known]:
        """The earlier mentions in the chain of the pronoun at `word`."""
        mention = self.at(word)
        return self.of(mention.entity, word) if mention else []

    def of(self, entity: str, word: int) -> list[Known]:
        """The mentions of `entity` before `word`."""
        return [m for m in self.by_entity.get(entity, ()) if m.head < word]


@dataclass(frozen=True)
class Gold:
    """A document as its annotators understood it.

    `heads` are word numbers, -1 for a root. `split` has, for a word that takes several entities
    together, these entities (GUM's SplitAnte). `has_tags`: xpos can be trusted; where it cannot,
    a pronoun is told by its form alone.
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
    sets: Mapping[str, frozenset[str]] = field(default_factory=dict)  # the same, by entity
    has_tags: bool = True
    personal: Mapping[int, Draft] | None = None  # third persons of another language than English

    @cached_property
    def index(self) -> MentionIndex[GoldMention]:
        return MentionIndex(self.mentions)

    def at(self, word: int) -> GoldMention | None:
        """The mention that the pronoun at `word` stands for."""
        return self.index.at(word)

    def antecedents(self, word: int) -> list[GoldMention]:
        """The earlier mentions of what the pronoun at `word` refers to."""
        return self.index.before(word)

    def match(self, words: tuple[int, ...], head: int) -> GoldMention | None:
        """The gold mention a span stands for: the same span, else the same head."""
        same = self.index.by_head.get(head, [])
        return max(same, key=lambda m: (m.words == words, _overlap(m.words, words)), default=None)

    def is_verbal(self, mention: GoldMention) -> bool:
        return self.upos[mention.head] in {"VERB", "AUX"}

    def is_pronoun(self, mention: GoldMention) -> bool:
        """Whether it is a pronoun: it, this, mine."""
        return self.upos[mention.head] in {"PRON", "DET"} and len(mention.words) == 1

    def is_clausal(self, mention: GoldMention) -> bool:
        """Whether it is a verb, or a clause: *him raise his arms*; *that this is wrong*."""
        if self.forms[mention.head].lower() in QUESTIONS and len(mention.words) > 1:
            return True
        inside = set(mention.words)
        tops = (n for n in mention.words if self.heads[n] not in inside)
        if any(self.upos[n] in {"VERB", "AUX"} for n in tops):
            return True
        own = (n for n in mention.words if self.heads[n] == mention.head)
        return any(base(self.relations[n]) in CLAUSAL for n in own)


def _overlap(one: tuple[int, ...], other: tuple[int, ...]) -> float:
    here, there = set(one), set(other)
    return len(here & there) / len(here | there)


def gold_of(discourse: Discourse, heard: Discourse | None = None) -> Gold:
    """The gold of a discourse, with the tree of its file.

    One without a tree gets that of the discourse as it is `heard`, and its tags are not
    gold, and not trusted.
    """
    has_tags = discourse.has_parse
    parsed = discourse if has_tags or heard is None else heard
    starts = words_of(parsed)
    heads = heads_of(parsed, starts)
    entities = entities_of(discourse)
    personal = dict(_personal(parsed, starts)) if parsed.language else None
    upos = enumerate(_column(parsed, "upos"))
    return Gold(
        name=parsed.name,
        genre=_genre(parsed),
        forms=_column(parsed, "forms"),
        upos=tuple("PRON" if personal and n in personal else tag for n, tag in upos),
        xpos=_column(parsed, "xpos"),
        relations=_column(parsed, "relations"),
        heads=heads,
        sentences=tuple(n for n, u in enumerate(parsed.utterances) for _ in u.forms),
        mentions=tuple(_mentions(entities.mentions, starts, heads)),
        split=_split(entities.split_antecedents, starts),
        sets=sets_of(entities.split_antecedents),
        has_tags=has_tags,
        personal=personal,
    )


def _personal(discourse: Discourse, starts: Mapping[int, int]) -> Iterator[tuple[int, Draft]]:
    for utterance in discourse.utterances:
        for draft in third_persons(utterance):
            yield starts[utterance.number] + draft.head, draft


def _column(discourse: Discourse, name: str) -> tuple[str, ...]:
    return tuple(value for u in discourse.utterances for value in getattr(u, name))


def words_of(discourse: Discourse) -> dict[int, int]:
    """The number in the document of the word before each utterance's first, by its number."""
    starts, before = {}, -1
    for utterance in discourse.utterances:
        starts[utterance.number] = before
        before += len(utterance)
    return starts


def heads_of(discourse: Discourse, starts: Mapping[int, int]) -> tuple[int, ...]:
    """The head of every word as a word number, -1 for a root."""
    return tuple(
        starts[utterance.number] + head if head else -1
        for utterance in discourse.utterances
        for head in utterance.heads
    )


def span_head(words: Sequence[int], heads: Sequence[int]) -> int:
    """The first word of a span with the fewest steps to the root (udapi's convention)."""
    inside = set(words)
    tops = [word for word in words if heads[word] not in inside]
    return min(tops, key=lambda word: (_depth(word, heads), word))


def _depth(word: int, heads: Sequence[int]) -> int:
    depth = 0
    while word >= 0:
        depth, word = depth + 1, heads[word]
    return depth


def _mentions(
    mentions: Iterable[corefud.Mention], starts: Mapping[int, int], heads: Sequence[int]
) -> list[GoldMention]:
    found = []
    for mention in mentions:
        words = mention_words(mention, starts)
        if words:
            head = span_head(words, heads)
            told = map(mention.attribute, ("etype", "infstat", "link"))
            found.append(GoldMention(mention.entity, words, head, *told))
    return sorted(found, key=lambda mention: mention.words[-1])


def mention_words(mention: corefud.Mention, starts: Mapping[int, int]) -> tuple[int, ...]:
    """The word numbers of a mention; empty nodes have none."""
    words: list[int] = []
    for span in mention.spans:
        first, last = span.first, span.last
        if not first.empty and not last.empty:
            begin = starts[first.utterance] + first.word
            words += range(begin, starts[last.utterance] + last.word + 1)
    return tuple(words)


def sets_of(splits: Iterable[corefud.EntityLink]) -> dict[str, frozenset[str]]:
    """By entity those that it takes together."""
    found: dict[str, frozenset[str]] = {}
    for split in splits:
        found[split.anaphor] = found.get(split.anaphor, frozenset()) | {split.antecedent}
    return found


def _split(
    splits: Iterable[corefud.EntityLink], starts: Mapping[int, int]
) -> dict[int, tuple[str, ...]]:
    found: dict[int, tuple[str, ...]] = {}
    for split in splits:
        word = starts[split.place.utterance] + split.place.word
        found[word] = (*found.get(word, ()), split.antecedent)
    return found


def _genre(discourse: Discourse) -> str:
    """What `# meta::genre` says, else the second part of GUM_genre_title."""
    if isinstance(discourse.source, ConlluDocument):
        for sentence in discourse.source.sentences[:1]:
            if genre := sentence.comment("meta::genre"):
                return genre
    else:
        return UNKNOWN_GENRE
    parts = discourse.name.split("_")
    return parts[1] if len(parts) > 2 else UNKNOWN_GENRE
