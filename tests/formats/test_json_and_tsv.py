"""What was understood, as JSON and as one row per pronoun."""

from __future__ import annotations

import json as standard_json

from hearer.formats import json, jsonl, tsv
from hearer.hearing import listen
from hearer.model import (
    Attempt,
    Constraint,
    Discourse,
    Element,
    Entity,
    Familiarity,
    Interpretation,
    Kind,
    Problem,
    ReferringExpression,
    Resolution,
    Segment,
    Step,
    Utterance,
    Verdict,
)

FIRST = Utterance.of("Brennan/PROPN/nsubj/2 drives/VERB/root/0 cars/NOUN/obj/2")
SECOND = Utterance(
    2,
    ("She", "waits"),
    ("she", "wait"),
    ("PRON", "VERB"),
    ("_", "_"),
    ("_", "_"),
    (2, 0),
    ("nsubj", "root"),
    (" ", " "),
    start=20,
    name="s-2",
)
DISCOURSE = Discourse((FIRST, SECOND), "a\tstory", "story.conllu")
BRENNAN = ReferringExpression(
    "Brennan", 1, 1.0, entity=Entity("BRENNAN"), familiarity=Familiarity.UNUSED, kind=Kind.NAME
)
CARS = ReferringExpression("cars", 1, 3.0, entity=Entity("CARS"), first=3, last=3, heard_at=3)
SHE = ReferringExpression("She", 2, 1.0, is_pronoun=True, kind=Kind.PRONOUN, first=1, last=1)


def heard_she() -> Interpretation:
    brennan = Element(Entity("BRENNAN"), 1, 1.0, Familiarity.UNUSED, BRENNAN)
    cars = Element(Entity("CARS"), 1, 3.0, Familiarity.BRAND_NEW, CARS)
    attempts = (Attempt(cars, Verdict(Constraint.AGREEMENT)), Attempt(brennan))
    resolved = ReferringExpression(
        "She", 2, 1.0, True, Entity("BRENNAN"), Familiarity.EVOKED, Kind.PRONOUN, first=1, last=1
    )
    return Interpretation(
        steps=(Step((brennan,), SHE, (Resolution(SHE, attempts, brennan),)),),
        expressions=(BRENNAN, CARS, resolved),
        segments=(Segment(1, 2),),
        problems=(Problem("story.conllu", 3, 1, "conllu-id", "'x' is no ID"),),
        algorithm="s-list",
        profile="paper",
        discourse=DISCOURSE,
    )


def test_a_row_says_where_the_pronoun_stands_what_it_means_and_what_failed() -> None:
    header, row = tsv.write([heard_she()]).decode().splitlines()
    assert header.split("\t") == list(tsv.COLUMNS)
    found = dict(zip(tsv.COLUMNS, row.split("\t"), strict=True))
    assert found == {
        "document": "a\\tstory",
        "utterance": "2",
        "sent_id": "s-2",
        "word": "1",
        "start": "20",
        "end": "23",
        "pronoun": "She",
        "antecedent": "Brennan",
        "antecedent_utterance": "1",
        "antecedent_word": "1",
        "entity": "BRENNAN",
        "distance": "1",
        "tested": "2",
        "failed": "CARS:agreement",
        "label": "resolved",
        "confidence": "",
        "name": "Brennan",
    }


def test_a_pronoun_without_antecedent_has_a_row_too() -> None:
    found = Interpretation(
        steps=(Step((), SHE, (Resolution(SHE, (), None),)),), discourse=DISCOURSE
    )
    row = tsv.write([found]).decode().splitlines()[1].split("\t")
    assert row == [
        "a\\tstory",
        "2",
        "s-2",
        "1",
        "20",
        "23",
        "She",
        *[""] * 5,
        "0",
        "",
        "unresolved",
        "",
        "",
    ]


def test_each_other_stands_whole_in_a_row() -> None:
    like = Utterance.of("They/PRON/nsubj/2 like/VERB/root/0 each/DET/det/4 other/ADJ/obj/2")
    each_other = ReferringExpression(
        "each other", 1, 3.0, is_pronoun=True, kind=Kind.RECIPROCAL, first=3, last=4
    )
    found = Interpretation(
        steps=(Step((), each_other, (Resolution(each_other, (), None),)),),
        discourse=Discourse((like,)),
    )
    row = tsv.write([found]).decode().splitlines()[1].split("\t")
    start, end = map(int, row[4:6])
    assert found.discourse.text[start:end] == "each other"


def test_json_has_the_whole_interpretation() -> None:
    found = standard_json.loads(json.write([heard_she()]))
    assert (found["schema"], found["algorithm"], found["profile"]) == (
        json.SCHEMA,
        "s-list",
        "paper",
    )
    assert found["text"] == "Brennan drives cars She waits "
    assert found["entities"] == [
        {"entity": "BRENNAN", "name": "Brennan", "expressions": [0, 2]},
        {"entity": "CARS", "name": "cars", "expressions": [1]},
    ]
    assert found["segments"] == [{"first": 1, "last": 2}]
    assert found["problems"] == [
        {
            "path": "story.conllu",
            "line": 3,
            "column": 1,
            "code": "conllu-id",
            "message": "'x' is no ID",
        }
    ]


def test_json_explains_every_resolution() -> None:
    (resolution,) = standard_json.loads(json.write([heard_she()]))["resolutions"]
    assert (resolution["pronoun"], resolution["antecedent"]) == (2, 0)
    tested = [(a["entity"], a["violated"], a["expression"]) for a in resolution["attempts"]]
    assert tested == [("CARS", "agreement", 1), ("BRENNAN", None, 0)]


def test_offsets_in_json_point_into_its_text() -> None:
    found = standard_json.loads(json.write([heard_she()]))
    text = found["text"]
    words = [word for utterance in found["utterances"] for word in utterance["words"]]
    assert [text[word["start"] : word["end"]] for word in words] == [w["form"] for w in words]
    assert len(words) == 5
    placed = [e for e in found["expressions"] if e["start"] is not None]
    assert [text[e["start"] : e["end"]] for e in placed] == ["cars", "She"]


def test_a_set_that_nobody_named_stands_nowhere_but_its_members_do() -> None:
    met = Utterance.of("Tom/PROPN/nsubj/2 met/VERB/root/0 Clara/PROPN/obj/2")
    left = Utterance.of("They/PRON/nsubj/2 left/VERB/root/0 together/ADV/advmod/2", number=2)
    found = listen(Discourse((met, left)), profile="default")

    row = standard_json.loads(jsonl.write([found]))

    assert row["entity"] == "{TOM, CLARA}"
    assert row["antecedent"] == {
        "text": "Tom and Clara",
        "start": None,
        "end": None,
        "sentence": 1,
        "members": [
            {"text": "Tom", "start": 0, "end": 3, "sentence": 1},
            {"text": "Clara", "start": 8, "end": 13, "sentence": 1},
        ],
    }
