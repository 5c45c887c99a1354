"""Hand-made cases for the limits and rules of names and views, one for each."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from hearer.model import (
    OUTWEIGHED,
    Attempt,
    Constraint,
    Cue,
    Element,
    Entity,
    Factor,
    Interpretation,
    Kind,
    Label,
    Note,
    ReferringExpression,
    Resolution,
    Utterance,
    Verdict,
)
from hearer.model.tree import Tree
from hearer.names import Names, noun_words
from hearer.views import colours, comparison, film, lines
from hearer.views import why as reasons
from hearer.views.words import Called, label
from tests.analysis.parsed import heard
from tests.views.by_hand import table3
from tests.views.test_comparison import two

SHE = ReferringExpression("she", 2, 1.0, is_pronoun=True, kind=Kind.PRONOUN)
X = Entity("X")


def names_after(*said: tuple[str, int, Kind]) -> str:
    """The best name after one-sentence mentions: a parse, its head, and the kind."""
    names = Names()
    for number, (parse, head, kind) in enumerate(said, start=1):
        tree = Tree(Utterance.of(parse, number=number))
        names.begin(tree)
        first, last = tree.edges(head)
        text = " ".join(tree.forms[first : last + 1])
        cues = frozenset({Cue.PREDICATE}) if kind is Kind.BARE else frozenset[Cue]()
        expression = ReferringExpression(text, number, head, entity=X, kind=kind)
        names.hear(replace(expression, first=first, last=last, cues=cues))
    return names.name(X)


DR_LONG = " ".join(f"{part}/PROPN/flat/1" for part in ("Bo", "Cy", "Di", "Ed"))
LONG = (f"Al/PROPN/root/0 {DR_LONG}", 1, Kind.NAME)
SHORT = ("Al/PROPN/root/0 Bo/PROPN/flat/1", 1, Kind.NAME)
A_JUDGE = ("a/DET/det/2/a judge/NOUN/root/0/judge", 2, Kind.BARE)  # a predicate
NEIGHBOUR = ("The/DET/det/2/the neighbour/NOUN/root/0/neighbour", 2, Kind.DEFINITE)
ANOTHER = ("another/DET/det/2/another driver/NOUN/root/0/driver", 2, Kind.INDEFINITE)


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ([LONG, SHORT], "Al Bo"),  # five words are too many
        ([SHORT, LONG], "Al Bo"),
        ([A_JUDGE, NEIGHBOUR], "the neighbour"),
        ([ANOTHER], "the other driver"),
    ],
)
def test_the_best_name_so_far(said: list[tuple[str, int, Kind]], name: str) -> None:
    assert names_after(*said) == name


def test_two_entities_that_are_one_have_the_better_name() -> None:
    names, other = Names(), Entity("OTHER")
    for entity, text in ((X, "Anna"), (other, "Anna Keller")):
        first, *rest = text.split()
        parse = " ".join([f"{first}/PROPN/root/0", *(f"{w}/PROPN/flat/1" for w in rest)])
        names.begin(Tree(Utterance.of(parse)))
        names.hear(ReferringExpression(text, 1, 1, entity=entity, kind=Kind.NAME, first=1, last=2))
    names.unify(other, X)
    assert names.of([X, other]) == {X: "Anna Keller", other: "Anna Keller"}


@pytest.mark.parametrize(("between", "kept"), [("", True), (" old/ADJ/amod/5", False)])
def test_an_of_phrase_of_four_words_is_no_part_of_a_name(between: str, *, kept: bool) -> None:
    town = 5 if between else 4
    parse = f"president/NOUN/root/0 of/ADP/case/{town} the/DET/det/{town}{between}"
    tree = Tree(Utterance.of(f"{parse} town/NOUN/nmod/1"))
    assert (len(noun_words(tree, 1)) > 1) == kept


# Meanings, labels and reasons -------------------------------------------------------------------


def candidate(entity: str, score: float | None, *, factors: tuple[Factor, ...] = ()) -> Attempt:
    expression = ReferringExpression(entity.title(), 1, 1.0, entity=Entity(entity), kind=Kind.NAME)
    return Attempt(Element.of(expression), OUTWEIGHED, score=score, factors=factors)


def test_an_ambiguous_pronoun_names_the_likely_candidates() -> None:
    attempts = [candidate(name, score) for name, score in (("C", -1.2), ("B", -0.9), ("A", 2.0))]
    rivals = tuple(one.candidate for one in reversed(attempts))
    ambiguous = Resolution(SHE, attempts, None, rivals, taken_as=Label.AMBIGUOUS)
    found = Interpretation(names={Entity(name): name.lower() for name in "ABC"})
    assert Called(found).meant(ambiguous) == "ambiguous: a or b"


def test_a_set_is_called_by_its_members_if_all_are_named() -> None:
    called = Called(Interpretation())
    assert called.name(Entity.of_set(["ANNA", "?1.3"])) == "somebody or something"
    assert called.name(Entity.of_set(["ANNA", "TOM"])) == "{Anna, Tom}"


@pytest.mark.parametrize(("name", "shown"), [("12345", "(12345)"), ("123456", "(7)")])
def test_a_long_name_of_an_utterance_is_no_label(name: str, shown: str) -> None:
    assert label(replace(Utterance.of("She/PRON/root/0", number=7), name=name)) == shown


@pytest.mark.parametrize(
    ("nobody", "reason"),
    [
        (0.9, "it is the likeliest, but not sure enough (0.60)."),
        (1.1, "no antecedent is more likely (0.60 against 0.40)."),
    ],
)
def test_a_candidate_is_not_likely_enough_or_outweighed(nobody: float, reason: str) -> None:
    one = candidate("A", 1.0)
    lost = Resolution(SHE, (one,), None, confidence=0.4, nobody_score=nobody)
    assert next(reasons.outweighed(Interpretation(), lost, one)) == reason


def test_of_many_candidates_the_first_seven_are_rows_and_the_rest_is_counted() -> None:
    verdict = Verdict(Constraint.AGREEMENT, "neuter", "feminine")
    attempts = [replace(candidate(f"E{n}", None), verdict=verdict) for n in range(11)]
    told = reasons.why(Interpretation(), Resolution(SHE, attempts, None))
    *_, last, more = reasons.explained(told, 40, weights=False, candidates=True).splitlines()
    assert (last, more) == ("E7         is neuter, and “she” is femi…", "3 more")


def test_a_whole_name_goes_before_a_part_of_another() -> None:
    entities = {Entity("E1"): "Anna Keller", Entity("E2"): "Keller"}
    said = [
        ReferringExpression(text, 1, n, entity=entity, kind=Kind.NAME)
        for n, (entity, text) in enumerate(entities.items(), start=1)
    ]
    found = Interpretation(expressions=tuple(said), names=entities)
    assert reasons.why_not(found, Resolution(SHE, (), None), "keller").candidate == "E2"
    assert reasons.why_not(found, Resolution(SHE, (), None), "anna").candidate == "E1"


# Comparison, colours, lines, film ---------------------------------------------------------------


def test_notes_about_the_antecedent_are_reasons_if_none_is_about_the_pronoun() -> None:
    one, other = two()
    note, unrelated = Note("Cb", "FRIEDMAN"), Note("Cb", "KIM")
    steps = tuple(
        step._replace(parts=tuple(p._replace(notes=(note, unrelated)) for p in step.parts))
        for step in one.steps
    )
    (found,) = comparison.compared([replace(one, steps=steps), other])
    assert found["pronouns"][0]["answers"][0]["notes"] == [{"name": "Cb", "text": "FRIEDMAN"}]


@pytest.mark.parametrize(
    ("confidence", "kind"),
    [(0.8, "m p"), (0.79, "m p likely"), (0.5, "m p likely"), (0.49, "m p unsure"), (None, "m p")],
)
def test_the_surer_the_firmer(confidence: float | None, kind: str) -> None:
    found = heard("Brennan/PROPN/nsubj/2 won/VERB/root/0", "She/PRON/nsubj/2 sang/VERB/root/0")
    steps = tuple(
        step._replace(
            resolutions=tuple(replace(r, confidence=confidence) for r in step.resolutions)
        )
        for step in found.steps
    )
    page = colours.render([replace(found, steps=steps)])
    assert f'<span class="{kind}" data-e=' in page
    assert len(re.findall('<span class="m p', page)) == 1


def test_an_excerpt_does_not_begin_with_a_comma() -> None:
    words = "One/NUM/root/0 ,/PUNCT/punct/1 two/NUM/conj/1 she/PRON/nsubj/1 won/VERB/dep/1"
    utterance = Utterance.of(words)
    assert "".join(lines.excerpt(utterance, (4, 4), 3)) == "…two she won"
    assert "".join(lines.excerpt(utterance, (4, 4), 6)) == "One , two she won"


def test_a_change_of_the_list_is_as_small_as_it_can_be() -> None:
    page = film.html(table3)
    frames = json.loads(re.findall(r'id="film"[^>]*>(.*?)</script>', page, re.DOTALL)[0])["frames"]
    changes = [frame[3] for frame in frames if frame and len(frame) > 3 and frame[3]]
    assert changes
    state: list[int] = []
    for same, removed, *inserted in changes:
        gone = state[same : same + removed]
        assert gone[-1:] != inserted[-1:] or not gone
        assert gone[:1] != inserted[:1] or not gone
        state[same : same + removed] = inserted
