"""CoNLL-2012 and GAP files, read and written."""

from __future__ import annotations

from pathlib import Path

import pytest

from hearer.errors import UsageError
from hearer.evaluation.experiment import Setup, evaluate
from hearer.evaluation.gap import gap_table
from hearer.evaluation.statistics import PrecisionRecall
from hearer.formats import conll2012, gap
from hearer.formats.annotation import entities_of
from hearer.formats.entities import NodePlace
from hearer.hearing import listen
from hearer.model import Discourse
from tests.evaluation.gold_by_hand import CLASSES, discourses_of

STORY = b"""#begin document (story); part 000
story\t0\t0\tAnn\t_\t(1)
story\t0\t1\tand\t_\t
story\t0\t2\tthe\t_\t(2
story\t0\t3\tjudge\t_\t2)|(3)

story   0   0   She   PRP   (1)
story   0   1   slept VBD   -

#end document
"""


def spans(discourse: Discourse) -> list[tuple[str, NodePlace, NodePlace]]:
    mentions = entities_of(discourse).mentions
    return [(m.entity, m.spans[0].first, m.spans[0].last) for m in mentions]


def test_words_sentences_and_brackets_are_read() -> None:
    reading = conll2012.read(STORY)
    (story,) = reading
    assert reading.problems == ()
    assert [u.forms for u in story.utterances] == [("Ann", "and", "the", "judge"), ("She", "slept")]
    assert spans(story) == [
        ("1", NodePlace(1, 1), NodePlace(1, 1)),
        ("2", NodePlace(1, 3), NodePlace(1, 4)),
        ("3", NodePlace(1, 4), NodePlace(1, 4)),
        ("1", NodePlace(2, 1), NodePlace(2, 1)),
    ]
    assert not story.has_parse


@pytest.mark.parametrize("content", [b"", b"\n\n", b"\xff\xfe\x00", b"1\t2\t3"])
def test_no_bytes_break_the_reader(content: bytes) -> None:
    assert list(conll2012.read(content, "x")) == []


def test_a_document_that_only_begins_is_kept_and_reported() -> None:
    found = conll2012.read(b"#begin document", "x")
    assert [len(one) for one in found] == [0]
    assert found.problems


def test_a_line_without_a_word_is_reported() -> None:
    (problem,) = conll2012.read(b"a\tb\n", "x.conll").problems
    assert str(problem).startswith("x.conll:1:1: conll2012-columns 'a\\tb'")


def test_what_was_understood_is_read_back() -> None:
    (discourse,) = discourses_of({"intra": CLASSES["intra"]})
    (again,) = conll2012.read(conll2012.write([listen(discourse)]))
    assert [entity for entity, _, _ in spans(again)] == ["1", "2", "3", "3"]


def test_without_a_parse_nothing_is_evaluated() -> None:
    with pytest.raises(UsageError, match="--set parser=english"):
        evaluate(conll2012.read(STORY, "story.conll"), Setup())


def test_litbank_keeps_its_words_and_its_mentions(data: Path) -> None:
    paths = sorted((data / "litbank").glob("*.conll"))
    assert len(paths) == 80
    for path in paths[:5]:
        content = path.read_bytes()
        reading = conll2012.read(content, str(path))
        assert reading.problems == ()
        rows = [line.split("\t") for line in content.decode().split("\n") if "\t" in line]
        assert len(spans(reading[0])) == sum(row[-1].count("(") for row in rows) > 100


def test_gap_examples_stand_where_they_say(data: Path) -> None:
    content = (data / "gap" / "gap-validation.tsv").read_bytes()
    reading = gap.read(content)
    assert gap.FORMAT.sniff(content)
    assert reading.problems == ()
    examples = gap.examples_of(reading)
    assert len(examples) == 454
    for example in examples:
        for text, offset in (
            (example.pronoun, example.offset), example.a[:2], example.b[:2],
        ):  # fmt: skip
            assert example.text[offset : offset + len(text)] == text


def test_a_line_that_is_no_example_is_reported() -> None:
    reading = gap.read(f"{gap.HEADER}\nx\ty\n".encode(), "g.tsv")
    assert [problem.code for problem in reading.problems] == ["gap-columns"]


def test_gap_is_f1_by_gender_and_their_ratio() -> None:
    masculine = PrecisionRecall.of(3, said=4, true=4)
    scores = {"s-list": {"M": masculine, "F": PrecisionRecall.of(1, said=2, true=2)}}
    # M: 6/8, F: 2/4, both: 8/12
    assert gap_table(scores).rows == (("s-list", "75.0", "50.0", "0.67", "66.7"),)
