"""Third-person pronouns scored against gold.

A pronoun is anaphoric if it heads a gold mention whose entity has an earlier one. It is correct if
the nearest earlier mention in its chain matches a mention of the same gold entity, wrong if that
matches another or none, unresolved if there is no earlier mention. A mention of ours matches the
gold mention with the same span, else one with the same head; heads come from the gold tree.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from hearer.analysis.universal import ZERO
from hearer.evaluation.gold import (
    ChainMention,
    Gold,
    GoldMention,
    MentionIndex,
    mention_words,
    span_head,
    words_of,
)
from hearer.formats import corefud
from hearer.model import Interpretation, Kind, Number, Person
from hearer.model.pronouns import THIRD_PERSON, PronounCase, lexemes

FORMS = THIRD_PERSON  # by form: he, she, it, they
KINDS = {Kind.REFLEXIVE: "reflexive", Kind.POSSESSIVE: "possessive"}
VERBAL = frozenset({"VERB", "AUX"})
PRONOUN_TAGS = frozenset({"PRP", "PRP$"})
POSSESSIVE_FORMS = lexemes(persons={Person.THIRD}, cases=frozenset({PronounCase.POSSESSIVE}))


class GoldStanding(StrEnum):
    """What a third-person pronoun is by gold."""

    ANAPHORIC = "anaphoric"
    SPLIT = "split"  # has several antecedents together
    COORDINATED = "coordinated"  # inside a mention with another head: his or *her*
    FIRST_MENTION = "first_mention"  # cataphoric, new, or known from the situation
    NO_MENTION = "no_mention"  # pleonastic


class Outcome(StrEnum):
    """The result of an anaphoric pronoun, scored by location."""

    CORRECT = "correct"
    WRONG = "wrong"
    UNRESOLVED = "unresolved"


class Scoring(StrEnum):
    """Which answer is right (docs/specification/evaluation.md E.2)."""

    ENTITY = "entity"  # the entity that was built must be the gold one: error chains count
    LOCATION = "location"  # the mention chosen must be one of the gold entity (Tetreault)


@dataclass(frozen=True, slots=True)
class Scored:
    """One third-person pronoun. `entity_is_right` is by entity, `result` by location."""

    document: str
    genre: str
    word: int
    form: str
    group: str
    kind: str
    standing: GoldStanding
    is_linked: bool
    result: Outcome | None = None
    distance: int | None = None  # sentences to the nearest gold antecedent
    is_event: bool = False  # all earlier gold mentions but pronouns are verbs
    entity_is_right: bool = False


def score(gold: Gold, mentions: Iterable[ChainMention]) -> Iterator[Scored]:
    """Score the third-person pronouns of a document by our mentions, in text order."""
    ours = MentionIndex(mentions)
    for word in pronouns_of(gold):
        earlier, before = gold.antecedents(word), ours.before(word)
        scored = Scored(
            document=gold.name,
            genre=gold.genre,
            word=word,
            form=gold.forms[word].lower(),
            group=_group(gold, word),
            kind=_kind(gold, word),
            standing=GoldStanding.ANAPHORIC if earlier else _standing(gold, word),
            is_linked=bool(before),
        )
        yield _judged(scored, gold, earlier, before) if earlier else scored


def pronouns_of(gold: Gold) -> list[int]:
    """Return the words that are third-person pronouns."""
    if gold.personal is not None:
        return sorted(gold.personal)
    return [
        word
        for word, form in enumerate(gold.forms)
        if form.lower() in FORMS and (not gold.has_tags or gold.xpos[word] in PRONOUN_TAGS)
    ]


def _standing(gold: Gold, word: int) -> GoldStanding:
    """Classify a pronoun without an antecedent."""
    if word in gold.split:
        return GoldStanding.SPLIT
    if gold.at(word):
        return GoldStanding.FIRST_MENTION
    around = (m for m in gold.mentions if word in m.words and len(m.words) > 1)
    is_inside = any(gold.forms[m.head].lower() in FORMS for m in around)
    return GoldStanding.COORDINATED if is_inside else GoldStanding.NO_MENTION


def _judged(
    scored: Scored, gold: Gold, earlier: Sequence[GoldMention], before: Sequence[ChainMention]
) -> Scored:
    """Score an anaphoric pronoun by the `earlier` gold mentions and ours `before`."""
    entity, near = earlier[0].entity, nearest(gold, before)
    hit = gold.match(near.words, near.head) if near else None
    linked = Outcome.CORRECT if hit is not None and hit.entity == entity else Outcome.WRONG
    last = max(earlier, key=lambda mention: mention.head)
    full = [m for m in earlier if gold.forms[m.head].lower() not in FORMS]
    return replace(
        scored,
        result=linked if near else Outcome.UNRESOLVED,
        distance=gold.sentences[scored.word] - gold.sentences[last.head],
        is_event=bool(full) and all(gold.upos[m.head] in VERBAL for m in full),
        entity_is_right=referent(gold, before, Scoring.ENTITY) == entity,
    )


def nearest(gold: Gold, mentions: Sequence[ChainMention]) -> ChainMention | None:
    """Return the mention with the last head; of several, one with a span of gold."""

    def is_gold_span(mention: ChainMention) -> bool:
        return any(m.words == mention.words for m in gold.index.by_head.get(mention.head, ()))

    return max(mentions, key=lambda m: (m.head, is_gold_span(m)), default=None)


def referent(gold: Gold, mentions: Sequence[ChainMention], scoring: Scoring) -> str | None:
    """Return the gold entity that the mentions of one of our entities stand for.

    By entity it is that of the nearest mention that is no pronoun, or of the first if all are
    pronouns. By location it is that of the nearest mention.
    """
    if scoring is Scoring.ENTITY:
        full = [m for m in mentions if gold.upos[m.head] != "PRON"]
        mentions = full or sorted(mentions, key=lambda m: m.head)[:1]
    near = nearest(gold, mentions)
    match = gold.match(near.words, near.head) if near else None
    return match.entity if match else None


def mentions_of(found: Interpretation, gold: Gold) -> tuple[ChainMention, ...]:
    """Return our chains as CorefUD has them, in the order in which their brackets close."""
    starts = words_of(found.discourse)
    mentions = [
        ChainMention(mention.entity, words, span_head(words, gold.heads))
        for mention in corefud.mentions_of(found)
        if (words := mention_words(mention, starts))
    ]
    return tuple(sorted(mentions, key=lambda mention: mention.words[-1]))


def _group(gold: Gold, word: int) -> str:
    """Return he, she, it or they; of other languages the number or gender, or zero."""
    if gold.personal is None:
        return FORMS[gold.forms[word].lower()]
    if gold.forms[word] == ZERO:
        return "zero"
    number, gender, _ = gold.personal[word].agreement
    if number == {Number.PLURAL}:
        return "plural"
    return str(*gender) if len(gender) == 1 else "any"


def _kind(gold: Gold, word: int) -> str:
    if gold.personal is not None:
        return KINDS.get(gold.personal[word].kind, "personal")
    form = gold.forms[word].lower()
    if "sel" in form:
        return "reflexive"
    if gold.has_tags:
        return "possessive" if gold.xpos[word] == "PRP$" else "personal"
    is_possessive = gold.relations[word] == "nmod:poss" or form in {"hers", "its", "theirs"}
    return "possessive" if is_possessive and form in POSSESSIVE_FORMS else "personal"
