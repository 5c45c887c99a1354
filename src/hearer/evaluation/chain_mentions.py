"""Mentions in chains, ours and gold's, by the numbers of their words.

    ChainMention    a mention of an entity: its words and their head
    GoldMention     one that annotators made, with what they say of it
    MentionIndex    mentions, found by head and by entity

Words count from 0 through the whole document, so sentence splitting does not matter.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar


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
