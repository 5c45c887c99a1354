"""The page stands alone, is well formed, and lets nothing of the text become markup."""

import json
import re
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from typing import Any, NamedTuple

import pytest

import hearer
from hearer.algorithms import ALGORITHMS
from hearer.model import Event, Interpretation, Step
from hearer.views.film import Scene, caption_of, frames, html
from tests.views.by_hand import other, table3, table3_prime, table5
from tests.views.pages import Page

ALL = (table3, table3_prime, table5, other, Interpretation())


class Shot(NamedTuple):
    """One frame of the film, as the page's script unfolds it."""

    word: int
    scene: str
    note: str
    state: tuple[int, ...]
    test: int
    notes: tuple[str, ...]


def film(page: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="film">(.*?)</script>', page, re.DOTALL)
    assert found
    told: dict[str, Any] = json.loads(found[1])
    return told | {"frames": list(unfolded(told))}


def unfolded(told: dict[str, Any]) -> Iterator[Shot]:
    """What trace.js does when the page is opened."""
    word, state = -1, list[int]()
    for frame in told["frames"]:
        ahead, scene, *rest = frame or [1, 0]
        note, change, test = (*rest, *("", None, -1)[len(rest) :])[:3]
        word += ahead
        if change:
            first, gone, *new = change
            state[first : first + gone] = new
        yield Shot(word, told["scenes"][scene], note, tuple(state), test, tuple(rest[3:]))


@pytest.mark.parametrize("found", ALL)
def test_every_tag_is_closed_and_nothing_is_fetched_from_anywhere(found: Interpretation) -> None:
    page = html(found)
    read = Page(page)
    assert read.tags.count("script") == 2
    assert not re.search(r"https?:|//\w|@import|url\(", page)
    names = {name for name, _ in read.attributes}
    assert names.isdisjoint({"src", "href", "action", "onclick", "onload"})


def test_the_text_never_becomes_markup() -> None:
    page = html(other, title="<script>alert(2)</script>")
    assert "<script>alert" not in page
    assert page.count("&lt;script&gt;alert(1)&lt;/script&gt;") == 1
    assert page.count("<script") == page.count("</script>") == 2
    assert "<script>alert(1)</script>" in Page(page).texts["span"]


def test_the_page_says_its_language_and_names_its_parts() -> None:
    page = Page(html(table3))
    assert ("lang", "en") in page.attributes
    assert {"h1", "h2", "main", "button"} <= set(page.tags)
    named = [value for name, value in page.attributes if name == "aria-labelledby"]
    ids = [value for name, value in page.attributes if name == "id"]
    assert named
    assert set(named) <= set(ids)
    assert len(ids) == len(set(ids))


def test_a_pronoun_is_looked_up_in_the_old_list_and_then_the_list_is_updated() -> None:
    look_up, update = (f for f in frames(table3) if f.heard and f.heard.text == "her")
    assert (look_up.scene, update.scene) == (Scene.LOOK_UP, Scene.UPDATE)
    assert [str(x) for x in look_up.state] == ["FRIEDMAN_U: Friedman", "BRENNAN_E: she"]
    assert [str(x) for x in update.state] == ["FRIEDMAN_U: Friedman", "BRENNAN_E: her"]


@pytest.mark.parametrize("found", ALL[:4])
def test_every_word_has_a_frame_and_every_state_is_a_change_of_the_one_before(
    found: Interpretation,
) -> None:
    page = html(found)
    told = film(page)
    words = len(re.findall('<span class="?w[" >]', page))
    assert words == sum(map(len, found.discourse.utterances))
    assert sorted({frame.word for frame in told["frames"]}) == list(range(words))
    for frame, shot in zip(told["frames"], frames(found), strict=True):
        surfaces = [told["elements"][n][3] for n in frame.state]
        assert surfaces == [element.expression.text for element in shot.state]


def test_the_film_tells_what_was_tested_and_why_it_failed() -> None:
    told = film(html(table3))
    looked_up = [frame for frame in told["frames"] if frame.scene == "Look up"]
    pronoun, word, tries = told["tests"][looked_up[1].test]
    names, outcomes = told["names"], told["outcomes"]
    assert (pronoun, word) == ("her", looked_up[1].word)
    shown = [[outcomes[outcome], back, *(names[n] for n in who)] for outcome, back, *who in tries]
    assert shown == [["✗ binding", 0, "Friedman"], ["✓", 0, "Brennan"]]


def test_weighed_candidates_are_told_the_heaviest_first() -> None:
    told = film(hearer.trace(hearer.resolve("Anna met Eva and Tom. She left."), view="html"))
    ((_, _, tries),) = told["tests"]
    outcomes = [told["outcomes"][outcome] for outcome, *_ in tries]
    assert outcomes[0].startswith("✓")
    assert not any(outcome.startswith("✓") for outcome in outcomes[1:])


def test_a_segment_has_a_frame_only_if_it_changes_the_list() -> None:
    first, second, *rest = table3.steps
    scenes = []
    for step in (first, second):
        begun = step._replace(parts=(Step((), event=Event.SEGMENT), *step.parts))
        steps = (begun, second, *rest) if step is first else (first, begun, *rest)
        shots = frames(replace(table3, steps=steps))
        scenes.append([shot.scene for shot in shots].count(Scene.SEGMENT))
    assert scenes == [0, 1]


def test_an_entity_has_one_colour_and_the_words_of_a_name_are_painted_together() -> None:
    page = html(table3)
    names = film(page)["names"]
    spans = re.findall(r'data-e="(\d+)" style="--h:(\d+)"', page)
    shown = [names[int(entity)] for entity, _ in spans]
    assert shown == ["Brennan", "Brennan", "Friedman", "Brennan", "Friedman"]
    assert len(set(spans)) == 2
    page = html(table5)
    mr, judge = map(film(page)["names"].index, ("Mr. Curtis", "judge"))
    assert re.search(rf'data-e="{mr}"[^>]*><span class=w>Mr.</span> <span class=w>Curtis<', page)
    assert re.search(rf'data-e="{judge}"[^>]*>ε</span> <span class=w>agreed</span>', page)


# What is said of each step --------------------------------------------------------------------


def told_of(text: str, **how: Any) -> list[tuple[str, str]]:
    """Scenes and sentences of all steps at which something happens."""
    shots = film(hearer.trace(hearer.resolve(text, **how), view="html"))["frames"]
    return [(shot.scene, shot.note) for shot in shots if shot.scene != "Read on"]


def test_a_subject_that_is_left_unspoken_is_told_as_such() -> None:
    for profile in ("paper", "default"):
        told = told_of("Anna met a judge and left.", profile=profile)
        ((_, note),) = [pair for pair in told if pair[0] == "Unspoken subject"]
        told_is = "ε, the subject that “left” leaves unspoken, realizes ANNA, now evoked"
        assert note.startswith(told_is)
    assert "ε is a subject that is left unspoken." in html(table5)
    assert "left unspoken" not in html(table3)


def test_what_leaves_the_list_and_how_a_pronoun_is_tested_is_told_as_the_algorithm_does() -> None:
    paper, default = (
        told_of("Anna met a judge. She left.", profile=name) for name in ("paper", "default")
    )
    assert ("End of utterance", "JUDGE leaves the list.") in paper
    assert "End of utterance" not in dict(default)  # it is not that far back
    looked_up = "“she” is a pronoun: the elements are tested until one passes."
    assert ("Look up", looked_up) in paper
    weighed = "“she” is a pronoun: every element is tested, and those that pass are weighed."
    assert ("Look up", weighed) in default


def test_an_algorithm_that_waits_for_the_end_of_an_utterance_says_so() -> None:
    told = told_of("Anna met Tom. She left.", algorithm="bfp")
    assert ("Update", "“she” is read.") in told
    assert ("Look up", "“she” is resolved at the end of the utterance.") in told
    shots = film(hearer.trace(hearer.resolve("Anna met Tom.", algorithm="bfp"), view="html"))
    assert [shot.notes for shot in shots["frames"] if shot.notes] == [
        ("centers: Cb = none; Cf = [ANNA, TOM]; first",)
    ]


def test_the_page_names_the_list_and_says_what_the_algorithm_does() -> None:
    page = hearer.trace(hearer.resolve("Anna left.", algorithm="bfp"), view="html")
    assert '<h2 id="list-heading">The list of bfp ' in page
    assert '<p class="order">Generate, filter and rank the Cb-Cf combinations of each' in page
    assert all(summary.endswith(".") for _, summary in map(caption_of, ALGORITHMS.ours))
    assert caption_of("my-own") == ("The list of my-own", "")


# Long texts -----------------------------------------------------------------------------------


@pytest.mark.untraced
def test_a_page_of_ten_thousand_words_has_all_steps_and_is_small_enough_to_send() -> None:
    """It has three pronouns in twelve words, as hardly any text has."""
    sentence = "When Anna met Tom in the town, she gave him her old red book. "
    page = hearer.trace(hearer.resolve(sentence * (10_000 // 14)), view="html")
    words = len(re.findall('<span class="?w[" >]', page))
    assert words >= 9_900
    assert film(page)["frames"][-1].word == words - 1
    assert len(page.encode()) < 2_000_000
    assert Page(page).tags


# Safety ---------------------------------------------------------------------------------------


def test_no_script_runs_but_the_one_that_the_policy_names() -> None:
    page = html(table3)
    script = page.rsplit("<script>", 1)[1].split("</script>")[0]
    digest = b64encode(sha256(script.encode()).digest()).decode()
    contents = [value or "" for name, value in Page(page).attributes if name == "content"]
    (policy,) = (value for value in contents if "src" in value)
    assert policy.startswith("default-src 'none'; ")
    assert f"script-src 'sha256-{digest}'" in policy
