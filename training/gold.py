"""Annotated documents, and what their annotation says of pronouns: GUM, LitBank, GAP, data/more.

A pronoun of GUM is scored as ../shared/score/pronoun_accuracy.py does it; one that is the first to
take several entities together is right if it has their set. Where a corpus does not say what a
pronoun stands for, it has no answer, and trains nothing.
"""

import json
import lzma
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from enum import Enum, auto
from types import MappingProxyType
from typing import NamedTuple

import hearer
from hearer.evaluation.gold import gold_of, span_head, words_of
from hearer.evaluation.scoring import GoldStanding, score
from hearer.formats.annotation import entities_of
from hearer.formats.entities import in_words
from hearer.formats.gap import GapExample, examples_of, read
from hearer.formats.unparsed import BareSentence, bare_discourse
from hearer.model import Discourse, Element, Kind, ReferringExpression
from training.conllu import DATA
from training.ears import Ear, Heard, as_given, read_anew, shipped_ear
from training.licences import NON_COMMERCIAL

Splits = Mapping[str, frozenset[str | None]]
Span = tuple[int, int, int]  # utterance, first and last word, counted from 1
PARSED = read_anew(shipped_ear)
HALVES = {"all": slice(None), "even": slice(0, None, 2), "odd": slice(1, None, 2)}
NO_CHAIN = ("nonreferential", "no_antecedent")  # fields of data/more
PEOPLE = frozenset("he him his himself she her hers herself they them their themselves".split())


class Answer(NamedTuple):
    """What is right for a pronoun: whether it has an antecedent, and which candidates are it."""

    is_anaphoric: bool
    is_right: Callable[[Element], bool]


NOBODY = Answer(is_anaphoric=False, is_right=lambda _: False)


class Gold:
    """The annotation of a document.

    If `has_sets`, it also says what takes several entities together, and which are clauses.
    """

    name: str
    has_sets = True
    NOT_SCORED = frozenset({Kind.DEMONSTRATIVE, Kind.QUANTIFIED})
    splits: Splits = MappingProxyType({})

    def answer(self, pronoun: ReferringExpression) -> Answer | None:
        """Return what is right for a pronoun; None if the annotation does not say."""
        raise NotImplementedError

    def answer_later(self, pronoun: ReferringExpression) -> Answer | None:
        """Return what is right for a pronoun where a candidate comes after it, if it is known."""
        entity, before = self.entity(pronoun), self.answer(pronoun)
        is_anaphoric = before is not None and before.is_anaphoric
        return self.answer_of(entity)._replace(is_anaphoric=is_anaphoric) if entity else before

    def refers(self, utterance: int, word: int) -> bool | None:
        """Return whether an *it* refers; None if the annotation does not say."""
        raise NotImplementedError

    def entity(self, expression: ReferringExpression) -> str | None:
        """Return the gold entity of an expression; a candidate has that of its latest one."""
        raise NotImplementedError

    def note(self, expression: ReferringExpression, entity: str) -> None:
        """Record what an expression was taken to realize, if answers depend on it."""

    def answer_of(self, entity: str) -> Answer:
        """Return the answer for a pronoun that stands for an entity."""

        def is_right(candidate: Element) -> bool:
            if is_put_together(candidate.expression):
                members = frozenset(map(self.entity, candidate.expression.members))
                return self.splits.get(entity) == members
            return self.entity(candidate.expression) == entity

        return Answer(is_anaphoric=True, is_right=is_right)


def is_put_together(expression: ReferringExpression) -> bool:
    """Return True for a set that was put together: it spans no words."""
    return bool(expression.members) and not expression.first


Documents = Iterable[tuple[Discourse, Gold]]


# GUM ------------------------------------------------------------------------------------------


class Genres(Enum):
    """Which genres of GUM: those that may train what is shipped, the rest, or all."""

    FREE = auto()
    HELD_OUT = auto()
    ALL = auto()

    def has(self, genre: str) -> bool:
        return self is Genres.ALL or (genre in NON_COMMERCIAL) == (self is Genres.HELD_OUT)


def gum(part: str, genres: Genres = Genres.FREE, heard: Heard = as_given) -> Documents:
    """Yield the documents of a part of GUM, of some genres, as an encoder reads them."""
    for path in sorted((DATA / "gum" / part).glob("*.conllu")):
        if genres.has(path.stem.split("_")[1]):
            for discourse in hearer.read(str(path)):
                yield heard(discourse), GumGold(discourse)


class GumGold(Gold):
    """The annotation of a document of GUM."""

    def __init__(self, discourse: Discourse) -> None:
        self.name = discourse.name
        self._gold, self._starts = gold_of(discourse), words_of(discourse)
        self._standing = {scored.word: scored.standing for scored in score(self._gold, ())}
        splits: dict[str, frozenset[str | None]] = {}
        for link in entities_of(discourse).split_antecedents:
            splits[link.anaphor] = splits.get(link.anaphor, frozenset()) | {link.antecedent}
        self.splits = splits

    def answer(self, pronoun: ReferringExpression) -> Answer | None:
        word = self._starts[pronoun.utterance] + pronoun.head
        is_scored = pronoun.kind not in self.NOT_SCORED  # neither *this* nor *that*
        if is_scored and self._standing.get(word) in NOT_KNOWN:
            return None
        mention = self._gold.at(word)
        if mention and (self._gold.antecedents(word) or mention.entity in self.splits):
            return self.answer_of(mention.entity)
        return NOBODY

    def refers(self, utterance: int, word: int) -> bool | None:
        """Return False for what is no mention, or the only one of its entity."""
        word += self._starts[utterance]
        standing, mention = self._standing.get(word), self._gold.at(word)
        if standing is GoldStanding.FIRST_MENTION and mention:
            return False if len(self._gold.index.by_entity[mention.entity]) == 1 else None
        return None if standing in NOT_KNOWN else standing is GoldStanding.ANAPHORIC

    def entity(self, expression: ReferringExpression) -> str | None:
        start = self._starts[expression.utterance]
        words = tuple(range(start + expression.first, start + expression.last + 1))
        found = self._gold.match(words, span_head(words, self._gold.heads))
        return found.entity if found else None


NOT_KNOWN = frozenset({None, GoldStanding.SPLIT, GoldStanding.COORDINATED})


# LitBank and data/more: words with chains of mentions -----------------------------------------


class Chains(Gold):
    """Which mentions belong together, and which pronouns stand for nothing or have no antecedent.

    A pronoun in a chain stands for what was mentioned before it in that chain.
    """

    has_sets = False

    def __init__(
        self,
        name: str,
        mentions: Mapping[Span, str],
        nothing: Iterable[Span] = (),
        new: Iterable[Span] = (),
    ) -> None:
        self.name = name
        self._mentions = mentions
        self._nothing, self._new = frozenset(nothing), frozenset(new)
        self._by_last_word = {(u, last): entity for (u, _, last), entity in mentions.items()}
        self._earliest: dict[str, Span] = {}
        for span in sorted(mentions):
            self._earliest.setdefault(mentions[span], span)

    def answer(self, pronoun: ReferringExpression) -> Answer | None:
        span = (pronoun.utterance, pronoun.first, pronoun.last)
        if span in self._nothing or span in self._new:
            return NOBODY
        entity = self._mentions.get(span)
        if entity is None or self._earliest[entity] == span:
            return None
        return self.answer_of(entity)

    def refers(self, utterance: int, word: int) -> bool | None:
        span = (utterance, word, word)
        if span in self._nothing:
            return False
        return True if span in self._mentions else None

    def entity(self, expression: ReferringExpression) -> str | None:
        """Return the entity of the span, else of one with the same last word."""
        span = (expression.utterance, expression.first, expression.last)
        if span in self._mentions:
            return self._mentions[span]
        return self._by_last_word.get((expression.utterance, expression.head))


class People(Chains):
    """A document of LitBank, which annotates no things: what it says of *it* is not used."""

    def answer(self, pronoun: ReferringExpression) -> Answer | None:
        return super().answer(pronoun) if pronoun.text.lower() in PEOPLE else None


class Unlabelled(Chains):
    """A document without annotation: every pronoun is kept, and nothing is right."""

    def answer(self, pronoun: ReferringExpression) -> Answer | None:  # noqa: ARG002
        return NOBODY


def litbank(which: str = "all", heard: Heard = PARSED) -> Documents:
    """Yield the documents of LitBank (CC BY 4.0); "even" and "odd" are two halves."""
    for path in sorted((DATA / "litbank").glob("*.conll"))[HALVES[which]]:
        (given,) = hearer.read(str(path))
        worded = ((in_words(mention), mention.entity) for mention in entities_of(given).mentions)
        mentions: dict[Span, str] = {words: entity for words, entity in worded if words}
        yield heard(replace(given, name=path.stem)), People(path.stem, mentions)


def chains(file: str, heard: Heard) -> Documents:
    """Yield the documents of a file of data/more: "craft", "vispro_valtest", "email_seed"."""
    with lzma.open(DATA / "more" / f"{file}.jsonl.xz", "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            begin = frozenset(row["paragraph_starts"] or ())
            sentences = (
                BareSentence(tuple(words), begins_paragraph=n in begin)
                for n, words in enumerate(row["sentences"])
            )
            mentions = {
                _span(span): str(n) for n, chain in enumerate(row["chains"]) for span in chain
            }
            nothing, new = (map(_span, row.get(key, ())) for key in NO_CHAIN)
            given = heard(bare_discourse(sentences, name=row["doc"]))
            yield given, Chains(row["doc"], mentions, nothing, new)


def _span(span: Sequence[int]) -> Span:
    sentence, start, end = span
    return sentence + 1, start + 1, end


# GAP ------------------------------------------------------------------------------------------


class Named(Gold):
    """A text of GAP, which asks for one pronoun: an entity is right if it has the right name."""

    has_sets = False

    def __init__(self, example: GapExample, discourse: Discourse) -> None:
        self.name = example.name
        self._pronoun = example.offset
        named = next((name for name in (example.a, example.b) if name.is_referent), None)
        self._named = range(named.offset, named.offset + len(named.text)) if named else range(0)
        self._utterances = discourse.utterances
        self._entities: set[str] = set()

    def note(self, expression: ReferringExpression, entity: str) -> None:
        """Record the entities that are called by the name."""
        if not expression.is_pronoun and self._start(expression) in self._named:
            self._entities.add(entity)

    def answer(self, pronoun: ReferringExpression) -> Answer | None:
        """Return the answer for the pronoun asked for, if its name was heard before it."""
        if self._start(pronoun) != self._pronoun or not self._entities:
            return None
        return Answer(is_anaphoric=True, is_right=lambda one: one.entity in self._entities)

    answer_later = answer

    def _start(self, expression: ReferringExpression) -> int:
        return self._utterances[expression.utterance - 1].offset(expression.head)


def gap(part: str = "validation", ear: Ear = shipped_ear) -> Documents:
    """Yield the texts of a part of GAP (Apache 2.0; texts from Wikipedia, CC BY-SA)."""
    path = DATA / "gap" / f"gap-{part}.tsv"
    for example in examples_of(read(path.read_bytes(), str(path))):
        discourse = Discourse(tuple(ear(example.name).parse(example.text)), example.name)
        yield discourse, Named(example, discourse)
