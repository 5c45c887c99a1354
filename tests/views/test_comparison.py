"""Several algorithms side by side: what is the same, and what differs."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from hearer.errors import UnknownName
from hearer.model import Element, Entity, Interpretation, Note, Resolution, Step
from hearer.views import comparison
from hearer.views.comparison import compared
from tests.views.by_hand import heard, resolved, spoken, understood
from tests.views.pages import Page

RACES = spoken(1, "1c", "Friedman races Brennan .")
SHE = spoken(2, "1d", "She beats her .")
NAMED = [
    heard(1, "Friedman", "FRIEDMAN", "FRIEDMAN_E: Friedman"),
    heard(3, "Brennan", "BRENNAN", "FRIEDMAN_E: Friedman, BRENNAN_E: Brennan"),
]


def interpretation(she: str, her: str, algorithm: str) -> Interpretation:
    """Two sentences; `she` and `her` are what was tested for the pronouns."""
    pronouns = [resolved(1, "she", she, ""), resolved(3, "her", her, "")]
    found = understood((RACES, NAMED, ""), (SHE, pronouns, ""))
    return replace(found, algorithm=algorithm)


def two() -> list[Interpretation]:
    one = interpretation("FRIEDMAN", "FRIEDMAN binding, BRENNAN", "s-list")
    other = interpretation("BRENNAN", "BRENNAN", "bfp")
    return [one, replace(other, discourse=one.discourse)]


def test_the_text_marks_differences() -> None:
    assert comparison.render(two()) == (
        "2 algorithms agree on 1 of 2 pronouns, and differ on 1.\n"
        "  example   s-list    bfp\n"
        "-------------------------------\n"
        "≠ 1:25 she  Friedman  ≠ Brennan\n"
        "  1:35 her  Brennan   Brennan\n"
    )


def test_only_differences_leaves_out_what_all_agree_on() -> None:
    shown = comparison.render(two(), only_differences=True)
    assert "≠ 1:25 she" in shown
    assert "her  Brennan" not in shown


def test_where_all_agree_nothing_is_marked() -> None:
    same = two()[0]
    shown = comparison.render([same, same])
    assert shown.startswith("2 algorithms agree on 2 of 2 pronouns.\n")
    assert "≠" not in shown
    assert "s-list (2)" in shown  # one algorithm, twice


def test_notes_about_the_pronoun_are_told_and_others_are_not() -> None:
    one, other = two()
    steps = tuple(_with_notes(step) for step in other.steps)
    (found,) = compared([one, replace(other, steps=steps)])
    reading = {"name": "reading", "text": "she = BRENNAN"}
    assert found["pronouns"][0]["answers"][1]["notes"] == [reading]


def _with_notes(step: Step) -> Step:
    notes = (Note("reading", "she = BRENNAN"), Note("other", "her = BRENNAN, too"))
    return step._replace(parts=tuple(part._replace(notes=notes) for part in step.parts))


def changed(found: Interpretation, change: Callable[[Resolution], Resolution]) -> Interpretation:
    """The same with other resolutions of the pronouns that have an antecedent."""
    steps = []
    for step in found.steps:
        parts = [
            part._replace(resolutions=tuple(change(r) for r in part.resolutions if r.antecedent))
            for part in step.parts
        ]
        steps.append(step._replace(parts=tuple(parts)))
    return replace(found, steps=tuple(steps))


def element_of(resolution: Resolution, entity: str) -> Element:
    assert resolution.antecedent
    return replace(resolution.antecedent, entity=Entity(entity))


def test_the_same_entity_under_another_name_is_no_difference() -> None:
    """Names of entities depend on what is new, and that on what pronouns were taken to mean."""
    one, other = interpretation("FRIEDMAN", "BRENNAN", "s-list"), two()[0]
    said = [
        replace(x, entity=Entity(f"{x.entity}_2")) if x.entity else x for x in other.expressions
    ]
    renamed = changed(other, lambda r: replace(r, antecedent=element_of(r, f"{r.entity}_2")))
    renamed = replace(renamed, discourse=one.discourse, expressions=tuple(said))
    (found,) = compared([one, renamed])
    assert [row["differ"] for row in found["pronouns"]] == [False, False]


def test_one_or_the_other_is_no_agreement_with_one_of_them() -> None:
    sure, also_sure = interpretation("FRIEDMAN", "BRENNAN", "s-list"), two()[0]
    also_sure = replace(also_sure, discourse=sure.discourse)
    (before,) = compared([sure, also_sure])
    assert not any(row["differ"] for row in before["pronouns"])
    torn = changed(also_sure, lambda r: replace(r, rivals=(element_of(r, "RIVAL"),)))
    (found,) = compared([sure, torn])
    assert [row["differ"] for row in found["pronouns"]] == [True, True]


def test_three_algorithms_fit_a_hundred_columns() -> None:
    one = interpretation("F" * 50, "BRENNAN", "s-list")
    many = [replace(one, algorithm=f"algorithm-{n}" * 3) for n in range(3)]
    assert max(map(len, comparison.render(many).splitlines())) <= 100


def test_tsv_has_one_header_and_one_line_per_pronoun() -> None:
    assert comparison.render([*two(), *two()], to="tsv").splitlines() == [
        "document\tplace\tutterance\tword\tpronoun\tdiffer\ts-list\tbfp",
        *[
            "example\t1:25\t2\t1\tshe\tyes\tFriedman\tBrennan",
            "example\t1:35\t2\t3\ther\tno\tBrennan\tBrennan",
        ]
        * 2,
    ]


def tried(entity: str, **came_of_it: object) -> dict[str, object]:
    return {"entity": entity, "at": [1, 1], "states_back": 0, **came_of_it}


def test_json_tells_all_that_is_known() -> None:
    told = json.loads(comparison.render(two(), to="json"))
    assert told["algorithms"] == ["s-list", "bfp"]
    assert told["pronouns"][1]["answers"][0] == {
        "algorithm": "s-list",
        "entity": "BRENNAN",
        "shown": "Brennan",
        "label": "resolved",
        "antecedent": "BRENNAN",
        "at": [1, 1],
        "same_as": 0,
        "rivals": [],
        "attempts": [
            tried("FRIEDMAN", violated="binding", judged="✗ binding"),
            tried("BRENNAN", violated=None, judged="✓"),
        ],
        "notes": [],
    }
    assert isinstance(json.loads(comparison.render([*two(), *two()], to="json")), list)


def test_entities_are_placed_by_their_names_and_not_by_pronouns() -> None:
    (told,) = compared([interpretation("FRIEDMAN agreement", "BRENNAN", "bfp")])
    assert told["named"] == {"FRIEDMAN": (1, 1), "BRENNAN": (1, 3)}


def test_the_page_has_a_table_for_each_document() -> None:
    page = comparison.render([*two(), *two()], to="html")
    assert Page(page).tags
    assert page.count("<td>≠ 1:25 she</td><td>Friedman</td><td>≠ Brennan</td>") == 2


def test_what_is_quoted_from_the_text_cannot_steer_the_page_or_the_terminal() -> None:
    one, other = two()
    evil = replace(one.discourse, name="<script>\x1b[31m")
    found = [replace(x, discourse=evil) for x in (one, other)]
    assert "<script>" not in comparison.render(found, to="html")
    assert "\x1b" not in comparison.render([*found, *two()])


def test_nothing_of_nothing_and_no_other_form() -> None:
    assert comparison.render([]) == ""
    with pytest.raises(UnknownName, match="html, json, text, tsv"):
        comparison.render(two(), to="pdf")
