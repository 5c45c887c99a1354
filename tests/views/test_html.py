"""The page stands alone, is well formed, and lets nothing of the text become markup."""

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

import pytest

from hearer.hearing import listen
from hearer.model import Discourse, Interpretation, Utterance
from hearer.views.trace import html
from hearer.views.trace.film import Scene, frames
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


def film(page: str) -> dict[str, list[dict[str, object]]]:
    found = re.search(r'<script type="application/json" id="film">(.*?)</script>', page, re.DOTALL)
    assert found
    value: dict[str, list[dict[str, object]]] = json.loads(found[1])
    return value


@pytest.mark.parametrize("found", ALL)
def test_every_tag_is_closed(found: Interpretation) -> None:
    page = Page(html.render(found))
    assert page.open == []
    assert page.tags.count("script") == 2


@pytest.mark.parametrize("found", ALL)
def test_nothing_is_fetched_from_anywhere(found: Interpretation) -> None:
    page = html.render(found)
    assert not re.search(r"https?:|//\w|@import|url\(", page)
    names = {name for name, _ in Page(page).attributes}
    assert names.isdisjoint({"src", "href", "action", "onclick", "onload"})


def test_the_text_never_becomes_markup() -> None:
    page = html.render(other, title="<script>alert(2)</script>")
    assert "<script>alert" not in page
    assert page.count("&lt;script&gt;alert(1)&lt;/script&gt;") == 2  # in the text, in the table
    assert "<script>alert(1)</script>" in Page(page).texts["span"]


def test_the_page_says_its_language_and_names_its_parts() -> None:
    page = Page(html.render(table3))
    assert ("lang", "en") in page.attributes
    assert {"h1", "h2", "caption", "th", "main", "button"} <= set(page.tags)
    named = [value for name, value in page.attributes if name == "aria-labelledby"]
    ids = [value for name, value in page.attributes if name == "id"]
    assert named
    assert set(named) <= set(ids)
    assert len(ids) == len(set(ids))


def test_the_table_is_the_papers_without_any_script() -> None:
    page = html.render(table3)
    rows = re.findall(r'<p class="state">(.*?)</p>', page)
    assert [re.sub("<sub>", "_", row) for row in rows][-3:] == [
        _small("S: [<Friedman>_E</sub>: she, <Brennan>_E</sub>: her]"),
        _small(
            "S: [<Friedman>_E</sub>: she, <Laguna Seca>_U</sub>: Laguna Seca, "
            "<Brennan>_E</sub>: her]"
        ),
        _small("S: [<Friedman>_E</sub>: she, <Laguna Seca>_U</sub>: Laguna Seca]"),
    ]
    assert "<p>races <b>her</b> on weekends.</p>" in page
    assert "<sub>BN<sup>A</sup></sub>: condition" in html.render(table5)


def _small(row: str) -> str:
    return re.sub("<([A-Z][^>]*)>", r'<span class="entity">\1</span>', row)


def test_a_pronoun_is_looked_up_in_the_old_list_and_then_the_list_is_updated() -> None:
    look_up, update = (f for f in frames(table3) if f.heard and f.heard.text == "her")
    assert (look_up.scene, update.scene) == (Scene.LOOK_UP, Scene.UPDATE)
    assert [str(x) for x in look_up.state] == ["FRIEDMAN_U: Friedman", "BRENNAN_E: she"]
    assert [str(x) for x in update.state] == ["FRIEDMAN_U: Friedman", "BRENNAN_E: her"]


def test_every_word_has_a_frame_and_every_frame_a_word_of_the_page() -> None:
    for found in (table3, table3_prime, table5, other):
        page = html.render(found)
        words = len(re.findall('<span class="w[" ]', page))
        shot = film(page)["frames"]
        assert words == sum(map(len, found.discourse.utterances))
        assert sorted({frame["word"] for frame in shot}) == list(range(words))  # type: ignore[type-var]


def test_the_film_has_every_state_as_a_change_of_the_one_before() -> None:
    for found in (table3, table3_prime, table5, other):
        told: dict[str, Any] = film(html.render(found))
        state: list[int] = []
        for frame, shot in zip(told["frames"], frames(found), strict=True):
            if frame["change"] is not None:
                first, gone, *new = frame["change"]
                state[first : first + gone] = new
            surfaces = [told["elements"][n][3] for n in state]
            assert surfaces == [element.expression.text for element in shot.state]


def test_the_film_tells_what_was_tested_and_why_it_failed() -> None:
    told: dict[str, Any] = film(html.render(table3))
    looked_up = [frame for frame in told["frames"] if frame["title"] == "Look up"]
    tests = [told["tests"][frame["tests"]] for frame in looked_up]
    names = [entity["name"] for entity in told["entities"]]
    friedman, brennan = names.index("Friedman"), names.index("Brennan")
    assert tests[1] == {
        "pronoun": "her",
        "tries": [[friedman, "✗ binding", 0], [brennan, "✓", 0]],
        "why": [],
    }


def test_one_entity_has_one_colour_wherever_it_is_mentioned() -> None:
    spans = re.findall(r'data-e="(\d+)"[^>]*title="([^"]*)" style="--h:(\d+)"', html.render(table3))
    assert [name for _, name, _ in spans] == [
        "Brennan",
        "Brennan",
        "Friedman",
        "Brennan",
        "Friedman",
    ]
    assert len(set(spans)) == 2


def test_the_words_of_a_name_are_painted_together() -> None:
    page = html.render(table5)
    assert re.search(
        r'title="Curtis"[^>]*><span class="w">Mr.</span> <span class="w">Curtis<', page
    )
    assert re.search(r'title="Judge"[^>]*>ε</span> <span class="w">agreed</span>', page)


def long_story() -> Interpretation:
    """Some more words than are shown step by step, with a pronoun in every sentence."""
    tree = (
        "Anna/PROPN/nsubj/2 slept/VERB/root/0 because/SCONJ/mark/6 she/PRON/nsubj/6 was/AUX/cop/6"
    )
    sentence = Utterance.of(f"{tree} tired/ADJ/advcl/2 ./PUNCT/punct/2")
    several = (html.LONGEST // len(sentence) + 10) * [sentence]
    numbered = [replace(one, number=n) for n, one in enumerate(several, start=1)]
    return listen(Discourse(tuple(numbered)), profile="paper")


def test_a_long_text_is_shown_whole_and_its_first_utterances_step_by_step() -> None:
    found = long_story()
    page = html.render(found)
    detailed = -(-html.LONGEST // 7)
    assert f"Shown are the first {detailed} utterances." in page
    assert page.count('<th scope="rowgroup"') == detailed
    assert page.count('<span class="w pronoun">she</span>') == len(found.discourse.utterances)
    assert {frame["label"] for frame in film(page)["frames"]} == {
        f"({n})" for n in range(1, detailed + 1)
    }
    assert Page(page).open == []


def test_all_of_a_short_text_is_shown_step_by_step() -> None:
    assert "Shown are the first" not in html.render(table5)
