"""The page stands alone, is well formed, and lets nothing of the text become markup."""

import json
import re
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterator
from hashlib import sha256
from html import unescape
from html.parser import HTMLParser
from typing import Any, NamedTuple

import pytest

import hearer
from hearer.algorithms import ALGORITHMS
from hearer.model import Interpretation
from hearer.views.film import CAPTIONS, Scene, frames, html
from hearer.views.trace import terminal
from tests.views.by_hand import other, table3, table3_prime, table5

VOID = {"meta", "input", "br", "hr", "link", "img"}
ALL = (table3, table3_prime, table5, other, Interpretation())


class Page(HTMLParser):
    """Checks that tags are balanced, and collects the text by tag."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.texts: dict[str, str] = {}
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes.extend(attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        tag = self.open[-1] if self.open else ""
        self.texts[tag] = self.texts.get(tag, "") + data


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
    if isinstance(told["weights"], str):
        told["weights"] = json.loads(zlib.decompress(b64decode(told["weights"])))
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
def test_every_tag_is_closed(found: Interpretation) -> None:
    page = Page(html(found))
    assert page.open == []
    assert page.tags.count("script") == 2


@pytest.mark.parametrize("found", ALL)
def test_nothing_is_fetched_from_anywhere(found: Interpretation) -> None:
    page = html(found)
    assert not re.search(r"https?:|//\w|@import|url\(", page)
    names = {name for name, _ in Page(page).attributes}
    assert names.isdisjoint({"src", "href", "action", "onclick", "onload"})


def test_the_text_never_becomes_markup() -> None:
    page = html(other, title="<script>alert(2)</script>")
    assert "<script>alert" not in page
    assert page.count("&lt;script&gt;alert(1)&lt;/script&gt;") == 2  # in the text, in the table
    assert page.count("<script") == page.count("</script>") == 2
    assert "<script>alert(1)</script>" in Page(page).texts["span"]


def test_the_page_says_its_language_and_names_its_parts() -> None:
    page = Page(html(table3))
    assert ("lang", "en") in page.attributes
    assert {"h1", "h2", "figcaption", "pre", "main", "button"} <= set(page.tags)
    named = [value for name, value in page.attributes if name == "aria-labelledby"]
    ids = [value for name, value in page.attributes if name == "id"]
    assert named
    assert set(named) <= set(ids)
    assert len(ids) == len(set(ids))


def test_the_table_is_the_papers_without_any_script() -> None:
    (table,) = re.findall("<pre[^>]*>(.*?)</pre>", html(table3), re.DOTALL)
    assert unescape(table).strip("\n") == terminal(table3).strip("\n")


def test_a_pronoun_is_looked_up_in_the_old_list_and_then_the_list_is_updated() -> None:
    look_up, update = (f for f in frames(table3) if f.heard and f.heard.text == "her")
    assert (look_up.scene, update.scene) == (Scene.LOOK_UP, Scene.UPDATE)
    assert [str(x) for x in look_up.state] == ["FRIEDMAN_U: Friedman", "BRENNAN_E: she"]
    assert [str(x) for x in update.state] == ["FRIEDMAN_U: Friedman", "BRENNAN_E: her"]


def test_every_word_has_a_frame_and_every_frame_a_word_of_the_page() -> None:
    for found in (table3, table3_prime, table5, other):
        page = html(found)
        words = len(re.findall('<span class="?w[" >]', page))
        assert words == sum(map(len, found.discourse.utterances))
        assert sorted({frame.word for frame in film(page)["frames"]}) == list(range(words))


def test_the_film_has_every_state_as_a_change_of_the_one_before() -> None:
    for found in (table3, table3_prime, table5, other):
        told = film(html(found))
        for frame, shot in zip(told["frames"], frames(found), strict=True):
            surfaces = [told["elements"][n][3] for n in frame.state]
            assert surfaces == [element.expression.text for element in shot.state]


def test_the_film_tells_what_was_tested_and_why_it_failed() -> None:
    told = film(html(table3))
    looked_up = [frame for frame in told["frames"] if frame.scene == "Look up"]
    pronoun, word, tries = told["tests"][looked_up[1].test]
    names, outcomes = told["names"], told["outcomes"]
    assert (pronoun, word) == ("her", looked_up[1].word)
    assert [
        [outcomes[outcome], back, *map(names.__getitem__, who)] for outcome, back, *who in tries
    ] == [
        ["✗ binding", 0, "Friedman"],
        ["✓", 0, "Brennan"],
    ]


def test_one_entity_has_one_colour_wherever_it_is_mentioned() -> None:
    page = html(table3)
    names = film(page)["names"]
    spans = re.findall(r'data-e="(\d+)" style="--h:(\d+)"', page)
    assert [names[int(entity)] for entity, _ in spans] == [
        "Brennan",
        "Brennan",
        "Friedman",
        "Brennan",
        "Friedman",
    ]
    assert len(set(spans)) == 2


def test_the_words_of_a_name_are_painted_together() -> None:
    page = html(table5)
    curtis, judge = map(film(page)["names"].index, ("Curtis", "Judge"))
    assert re.search(
        rf'data-e="{curtis}"[^>]*><span class=w>Mr.</span> <span class=w>Curtis<', page
    )
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
        assert note.startswith(
            "ε, the subject that “left” leaves unspoken, realizes ANNA, now evoked"
        )


def test_only_a_page_that_has_an_unspoken_subject_explains_the_sign() -> None:
    assert "ε is a subject that is left unspoken." in html(table5)
    assert "left unspoken" not in html(table3)


def test_what_leaves_the_list_is_named_with_the_reason_that_the_algorithm_has() -> None:
    story = "Anna met a judge. She left."
    assert (
        "End of utterance",
        "JUDGE leaves the list: not realized in this utterance.",
    ) in told_of(story, profile="paper")
    stays = [scene for scene, _ in told_of(story, profile="default")]
    assert "End of utterance" not in stays  # it is not that far back


def test_an_algorithm_that_waits_for_the_end_of_an_utterance_says_so() -> None:
    told = told_of("Anna met Tom. She left.", algorithm="bfp")
    assert ("Update", "“she” is heard; it is understood when the utterance is over.") in told
    assert ("Look up", "“she” had to wait for the end of the utterance.") in told
    shots = film(hearer.trace(hearer.resolve("Anna met Tom.", algorithm="bfp"), view="html"))
    assert [shot.notes for shot in shots["frames"] if shot.notes] == [
        ("centers: Cb = none; Cf = [ANNA, TOM]; first",)
    ]


def test_a_pronoun_that_is_weighed_is_told_so_and_one_that_is_looked_up_is_not() -> None:
    story = "Anna met a judge. She left."
    assert ("Look up", "“she” is a pronoun: the elements are tested until one passes.") in told_of(
        story, profile="paper"
    )
    weighed = "“she” is a pronoun: every element is tested, and those that pass are weighed."
    assert ("Look up", weighed) in told_of(story, profile="default")


def test_every_algorithm_has_a_caption_of_its_own() -> None:
    assert set(CAPTIONS) == set(ALGORITHMS.ours)
    assert all(caption.name and caption.order for caption in CAPTIONS.values())


@pytest.mark.parametrize(
    ("how", "caption"),
    [
        ({"profile": "paper"}, "The S-list after each step, by information status"),
        ({"profile": "default"}, "The weighted S-list after each step, by how often"),
        ({"algorithm": "bfp"}, "Cf, the forward-looking centers of the last utterance read after"),
    ],
)
def test_the_caption_is_that_of_the_profile(how: dict[str, Any], caption: str) -> None:
    page = hearer.trace(hearer.resolve("Anna met a judge. She left.", **how), view="html")
    (found,) = re.findall("<figcaption>(.*?)</figcaption>", page)
    assert found.startswith(caption)
    assert ("Behind each candidate that passes" in found) == (how.get("profile") == "default")
    assert "as in the paper" not in found


# Long texts -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def long_page() -> str:
    """Ten thousand words with three pronouns in twelve, as hardly any text has."""
    sentence = "When Anna met Tom in the town, she gave him her old red book. "
    return hearer.trace(hearer.resolve(sentence * (10_000 // 14)), view="html")


@pytest.mark.untraced
def test_all_steps_of_a_long_text_can_be_reached(long_page: str) -> None:
    words = len(re.findall('<span class="?w[" >]', long_page))
    assert words >= 9_900
    assert film(long_page)["frames"][-1].word == words - 1


@pytest.mark.untraced
def test_a_page_of_ten_thousand_words_is_small_enough_to_send(long_page: str) -> None:
    assert len(long_page.encode()) < 2_000_000
    (table,) = re.findall("<pre[^>]*>(.*?)</pre>", long_page, re.DOTALL)
    shown = len(re.findall(r"^\(\d+\)", table, re.MULTILINE))
    total = long_page.count('<span class="label">')
    assert 0 < shown < total
    assert f"Shown are the first {shown} of {total} utterances; the steps above go on." in long_page
    assert Page(long_page).open == []


def test_all_of_a_short_text_is_in_the_table() -> None:
    assert "Shown are the first" not in html(table5)


# Safety ---------------------------------------------------------------------------------------


def test_no_script_runs_but_the_one_that_the_policy_names() -> None:
    page = html(table3)
    script = page.rsplit("<script>", 1)[1].split("</script>")[0]
    digest = b64encode(sha256(script.encode()).digest()).decode()
    (policy,) = (
        value
        for name, value in Page(page).attributes
        if name == "content" and "src" in (value or "")
    )
    assert policy is not None
    assert policy.startswith("default-src 'none'; ")
    assert f"script-src 'sha256-{digest}'" in policy
