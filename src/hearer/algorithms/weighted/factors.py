"""What speaks for or against an antecedent: the factors of the weighted S-list, each declared once.

    FACTORS       all of them; tables, training, explanations and docs derive from this list
    NAMED         the same by name
    values_for    what all of them say of each candidate, and of nobody, in numbers

A factor says nothing (its number is 0) where it is not defined: nobody has no grammatical role.
"""

from __future__ import annotations

from hearer.algorithms.weighted import finding
from hearer.algorithms.weighted import values as v
from hearer.algorithms.weighted.circumstances import Circumstances
from hearer.algorithms.weighted.factor import About, ListFactor, either
from hearer.algorithms.weighted.finding import NO, YES, is_so
from hearer.algorithms.weighted.listed import form_of
from hearer.model import Cue

FACTORS: tuple[ListFactor, ...] = (
    ListFactor(
        "pronoun", v.PronounClass, About.PRONOUN, of_pronoun=lambda here: here.pronoun_class
    ),
    ListFactor(
        "pronoun's form",
        v.ExpressionForm,
        About.PRONOUN,
        of_pronoun=lambda here: form_of(here.pronoun),
    ),
    ListFactor(
        "pronoun's role",
        v.GrammaticalRole,
        About.PRONOUN,
        of_pronoun=lambda here: here.role,
        told_as="as {}",
    ),
    ListFactor(
        "form",
        v.ExpressionForm,
        About.FORM,
        of_candidates=lambda here: [known.form for known in here.candidates],
    ),
    ListFactor(
        "form of the latest noun phrase",
        v.ExpressionForm,
        About.FORM,
        of_candidates=lambda here: [known.noun_phrase for known in here.candidates],
        told_as="last named: {}",
    ),
    ListFactor(
        "role",
        v.GrammaticalRole,
        About.ROLE,
        of_candidates=lambda here: [known.role for known in here.candidates],
    ),
    ListFactor(
        "parallel role",
        v.YesNo,
        About.ROLE,
        of_candidates=lambda here: [is_so(known.role is here.role) for known in here.candidates],
        words=either("in the role of the pronoun", "in another role than the pronoun"),
    ),
    ListFactor(
        "sentences back",
        v.SentencesBack,
        About.NEARNESS,
        of_candidates=finding.sentences_back,
        told_as="{} sentences back",
        words={
            v.SentencesBack.SAME: "in the same sentence",
            v.SentencesBack.N1: "one sentence back",
        },
    ),
    ListFactor("words back", v.WordsBack, About.NEARNESS, of_candidates=finding.words_back),
    ListFactor("rank by recency", v.RecencyRank, About.NEARNESS, of_candidates=finding.rank),
    ListFactor(
        "how many pass the test",
        v.Count,
        About.COMPETITION,
        of_pronoun=lambda here: finding.COUNTS[min(len(here.candidates), 12)],
        told_as="{} candidates pass",
        words={v.Count.N0: "no candidate passes", v.Count.N1: "one candidate passes"},
    ),
    ListFactor(
        "mentions",
        v.MentionCount,
        About.SALIENCE,
        of_candidates=lambda here: [
            finding.MENTIONS[min(known.mentions, 6) - 1] for known in here.candidates
        ],
    ),
    ListFactor("called so before", v.CalledBefore, About.SALIENCE, of_candidates=finding.called),
    ListFactor("number", v.NumberMatch, About.AGREEMENT, of_candidates=finding.number),
    ListFactor("gender", v.KnownGender, About.AGREEMENT, of_candidates=finding.gender),
    ListFactor("sort", v.KnownSort, About.SORT, of_candidates=finding.sort),
    ListFactor("clause", v.ClauseRelation, About.NEARNESS, of_candidates=finding.clause),
    ListFactor(
        "direct speech",
        v.SpeechSides,
        About.SPEECH,
        of_pronoun=lambda here: finding.SPEECH[here.is_in_speech],
        of_candidates=finding.speech,
    ),
    ListFactor(
        "new paragraph",
        v.YesNo,
        About.NEARNESS,
        of_pronoun=lambda here: is_so(Cue.PARAGRAPH in here.pronoun.cues),
        of_candidates=finding.paragraph,
        words=either("before a paragraph break", "in the same paragraph"),
    ),
    ListFactor(
        "times subject",
        v.Count,
        About.ROLE,
        of_candidates=lambda here: [
            finding.COUNTS[min(known.subjects, 4)] for known in here.candidates
        ],
        told_as="a subject {} times",
        words={
            v.Count.N0: "never a subject",
            v.Count.N1: "a subject once",
            v.Count.N2: "a subject twice",
        },
    ),
    ListFactor(
        "in a subordinate clause",
        v.ClauseDepth,
        About.POSITION,
        of_candidates=lambda here: [finding.depth(known.latest.cues) for known in here.candidates],
    ),
    ListFactor(
        "fronted or in a heading", v.Fronting, About.POSITION, of_candidates=finding.fronted
    ),
    ListFactor(
        "a predicate",
        v.YesNo,
        About.POSITION,
        of_candidates=lambda here: [
            is_so(Cue.PREDICATE in known.latest.cues) for known in here.candidates
        ],
        words=either("a predicate", "no predicate"),
    ),
    ListFactor(
        "status",
        v.ListStatus,
        About.STATUS,
        of_candidates=lambda here: [
            finding.STATUS[known.element.familiarity] for known in here.candidates
        ],
    ),
    ListFactor(
        "first in its sentence to pass",
        v.YesNo,
        About.POSITION,
        of_candidates=finding.is_first,
        words=either("first in its sentence", "not first in its sentence"),
    ),
    ListFactor(
        "most mentioned",
        v.YesNo,
        About.SALIENCE,
        of_candidates=finding.is_most_mentioned,
        words=either("mentioned most often", "not mentioned most often"),
    ),
    ListFactor(
        "same governor",
        v.YesNo,
        About.ROLE,
        of_candidates=lambda here: [
            is_so(known.latest.governor == here.pronoun.governor) for known in here.candidates
        ],
        words=either("with the same governor", "with another governor"),
    ),
    ListFactor(
        "coordinated",
        v.YesNo,
        About.POSITION,
        of_candidates=lambda here: [
            is_so(Cue.COORDINATED in known.latest.cues) for known in here.candidates
        ],
        words=either("coordinated", "not coordinated"),
    ),
    ListFactor("speaker", v.SpeakerMatch, About.SPEECH, of_candidates=finding.speaker),
    ListFactor(
        "meant by the latest pronoun like this",
        v.YesNo,
        About.SALIENCE,
        of_candidates=lambda here: [
            is_so(known.element.entity == here.called_last) for known in here.candidates
        ],
        words=either("what the last such pronoun meant", "not what the last such pronoun meant"),
    ),
    ListFactor(
        "pleonastic pattern", v.PleonasticPattern, About.CONSTRUCTION, of_pronoun=finding.pattern
    ),
    ListFactor(
        "predicate of the pronoun",
        v.PredicateKind,
        About.CONSTRUCTION,
        of_pronoun=finding.predicate,
        told_as="its predicate: {}",
    ),
    ListFactor(
        "nearest that passes",
        v.SentencesBack,
        About.COMPETITION,
        of_pronoun=finding.nearest,
        told_as="the nearest candidate {} sentences back",
        words={v.SentencesBack.SAME: "a candidate in the same sentence"},
    ),
    ListFactor(
        "expressions before the pronoun",
        v.Count,
        About.COMPETITION,
        of_pronoun=lambda here: finding.COUNTS[min(here.before, 6)],
        told_as="{} expressions before it in its sentence",
        words={v.Count.N0: "nothing heard before it in its sentence"},
    ),
    ListFactor(
        "pronoun's clause",
        v.ClauseDepth,
        About.PRONOUN,
        of_pronoun=lambda here: finding.depth(here.pronoun.cues),
    ),
    ListFactor(
        "intensifier",
        v.YesNo,
        About.CONSTRUCTION,
        of_pronoun=lambda here: is_so(Cue.INTENSIFIER in here.pronoun.cues),
        words=either("an intensifier", "no intensifier"),
    ),
    ListFactor(
        "governor takes",
        v.GovernorTakes,
        About.CONSTRUCTION,
        of_pronoun=finding.governor,
        told_as="its governor takes {}",
    ),
    ListFactor(
        "nobody",
        v.YesNo,
        About.GENERAL,
        of_pronoun=lambda _: YES,
        of_candidates=lambda here: [NO] * len(here.candidates),
        words=either("no antecedent", "an antecedent"),
    ),
)
NAMED = {factor.name: factor for factor in FACTORS}


def values_for(here: Circumstances) -> list[list[int]]:
    """What all factors say of each candidate, and last of nobody, in numbers."""
    columns = [factor.numbers(here) for factor in FACTORS]
    return list(map(list, zip(*columns, strict=True)))
