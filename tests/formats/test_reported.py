"""Losses that were silent once: each is read and written right, or reported with its place."""

from __future__ import annotations

import json as standard_json
import warnings
from itertools import chain
from pathlib import Path

import pytest

import hearer
from hearer.formats import brat, json
from hearer.formats.annotation import entities_of
from hearer.formats.converting import converted, losses
from hearer.formats.entities import mention_of
from hearer.model import Problem
from tests.cases import cases
from tests.formats.exchange import ANN, JUDGE, MAN, SHE, chains, document, read_again


def places(problems: tuple[Problem, ...]) -> list[tuple[int, int, str]]:
    return [(problem.line, problem.column, problem.code) for problem in problems]


# Types that are no words ------------------------------------------------------------------------

GROUPS = document(
    mention_of("e1", [ANN], etype="person (group)"),
    mention_of("e2", [JUDGE], etype="a)(b"),
    mention_of("e1", [SHE], etype="person (group)"),
    mention_of("e3", [MAN], etype="x|y-z w"),
)


@pytest.mark.parametrize("to", ["corefud", "conllu"])
def test_entities_whose_types_have_brackets_stay_apart(to: str) -> None:
    (again,) = read_again(converted([GROUPS], to=to), GROUPS, to)
    assert chains(again) == chains(GROUPS)
    types = [mention.attribute("etype") for mention in entities_of(again).mentions]
    assert types == ["person__group_", "a__b", "person__group_", "x_y_z_w"]
    assert entities_of(again).problems == ()


@pytest.mark.parametrize(
    ("to", "spelled"),
    [
        ("corefud", "'person (group)' 'person__group_', 'a)(b' 'a__b', 'x|y-z w' 'x_y_z_w'"),
        ("brat", "'person (group)' 'person__group_', 'a)(b' 'a__b', 'x|y-z w' 'x_y-z_w'"),
    ],
)
def test_a_type_that_is_spelled_otherwise_is_reported(to: str, spelled: str) -> None:
    said = [problem.message for problem in losses([GROUPS], to=to)]
    assert f"{to} spells the type {spelled}" in said
    assert not any("spells" in each.message for each in losses([document()], to=to))
    assert not any("spells" in each.message for each in losses([GROUPS], to="webanno"))
    many = document(*(mention_of(f"e{n}", [ANN], etype=f"({n})") for n in range(4)))
    assert losses([many], to="corefud")[-1].message.endswith("'(2)' '_2_', …")


# Visible characters between words -----------------------------------------------------------------


def test_what_stands_between_the_words_of_our_json_is_reported() -> None:
    text = converted([document()], to="json")
    spoilt = text.replace("met a judge", "met\u00a0a judge")
    assert json.read(spoilt.encode()).problems == ()  # a no-break space is white space
    record = standard_json.loads(text)
    record["text"] = record["text"].replace("Ann met", "Ann-met")
    lines = standard_json.dumps(record, indent=1).split("\n")
    (read,) = (reading := json.read("\n".join(lines).encode()))
    line = next(n for n, each in enumerate(lines, start=1) if '"form": "Ann"' in each) - 2
    assert places(reading.problems) == [(line, lines[line - 1].index("{") + 1, "file-space")]
    assert read.text.startswith("Ann-met")


@pytest.mark.parametrize("words", [True, False])
def test_what_stands_before_the_first_word_of_our_json_is_reported(words: bool) -> None:
    record = standard_json.loads(converted([document()], to="json"))
    if words:
        record["text"] = "» " + record["text"]
        for word in chain.from_iterable(each["words"] for each in record["utterances"]):
            word["start"], word["end"] = word["start"] + 2, word["end"] + 2
    else:
        record["utterances"] = record["expressions"] = record["entities"] = []
    lines = standard_json.dumps(record, indent=1).split("\n")
    (problem,) = json.read("\n".join(lines).encode()).problems
    line = next(n for n, each in enumerate(lines, start=1) if each.startswith(' "text": '))
    assert (problem.line, problem.column, problem.code) == (line, 10, "file-space")


# Limits and ends of sentences ------------------------------------------------------------------


def test_json_is_read_down_to_the_deepest_level_and_no_further() -> None:
    def nested(levels: int) -> bytes:
        inner = "[" * (levels - 1) + "]" * (levels - 1)
        return f'{{"schema": "{json.SCHEMA}", "x": {inner}}}'.encode()

    assert [len(json.read(nested(64))), json.read(nested(64)).problems] == [1, ()]
    reading = json.read(nested(65))
    assert len(reading) == 0
    assert [(p.column, p.message) for p in reading.problems] == [
        (nested(65).index(b"[[[") + 64, "nested more than 64 deep; ignored")
    ]


@cases(__file__)
def test_a_closing_mark_after_a_full_stop_belongs_to_its_sentence(sentences: list[str]) -> None:
    is_line = not sentences[0].endswith((".”", '?"', ".)", "."))
    text = ("\n" if is_line else " ").join(sentences)
    (found,) = brat.annotated(text.encode(), b"")
    assert [str(utterance) for utterance in found.utterances] == sentences


# Texts are not looked up -----------------------------------------------------------------------


def test_a_long_text_without_spaces_is_not_looked_up_on_the_disk() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for text in ("ä" * 200 + ".b", "x/" * 3000 + "y.z", "a.b\0c", "Anna.left"):
            assert hearer.resolve(text).discourse.text == text


def test_a_text_that_is_named_like_a_file_is_a_text(tmp_path: Path) -> None:
    for name in ("story.TXT", f"{'x' * 300}.conllu"):
        with pytest.warns(UserWarning, match="as a text of one word; for the file, say Path"):
            hearer.resolve(name)
    (tmp_path / "story.xyz").write_text("Ann left.")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        hearer.resolve(str(tmp_path / "story.xyz"))
