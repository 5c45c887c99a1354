"""A hearer can be copied, or stored as JSON, at any word: nothing changes afterwards.

Of every algorithm in every profile it goes with, and of every analysis: our own, one that was told
things, and one that knows the gold mentions.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hearer.algorithms import ALGORITHMS
from hearer.analysis.analyst import analyst_for
from hearer.errors import UsageError
from hearer.evaluation.gold import Gold, GoldMention, words_of
from hearer.evaluation.gold_analyst import gold_analysis
from hearer.hearing import Analysis, Hearer
from hearer.model import Discourse, Step, Word
from hearer.model.state import restore, stored
from hearer.profiles import Profile, how_to_hear
from hearer.session.informed import analysis_with
from hearer.session.knowledge import Correction, Knowledge
from tests.strategies import parsed_discourses

pytestmark = pytest.mark.untraced
FEW, MANY = settings(max_examples=5), settings(max_examples=100)


VARIANTS: list[tuple[str, dict[str, object]]] = [
    ("hobbs", {"contra_index": True}),
    ("lrc", {"n": None}),
]


def profiles() -> dict[str, Profile]:
    """Every algorithm in every profile that it goes with, some with other options."""
    found = {f"{name} otherwise": how_to_hear(name, "paper", other) for name, other in VARIANTS}
    for algorithm in ALGORITHMS.names():
        for profile in ("default", "paper"):
            try:
                found[f"{algorithm} {profile}"] = how_to_hear(algorithm, profile, {})
            except UsageError:
                continue
    return found


PROFILES = profiles()


def test_every_algorithm_has_a_profile() -> None:
    heard = {how.algorithm for how in PROFILES.values()}
    assert heard == set(ALGORITHMS.names())
    assert {"s-list paper", "weighted-s-list default"} <= set(PROFILES)


# Analyses -------------------------------------------------------------------------------------

NOUNS = frozenset({"NOUN", "PROPN", "PRON"})
TOLD = Knowledge(
    pronouns={"Brennan": "they/them"},
    corrections=(
        Correction(1, 1, "SOMEBODY"),
        Correction(2, 1, "@1.1"),
        Correction(3, 2, "NOBODY"),
    ),
)


def told(discourse: Discourse, how: Profile, data: st.DataObject) -> Analysis:
    return analysis_with(TOLD, how)


def plain(discourse: Discourse, how: Profile, data: st.DataObject) -> Analysis:
    return analyst_for


def gold(discourse: Discourse, how: Profile, data: st.DataObject) -> Analysis:
    """Gold in which any noun may realize any of three entities."""
    starts = words_of(discourse)
    heads = [
        starts[utterance.number] + n
        for utterance in discourse.utterances
        for n, upos in enumerate(utterance.upos, start=1)
        if upos in NOUNS
    ]
    entities = [data.draw(st.sampled_from(["e1", "e2", "e3"])) for _ in heads]
    mentions = tuple(
        GoldMention(entity, (head,), head) for entity, head in zip(entities, heads, strict=True)
    )
    known = Gold(
        name="",
        genre="",
        forms=(),
        upos=(),
        xpos=(),
        relations=(),
        heads=(),
        sentences=(),
        mentions=mentions,
    )
    return gold_analysis(known, discourse)


ANALYSES = {"plain": plain, "told": told, "gold": gold}
EVERY = [
    (how, analysis)
    for how in PROFILES
    for analysis in (["plain"] if how.endswith("otherwise") else ANALYSES)
]
every = pytest.mark.parametrize(("how", "analysis"), EVERY, ids=map(" ".join, EVERY))


# Going on -------------------------------------------------------------------------------------


def from_json(hearer: Hearer, new: Callable[[], Hearer]) -> Hearer:
    """A new hearer that goes on from the JSON of another."""
    other = new()
    restore(other, json.loads(json.dumps(stored(hearer))))
    return other


def heard(hearer: Hearer, words: list[Word]) -> list[Step]:
    return [hearer.hear(word) for word in words]


def goes_on(how: str, analysis: str, drawn: tuple[Discourse, st.DataObject]) -> None:
    """What is heard after any word is the same, and the first hearer goes on undisturbed."""
    discourse, data = drawn
    profile = PROFILES[how]
    made = ANALYSES[analysis](discourse, profile, data)
    new = partial(Hearer, profile=profile, analysis=made)
    words = list(discourse.words)
    n = data.draw(st.integers(0, len(words)))
    without, hearer = new(), new()
    expected = heard(without, words)
    assert heard(hearer, words[:n]) == expected[:n]

    copied, restored = hearer.copy(), from_json(hearer, new)
    for each in (copied, restored, hearer):
        assert heard(each, words[n:]) == expected[n:]
    assert copied.finish() == without.finish()
    assert hearer.finish() == without.finish()


@every
@FEW
@given(parsed_discourses(), st.data())
def test_a_hearer_copied_or_stored_at_any_word_goes_on(
    how: str, analysis: str, discourse: Discourse, data: st.DataObject
) -> None:
    goes_on(how, analysis, (discourse, data))


@pytest.mark.slow
@every
@MANY
@given(parsed_discourses(), st.data())
def test_so_it_does_in_many_texts(
    how: str, analysis: str, discourse: Discourse, data: st.DataObject
) -> None:
    goes_on(how, analysis, (discourse, data))
