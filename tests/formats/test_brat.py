"""brat standoff: annotations beside their text."""

from __future__ import annotations

from pathlib import Path

import pytest

from hearer.errors import InputError
from hearer.formats import brat
from hearer.formats.annotation import entities_of
from hearer.formats.converting import converted
from hearer.formats.entities import NodePlace, mention_of
from hearer.model import Discourse
from tests.formats.exchange import ANN, JUDGE, SHE, Chains, chains, document, opened

TEXT = b"Ann met a judge. She thanked the man."


def read(*lines: str, text: bytes = TEXT) -> Discourse:
    file = brat.annotated(text, "\n".join(lines).encode(), "story.ann")
    assert file.problems == ()
    return file[0]


def test_a_mention_is_a_line_and_an_entity_an_equivalence() -> None:
    assert converted([document()], to="brat").splitlines() == [
        "T1\tperson 0 3\tAnn",
        "T2\tperson 16 19\tShe",
        "T3\tEntity 8 15\ta judge",
        "T4\tEntity 28 35\tthe man",
        "*\tCoref T1 T2",
        "*\tCoref T3 T4",
    ]


@pytest.mark.parametrize(
    ("same", "expected"),
    [
        (["*\tCoref T1 T2 T3"], [[(0, 3), (6, 12), (13, 16)]]),
        (
            ["R1\tCoref Arg1:T2 Arg2:T1", "R2\tAnaphora Arg1:T3 Arg2:T2"],
            [[(0, 3), (6, 12), (13, 16)]],
        ),
        (["R1\tcop Arg1:T1 Arg2:T2"], [[(0, 3)], [(6, 12)], [(13, 16)]]),
    ],
)
def test_equivalences_and_relations_of_coreference_make_one_entity(
    same: list[str], expected: Chains
) -> None:
    found = read("T1\tPER 0 3\tAnn", "T2\tPER 17 20\tShe", "T3\tPER 8 15\ta judge", *same)
    assert chains(found) == expected


def test_litbank_names_its_entities_in_annotations_of_their_own() -> None:
    found = read("T1\tPROP_PER 0 3\tAnn", "T2\tAnn-0 0 3\tAnn", "T3\tAnn-0 17 20\tShe")
    named = [(m.entity, m.attribute("etype")) for m in entities_of(found).mentions]
    assert named == [("Ann-0", "PROP_PER"), ("Ann-0", "")]


def test_a_mention_may_have_several_parts() -> None:
    discourse = document(mention_of("e1", [ANN, JUDGE]), mention_of("e1", [SHE]))
    written = converted([discourse], to="brat")
    assert written.splitlines()[0] == "T1\tEntity 0 3;8 15\tAnn a judge"
    again = brat.annotated(discourse.text.encode(), written.encode(), "story.ann")
    spans = [[(s.first, s.last) for s in m.spans] for m in entities_of(again[0]).mentions]
    she = NodePlace(1, 5)  # without a full stop there is one sentence
    assert spans == [[ANN, JUDGE], [(she, she)]]
    assert converted(again, to="brat") == written


def test_a_mention_over_a_line_end_is_one_mention_and_one_inside_a_word_cuts_it() -> None:
    found = read("T1\tPER 0 3;4 7\tAnn met", text=b"Ann\nmet him")
    (mention,) = entities_of(found).mentions
    assert len(mention.spans) == 1
    assert len(found.utterances) == 1
    assert converted([found], to="brat") == "T1\tPER 0 3;4 7\tAnn met\n"
    found = read("T1\tPER 0 3\tAnn", text=b"Annlike it.")
    assert found.utterances[0].forms == ("Ann", "like", "it", ".")
    assert found.text == "Annlike it."


def test_lines_that_are_no_annotations_are_reported_beside_an_empty_text_too() -> None:
    lines = b"NaN\n# no note\nA1\tNegation E1\n#1\tAnnotatorNotes T1\tx\nN1\tReference T1 y:1\n"
    problems = brat.annotated(b"", lines).problems
    assert [(one.line, one.code) for one in problems] == [(1, "brat-line"), (2, "brat-line")]


def test_annotations_without_a_text_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "a.ann"
    path.write_text("T1\tPER 0 3\tAnn\n")
    with pytest.raises(InputError, match="has no text beside it"):
        opened(path)
    path.with_suffix(".txt").write_bytes(TEXT)
    assert opened(path)[0].name == "a"


@pytest.mark.slow
def test_litbank_says_the_same_in_brat_as_in_conll_2012(data: Path) -> None:
    """In one document LitBank's own two files differ, in who the river and the sea are."""
    files = sorted((data / "litbank").glob("*.ann"))
    assert len(files) > 50
    differ = []
    for path in files:
        standoff, columns = opened(path), opened(path.with_suffix(".conll"))
        assert not (*standoff.problems, *columns.problems)
        assert standoff[0].text == path.with_suffix(".txt").read_bytes().decode()
        if chains(standoff[0]) != chains(columns[0]):
            differ.append(path.stem)
    assert differ == ["1400_great_expectations"]
