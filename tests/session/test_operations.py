"""Corrections that correct, merge, split and rename: what was asked for is so, the rest stays."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hearer
from hearer import Correction, Corrections, Interpretation, Knowledge
from hearer.algorithms import ALGORITHMS
from hearer.errors import UsageError
from hearer.formats import FORMATS
from hearer.formats.annotation import entities_of
from hearer.formats.converting import read_as
from hearer.model import Kind
from hearer.session.knowledge import written
from tests.cases import cases

TEXT = (
    "Anna met Mia at the station. She gave her a book. The doctor smiled. "
    'When she came home, Ida slept. "I like it," Mia said. Anna left. She was tired.'
)
Place = tuple[int, int]


def heard(
    corrections: tuple[Correction, ...] = (), text: str = TEXT, profile: str = "default"
) -> Interpretation:
    return hearer.resolve(text, knowledge=Knowledge(corrections=corrections), profile=profile)


def chain_at(found: Interpretation, place: Place) -> set[Place]:
    """The words of the chain that a word is in."""
    chains = [{(e.utterance, e.head) for e in chain.expressions} for chain in found.chains]
    return next((chain for chain in chains if place in chain), set())


def chains(found: Interpretation) -> list[list[str]]:
    return [[f"{e.text} {e.utterance}.{e.head}" for e in each.expressions] for each in found.chains]


ANNA, MIA, SHE, HER, BOOK, DOCTOR = (1, 1), (1, 3), (2, 1), (2, 3), (2, 5), (3, 2)
HOME_SHE, IDA, SPEAKER, IT, ANNA_AGAIN, LAST_SHE = (4, 2), (4, 6), (5, 2), (5, 4), (6, 1), (7, 1)


def nouns(found: Interpretation, besides: set[Place]) -> set[frozenset[Place]]:
    """The chains of names and nouns but for some words: pronouns may follow, these may not."""
    others = [
        frozenset(
            (e.utterance, e.head)
            for e in chain.expressions
            if not e.is_pronoun and e.kind is not Kind.SPEAKER
        )
        for chain in found.chains
    ]
    return {chain - besides for chain in others} - {frozenset()}


def test_the_text_has_what_these_tests_point_at() -> None:
    places = [(e.utterance, e.head) for e in heard().expressions]
    told = [ANNA, MIA, SHE, HER, BOOK, DOCTOR, HOME_SHE, IDA, SPEAKER, IT, ANNA_AGAIN, LAST_SHE]
    assert {*told} < {*places}
    assert chain_at(heard(), ANNA) >= {ANNA, SHE, ANNA_AGAIN, LAST_SHE}
    assert chain_at(heard(), MIA) >= {MIA, HER, SPEAKER}


# Correct --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mention", "meant"),
    [
        (SHE, MIA),  # a pronoun
        (HOME_SHE, IDA),  # one whose antecedent comes later
        (DOCTOR, ANNA),  # a noun
        (ANNA_AGAIN, MIA),  # a name
        (ANNA, MIA),  # the first mention of an entity, by what comes later
        (MIA, ANNA),  # the first mention of another
        (SPEAKER, ANNA),  # who speaks
        (IT, (1, 6)),  # a pronoun in a quotation
        (LAST_SHE, DOCTOR),
        (LAST_SHE, SHE),  # by way of a pronoun
        (SHE, LAST_SHE),  # by way of one that comes later
    ],
)
@pytest.mark.parametrize("profile", ["default", "paper"])
def test_a_mention_is_what_it_is_said_to_be(mention: Place, meant: Place, profile: str) -> None:
    if profile == "paper" and SPEAKER[0] in (mention[0], meant[0]):
        pytest.skip("the paper hears no direct speech")
    found = heard((hearer.correct(mention, meant),), profile=profile)
    assert meant in chain_at(found, mention)
    assert found.problems == ()


def test_what_comes_later_is_whoever_it_is_there() -> None:
    """*Anna* of utterance 6 is the Anna of utterance 1, whoever points at her before."""
    text = "Anna met Mia. The doctor smiled. Anna left."
    found = heard((hearer.correct((2, 2), (3, 1)),), text=text)
    assert chain_at(found, (2, 2)) == {(1, 1), (2, 2), (3, 1)}
    again = heard((hearer.correct(SHE, LAST_SHE), hearer.correct(HER, LAST_SHE)))
    assert {ANNA, SHE, HER, ANNA_AGAIN, LAST_SHE} <= chain_at(again, SHE)


@pytest.mark.parametrize("mention", [SHE, ANNA, ANNA_AGAIN, DOCTOR, SPEAKER, IT, LAST_SHE])
def test_a_mention_that_points_at_itself_is_somebody_new(mention: Place) -> None:
    found = heard((hearer.correct(mention, mention),))
    before = {place for place in chain_at(heard(), mention) if place < mention}
    assert mention in chain_at(found, mention)
    assert before.isdisjoint(chain_at(found, mention))
    assert found.problems == ()


def test_nothing_is_no_mention() -> None:
    found = heard((hearer.correct(SHE, None), hearer.correct(DOCTOR, "-")))
    assert {SHE, DOCTOR}.isdisjoint((e.utterance, e.head) for e in found.expressions)
    assert found.problems == ()


@pytest.mark.parametrize("profile", ["default", "paper"])
def test_a_pronoun_that_is_thought_to_mean_nothing_can_mean_something(profile: str) -> None:
    text = "The baby woke up. It rains."
    (it,) = heard(text=text).resolutions
    assert it.label == "pleonastic"
    found = heard((hearer.correct((2, 1), (1, 2)),), text=text, profile=profile)
    assert chain_at(found, (2, 1)) == {(1, 2), (2, 1)}
    assert found.resolutions[0].name == "the baby"


def test_a_clause_can_be_meant() -> None:
    text = "Tom broke the vase. That surprised Ida."
    (that,) = heard(text=text).resolutions
    assert that.entity == "BROKE (1.2)"
    thing = heard((hearer.correct(that, (1, 4)),), text=text)
    assert thing.resolutions[0].name == "the vase"
    again = heard((hearer.correct(that, "BROKE (1.2)"),), text=text)
    assert (again.resolutions[0].name, again.problems) == ("Tom broke the vase", ())


def test_a_mention_inside_another_is_corrected_alone() -> None:
    text = "Anna met Mia. Her brother called her mother."
    found = heard((hearer.correct((2, 1), (1, 3)),), text=text)
    assert (2, 1) in chain_at(found, (1, 3))
    assert chain_at(found, (2, 2)) == {(2, 2)}


def test_what_points_at_each_other_is_one_and_new() -> None:
    ring = (Correction(*SHE, "@2.3"), Correction(*HER, "@7.1"), Correction(*LAST_SHE, "@2.1"))
    found = heard(ring)
    assert chain_at(found, SHE) >= {SHE, HER, LAST_SHE}
    assert {ANNA, MIA}.isdisjoint(chain_at(found, SHE))


def test_corrections_of_pronouns_change_no_nouns_and_names() -> None:
    """Only pronouns may follow: that is how a hearer understands."""
    found = heard((hearer.correct(SHE, MIA),))
    nouns = [(e.utterance, e.head, e.entity) for e in found.expressions if not e.is_pronoun]
    before = [(e.utterance, e.head, e.entity) for e in heard().expressions if not e.is_pronoun]
    assert nouns == before


@pytest.mark.parametrize("wrong", ["she", (1,), None, 7, ("1", "2")])
def test_only_mentions_are_corrected(wrong: object) -> None:
    with pytest.raises(UsageError, match=r"found\.resolutions or found\.expressions"):
        hearer.correct(wrong, "ANNA")  # type: ignore[arg-type]


# Merge, split, rename, as the studio does it -----------------------------------------------------


def merge(found: Interpretation, one: str, other: str) -> Corrections:
    """Corrections by which both are one, called as `other` is."""
    both = {str(chain.entity): chain for chain in found.chains}
    first, *rest = sorted({*_places(both[one]), *_places(both[other])})
    names = {_pointer(first): both[other].name or ""} if first in _places(both[one]) else None
    return Corrections((hearer.correct(place, first) for place in rest), names)


def split(
    found: Interpretation, mention: Place, *, following: bool = False, name: str = ""
) -> Corrections:
    """Corrections by which a mention (and all that follow) is not the rest of its chain."""
    chain = sorted(chain_at(found, mention))
    new = [each for each in chain if each == mention or (following and each > mention)]
    old = [each for each in chain if each not in new]
    pinned = [hearer.correct(each, several[0]) for several in (old, new) for each in several]
    return Corrections(pinned, {_pointer(mention): name} if name else None)


def _pointer(place: Place) -> str:
    return f"@{place[0]}.{place[1]}"


@cases(__file__)
def test_two_are_one_after_a_merge_and_nouns_stay_where_they_are(
    one: str, other: str, name: str
) -> None:
    before = heard()
    both = {str(chain.entity): chain for chain in before.chains}
    wanted = {(e.utterance, e.head) for x in (one, other) for e in both[x].expressions}
    found = heard(merge(before, one, other))
    first = min(wanted)
    assert chain_at(found, first) >= wanted
    assert found.names[_entity_at(found, first)] == name
    assert nouns(found, wanted) == nouns(before, wanted)
    assert found.problems == ()


def _entity_at(found: Interpretation, place: Place) -> hearer.Entity:
    return next(e.referent for e in found.expressions if (e.utterance, e.head) == place)


@pytest.mark.parametrize("following", [False, True])
@pytest.mark.parametrize(
    "mention", [ANNA, SHE, HOME_SHE, ANNA_AGAIN, LAST_SHE, MIA, HER, SPEAKER, BOOK]
)
def test_a_split_takes_what_it_should_and_leaves_the_rest(mention: Place, following: bool) -> None:
    before = heard()
    chain = chain_at(before, mention)
    new = {place for place in chain if place == mention or (following and place > mention)}
    if new == chain:  # nothing is left to split it from
        assert chain_at(heard(split(before, mention, following=following)), mention) >= chain
        return
    found = heard(split(before, mention, following=following, name="Somebody"))
    assert chain_at(found, mention) & chain == new
    assert chain_at(found, min(chain - new)) & chain == chain - new
    assert "Somebody" in [each.name for each in found.chains]
    assert nouns(found, chain) == nouns(before, chain)
    assert found.problems == ()


def test_a_name_is_shown_wherever_names_are() -> None:
    text = "Anna met Tom. She thanked him. Her brother and she laughed. They left."
    told = Corrections(names={"ANNA": "Prof. Anna Keller"})
    found = heard(told, text=text)
    assert found.chains[0].name == found.resolutions[0].name == "Prof. Anna Keller"
    assert "Prof. Anna Keller's brother" in found.names.values()
    assert "Prof. Anna Keller thanked" in hearer.rewrite(found).text
    for to in ("json", "jsonl", "tsv", "text", "html"):
        assert "Prof. Anna Keller" in hearer.write(found, to=to), to
    for view in ("html", "latex"):
        assert "Prof. Anna Keller" in hearer.trace(found, view=view), view


def test_a_name_for_nobody_is_a_problem_and_no_error() -> None:
    found = hearer.resolve(TEXT, knowledge=Knowledge(names={"@9.9": "X", "ZORRO": "Y", "ANNA": ""}))
    assert [one.code for one in found.problems] == ["knowledge-name"] * 2
    assert (found.names, found.renamed) == (heard().names, {})


def test_one_thing_after_another() -> None:
    """As the studio does it: each step from what the last one led to; undo is to drop the last."""
    does: list[Callable[[Interpretation], Corrections]] = [
        lambda _: Corrections([hearer.correct(SHE, MIA)]),
        lambda found: merge(found, "DOCTOR", "MIA"),
        lambda found: split(found, HER, name="the cat"),
        lambda _: Corrections(names={"@1.3": "Dr. Mia Berg"}),
        lambda found: split(found, MIA, following=False),
    ]
    steps = [Corrections()]
    for step in does:
        steps.append(steps[-1] + step(heard(steps[-1])))
    merged, apart, named, last = map(heard, steps[2:])
    assert chain_at(merged, MIA) >= {MIA, SHE, DOCTOR}
    assert chain_at(apart, HER) & chain_at(merged, HER) == {HER}
    assert chain_at(named, MIA) == chain_at(apart, MIA)
    assert named.names[_entity_at(named, MIA)] == "Dr. Mia Berg"
    assert chain_at(last, MIA) & chain_at(named, MIA) == {MIA}
    assert chain_at(last, SHE) >= chain_at(named, MIA) - {MIA}
    assert chain_at(heard(steps[0]), SHE) >= {ANNA, SHE}


# Files and formats ----------------------------------------------------------------------------


def test_corrections_are_in_effect_in_every_format() -> None:
    found = heard((hearer.correct(SHE, MIA),))
    for to in ("corefud", "conll2012", "webanno", "brat", "json"):
        text = hearer.write(found, to=to)
        assert text != hearer.write(heard(), to=to), to
    read = json.loads(hearer.write(found, to="json"))
    mia = next(one for one in read["entities"] if one["entity"] == "MIA")
    places = [(e["utterance"], e["head"]) for n, e in enumerate(read["expressions"])
              if n in mia["expressions"]]  # fmt: skip
    assert SHE in places


@pytest.mark.parametrize("to", ["corefud", "conll2012", "webanno", "json"])
def test_what_was_merged_is_one_entity_in_files_that_are_read_again(to: str) -> None:
    before = heard()
    found = heard(merge(before, "DOCTOR", "MIA"))
    content = hearer.write(found, to=to).encode()
    (again,) = read_as(FORMATS.find(to), content, f"c.{to}")
    places = {DOCTOR: set[str](), MIA: set[str]()}
    for mention in entities_of(again).mentions:
        for first, last in mention.spans:
            for place, entities in places.items():
                if (first.utterance, first.word) <= place <= (last.utterance, last.word):
                    entities.add(mention.entity)
    assert places[DOCTOR] & places[MIA]


def test_corrections_join_and_the_later_counts() -> None:
    both = Corrections([Correction(2, 1, "ANNA")], {"X": "a"})
    both += [Correction(2, 1, "MIA")]
    both += Corrections(names={"X": "b"})
    assert (len(both), both.names) == (2, {"X": "b"})
    assert written(both) == "utterance\tword\tentity\n2\t1\tMIA\nname\tX\tb\n"
    assert chain_at(heard(both), SHE) >= {SHE, MIA}
    assert repr(both) == "<Corrections: 2 corrections, 1 name>"


UNSPOKEN = (Kind.SET, Kind.CLAUSE)
MENTIONS = [(e.utterance, e.head) for e in heard().expressions if e.kind not in UNSPOKEN]


@pytest.mark.untraced
@pytest.mark.parametrize("algorithm", ALGORITHMS.names())
def test_whatever_the_algorithm_is_merged_is_one_and_split_is_two(algorithm: str) -> None:
    text = hearer.resolve(Path("examples/story.txt")).discourse
    before = hearer.resolve(text, algorithm=algorithm)
    one, other = [chain for chain in before.chains if len(chain.expressions) > 1][:2]

    def after(told: Corrections) -> Interpretation:
        return hearer.resolve(text, algorithm=algorithm, knowledge=Knowledge(corrections=told))

    wanted = chain_at(before, _places(one)[0]) | chain_at(before, _places(other)[0])
    assert wanted <= chain_at(after(merge(before, one.entity, other.entity)), min(wanted))
    second = _places(one)[1]
    apart = after(split(before, second))
    assert chain_at(apart, second) & {*_places(one)} == {second}


def _places(chain: hearer.Chain) -> list[Place]:
    return [(e.utterance, e.head) for e in chain.expressions]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(MENTIONS), st.sampled_from(MENTIONS)), max_size=6))
def test_whatever_points_at_whatever_ends_in_one_chain(pairs: list[tuple[Place, Place]]) -> None:
    told = dict(pairs)
    found = heard(tuple(hearer.correct(mention, meant) for mention, meant in told.items()))
    assert found.problems == ()
    for mention, meant in told.items():
        assert meant in chain_at(found, mention)


def test_turns_of_a_conversation_are_called_as_an_earlier_turn_says() -> None:
    known = Knowledge(names={"@1.1": "Anna Keller"}, corrections=(Correction(2, 1, "@1.3"),))
    session = hearer.Session(knowledge=known)
    assert session.hear("Anna met Mia.").chains[0].name == "Anna Keller"
    (she,) = session.hear("She smiled.").resolutions
    assert she.entity == "MIA"
    again = hearer.Session.from_json(session.to_json())
    assert again.hear("Anna left.").chains[0].name == "Anna Keller"
