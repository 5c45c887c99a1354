"""What the studio is given: the text, its mentions and pronouns, and the list as it moves."""

from __future__ import annotations

import json
from typing import Any

import pytest

import hearer
from hearer.escape import as_json
from hearer.model import Interpretation, Kind
from hearer.views.film import studio as film

STORY = """Anna Keller met Mia at the station. She gave her a book. It surprised Mia.

"I like it," she said. Tom and Ida came. They laughed, and left. It was raining."""
HOSTILE = [
    "",
    "   \n\n  ",
    "She",
    "\u202eShe\u2066 smiled\x1b[31m. \x00It\x07 was.",
    "<script>alert(1)</script> Anna & she </script>",
    "Anna\r\n\r\n\tShe  met\u00a0her\u2028it.\n",
    "caf\udce9 she \ud800 it",
    "🙂 Anna 👩‍👧 she; " * 5,
]


def filmed(found: Interpretation) -> dict[str, Any]:
    """As the page gets it: through JSON."""
    read: dict[str, Any] = json.loads(as_json(film(found)))
    return read


def text_of(shown: dict[str, Any]) -> str:
    words = (
        word + space
        for utterance in shown["utterances"]
        for word, space in zip(utterance["words"], utterance["spaces"], strict=True)
    )
    return "".join(words)


@pytest.mark.parametrize("text", [*HOSTILE, STORY])
def test_words_and_spaces_give_the_text_back(text: str) -> None:
    found = hearer.resolve(text)
    assert found.discourse.before + text_of(filmed(found)) == found.discourse.text == text


def test_every_pronoun_is_there_and_says_who_is_meant() -> None:
    found = hearer.resolve(STORY)
    shown = filmed(found)
    told = {(one["utterance"], one["word"]): one for one in shown["pronouns"]}
    for one in found.resolutions:
        pronoun = told[one.pronoun.utterance, one.pronoun.head]
        entity = pronoun["entity"]
        meant = None if entity is None else shown["entities"][entity]["id"]
        assert (meant, pronoun["label"]) == (one.entity, str(one.label))
        assert pronoun["confidence"] == one.confidence
    speakers = [e for e in found.expressions if e.kind is Kind.SPEAKER]
    assert speakers
    for speaker in speakers:
        pronoun = told[speaker.utterance, speaker.head]
        assert shown["entities"][pronoun["entity"]]["id"] == speaker.entity
        assert (pronoun["text"], pronoun["candidates"]) == ("I", [])
    assert [*told] == sorted(told)
    assert len(told) == len(found.resolutions) + len(speakers)
    assert told[2, 1]["text"] == "She"


def test_every_mention_has_words_and_an_entity_and_no_word_is_painted_twice() -> None:
    found = hearer.resolve(STORY)
    shown = filmed(found)
    lengths = {one["number"]: len(one["words"]) for one in shown["utterances"]}
    painted: list[tuple[int, int]] = []
    for mention in shown["mentions"]:
        assert 1 <= mention["first"] <= mention["head"] <= mention["last"]
        assert mention["last"] <= lengths[mention["utterance"]]
        if mention["shown"]:
            first, last = mention["shown"]
            painted += [(mention["utterance"], n) for n in range(first, last + 1)]
    assert len(painted) == len(set(painted)) > 10
    heard = [(e.utterance, e.head, str(e.kind)) for e in found.expressions]
    told = [(one["utterance"], one["head"], one["kind"]) for one in shown["mentions"]]
    assert sorted(told) == sorted(heard)
    kinds = {one["kind"] for one in shown["mentions"]}
    assert {"name", "definite", "pronoun", "set", "first or second person", "ellipsis"} <= kinds


def test_times_and_names_are_those_of_the_chains() -> None:
    found = hearer.resolve(STORY)
    entities = {one["id"]: one for one in filmed(found)["entities"]}
    for chain in found.chains:
        shown = entities[chain.entity]
        if any(one.label == "pleonastic" for one in found.resolutions
               if one.pronoun.id == chain.expressions[0].id):  # fmt: skip
            assert shown["times"] == 0
            continue
        spoken = sum(e.is_spoken for e in found.expressions if e.entity == chain.entity)
        assert shown["times"] >= spoken == len(chain.expressions)
        assert not chain.name or shown["name"].strip("“”") == chain.name
    assert all(one["name"] for one in entities.values())


def test_who_is_not_known_is_not_called_by_numbers_and_nothing_mentions_nobody() -> None:
    text = "Have you seen Leo? She did. It rains, and it fell."
    shown = filmed(hearer.resolve(text, precision=0.99))
    names = [one["name"] for one in shown["entities"]]
    assert not [name for name in names if "?" in name or "[" in name]
    assert names == shown["film"]["names"]
    you, she, *_ = shown["pronouns"]
    assert (you["shown"], names[you["entity"]]) == ("the addressee",) * 2
    assert she["label"] != "resolved"
    shown = filmed(hearer.resolve("It is raining. Anna left."))
    (it,) = [one for one in shown["mentions"] if one["pronoun"] == 0]
    assert (it["entity"], shown["pronouns"][0]["label"]) == (None, "pleonastic")
    assert [one["id"] for one in shown["entities"] if one["times"]] == ["ANNA"]


# Corrections ----------------------------------------------------------------------------------


def test_what_was_corrected_to_nothing_can_still_be_pointed_at() -> None:
    told = {(2, 1): "@1.4", (2, 3): "-", (1, 7): "-"}
    corrections = [hearer.Correction(*place, entity) for place, entity in told.items()]
    found = hearer.resolve(STORY, knowledge=hearer.Knowledge(corrections=tuple(corrections)))
    shown = film(found, [(2, 3), (1, 7)])
    pronouns: Any = shown["pronouns"]
    mentions: Any = shown["mentions"]
    labels = [(one["text"], one["label"]) for one in pronouns]
    assert labels[:2] == [("She", "resolved"), ("her", "nothing")]
    assert [one["head"] for one in mentions if one["kind"] == "nothing"] == [7, 3]


def test_names_that_somebody_gave_are_shown() -> None:
    known = hearer.Knowledge(names={"@1.1": "Prof. Keller"})
    shown = filmed(hearer.resolve(STORY, knowledge=known))
    names = {one["id"]: one["name"] for one in shown["entities"]}
    assert names["KELLER"] == "Prof. Keller"
    assert "Prof. Keller" in shown["film"]["names"]
    assert "Prof. Keller" in {one["shown"] for one in shown["pronouns"]}
