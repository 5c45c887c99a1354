"""What entities are called: a full name, else a noun phrase, never a pronoun."""

from __future__ import annotations

import pytest

import hearer
from hearer.model import Entity, EntityKind, Kind, ReferringExpression
from hearer.names import Names, OwnNames, names_of
from tests.parsers.parses import needs_model

# A text, a pronoun in it, and who it means, by the words of the text.
CALLED = {
    "the full name though it comes later": (
        "Anna left early. She was tired. Anna Keller never came back.",
        "she",
        "Anna Keller",
    ),
    "the full name, not a part of it": (
        "Anna Keller sat down. Keller sighed. Then she slept.",
        "she",
        "Anna Keller",
    ),
    "a noun phrase with its modifiers": (
        "An old guard opened the gate. The guard yawned. He was tired.",
        "he",
        "the old guard",
    ),
    "a noun phrase without the clause behind it": (
        "The guard who had lost the key went home. He slept.",
        "he",
        "the guard",
    ),
    "whose it is": ("Anna Keller has a brother. Her brother sings. He is good.", "he", "brother"),
    "the members of a set": ("Anna Keller met Tom. They laughed.", "they", "Anna Keller and Tom"),
    "the name beside a noun": (
        "The old keeper, Elias Brandt, locked the door. He sighed.",
        "he",
        "Elias Brandt",
    ),
    "somebody, if nobody else": ("Someone left their umbrella.", "their", "someone"),
    "one of several, whole": ("One of the boys who ran lost his hat.", "his", "one of the boys"),
    "many of them, whole": ("Many of my friends sold their cars.", "their", "many of my friends"),
    "both, without what is set off": (
        "Both of the twins, tall and thin, hurt themselves.",
        "themselves",
        "both of the twins",
    ),
    "a quantity with its article": ("A lot of people came. They sang.", "they", "a lot of people"),
    "a couple": ("Dr. and Mrs. Hale met Anna. She liked them.", "them", "Dr. and Mrs. Hale"),
    "a hyphen": ("Mrs. O'Hara-Smythe slept. She snored.", "she", "Mrs. O'Hara-Smythe"),
    "never s/he": ("He's sure s/he can do it. He left.", "he", ""),
    "never one": ("One should mind one's manners. He slept.", "he", ""),
    "nobody": ("She came in. She sat down.", "she", ""),
    "nothing": ("It was raining.", "it", ""),
}


@needs_model
@pytest.mark.parametrize("case", CALLED)
def test_the_best_name_is(case: str) -> None:
    text, pronoun, name = CALLED[case]
    last = [r for r in hearer.resolve(text).resolutions if r.pronoun.text == pronoun][-1]
    assert last.name.endswith(name) if name else last.name == ""
    assert last.name.split()[:1] != [pronoun]
    assert last.is_named == bool(name)


@needs_model
def test_a_resolution_says_where_its_pronoun_stands() -> None:
    text = "Anna and Tom love each other. “She” is she."
    found = hearer.resolve(text)
    assert found.resolutions
    for resolution in found.resolutions:
        written = text[resolution.start : resolution.end].lower()
        assert written.startswith(resolution.pronoun.text.lower().split()[0])
    assert text[slice(found.resolutions[0].start, found.resolutions[0].end)] == "each other"
    assert found.resolutions[0].name == "Anna and Tom"


@needs_model
def test_while_it_is_heard_the_name_is_the_best_so_far() -> None:
    text = "Anna left. She ran. Anna Keller fell. She cried."
    heard = [r.name for step in hearer.follow(text) for r in step.resolutions]
    assert heard == ["Anna", "Anna Keller"]
    assert [r.name for r in hearer.resolve(text).resolutions] == ["Anna Keller"] * 2


@needs_model
def test_a_speaker_has_the_name_that_the_lines_give() -> None:
    heard = hearer.Session().hear("I am tired.", speaker="Anna Keller")
    assert [chain.name for chain in heard.chains] == ["Anna Keller"]


@needs_model
def test_a_stored_session_remembers_the_names() -> None:
    session = hearer.Session()
    session.hear("We saw Anna Keller.", speaker="Tom")
    again = hearer.Session.from_json(session.to_json())
    assert [r.name for r in again.hear("She waved.").resolutions] == ["Anna Keller"]


@needs_model
def test_names_make_no_difference_between_resolutions() -> None:
    text = "Anna left. She ran. Anna Keller fell."
    (early,) = [r for step in hearer.follow(text) for r in step.resolutions]
    (late,) = hearer.resolve(text).resolutions
    assert (early.name, late.name) == ("Anna", "Anna Keller")
    assert early == late
    assert hash(early.pronoun) == hash(late.pronoun)


def expression(text: str, entity: str, kind: Kind, utterance: int = 1) -> ReferringExpression:
    return ReferringExpression(text, utterance, 1.0, entity=Entity(entity), kind=kind)


def test_what_has_no_parse_is_called_by_its_text() -> None:
    said = [expression("the judge", "JUDGE", Kind.BARE), expression("he", "JUDGE", Kind.PRONOUN)]
    assert names_of(said, ()) == {"JUDGE": "the judge"}


def test_two_that_are_one_have_one_name() -> None:
    names = Names()
    names.hear(expression("Lyn", "LYN", Kind.NAME))
    speaker = Entity("I", EntityKind.SPEAKER)
    names.unify(speaker, Entity("LYN"))
    assert names.of([speaker, Entity("LYN"), Entity("SUE")]) == {
        "I": "Lyn",
        "LYN": "Lyn",
        "SUE": "",
    }


def test_who_was_named_long_ago_is_forgotten() -> None:
    names = Names()
    for n in range(21):
        names.hear(expression(f"N{n}", f"N{n}", Kind.NAME))
    names.forget(10)
    assert len(names.best) == 10
    assert names.name(Entity("N20")) == "N20"
    assert names.name(Entity("N0")) == ""


@needs_model
@pytest.mark.parametrize("key", ["@1.1", "ANNA"])
def test_the_last_turn_of_a_session_has_the_names_of_one_run(key: str) -> None:
    turns = (
        "Anna has a brother.",
        "Tom Miller met her brother.",
        "He liked him.",
    )
    knowledge = hearer.Knowledge(names={key: "Anna Keller"})
    session = hearer.Session(knowledge=knowledge)
    last = [session.hear(f"{turn} ") for turn in turns][-1]
    whole = hearer.resolve(" ".join(turns), knowledge=knowledge)

    assert [r.name for r in last.resolutions] == ["Tom Miller", "Anna Keller's brother"]
    assert dict(last.names).items() <= dict(whole.names).items()


def test_each_owner_has_a_name_of_its_own() -> None:
    names = OwnNames()
    owners = ("a", "b", "a", "b", "c")
    assert [names.own("story", owner) for owner in owners] == [
        "story",
        "story~2",
        "story",
        "story~2",
        "story~3",
    ]
    assert names.own("story~2", "d") == "story~2~2"
    assert OwnNames("{} ({})").own("story", "a") == "story"
