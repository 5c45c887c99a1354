"""What speaks for or against an antecedent: the factors of the weighted S-list, each declared once.

    FACTORS       all of them; tables, training, explanations and docs derive from this list.
                  Those of the pronoun are in pronoun_factors.py, those of agreement in
                  agreement_factors.py, those that tell how candidates came about in
                  made_factors.py, the rest here
    NAMED         the same by name
    values_for    what all of them say of each candidate, and of nobody, in numbers

A factor says nothing (its number is 0) where it is not defined: nobody has no grammatical role.
What candidates show is told for all of them at once, since there are many.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from hearer.algorithms.weighted import values as v
from hearer.algorithms.weighted.agreement_factors import AGREEMENT_FACTORS, may_still_be
from hearer.algorithms.weighted.factor import (
    About,
    Circumstances,
    by_cue,
    declared_in,
    of_candidates,
    whether,
)
from hearer.algorithms.weighted.made_factors import MADE_FACTORS
from hearer.algorithms.weighted.pronoun_factors import (
    COUNTS,
    NO,
    PRONOUN_FACTORS,
    SENTENCES_BACK,
    YES,
    clause_depth,
)
from hearer.algorithms.weighted.told_factors import TOLD_FACTORS
from hearer.algorithms.weighted.values import Numbered
from hearer.model import Cue, Element, Familiarity, Sort

Values = list[Numbered]
MENTIONS, SPEECH = tuple(v.MentionCount), tuple(v.SpeechSides)
RANKS = tuple(v.RecencyRank)[:9]
STATUS = {each: v.ListStatus[each.status.name] for each in Familiarity}
SORTS = {name: sort for sort in v.KnownSort for name in sort.words.split(" or ")}
fronting = by_cue(
    {Cue.FRONTED: v.Fronting.FRONTED, Cue.HEADING: v.Fronting.HEADING}, otherwise=v.Fronting.NO
)


@of_candidates("form", v.ExpressionForm, About.FORM)
def _form(here: Circumstances) -> Values:
    return [known.form for known in here.candidates]


@of_candidates(
    "form of the latest noun phrase", v.ExpressionForm, About.FORM, told_as="last named: {}"
)
def _noun_phrase(here: Circumstances) -> Values:
    return [known.noun_phrase for known in here.candidates]


@of_candidates("role", v.GrammaticalRole, About.ROLE)
def _role(here: Circumstances) -> Values:
    return [known.role for known in here.candidates]


@whether(
    "parallel role", About.ROLE, "in the role of the pronoun", "in another role than the pronoun"
)
def _is_parallel(here: Circumstances) -> list[bool]:
    return [known.role is here.role for known in here.candidates]


@of_candidates(
    "sentences back",
    v.SentencesBack,
    About.NEARNESS,
    told_as="{} sentences back",
    words={v.SentencesBack.SAME: "in the same sentence", v.SentencesBack.N1: "one sentence back"},
)
def _sentences_back(here: Circumstances) -> Values:
    now = here.pronoun.utterance
    return [SENTENCES_BACK[min(now - known.element.utterance, 6)] for known in here.candidates]


@of_candidates("words back", v.WordsBack, About.NEARNESS)
def _words_back(here: Circumstances) -> Values:
    now = here.word
    return [v.words_back(now - known.word) for known in here.candidates]


@of_candidates("rank by recency", v.RecencyRank, About.NEARNESS)
def _rank(here: Circumstances) -> Values:
    """The order they come in; the ninth is the last."""
    ranks = RANKS[: len(here.candidates)]
    return [*ranks, *ranks[-1:] * (len(here.candidates) - len(ranks))]


@of_candidates("mentions", v.MentionCount, About.SALIENCE)
def _mentions(here: Circumstances) -> Values:
    return [MENTIONS[min(known.mentions, 6) - 1] for known in here.candidates]


@of_candidates("called so before", v.CalledBefore, About.SALIENCE)
def _called(here: Circumstances) -> Values:
    so, otherwise, never = v.CalledBefore.SO, v.CalledBefore.OTHERWISE, v.CalledBefore.NEVER
    now = here.pronoun_class
    return [
        so if known.called is now else never if may_still_be(known, here) else otherwise
        for known in here.candidates
    ]


@of_candidates("sort", v.KnownSort, About.SORT)
def _sort(here: Circumstances) -> Values:
    return [_known_sort(known.sorts) for known in here.candidates]


@lru_cache(maxsize=1024)
def _known_sort(sorts: frozenset[Sort]) -> Numbered:
    if len(sorts) == 1:
        return SORTS[str(next(iter(sorts)))]
    return v.KnownSort.UNKNOWN if len(sorts) > 4 else v.KnownSort.SEVERAL


@of_candidates("clause", v.ClauseRelation, About.NEARNESS)
def _clause(here: Circumstances) -> Values:
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


@of_candidates(
    "direct speech",
    v.SpeechSides,
    About.SPEECH,
    of_nobody=lambda here: SPEECH[here.is_in_speech],
)
def _speech(here: Circumstances) -> Values:
    inside, outside = SPEECH[2 + here.is_in_speech], SPEECH[here.is_in_speech]
    return [inside if Cue.SPEECH in known.latest.cues else outside for known in here.candidates]


@whether(
    "new paragraph",
    About.NEARNESS,
    "before a paragraph break",
    "in the same paragraph",
    of_nobody=lambda here: YES if Cue.PARAGRAPH in here.pronoun.cues else NO,
)
def _is_before_break(here: Circumstances) -> list[bool]:
    begins, now = Cue.PARAGRAPH in here.pronoun.cues, here.pronoun.utterance
    return [begins and known.element.utterance != now for known in here.candidates]


@of_candidates(
    "times subject",
    v.Count,
    About.ROLE,
    told_as="a subject {} times",
    words={
        v.Count.N0: "never a subject",
        v.Count.N1: "a subject once",
        v.Count.N2: "a subject twice",
    },
)
def _times_subject(here: Circumstances) -> Values:
    return [COUNTS[min(known.subjects, 4)] for known in here.candidates]


@of_candidates("in a subordinate clause", v.ClauseDepth, About.POSITION)
def _depth(here: Circumstances) -> Values:
    return [clause_depth(known.latest.cues) for known in here.candidates]


@of_candidates("fronted or in a heading", v.Fronting, About.POSITION)
def _fronting(here: Circumstances) -> Values:
    return [fronting(known.latest.cues) for known in here.candidates]


@whether("a predicate", About.POSITION, "a predicate", "no predicate")
def _is_predicate(here: Circumstances) -> list[bool]:
    return [Cue.PREDICATE in known.latest.cues for known in here.candidates]


@of_candidates("status", v.ListStatus, About.STATUS)
def _status(here: Circumstances) -> Values:
    return [STATUS[known.element.familiarity] for known in here.candidates]


@whether(
    "first in its sentence to pass",
    About.POSITION,
    "first in its sentence",
    "not first in its sentence",
)
def _is_first(here: Circumstances) -> list[bool]:
    firsts: dict[int, Element] = {}
    for known in here.candidates:
        element = known.element
        first = firsts.setdefault(element.utterance, element)
        if (element.position, element.entity) < (first.position, first.entity):
            firsts[element.utterance] = element
    entities = {element.entity for element in firsts.values()}
    return [known.element.entity in entities for known in here.candidates]


@whether("most mentioned", About.SALIENCE, "mentioned most often", "not mentioned most often")
def _is_most_mentioned(here: Circumstances) -> list[bool]:
    most = max([known.mentions for known in here.candidates], default=0)
    return [known.mentions == most for known in here.candidates]


@whether("same governor", About.ROLE, "with the same governor", "with another governor")
def _has_its_governor(here: Circumstances) -> list[bool]:
    return [known.latest.governor == here.pronoun.governor for known in here.candidates]


@whether("coordinated", About.POSITION, "coordinated", "not coordinated")
def _is_coordinated(here: Circumstances) -> list[bool]:
    return [Cue.COORDINATED in known.latest.cues for known in here.candidates]


@of_candidates("speaker", v.SpeakerMatch, About.SPEECH)
def _speaker(here: Circumstances) -> Values:
    if not here.speaker:
        return [v.SpeakerMatch.NOBODY] * len(here.candidates)
    same, another = v.SpeakerMatch.SAME, v.SpeakerMatch.ANOTHER
    return [same if known.speaker == here.speaker else another for known in here.candidates]


@whether(
    "meant by the latest pronoun like this",
    About.SALIENCE,
    "what the last such pronoun meant",
    "not what the last such pronoun meant",
)
def _was_meant(here: Circumstances) -> list[bool]:
    return [known.element.entity == here.called_last for known in here.candidates]


@of_candidates(
    "fits what is said",
    v.Fit,
    About.MEANING,
    of_nobody=lambda here: here.fits[-1] if here.fits else 0,
)
def _fit(here: Circumstances) -> Sequence[int]:
    return here.fits[:-1] or bytes(len(here.candidates))


@whether("nobody", About.GENERAL, "no antecedent", "an antecedent", of_nobody=lambda _: YES)
def _nobody(here: Circumstances) -> list[bool]:
    return [False] * len(here.candidates)


FACTORS = (
    *PRONOUN_FACTORS,
    *declared_in(globals()),
    *MADE_FACTORS,
    *TOLD_FACTORS,
    *AGREEMENT_FACTORS,
)
NAMED = {factor.name: factor for factor in FACTORS}


def values_for(here: Circumstances) -> list[list[int]]:
    """What all factors say of each candidate, and last of nobody, in numbers."""
    columns = [factor.numbers(here) for factor in FACTORS]
    return list(map(list, zip(*columns, strict=True)))
