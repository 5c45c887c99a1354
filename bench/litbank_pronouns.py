"""LitBank's he and she, from raw text.

    documents    the texts and their mentions, as code points
    judged       the pronouns of a text, and which of them were understood

The rule follows that of the scorer for GUM. Asked are he, him, his, himself, she, her, hers and
herself where they are a mention with an earlier mention of their entity. One is right if the
nearest earlier mention in the chain we put it in is a mention of the same entity: one with the
same words, else, of those with the same head, the one that it shares most with. LitBank has no
trees, so on both sides the head of some words is the first of those nearest to the root of our
own tree.

By name, a pronoun is right if the nearest earlier mention in our chain that is no pronoun (a name
or a full noun phrase: none of PRONOUNS) is a mention of its entity, by the same rule. That is asked
of the pronouns whose entity has such a mention before them; one that we put in no chain, or in one
without a name so far, is wrong. LitBank gives appositives and predicates (*Mr. Bell, the lawyer*;
*Bell is a lawyer*) entities of their own, and the .ann files say whom they are said of. So it is
counted in two ways: `is_right_by_name` goes by the entities alone, and for `is_right_by_noun` what
is said of somebody (`said_of`) is a mention of them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from hearer.formats.entities import Stretch, offsets_of
from hearer.model import Interpretation, ReferringExpression

ASKED = {
    form: name
    for name in ("he him his himself", "she her hers herself")
    for form in name.split()
    for name in (name.split()[0],)
}
PRONOUNS = frozenset(
    f"{' '.join(ASKED)} i me my mine myself you your yours yourself yourselves thou thee thy thine "
    "thyself ye we us our ours ourselves it its itself they them 'em their theirs themselves who "
    "whom whose which that this these those one oneself each other".split()
)


class Document(NamedTuple):
    """A text, and the entities that stretches of it are mentions of."""

    name: str
    text: str
    mentions: tuple[tuple[Stretch, str], ...]
    said_of: Mapping[Stretch, str] = MappingProxyType({})  # the entity an appositive is said of


class Judged(NamedTuple):
    """A pronoun that was asked for, and how it fared."""

    document: str
    start: int
    pronoun: str  # he or she
    is_resolved: bool
    is_right: bool
    is_right_by_name: bool | None  # None: its entity has no name or noun phrase before it
    is_right_by_noun: bool | None  # the same; appositives and predicates are mentions, too


def documents(folder: Path) -> Iterator[Document]:
    """The documents of LitBank: text from .txt, mentions from .conll."""
    for path in sorted(folder.glob("*.conll")):
        text = path.with_suffix(".txt").read_text(encoding="utf-8")
        mentions = tuple(_mentions(path, text))
        yield Document(path.stem, text, mentions, _said_of(path.with_suffix(".ann"), mentions))


def _mentions(path: Path, text: str) -> Iterator[tuple[Stretch, str]]:
    opened: dict[str, list[int]] = defaultdict(list)
    end = 0
    for line in path.read_text(encoding="utf-8").split("\n"):
        columns = line.split("\t")
        if line.startswith("#") or len(columns) < 5:
            continue
        start = text.index(columns[3], end)
        assert not text[end:start].strip(), (path.stem, columns[3], text[end:start])
        end = start + len(columns[3])
        for entity in re.findall(r"\((\d+)", columns[-1]):
            opened[entity].append(start)
        for entity in re.findall(r"(\d+)\)", columns[-1]):
            yield Stretch(opened[entity].pop(), end), entity


def _said_of(path: Path, mentions: tuple[tuple[Stretch, str], ...]) -> dict[Stretch, str]:
    """Appositives and predicates, each with the entity that it is said of."""
    content, entities = path.read_text(encoding="utf-8"), dict(mentions)
    marked = re.findall(r"^(T\d+)\t\S+ (\d+) (\d+)\t", content, re.MULTILINE)
    places = {name: Stretch(int(start), int(end)) for name, start, end in marked}
    said = re.findall(r"^R\d+\t(?:appos|cop) Arg1:(T\d+) Arg2:(T\d+)", content, re.MULTILINE)
    pairs = ((places[one], places[other]) for one, other in said)
    return {one: entities[other] for one, other in pairs if other in entities}


def judged(found: Interpretation, document: Document) -> Iterator[Judged]:
    """Every pronoun that is asked for, with the nearest earlier mention of our chain judged."""
    ours = _Ours(found)
    gold = [_Gold(stretch, ours.head(stretch), entity) for stretch, entity in document.mentions]
    said = [each._replace(entity=document.said_of.get(each.stretch, each.entity)) for each in gold]
    named = {each for each in gold if _is_name(document.text, each.stretch)}
    for stretch, head, entity in sorted(gold):
        form = document.text[stretch.start : stretch.end].lower()
        before = [each for each in gold if each.entity == entity and each.head < head]
        if form not in ASKED or not before:
            continue
        near, name = ours.nearest_earlier(stretch.start), ours.nearest_name(stretch.start)
        is_right = near is not None and _match(near, ours, gold) == entity
        by_name, by_noun = (
            None if named.isdisjoint(before) else bool(name and _match(name, ours, g) == entity)
            for g in (gold, said)
        )
        yield Judged(
            document=document.name,
            start=stretch.start,
            pronoun=ASKED[form],
            is_resolved=near is not None,
            is_right=is_right,
            is_right_by_name=by_name,
            is_right_by_noun=by_noun,
        )


class _Gold(NamedTuple):
    stretch: Stretch
    head: int
    entity: str


def _is_name(text: str, stretch: Stretch) -> bool:
    """Whether words are a name or a full noun phrase."""
    return text[stretch.start : stretch.end].lower() not in PRONOUNS


def _match(near: Stretch, ours: _Ours, gold: list[_Gold]) -> str | None:
    """The entity of the gold mention that a mention of ours is."""
    head = ours.head(near)
    same = [(_shared(near, stretch), entity) for stretch, h, entity in gold if h == head]
    return max(same)[1] if same else None


def _shared(one: Stretch, other: Stretch) -> float:
    """How much of two stretches is in both: 1 if they are the same."""
    both = min(one.end, other.end) - max(one.start, other.start)
    return both / (max(one.end, other.end) - min(one.start, other.start))


class _Ours:
    """What we understood, by code points."""

    def __init__(self, found: Interpretation) -> None:
        self._text, self._offsets = found.discourse.text, offsets_of(found.discourse)
        self._utterances = [u for u in found.discourse.utterances if len(u)]
        self._index = {u.number: n for n, u in enumerate(self._utterances, start=1)}
        self._chains = [
            sorted({(self.head(s), s) for s in map(self._stretch, chain.expressions)})
            for chain in found.chains
        ]
        self._chain_at = {
            head: chain
            for chain in self._chains
            for head, stretch in chain
            if self._text[stretch.start : stretch.end].lower() in ASKED
        }

    def _stretch(self, expression: ReferringExpression) -> Stretch:
        first = expression.first or expression.head
        last = max(first, expression.last)
        return self._offsets.stretch(self._index[expression.utterance], first, last)

    def nearest_earlier(self, pronoun: int) -> Stretch | None:
        """The mention before the pronoun at this offset in the chain it was put in."""
        return max(self._earlier(pronoun), default=(0, None))[1]

    def nearest_name(self, pronoun: int) -> Stretch | None:
        """The same, of those that are no pronouns."""
        earlier = self._earlier(pronoun)
        return max((e for e in earlier if _is_name(self._text, e[1])), default=(0, None))[1]

    def _earlier(self, pronoun: int) -> list[tuple[int, Stretch]]:
        return [each for each in self._chain_at.get(pronoun, ()) if each[0] < pronoun]

    def head(self, stretch: Stretch) -> int:
        """Where the head of some words begins."""
        span = self._offsets.span(stretch)
        if span is None:
            return stretch.start
        first, last = (self._offsets.index(place.utterance, place.word) for place in span)
        places = [self._offsets.place(n) for n in range(first, last + 1)]
        nearest = min(places, key=lambda place: self._depth(place.utterance, place.word))
        return self._offsets.stretch(nearest.utterance, nearest.word, nearest.word).start

    def _depth(self, utterance: int, word: int) -> int:
        heads, depth = self._utterances[utterance - 1].heads, 0
        while word:
            word, depth = heads[word - 1], depth + 1
        return depth
