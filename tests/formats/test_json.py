"""Interpretations as JSON and as one row per pronoun, and our JSON read back."""

from __future__ import annotations

import json as standard_json
import time
from dataclasses import replace
from pathlib import Path

import pytest

import hearer
from hearer.formats import json, jsonl, tsv
from hearer.formats.annotation import entities_of
from hearer.formats.entities import in_words
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
from hearer.testing import discourse_of
from tests.conftest import EXAMPLES
from tests.parsers.parses import needs_model
from tests.timing import seconds

FIRST = Utterance.of("Brennan/PROPN/nsubj/2 drives/VERB/root/0 cars/NOUN/obj/2")
SECOND = replace(Utterance.of("She/PRON/nsubj/2 waits/VERB/root/0", number=2), start=20, name="s-2")
DISCOURSE = Discourse((FIRST, SECOND), "a\tstory", "story.conllu")
SHE = ReferringExpression(
    "She", 2, 1.0, is_pronoun=True, kind=Kind.PRONOUN, first=1, last=1, start=20, end=23
)
TEXT = (
    "Mrs. O'Hara put the kettle on its stove. She sighed. Her brother Tom hated it, but this he "
    "hid. Nobody knew whose it was; hers was blue."
)


def heard_she() -> Interpretation:
    name = ReferringExpression(
        "Brennan", 1, 1.0, entity=Entity("BRENNAN"), familiarity=Familiarity.UNUSED, kind=Kind.NAME
    )
    noun = ReferringExpression("cars", 1, 3.0, entity=Entity("CARS"), first=3, last=3, heard_at=3)
    noun = replace(noun, start=15, end=19)
    brennan, cars = Element.of(name), Element.of(noun)
    attempts = (Attempt(cars, Verdict(Constraint.AGREEMENT)), Attempt(brennan))
    resolved = replace(SHE, entity=Entity("BRENNAN"), familiarity=Familiarity.EVOKED)
    return Interpretation(
        steps=(
            Step((brennan,), SHE, (Resolution(SHE, attempts, brennan).placed(SECOND, "Brennan"),)),
        ),
        expressions=(name, noun, resolved),
        segments=(Segment(1, 2),),
        problems=(Problem("story.conllu", 3, 1, "conllu-id", "'x' is no ID"),),
        algorithm="s-list",
        profile="paper",
        discourse=DISCOURSE,
        names={Entity("BRENNAN"): "Brennan", Entity("CARS"): "cars"},
    )


def row(found: Interpretation) -> str:
    header, one = tsv.write([found]).decode().splitlines()
    assert header == "\t".join(tsv.COLUMNS)
    return one


def unresolved(pronoun: ReferringExpression, discourse: Discourse) -> Interpretation:
    one = Resolution(pronoun, (), None)
    said = [one.placed(u, "") for u in discourse.utterances if u.number == pronoun.utterance]
    step = Step((), pronoun, tuple(said or [one]))
    return Interpretation(steps=(step,), discourse=discourse)


def test_a_row_says_where_the_pronoun_stands_what_it_means_and_what_failed() -> None:
    assert row(heard_she()) == (
        "a\\tstory\t2\ts-2\t1\t20\t23\tShe\tBrennan\t1\t1\tBRENNAN\t1\t2\tCARS:agreement\tresolved"
        "\t\tBrennan"
    )
    # So it is without an antecedent.
    shown = "a\\tstory\t2\ts-2\t1\t20\t23\tShe\t\t\t\t\t\t0\t\tunresolved\t\t"
    assert row(unresolved(SHE, DISCOURSE)) == shown
    nowhere = replace(SHE, utterance=7)
    shown = "a\\tstory\t7\t\t1\t\t\tShe\t\t\t\t\t\t0\t\tunresolved\t\t"
    assert row(unresolved(nowhere, DISCOURSE)) == shown


def test_each_other_stands_whole_in_a_row_and_what_is_not_said_nowhere() -> None:
    like = Utterance.of("They/PRON/nsubj/2 like/VERB/root/0 each/DET/det/4 other/ADJ/obj/2")
    both = ReferringExpression(
        "each other", 1, 3.0, is_pronoun=True, kind=Kind.RECIPROCAL, first=3, last=4
    )
    assert row(unresolved(both, Discourse((like,)))).split("\t")[4:7] == ["10", "20", "each other"]
    zero = ReferringExpression("ε", 1, 1.5, is_pronoun=True, kind=Kind.ELLIPSIS)
    assert row(unresolved(zero, Discourse((like,)))).split("\t")[4:7] == ["5", "5", "ε"]


def test_json_has_the_whole_interpretation_and_explains_every_resolution() -> None:
    found = standard_json.loads(json.write([heard_she()]))
    stated = found["schema"], found["algorithm"], found["profile"], found["text"]
    assert stated == (json.SCHEMA, "s-list", "paper", "Brennan drives cars She waits ")
    assert found["entities"] == [
        {"entity": "BRENNAN", "name": "Brennan", "expressions": [0, 2]},
        {"entity": "CARS", "name": "cars", "expressions": [1]},
    ]
    assert found["segments"] == [{"first": 1, "last": 2}]
    problem = ["story.conllu", 3, 1, "conllu-id", "'x' is no ID"]
    assert list(found["problems"][0].values()) == problem
    (resolution,) = found["resolutions"]
    assert (resolution["pronoun"], resolution["antecedent"]) == (2, 0)
    tested = [(a["entity"], a["violated"], a["expression"]) for a in resolution["attempts"]]
    assert tested == [("CARS", "agreement", 1), ("BRENNAN", None, 0)]
    text = found["text"]  # and offsets point into it
    words = [word for utterance in found["utterances"] for word in utterance["words"]]
    assert [text[word["start"] : word["end"]] for word in words] == [w["form"] for w in words]
    assert len(words) == 5
    placed = [e for e in found["expressions"] if e["start"] is not None]
    assert [text[e["start"] : e["end"]] for e in placed] == ["cars", "She"]


# Read back --------------------------------------------------------------------------------------


@pytest.mark.parametrize("algorithm", ["s-list", "bfp", "lappin-leass"])
@pytest.mark.parametrize("name", ["table3", "table4", "table5"])
def test_our_json_is_read_as_it_was_written(name: str, algorithm: str) -> None:
    for discourse in hearer.read(EXAMPLES / f"{name}.conllu"):
        found = hearer.resolve(discourse, algorithm=algorithm)
        (again,) = (reading := json.read(json.write([found])))
        assert reading.problems == ()
        assert (again.name, again.text) == (discourse.name, discourse.text)
        assert again.utterances == tuple(
            replace(one, language="", empty_nodes=(), stated=()) for one in discourse.utterances
        )
        told = {(e.entity, e.utterance, e.first, e.last) for e in found.expressions if e.first}
        mentions = entities_of(again).mentions
        assert {(one.entity, *(in_words(one) or ())) for one in mentions} == told
        assert len(told) > 3


@needs_model
def test_json_is_resolved_and_evaluated_as_the_text_it_was_made_of(tmp_path: Path) -> None:
    found = hearer.resolve(TEXT)
    ours, conllu = tmp_path / "story.json", tmp_path / "story.conllu"
    ours.write_text(hearer.write(found, to="json"))
    conllu.write_text(hearer.write(found, to="corefud"))
    meant = [(one.start, one.end, one.name, str(one.label)) for one in found.resolutions]
    assert len(meant) >= 6
    for file in (ours, conllu):
        again = hearer.resolve(file).resolutions
        assert [(one.start, one.end, one.name, str(one.label)) for one in again] == meant
    assert repr(hearer.evaluate(ours)) == repr(hearer.evaluate(conllu))


def test_json_without_features_is_read_too() -> None:
    she = hearer.Utterance.of("She/PRON/nsubj/2 wins/VERB/root/0")
    lines = hearer.write(hearer.resolve(hearer.Discourse((she,))), to="json").splitlines()
    old = [line for line in lines if '"xpos"' not in line and '"features"' not in line]
    assert len(old) == len(lines) - 4
    (read,) = json.read("\n".join(old).encode())
    assert read.utterances[0].features == read.utterances[0].xpos == ("_", "_")


# Sets -------------------------------------------------------------------------------------------


def test_the_members_of_a_set_are_written() -> None:
    met = "Tom/PROPN/nsubj/2//Number=Sing met/VERB/root/0 Clara/PROPN/obj/2//Number=Sing"
    together = listen(discourse_of(f"{met}\nThey/PRON/nsubj/2 sang/VERB/root/0"))
    written = hearer.write(together, to="json")
    told = standard_json.loads(written)["entities"]
    assert {one["entity"]: one.get("members") for one in told}["{TOM, CLARA}"] == ["TOM", "CLARA"]
    assert "Tom and Clara sang" in hearer.rewrite(together).text
    assert "SplitAnte=" in hearer.write(together, to="corefud")
    # A set that nobody named stands nowhere, but its members do.
    found = standard_json.loads(jsonl.write([together]))
    assert found["entity"] == "{TOM, CLARA}"
    tom = {"text": "Tom", "start": 0, "end": 3, "sentence": 1}
    clara = {"text": "Clara", "start": 8, "end": 13, "sentence": 1}
    nowhere = {"text": "Tom and Clara", "start": None, "end": None, "sentence": 1}
    assert found["antecedent"] == {**nowhere, "members": [tom, clara]}


# Bytes and time ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def story() -> Interpretation:
    return hearer.resolve("\n\n".join([(EXAMPLES / "story.txt").read_text("utf-8")] * 20))


@pytest.mark.parametrize("to", ["json", "corefud"])
def test_a_word_is_written_in_microseconds(story: Interpretation, to: str) -> None:
    words = sum(map(len, story.discourse.utterances))
    assert words > 2000
    best = float("inf")
    for _ in range(3):
        begun = time.process_time()
        hearer.write(story, to=to)
        best = min(best, time.process_time() - begun)
    assert 1e6 * best / words < seconds(60)  # 26 on an idle machine


def test_the_json_is_what_python_makes_of_the_same_values(story: Interpretation) -> None:
    written = json.write([story]).decode()
    loaded = standard_json.loads(written)
    assert written == standard_json.dumps(loaded, ensure_ascii=False, indent=1) + "\n"
    assert standard_json.loads(json.write([story, story]).decode()) == [loaded] * 2


@pytest.mark.parametrize(
    ("score", "written"),
    [(None, "null"), (0.12345, "0.123"), (1.0, "1.0"), (float("-inf"), "-Infinity")],
)
def test_scores_are_rounded(score: float | None, written: str) -> None:
    found = heard_she()
    resolution = replace(found.steps[0].resolutions[0], confidence=score)
    only = replace(found, steps=(found.steps[0]._replace(resolutions=(resolution,)),))
    assert f'"confidence": {written},' in json.write([only]).decode()


def test_a_subject_that_is_left_out_is_no_mention_whatever_words_a_file_gives_it() -> None:
    record = standard_json.loads(json.write([heard_she()]))
    record["expressions"][1]["kind"] = "ellipsis"  # as old files have them
    (read,) = json.read(standard_json.dumps(record).encode())
    assert [mention.entity for mention in entities_of(read).mentions] == ["BRENNAN"]


def test_utterances_with_one_number_get_two() -> None:
    record = standard_json.loads(json.write([heard_she()]))
    record["utterances"][1]["number"] = 1
    (read,) = json.read(standard_json.dumps(record).encode())
    assert [utterance.number for utterance in read.utterances] == [1, 2]
