"""What is true of a document: its words, its tree, and who is mentioned where.

    GoldMention      one mention, by the numbers of its words in the document
    Gold             a document with its mentions, and how to ask for them
    gold_of          the gold of a discourse that was read with its entities
    words_of         where each utterance begins, so that places become word numbers

Words count from 0 through the whole document, so sentence splitting does not matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from hearer.formats import corefud
from hearer.formats.annotation import entities_of
from hearer.formats.conllu import ConlluDocument
from hearer.model import Discourse

UNKNOWN_GENRE = "?"
PREDICATE, CATAPHORA, DISCOURSE_DEIXIS = "pred", "cata", "disc"  # GUM's links


@dataclass(frozen=True, slots=True)
class GoldMention:
    """A mention of an entity: its words, and what GUM says of it, if it does."""

    entity: str
    words: tuple[int, ...]
    head: int
    sort: str = ""
    status: str = ""  # GUM's infstat
    link: str = ""


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
    has_tags: bool = True

    @cached_property
    def by_head(self) -> Mapping[int, list[GoldMention]]:
        """The mentions that each word heads, in the order their brackets close."""
        found: dict[int, list[GoldMention]] = {}
        for mention in self.mentions:
            found.setdefault(mention.head, []).append(mention)
        return found

    @cached_property
    def by_entity(self) -> Mapping[str, list[GoldMention]]:
        found: dict[str, list[GoldMention]] = {}
        for mention in self.mentions:
            found.setdefault(mention.entity, []).append(mention)
        return found

    def at(self, word: int) -> GoldMention | None:
        """The mention a pronoun stands for: the bare word, else the shortest span it heads."""
        return min(self.by_head.get(word, ()), key=lambda m: len(m.words), default=None)

    def antecedents(self, word: int) -> list[GoldMention]:
        """The earlier mentions of what the pronoun at `word` refers to."""
        mention = self.at(word)
        if mention is None:
            return []
        return [m for m in self.by_entity[mention.entity] if m.head < word]

    def match(self, words: tuple[int, ...], head: int) -> GoldMention | None:
        """The gold mention a span stands for: the same span, else the same head."""
        same = self.by_head.get(head, [])
        return max(same, key=lambda m: (m.words == words, _overlap(m.words, words)), default=None)

    def is_verbal(self, mention: GoldMention) -> bool:
        return self.upos[mention.head] in {"VERB", "AUX"}


def _overlap(one: tuple[int, ...], other: tuple[int, ...]) -> float:
    here, there = set(one), set(other)
    return len(here & there) / len(here | there)


def gold_of(discourse: Discourse, entities: corefud.Entities | None = None) -> Gold:
    """The gold of a discourse that was read with its entities and its tree.

    Entities from elsewhere can be given; then tags are not gold, and not trusted.
    """
    starts = words_of(discourse)
    heads = heads_of(discourse, starts)
    has_tags = entities is None
    entities = entities_of(discourse) if entities is None else entities
    return Gold(
        discourse.name,
        _genre(discourse),
        tuple(form for u in discourse.utterances for form in u.forms),
        tuple(tag for u in discourse.utterances for tag in u.upos),
        tuple(tag for u in discourse.utterances for tag in u.xpos),
        tuple(relation for u in discourse.utterances for relation in u.relations),
        heads,
        tuple(n for n, u in enumerate(discourse.utterances) for _ in u.forms),
        tuple(_mentions(entities.mentions, starts, heads)),
        _split(entities.split_antecedents, starts),
        has_tags,
    )


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
            found.append(
                GoldMention(
                    mention.entity,
                    words,
                    span_head(words, heads),
                    mention.attribute("etype"),
                    mention.attribute("infstat"),
                    mention.attribute("link"),
                )
            )
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


def _split(
    splits: Iterable[corefud.SplitAntecedent], starts: Mapping[int, int]
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
