"""The text: chains in colour, names above pronouns, mentions in mentions, and who is who."""

from __future__ import annotations

import hearer
from tests.conftest import EXAMPLES
from tests.web.studio.conftest import ON_A_DESK, Look, Studio

STORY = (EXAMPLES / "story.txt").read_text(encoding="utf-8")
TOGETHER = "document.querySelectorAll('#text .together').length"


def test_every_pronoun_has_above_it_whom_it_means(look: Look) -> None:
    studio = look(STORY)
    found = hearer.resolve(STORY)
    meant = [one.name for one in found.resolutions]
    titles = studio.js("[...document.querySelectorAll('#text .p')].map((p) => p.title)")
    assert [title.partition(" (probability")[0] for title in titles] == meant
    above = studio.texts("#text .p > ruby > rt")
    assert [name for name in above if not name.endswith("…")] == [n for n in meant if len(n) <= 22]
    assert len(meant) == 17
    assert studio.page.locator("#text .p:not(.c)").count() == 0
    # The text is there letter by letter, mentions stand in mentions, what is unspoken is shown.
    written = """[...document.querySelectorAll('#text .block')].map((block) => {
      const copy = block.cloneNode(true);
      for (const one of copy.querySelectorAll('rt, .eps')) one.remove();
      return copy.textContent.replace(/\\s+/g, ' ').trim();
    })"""
    paragraphs = [" ".join(one.split()) for one in STORY.split("\n\n")]
    assert studio.js(written) == paragraphs
    assert studio.text("#text h3") == "The Night Train"
    assert "her" in studio.texts("#text .m .m .w")
    assert studio.texts("#text .eps") == ["ε", "ε"]
    studio.page.click("#names-button")
    assert studio.page.locator("#text rt >> nth=0").is_hidden()
    assert studio.page.get_attribute("#names-button", "aria-pressed") == "false"
    studio.read("It is raining. Anna slept.")
    assert studio.texts("#text .none rt") == ["pleonastic"]


@ON_A_DESK
def test_a_chain_is_held_by_a_click_and_let_go_by_escape(look: Look, size: tuple[int, int]) -> None:
    studio = look(STORY, size)
    studio.page.click("#text .m.c >> nth=0")
    anna = studio.js(TOGETHER)
    assert anna == 10
    studio.page.click("#who-tab")
    assert studio.page.get_attribute("#who li >> nth=0 >> button", "aria-pressed") == "true"
    studio.page.mouse.move(1, 1)
    studio.key("Escape")
    assert studio.js(TOGETHER) == 0


def test_a_chain_is_shown_where_the_pointer_is_and_who_is_who_is_told(look: Look) -> None:
    studio = look(STORY)
    studio.page.hover("#text .m.c >> nth=0")
    studio.page.wait_for_function(f"() => {TOGETHER} === 10")
    studio.page.hover("#title")
    studio.page.wait_for_function(f"() => {TOGETHER} === 0")
    studio.page.click("#who-tab")
    assert studio.texts("#who li")[:2] == ["Anna Keller 10", "the old guard 6"]
    studio.page.click("#who li >> nth=1 >> button")
    assert studio.js(TOGETHER) == 6
    studio.page.fill("#who-find", "suit")
    assert studio.texts("#who li:not([hidden])") == ["Anna Keller's suitcase 2"]
    studio.page.fill("#who-find", "nobody at all")
    assert studio.text("#who-none") == "Nobody of that name."


def test_the_same_words_understood_otherwise_keep_their_nodes(look: Look) -> None:
    studio = look("Anna met Mia. She smiled at her.")
    studio.page.click("#text .p >> nth=0")
    above = "[...document.querySelectorAll('#text rt')].map((rt) => rt.textContent)"
    assert (studio.js(above), studio.js(TOGETHER)) == (["Anna", "Mia"], 2)
    kept = studio.js("""async () => {
      const { get, set } = await import("/static/store.js"), { film } = get();
      const first = document.querySelector("#text .w"), [she, her] = film.pronouns;
      const pronouns = [{ ...she, entity: her.entity, shown: her.shown }, her];
      const other = (one) => (one.pronoun === 0 ? { ...one, entity: her.entity } : one);
      const mentions = film.mentions.map(other);
      set({ film: { ...film, pronouns, mentions } });
      await Promise.resolve();
      return first.isConnected && document.querySelector("#text .p").matches(".selected");
    }""")
    assert kept
    assert (studio.js(above), studio.js(TOGETHER)) == (["Mia", "Mia"], 1)


@ON_A_DESK
def test_hostile_text_is_only_text(look: Look, size: tuple[int, int]) -> None:
    hostile = "</script><script>alert(1)</script> met <img src=x onerror=alert(2)>. She 🙂 שלום. "
    studio = look(hostile * 3 + "x" * 500, size)
    assert "alert(1)" in studio.js("document.getElementById('text').textContent")
    assert studio.js("document.querySelectorAll('#text img, #text script').length") == 0
    assert not studio.overflows


def test_colours_are_chosen_and_remembered(look: Look) -> None:
    studio = look("Anna slept. She dreamt.", scheme="light")
    ground = "getComputedStyle(document.body).backgroundColor"
    light = studio.js(ground)
    studio.page.click("#theme-button")
    assert studio.js(ground) == light
    studio.page.click("#theme-button")
    dark = studio.js(ground)
    assert dark != light
    again: Studio = look(context=studio.page.context)
    assert again.js(ground) == dark
    again.page.click("#theme-button")  # as the system has them
    assert again.js(ground) == light
