"""How the values of the factors are found: one function each, where it takes more than a line.

What a pronoun shows is told by its circumstances. What candidates show is told for all of them at
once, since there are many: one value for each.
"""

from __future__ import annotations

from functools import lru_cache

from hearer.algorithms.weighted import values as v
from hearer.algorithms.weighted.circumstances import Circumstances
from hearer.model import Cue, Element, Familiarity, Gender, Number, Sort

NO, YES = v.YesNo.NO, v.YesNo.YES
COUNTS, MENTIONS, SPEECH = tuple(v.Count), tuple(v.MentionCount), tuple(v.SpeechSides)
RANKS = tuple(v.RecencyRank)[:9]
SENTENCES_BACK, WORDS_BACK = tuple(v.SentencesBack), tuple(v.WordsBack)
STATUS = {each: v.ListStatus[each.status.name] for each in Familiarity}
SORTS = {name: sort for sort in v.KnownSort for name in sort.words.split(" or ")}
PREDICATES = {  # the first that is there decides
    Cue.EVENT: v.PredicateKind.EVENT,
    Cue.WEATHER: v.PredicateKind.EVENT,
    Cue.ADJECTIVE: v.PredicateKind.ADJECTIVE,
    Cue.NOMINAL: v.PredicateKind.NOUN_PHRASE,
    Cue.COPULA: v.PredicateKind.OTHER_COPULA,
}

# Of the pronoun -----------------------------------------------------------------------------------


def is_so(is_true: bool) -> v.Numbered:  # noqa: FBT001 - a truth is all it is about
    """Yes or no."""
    return YES if is_true else NO


def pattern(here: Circumstances) -> v.Numbered:
    """Whether it stands where *it* often means nothing."""
    if Cue.PLEONASTIC in here.pronoun.cues:
        return v.PleonasticPattern.PLEONASTIC
    follows = Cue.CLAUSE_FOLLOWS in here.pronoun.cues
    return v.PleonasticPattern.CLAUSE_FOLLOWS if follows else v.PleonasticPattern.NONE


def predicate(here: Circumstances) -> v.Numbered:
    """What is said of it."""
    kinds = (kind for cue, kind in PREDICATES.items() if cue in here.pronoun.cues)
    return next(kinds, v.PredicateKind.VERB)


def governor(here: Circumstances) -> v.Numbered:
    """What mostly stands where it does."""
    if Cue.PERSONS in here.pronoun.cues:
        return v.GovernorTakes.PERSONS
    return v.GovernorTakes.THINGS if Cue.THINGS in here.pronoun.cues else v.GovernorTakes.ANYTHING


def nearest(here: Circumstances) -> v.Numbered:
    """How far back the nearest is that passes the test."""
    back = [here.pronoun.utterance - known.element.utterance for known in here.candidates]
    return SENTENCES_BACK[min([*back, 6])]


# Of the candidates --------------------------------------------------------------------------------


def sentences_back(here: Circumstances) -> list[v.Numbered]:
    """How many sentences before the pronoun they were realized."""
    now = here.pronoun.utterance
    return [SENTENCES_BACK[min(now - known.element.utterance, 6)] for known in here.candidates]


def words_back(here: Circumstances) -> list[v.Numbered]:
    """How many words before the pronoun they were realized."""
    now = here.word
    return [_half_steps(now - known.word) for known in here.candidates]


@lru_cache(maxsize=4096)
def _half_steps(distance: int) -> v.Numbered:
    """Half-steps of the binary logarithm: 1, 2, 3, 4, 6, 8, 12, 16, ..."""
    if distance < 1:
        return v.WordsBack.N0
    length = distance.bit_length()
    half = (distance >> (length - 2)) & 1 if length > 1 else 0
    return WORDS_BACK[min(2 * length + half, len(WORDS_BACK)) - 1]


def rank(here: Circumstances) -> list[v.Numbered]:
    """Their ranks by recency, which is the order they come in; the ninth is the last."""
    ranks = RANKS[: len(here.candidates)]
    return [*ranks, *ranks[-1:] * (len(here.candidates) - len(ranks))]


def is_first(here: Circumstances) -> list[v.Numbered]:
    """Whether they stand first among those of their utterances."""
    firsts: dict[int, Element] = {}
    for known in here.candidates:
        element = known.element
        first = firsts.setdefault(element.utterance, element)
        if (element.position, element.entity) < (first.position, first.entity):
            firsts[element.utterance] = element
    entities = {element.entity for element in firsts.values()}
    return [is_so(known.element.entity in entities) for known in here.candidates]


def is_most_mentioned(here: Circumstances) -> list[v.Numbered]:
    """Whether none of them was mentioned more often."""
    most = max([known.mentions for known in here.candidates], default=0)
    return [is_so(known.mentions == most) for known in here.candidates]


def called(here: Circumstances) -> list[v.Numbered]:
    """Whether the latest pronoun for them was this one."""
    so, otherwise, never = v.CalledBefore.SO, v.CalledBefore.OTHERWISE, v.CalledBefore.NEVER
    now = here.pronoun_class
    return [
        never if known.called is None else so if known.called is now else otherwise
        for known in here.candidates
    ]


def number(here: Circumstances) -> list[v.Numbered]:
    """Whether they have the number of the pronoun."""
    required = here.pronoun.agreement.number
    return [_number_match(known.agreement.number, required) for known in here.candidates]


@lru_cache
def _number_match(known: frozenset[Number], required: frozenset[Number]) -> v.Numbered:
    if len(known) > 1:
        return v.NumberMatch.UNKNOWN
    return v.NumberMatch.CLASHES if known.isdisjoint(required) else v.NumberMatch.AGREES


def gender(here: Circumstances) -> list[v.Numbered]:
    """How much is known of their gender."""
    return [_known_gender(known.agreement.gender) for known in here.candidates]


@lru_cache
def _known_gender(genders: frozenset[Gender]) -> v.Numbered:
    if len(genders) != 2:
        return v.KnownGender.KNOWN if len(genders) < 2 else v.KnownGender.ANY
    return v.KnownGender.KNOWN_OR_IT if Gender.NEUTER in genders else v.KnownGender.HE_OR_SHE


def sort(here: Circumstances) -> list[v.Numbered]:
    """Of what sort they are."""
    return [_known_sort(known.sorts) for known in here.candidates]


@lru_cache(maxsize=1024)
def _known_sort(sorts: frozenset[Sort]) -> v.Numbered:
    if len(sorts) == 1:
        return SORTS[str(next(iter(sorts)))]
    return v.KnownSort.UNKNOWN if len(sorts) > 4 else v.KnownSort.SEVERAL


def clause(here: Circumstances) -> list[v.Numbered]:
    """Where they stand, seen from the clause of the pronoun."""
    in_its_sentence = {
        here.parent: v.ClauseRelation.GOVERNING_CLAUSE,
        here.pronoun.clause: v.ClauseRelation.SAME_CLAUSE,
    }
    now, elsewhere = here.pronoun.utterance, v.ClauseRelation.OTHER_CLAUSE
    return [
        in_its_sentence.get(known.latest.clause, elsewhere)
        if known.element.utterance == now
        else v.ClauseRelation.OTHER_SENTENCE
        for known in here.candidates
    ]


def speech(here: Circumstances) -> list[v.Numbered]:
    """Whether they and the pronoun stand in direct speech."""
    with_candidate, without = SPEECH[2 + here.is_in_speech], SPEECH[here.is_in_speech]
    return [
        with_candidate if Cue.SPEECH in known.latest.cues else without for known in here.candidates
    ]


def speaker(here: Circumstances) -> list[v.Numbered]:
    """Whether who speaks said it last."""
    if not here.speaker:
        return [v.SpeakerMatch.NOBODY] * len(here.candidates)
    same, another = v.SpeakerMatch.SAME, v.SpeakerMatch.ANOTHER
    return [same if known.speaker == here.speaker else another for known in here.candidates]


def paragraph(here: Circumstances) -> list[v.Numbered]:
    """Whether a paragraph began between them and the pronoun."""
    begins, now = Cue.PARAGRAPH in here.pronoun.cues, here.pronoun.utterance
    return [is_so(begins and known.element.utterance != now) for known in here.candidates]


def fronted(here: Circumstances) -> list[v.Numbered]:
    """Whether they stand before their place."""
    return [_fronting(known.latest.cues) for known in here.candidates]


@lru_cache(maxsize=1024)
def _fronting(cues: frozenset[Cue]) -> v.Numbered:
    if Cue.FRONTED in cues:
        return v.Fronting.FRONTED
    return v.Fronting.HEADING if Cue.HEADING in cues else v.Fronting.NO


@lru_cache(maxsize=1024)
def depth(cues: frozenset[Cue]) -> v.Numbered:
    """The kind of clause that an expression with these cues stands in."""
    if Cue.RELATIVE_CLAUSE in cues:
        return v.ClauseDepth.RELATIVE
    return v.ClauseDepth.SUBORDINATE if Cue.SUBORDINATE in cues else v.ClauseDepth.MAIN
