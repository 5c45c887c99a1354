"""Every factor of the weighted S-list, for a pronoun and a candidate made by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import pytest

from hearer.algorithms.weighted import told_factors as t
from hearer.algorithms.weighted import values as v
from hearer.algorithms.weighted.agreement_factors import HeardAs
from hearer.algorithms.weighted.factor import Circumstances, ListFactor
from hearer.algorithms.weighted.factors import FACTORS, NAMED, values_for
from hearer.algorithms.weighted.listed import ListedEntity, class_of, role_of
from hearer.algorithms.weighted.plurality import Plurality
from hearer.model import (
    ANY_GENDER,
    ANY_NUMBER,
    ANY_SORT,
    Agreement,
    Cue,
    Element,
    Entity,
    EntityKind,
    Familiarity,
    Gender,
    Kind,
    Number,
    ReferringExpression,
    Sort,
)
from tests.algorithms.listed import CAR, listed

ONE, MANY = frozenset({Number.SINGULAR}), frozenset({Number.PLURAL})
SHE = Agreement(ONE, frozenset({Gender.FEMININE}))
IT = Agreement(ONE, frozenset({Gender.NEUTER}))
THEY = Agreement(MANY)


def pronoun(*cues: Cue, **heard: object) -> ReferringExpression:
    """*It*, the subject of the third utterance."""
    it = ReferringExpression(
        "it", 3, 1, is_pronoun=True, kind=Kind.PRONOUN, agreement=IT, relation="nsubj"
    )
    return replace(it, cues=frozenset(cues), **heard)  # type: ignore[arg-type]


def car(*cues: Cue, **heard: object) -> ListedEntity:
    """A car, heard once in the first utterance."""
    return listed("CAR", replace(CAR, cues=frozenset(cues), **heard))  # type: ignore[arg-type]


def here(it: ReferringExpression, *candidates: ListedEntity, **known: object) -> Circumstances:
    found = Circumstances(it, class_of(it.agreement), role_of(it), candidates)
    return found._replace(is_in_speech=Cue.SPEECH in it.cues)._replace(**known)  # type: ignore[arg-type]


class Case(NamedTuple):
    """What a factor should say of each candidate, or of the pronoun and nobody."""

    factor: str
    here: Circumstances
    says: Sequence[v.Numbered]
    of_nobody: v.Numbered | None = None


def of_pronoun(factor: str, here: Circumstances, says: v.Numbered) -> Case:
    return Case(factor, here, (), says)


TREE = listed("TREE", replace(CAR, position=5))


def clause(told: ReferringExpression) -> ListedEntity:
    return listed(str(told.entity), told)._replace(element=Element.of(told))


TOLD = tuple(
    ReferringExpression(
        "told",
        utterance,
        position,
        kind=Kind.CLAUSE,
        entity=Entity(f"TELL ({utterance}.{position})", EntityKind.CLAUSE),
        relation=relation,
    )
    for utterance, position, relation in (
        (3, 9, "advcl"), (3, 4, "root"), (2, 5, "ccomp"), (2, 9, "acl:relcl"), (2, 2, "root"),
        (1, 3, "root"),
    )
)  # fmt: skip
IT_TOLD = pronoun(clauses=TOLD)
TAKEN_UP = clause(replace(TOLD[0], kind=Kind.PRONOUN))
YES, NO = v.YesNo.YES, v.YesNo.NO
CASES = [
    of_pronoun("pronoun", here(pronoun()), v.PronounClass.IT),
    of_pronoun("pronoun", here(pronoun(agreement=SHE)), v.PronounClass.SHE),
    of_pronoun("pronoun", here(pronoun(agreement=THEY)), v.PronounClass.THEY),
    of_pronoun("pronoun's form", here(pronoun()), v.ExpressionForm.PRONOUN),
    of_pronoun("pronoun's form", here(pronoun(kind=Kind.RECIPROCAL)), v.ExpressionForm.REFLEXIVE),
    of_pronoun("pronoun's role", here(pronoun()), v.GrammaticalRole.SUBJECT),
    of_pronoun("pronoun's role", here(pronoun(relation="dep")), v.GrammaticalRole.OTHER),
    Case("form", here(pronoun(), car(kind=Kind.NAME)), [v.ExpressionForm.NAME]),
    Case(
        "form of the latest noun phrase",
        here(pronoun(), car(kind=Kind.DEFINITE), car(is_pronoun=True, kind=Kind.PRONOUN)),
        [v.ExpressionForm.DEFINITE, v.ExpressionForm.NONE],
    ),
    Case("role", here(pronoun(), car(relation="obj")), [v.GrammaticalRole.OBJECT]),
    Case("parallel role", here(pronoun(), car(relation="nsubj"), car(relation="obj")), [YES, NO]),
    Case(
        "sentences back",
        here(pronoun(utterance=9), car(), car(utterance=8), car(utterance=9)),
        [v.SentencesBack.MORE, v.SentencesBack.N1, v.SentencesBack.SAME],
    ),
    Case(
        "words back",
        here(pronoun(), *(listed(word=word) for word in (100, 99, 98, 97, 95, 52, 1)), word=100),
        [
            v.WordsBack.N0,
            v.WordsBack.N1,
            v.WordsBack.N2,
            v.WordsBack.N3,
            v.WordsBack.N4,
            v.WordsBack.N48,
            v.WordsBack.N96,
        ],
    ),
    Case("words back", here(pronoun(), listed(word=1), word=9999), [v.WordsBack.FARTHEST]),
    Case(
        "rank by recency",
        here(pronoun(), *[car()] * 11),
        [*tuple(v.RecencyRank)[:9], v.RecencyRank.N9, v.RecencyRank.N9],
    ),
    of_pronoun("how many pass the test", here(pronoun(), car(), TREE), v.Count.N2),
    of_pronoun("how many pass the test", here(pronoun(), *[car()] * 14), v.Count.N12),
    Case(
        "mentions",
        here(pronoun(), car(), listed(mentions=2), listed(mentions=7)),
        [v.MentionCount.ONCE, v.MentionCount.TWICE, v.MentionCount.MORE],
    ),
    Case(
        "called so before",
        here(
            pronoun(), car(), listed(called=v.PronounClass.IT), listed(called=v.PronounClass.THEY)
        ),
        [v.CalledBefore.NEVER, v.CalledBefore.SO, v.CalledBefore.OTHERWISE],
    ),
    Case(
        "number",
        here(pronoun(), *(listed(agreement=Agreement(n)) for n in (ONE, MANY, ANY_NUMBER))),
        [v.NumberMatch.AGREES, v.NumberMatch.CLASHES, v.NumberMatch.UNKNOWN],
    ),
    Case(
        "gender",
        here(
            pronoun(),
            listed(agreement=SHE),
            listed(agreement=Agreement(ONE, ANY_GENDER - {Gender.NEUTER})),
            listed(agreement=Agreement(ONE, ANY_GENDER - {Gender.MASCULINE})),
            listed(agreement=Agreement(ONE, ANY_GENDER)),
        ),
        list(v.KnownGender),
    ),
    Case(
        "sort",
        here(
            pronoun(),
            *(listed(sorts=frozenset(sorts)) for sorts in ([Sort.PLANT], [Sort.EVENT])),
            listed(sorts=frozenset({Sort.PERSON, Sort.ANIMAL})),
            listed(sorts=ANY_SORT),
        ),
        [v.KnownSort.SUBSTANCE, v.KnownSort.EVENT, v.KnownSort.SEVERAL, v.KnownSort.UNKNOWN],
    ),
    Case(
        "clause",
        here(
            pronoun(clause=4),
            car(clause=4),
            *(car(utterance=3, clause=clause) for clause in (4, 2, 7)),
            parent=2,
        ),
        [
            v.ClauseRelation.OTHER_SENTENCE,
            v.ClauseRelation.SAME_CLAUSE,
            v.ClauseRelation.GOVERNING_CLAUSE,
            v.ClauseRelation.OTHER_CLAUSE,
        ],
    ),
    Case(
        "direct speech",
        here(pronoun(), car(), car(Cue.SPEECH)),
        [v.SpeechSides.NEITHER, v.SpeechSides.CANDIDATE],
        v.SpeechSides.NEITHER,
    ),
    Case(
        "direct speech",
        here(pronoun(Cue.SPEECH), car(), car(Cue.SPEECH)),
        [v.SpeechSides.PRONOUN, v.SpeechSides.BOTH],
        v.SpeechSides.PRONOUN,
    ),
    Case("new paragraph", here(pronoun(), car()), [NO], NO),
    Case("new paragraph", here(pronoun(Cue.PARAGRAPH), car(), car(utterance=3)), [YES, NO], YES),
    Case(
        "times subject",
        here(pronoun(), car(relation="obj"), car(relation="nsubj"), listed(subjects=9)),
        [v.Count.N0, v.Count.N1, v.Count.N4],
    ),
    Case(
        "in a subordinate clause",
        here(pronoun(), car(), car(Cue.SUBORDINATE), car(Cue.SUBORDINATE, Cue.RELATIVE_CLAUSE)),
        [v.ClauseDepth.MAIN, v.ClauseDepth.SUBORDINATE, v.ClauseDepth.RELATIVE],
    ),
    Case(
        "fronted or in a heading",
        here(pronoun(), car(), car(Cue.FRONTED), car(Cue.HEADING)),
        [v.Fronting.NO, v.Fronting.FRONTED, v.Fronting.HEADING],
    ),
    Case("a predicate", here(pronoun(), car(), car(Cue.PREDICATE)), [NO, YES]),
    Case(
        "status",
        here(
            pronoun(),
            *(
                car(familiarity=each)
                for each in (Familiarity.EVOKED, Familiarity.INFERRABLE, Familiarity.BRAND_NEW)
            ),
        ),
        [v.ListStatus.OLD, v.ListStatus.MED, v.ListStatus.NEW],
    ),
    Case(
        "first in its sentence to pass",
        here(pronoun(), TREE, car(), listed("ROAD", replace(CAR, utterance=2))),
        [NO, YES, YES],
    ),
    Case("most mentioned", here(pronoun(), car(), listed("TREE", mentions=3)), [NO, YES]),
    Case(
        "same governor",
        here(pronoun(governor="hit"), car(governor="hit"), car(governor="see")),
        [YES, NO],
    ),
    Case("coordinated", here(pronoun(), car(), car(Cue.COORDINATED)), [NO, YES]),
    Case("speaker", here(pronoun(), listed(speaker="Ann")), [v.SpeakerMatch.NOBODY]),
    Case(
        "speaker",
        here(pronoun(), listed(speaker="Ann"), listed(speaker=""), speaker="Ann"),
        [v.SpeakerMatch.SAME, v.SpeakerMatch.ANOTHER],
    ),
    Case(
        "meant by the latest pronoun like this",
        here(pronoun(), car(), TREE, called_last=Entity("TREE")),
        [NO, YES],
    ),
    of_pronoun("pleonastic pattern", here(pronoun()), v.PleonasticPattern.NONE),
    of_pronoun("pleonastic pattern", here(pronoun(Cue.PLEONASTIC)), v.PleonasticPattern.PLEONASTIC),
    of_pronoun(
        "pleonastic pattern",
        here(pronoun(Cue.CLAUSE_FOLLOWS)),
        v.PleonasticPattern.CLAUSE_FOLLOWS,
    ),
    of_pronoun("stands for nothing", here(pronoun(nothing=2)), v.Nothing.NOT_AT_ALL),
    of_pronoun("stands for nothing", here(pronoun(nothing=97)), v.Nothing.SURELY),
    of_pronoun("predicate of the pronoun", here(pronoun()), v.PredicateKind.VERB),
    of_pronoun(
        "predicate of the pronoun",
        here(pronoun(Cue.COPULA, Cue.NOMINAL)),
        v.PredicateKind.NOUN_PHRASE,
    ),
    of_pronoun(
        "predicate of the pronoun",
        here(pronoun(Cue.COPULA, Cue.ADJECTIVE)),
        v.PredicateKind.ADJECTIVE,
    ),
    of_pronoun("predicate of the pronoun", here(pronoun(Cue.COPULA)), v.PredicateKind.OTHER_COPULA),
    of_pronoun("predicate of the pronoun", here(pronoun(Cue.WEATHER)), v.PredicateKind.EVENT),
    of_pronoun("nearest that passes", here(pronoun(), car(), TREE), v.SentencesBack.N2),
    of_pronoun("nearest that passes", here(pronoun()), v.SentencesBack.MORE),
    of_pronoun("expressions before the pronoun", here(pronoun(), before=3), v.Count.N3),
    of_pronoun("expressions before the pronoun", here(pronoun(), before=8), v.Count.N6),
    of_pronoun("pronoun's clause", here(pronoun(Cue.SUBORDINATE)), v.ClauseDepth.SUBORDINATE),
    of_pronoun("intensifier", here(pronoun()), NO),
    of_pronoun("intensifier", here(pronoun(Cue.INTENSIFIER)), YES),
    of_pronoun("governor takes", here(pronoun()), v.GovernorTakes.ANYTHING),
    of_pronoun("governor takes", here(pronoun(Cue.PERSONS)), v.GovernorTakes.PERSONS),
    of_pronoun("governor takes", here(pronoun(Cue.THINGS)), v.GovernorTakes.THINGS),
    Case(
        "fits what is said",
        here(pronoun(), car(), TREE, fits=(v.Fit.BEST, v.Fit.BADLY, v.Fit.NOBODY_ALIKE)),
        [v.Fit.BEST, v.Fit.BADLY],
        v.Fit.NOBODY_ALIKE,
    ),
    Case(
        "made of",
        here(pronoun(), car(), car()._replace(made_of=v.MadeOf.SUBJECTS)),
        [v.MadeOf.LISTED, v.MadeOf.SUBJECTS],
    ),
    Case(
        "of a set",
        here(pronoun(), car(), car(kind=Kind.SET, members=(CAR,)), car(position=9)),
        [YES, NO, NO],
    ),
    of_pronoun("which pronoun", here(pronoun()), t.WhichPronoun.IT),
    of_pronoun("which pronoun", here(pronoun(text="That")), t.WhichPronoun.THAT),
    of_pronoun("which pronoun", here(pronoun(text="they")), t.WhichPronoun.PERSONAL),
    of_pronoun("takes what was told", here(pronoun()), t.TakesTold.UNKNOWN),
    of_pronoun("takes what was told", here(pronoun(Cue.TOLD_OFTEN)), t.TakesTold.OFTEN),
    of_pronoun("takes what was told", here(pronoun(Cue.TOLD_RARELY)), t.TakesTold.RARELY),
    Case(
        "clause told where",
        here(IT_TOLD, car(), TAKEN_UP, *map(clause, TOLD)),
        [
            t.ToldWhere.THING,
            t.ToldWhere.TAKEN_UP,
            t.ToldWhere.NEAREST,
            t.ToldWhere.HERE,
            t.ToldWhere.MAIN,
            t.ToldWhere.LAST,
            t.ToldWhere.BEFORE,
            t.ToldWhere.EARLIER,
        ],
    ),
    Case(
        "clause told how",
        here(IT_TOLD, car(), *map(clause, TOLD[:4])),
        [
            t.ToldHow.THING,
            t.ToldHow.ADVERBIAL,
            t.ToldHow.MAIN,
            t.ToldHow.COMPLEMENT,
            t.ToldHow.OTHER,
        ],
    ),
    Case("nobody", here(pronoun(), car()), [NO], YES),
    of_pronoun("pronoun heard as", here(pronoun()), HeardAs.UNKNOWN),
    of_pronoun("pronoun heard as", here(pronoun(Cue.AS_GROUP)), HeardAs.GROUP),
    Case(
        "plurality",
        here(pronoun(agreement=THEY), listed(plurality=Plurality.GROUP), car(kind=Kind.SET)),
        [Plurality.GROUP, Plurality.SET],
    ),
]


def test_every_factor_has_a_case() -> None:
    assert {case.factor for case in CASES} == set(NAMED)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.factor)
def test_a_factor_says_what_it_means(case: Case) -> None:
    factor = NAMED[case.factor]
    assert {type(value) for value in case.says} <= {factor.values}
    if factor.of_candidates is not None:
        assert list(factor.of_candidates(case.here)) == list(case.says)
    if case.of_nobody is None:
        assert factor.of_pronoun is None
    else:
        assert factor.of_pronoun is not None
        assert factor.of_pronoun(case.here) is case.of_nobody


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.factor)
def test_all_factors_have_a_number_for_all_candidates_and_for_nobody(case: Case) -> None:
    rows = values_for(case.here)
    assert len(rows) == len(case.here.candidates) + 1
    for row in rows:
        for factor, number in zip(FACTORS, row, strict=True):
            assert 0 <= number < factor.size
    column = FACTORS.index(NAMED[case.factor])
    assert rows[-1][column] == (case.of_nobody or 0)


@pytest.mark.parametrize("factor", FACTORS, ids=lambda factor: factor.name)
def test_a_factor_is_found_and_has_a_name_of_its_own(factor: ListFactor) -> None:
    assert factor.of_pronoun or factor.of_candidates
    assert [each.name for each in FACTORS].count(factor.name) == 1
