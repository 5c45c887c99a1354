"""What becomes of each third-person pronoun, judged against gold.

    GoldStanding     what a pronoun is: anaphoric, split, a first mention, ...
    Outcome       correct, wrong or unresolved
    Scored       one pronoun: what it is, and what became of it
    score        the pronouns of a document, in text order

A pronoun is anaphoric when it heads a gold mention whose entity has an earlier one. It is correct
when the nearest earlier mention in its chain matches a mention of the same gold entity, wrong
when that matches another or none, unresolved when there is none. A mention of ours matches the
gold mention with the same span, else that with the same head; heads come from the gold tree.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from hearer.analysis.universal.reading import ZERO
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

KINDS = {Kind.REFLEXIVE: "reflexive", Kind.POSSESSIVE: "possessive"}
PRONOUN_TAGS = frozenset({"PRP", "PRP$"})
FORMS = THIRD_PERSON  # by form: he, she, it, they
POSSESSIVE_FORMS = lexemes(persons={Person.THIRD}, cases=frozenset({PronounCase.POSSESSIVE}))


class GoldStanding(StrEnum):
    """What a third-person pronoun is, by gold."""

    ANAPHORIC = "anaphoric"
    SPLIT = "split"  # of several entities together
    COORDINATED = "coordinated"  # un-headed in a mention: his or *her*
    FIRST_MENTION = "first_mention"  # cataphoric, new, known from the situation
    NO_MENTION = "no_mention"  # pleonastic


class Outcome(StrEnum):
    """What became of an anaphoric pronoun."""

    CORRECT = "correct"
    WRONG = "wrong"
    UNRESOLVED = "unresolved"


class Scoring(StrEnum):
    """Which answer is right (docs/specification/evaluation.md E.2)."""

    ENTITY = "entity"  # the entity that was built must be the gold one: chains hurt
    LOCATION = "location"  # the mention chosen must be the gold entity's (Tetreault)


@dataclass(frozen=True, slots=True)
class Scored:
    """One third-person pronoun. `entity_is_right` judges by the entity, `result` by location.

    `nominal_is_right`: the nearest earlier mention that is no pronoun is right; None where the
    gold entity has none.
    """

    document: str
    genre: str
    word: int
    form: str
    group: str
    kind: str
    standing: GoldStanding
    is_linked: bool
    result: Outcome | None = None
    is_spurious: bool = False
    distance: int | None = None  # sentences to the nearest gold antecedent
    is_event: bool = False  # all earlier gold mentions that are no pronouns are verbs
    nominal_is_right: bool | None = None
    entity_is_right: bool = False


def score(gold: Gold, mentions: Iterable[ChainMention]) -> Iterator[Scored]:
    """The third-person pronouns of a document, judged by our mentions."""
    ours = MentionIndex(mentions)
    for word in pronouns_of(gold):
        form = gold.forms[word].lower()
        earlier = gold.antecedents(word)
        before = ours.before(word)
        scored = Scored(
            document=gold.name,
            genre=gold.genre,
            word=word,
            form=form,
            group=_group(gold, word),
            kind=_kind(gold, word),
            standing=GoldStanding.ANAPHORIC if earlier else _standing(gold, word),
            is_linked=bool(before),
        )
        yield _judged(scored, gold, earlier, before) if earlier else scored


def pronouns_of(gold: Gold) -> list[int]:
    """The words that are third-person pronouns."""
    if gold.personal is not None:
        return sorted(gold.personal)
    return [
        word
        for word, form in enumerate(gold.forms)
        if form.lower() in FORMS and (not gold.has_tags or gold.xpos[word] in PRONOUN_TAGS)
    ]


def nearest(gold: Gold, mentions: Sequence[ChainMention]) -> ChainMention | None:
    """The mention with the last head; of several, one with a span that gold has, too."""
    return max(mentions, key=lambda m: (m.head, _is_gold_span(gold, m)), default=None)


def referent(gold: Gold, mentions: Sequence[ChainMention], scoring: Scoring) -> str | None:
    """The gold entity that the mentions of an entity of ours so far stand for.

    By entity it is what the nearest mention that is no pronoun stands for; where all are
    pronouns, the first. By location it is what the nearest stands for, whatever it is.
    """
    if scoring is Scoring.ENTITY:
        full = [m for m in mentions if gold.upos[m.head] != "PRON"]
        standing_for = nearest(gold, full or sorted(mentions, key=lambda m: m.head)[:1])
    else:
        standing_for = nearest(gold, mentions)
    match = gold.match(standing_for.words, standing_for.head) if standing_for else None
    return match.entity if match else None


def mentions_of(found: Interpretation, gold: Gold) -> tuple[ChainMention, ...]:
    """Our chains as CorefUD would read them, in the order their brackets close."""
    starts = words_of(found.discourse)
    mentions = []
    for mention in corefud.mentions_of(found):
        words = mention_words(mention, starts)
        if words:
            mentions.append(ChainMention(mention.entity, words, span_head(words, gold.heads)))
    return tuple(sorted(mentions, key=lambda mention: mention.words[-1]))


def _standing(gold: Gold, word: int) -> GoldStanding:
    """What a pronoun without antecedent is."""
    if word in gold.split:
        return GoldStanding.SPLIT
    if gold.at(word):
        return GoldStanding.FIRST_MENTION
    around = (m for m in gold.mentions if word in m.words and len(m.words) > 1)
    is_inside = any(gold.forms[m.head].lower() in FORMS for m in around)  # his or *her*
    return GoldStanding.COORDINATED if is_inside else GoldStanding.NO_MENTION


def _judged(
    scored: Scored, gold: Gold, earlier: Sequence[GoldMention], before: Sequence[ChainMention]
) -> Scored:
    """An anaphoric pronoun, with what became of it."""
    entity = earlier[0].entity
    near = nearest(gold, before)
    hit = gold.match(near.words, near.head) if near else None
    is_correct = hit is not None and hit.entity == entity
    linked = Outcome.CORRECT if is_correct else Outcome.WRONG
    last = max(earlier, key=lambda mention: mention.head)
    return replace(
        scored,
        result=linked if near else Outcome.UNRESOLVED,
        is_spurious=near is not None and hit is None,
        distance=gold.sentences[scored.word] - gold.sentences[last.head],
        is_event=_is_event(gold, earlier),
        nominal_is_right=_nominal(gold, earlier, before),
        entity_is_right=referent(gold, before, Scoring.ENTITY) == entity,
    )


def _nominal(
    gold: Gold, earlier: Sequence[GoldMention], before: Sequence[ChainMention]
) -> bool | None:
    if all(gold.upos[m.head] == "PRON" for m in earlier):
        return None
    full = [m for m in before if gold.upos[m.head] != "PRON"]
    last = max(full, key=lambda m: m.head, default=None)
    hit = gold.match(last.words, last.head) if last else None
    return hit is not None and hit.entity == earlier[0].entity


def _is_event(gold: Gold, earlier: Sequence[GoldMention]) -> bool:
    full = [m for m in earlier if gold.forms[m.head].lower() not in FORMS]
    return bool(full) and all(map(gold.is_verbal, full))


def _is_gold_span(gold: Gold, mention: ChainMention) -> bool:
    return any(m.words == mention.words for m in gold.index.by_head.get(mention.head, ()))


def _group(gold: Gold, word: int) -> str:
    """He, she, it or they; of another language, what the pronoun says of its antecedent."""
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
