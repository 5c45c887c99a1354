"""Every factor of the weighted S-list, for a pronoun and a candidate made by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import pytest

from hearer.algorithms.weighted import values as v
from hearer.algorithms.weighted.factor import Circumstances
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
    says: str  # names of values, one for each candidate
    of_nobody: str | None = None


def of(factor: str, here: Circumstances, says: str) -> Case:
    """A factor of the pronoun alone."""
    return Case(factor, here, "", says)


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
CALLED = [listed(called=x) for x in (v.PronounClass.IT, v.PronounClass.THEY)]
GENDERS = [
    listed(agreement=Agreement(ONE, gender))
    for gender in (
        frozenset({Gender.FEMININE}), ANY_GENDER - {Gender.NEUTER},
        ANY_GENDER - {Gender.MASCULINE}, ANY_GENDER,
    )
]  # fmt: skip
SORTS = [
    listed(sorts=frozenset(sorts))
    for sorts in ([Sort.PLANT], [Sort.EVENT], [Sort.PERSON, Sort.ANIMAL], ANY_SORT)
]
RANKS = " ".join([*[*v.RecencyRank.__members__][:9], "N9", "N9"])
STATUSES = (Familiarity.EVOKED, Familiarity.INFERRABLE, Familiarity.BRAND_NEW)
CASES = [
    of("pronoun", here(pronoun()), "IT"),
    of("pronoun", here(pronoun(agreement=SHE)), "SHE"),
    of("pronoun", here(pronoun(agreement=THEY)), "THEY"),
    of("pronoun's form", here(pronoun()), "PRONOUN"),
    of("pronoun's form", here(pronoun(kind=Kind.RECIPROCAL)), "REFLEXIVE"),
    of("pronoun's role", here(pronoun()), "SUBJECT"),
    of("pronoun's role", here(pronoun(relation="dep")), "OTHER"),
    Case("form", here(pronoun(), car(kind=Kind.NAME)), "NAME"),
    Case(
        "form of the latest noun phrase",
        here(pronoun(), car(kind=Kind.DEFINITE), car(is_pronoun=True, kind=Kind.PRONOUN)),
        "DEFINITE NONE",
    ),
    Case("role", here(pronoun(), car(relation="obj")), "OBJECT"),
    Case("parallel role", here(pronoun(), car(relation="nsubj"), car(relation="obj")), "YES NO"),
    Case(
        "sentences back",
        here(pronoun(utterance=9), car(), car(utterance=8), car(utterance=9)),
        "MORE N1 SAME",
    ),
    Case(
        "words back",
        here(pronoun(), *(listed(word=word) for word in (100, 99, 98, 97, 95, 52, 1)), word=100),
        "N0 N1 N2 N3 N4 N48 N96",
    ),
    Case("words back", here(pronoun(), listed(word=1), word=9999), "FARTHEST"),
    Case("rank by recency", here(pronoun(), *[car()] * 11), RANKS),
    of("how many pass the test", here(pronoun(), car(), TREE), "N2"),
    of("how many pass the test", here(pronoun(), *[car()] * 14), "N12"),
    Case(
        "mentions",
        here(pronoun(), car(), listed(mentions=2), listed(mentions=7)),
        "ONCE TWICE MORE",
    ),
    Case("called so before", here(pronoun(), car(), *CALLED), "NEVER SO OTHERWISE"),
    Case(
        "number",
        here(pronoun(), *(listed(agreement=Agreement(n)) for n in (ONE, MANY, ANY_NUMBER))),
        "AGREES CLASHES UNKNOWN",
    ),
    Case("gender", here(pronoun(), *GENDERS), " ".join(v.KnownGender.__members__)),
    Case("sort", here(pronoun(), *SORTS), "SUBSTANCE EVENT SEVERAL UNKNOWN"),
    Case(
        "clause",
        here(
            pronoun(clause=4),
            car(clause=4),
            *(car(utterance=3, clause=n) for n in (4, 2, 7)),
            parent=2,
        ),
        "OTHER_SENTENCE SAME_CLAUSE GOVERNING_CLAUSE OTHER_CLAUSE",
    ),
    Case("direct speech", here(pronoun(), car(), car(Cue.SPEECH)), "NEITHER CANDIDATE", "NEITHER"),
    Case(
        "direct speech",
        here(pronoun(Cue.SPEECH), car(), car(Cue.SPEECH)),
        "PRONOUN BOTH",
        "PRONOUN",
    ),
    Case("new paragraph", here(pronoun(), car()), "NO", "NO"),
    Case("new paragraph", here(pronoun(Cue.PARAGRAPH), car(), car(utterance=3)), "YES NO", "YES"),
    Case(
        "times subject",
        here(pronoun(), car(relation="obj"), car(relation="nsubj"), listed(subjects=9)),
        "N0 N1 N4",
    ),
    Case(
        "in a subordinate clause",
        here(pronoun(), car(), car(Cue.SUBORDINATE), car(Cue.SUBORDINATE, Cue.RELATIVE_CLAUSE)),
        "MAIN SUBORDINATE RELATIVE",
    ),
    Case(
        "fronted or in a heading",
        here(pronoun(), car(), car(Cue.FRONTED), car(Cue.HEADING)),
        "NO FRONTED HEADING",
    ),
    Case("a predicate", here(pronoun(), car(), car(Cue.PREDICATE)), "NO YES"),
    Case("status", here(pronoun(), *(car(familiarity=x) for x in STATUSES)), "OLD MED NEW"),
    Case(
        "first in its sentence to pass",
        here(pronoun(), TREE, car(), listed("ROAD", replace(CAR, utterance=2))),
        "NO YES YES",
    ),
    Case("most mentioned", here(pronoun(), car(), listed("TREE", mentions=3)), "NO YES"),
    Case(
        "same governor",
        here(pronoun(governor="hit"), car(governor="hit"), car(governor="see")),
        "YES NO",
    ),
    Case("coordinated", here(pronoun(), car(), car(Cue.COORDINATED)), "NO YES"),
    Case("speaker", here(pronoun(), listed(speaker="Ann")), "NOBODY"),
    Case(
        "speaker",
        here(pronoun(), listed(speaker="Ann"), listed(speaker=""), speaker="Ann"),
        "SAME ANOTHER",
    ),
    Case(
        "meant by the latest pronoun like this",
        here(pronoun(), car(), TREE, called_last=Entity("TREE")),
        "NO YES",
    ),
    of("pleonastic pattern", here(pronoun()), "NONE"),
    of("pleonastic pattern", here(pronoun(Cue.PLEONASTIC)), "PLEONASTIC"),
    of("pleonastic pattern", here(pronoun(Cue.CLAUSE_FOLLOWS)), "CLAUSE_FOLLOWS"),
    of("stands for nothing", here(pronoun(nothing=2)), "NOT_AT_ALL"),
    of("stands for nothing", here(pronoun(nothing=97)), "SURELY"),
    of("predicate of the pronoun", here(pronoun()), "VERB"),
    of("predicate of the pronoun", here(pronoun(Cue.COPULA, Cue.NOMINAL)), "NOUN_PHRASE"),
    of("predicate of the pronoun", here(pronoun(Cue.COPULA, Cue.ADJECTIVE)), "ADJECTIVE"),
    of("predicate of the pronoun", here(pronoun(Cue.COPULA)), "OTHER_COPULA"),
    of("predicate of the pronoun", here(pronoun(Cue.WEATHER)), "EVENT"),
    of("nearest that passes", here(pronoun(), car(), TREE), "N2"),
    of("nearest that passes", here(pronoun()), "MORE"),
    of("expressions before the pronoun", here(pronoun(), before=3), "N3"),
    of("expressions before the pronoun", here(pronoun(), before=8), "N6"),
    of("pronoun's clause", here(pronoun(Cue.SUBORDINATE)), "SUBORDINATE"),
    of("intensifier", here(pronoun()), "NO"),
    of("intensifier", here(pronoun(Cue.INTENSIFIER)), "YES"),
    of("governor takes", here(pronoun()), "ANYTHING"),
    of("governor takes", here(pronoun(Cue.PERSONS)), "PERSONS"),
    of("governor takes", here(pronoun(Cue.THINGS)), "THINGS"),
    Case(
        "fits what is said",
        here(pronoun(), car(), TREE, fits=(v.Fit.BEST, v.Fit.BADLY, v.Fit.NOBODY_ALIKE)),
        "BEST BADLY",
        "NOBODY_ALIKE",
    ),
    Case(
        "made of",
        here(pronoun(), car(), car()._replace(made_of=v.MadeOf.SUBJECTS)),
        "LISTED SUBJECTS",
    ),
    Case(
        "of a set",
        here(pronoun(), car(), car(kind=Kind.SET, members=(CAR,)), car(position=9)),
        "YES NO NO",
    ),
    of("which pronoun", here(pronoun()), "IT"),
    of("which pronoun", here(pronoun(text="That")), "THAT"),
    of("which pronoun", here(pronoun(text="they")), "PERSONAL"),
    of("takes what was told", here(pronoun()), "UNKNOWN"),
    of("takes what was told", here(pronoun(Cue.TOLD_OFTEN)), "OFTEN"),
    of("takes what was told", here(pronoun(Cue.TOLD_RARELY)), "RARELY"),
    Case(
        "clause told where",
        here(IT_TOLD, car(), TAKEN_UP, *map(clause, TOLD)),
        "THING TAKEN_UP NEAREST HERE MAIN LAST BEFORE EARLIER",
    ),
    Case(
        "clause told how",
        here(IT_TOLD, car(), *map(clause, TOLD[:4])),
        "THING ADVERBIAL MAIN COMPLEMENT OTHER",
    ),
    Case("nobody", here(pronoun(), car()), "NO", "YES"),
    of("pronoun heard as", here(pronoun()), "UNKNOWN"),
    of("pronoun heard as", here(pronoun(Cue.AS_GROUP)), "GROUP"),
    Case(
        "plurality",
        here(pronoun(agreement=THEY), listed(plurality=Plurality.GROUP), car(kind=Kind.SET)),
        "GROUP SET",
    ),
]


def test_every_factor_has_a_case() -> None:
    assert {case.factor for case in CASES} == set(NAMED)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.factor)
def test_a_factor_says_what_it_means(case: Case) -> None:
    factor = NAMED[case.factor]
    values = factor.values.__members__
    if factor.of_candidates is not None:
        assert [*factor.of_candidates(case.here)] == [values[name] for name in case.says.split()]
    assert (factor.of_pronoun is None) is (case.of_nobody is None)
    of_nobody = values[case.of_nobody] if case.of_nobody else 0
    if factor.of_pronoun is not None:
        assert factor.of_pronoun(case.here) is of_nobody
    rows = values_for(case.here)
    assert len(rows) == len(case.here.candidates) + 1
    for row in rows:
        assert all(0 <= n < each.size for each, n in zip(FACTORS, row, strict=True))
    assert rows[-1][FACTORS.index(factor)] == of_nobody


def test_factors_are_found_and_have_names_of_their_own() -> None:
    assert all(factor.of_pronoun or factor.of_candidates for factor in FACTORS)
    assert len({factor.name for factor in FACTORS}) == len(FACTORS) == len(NAMED)
