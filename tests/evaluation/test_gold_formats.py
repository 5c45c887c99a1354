"""CoNLL-2012 and GAP files, read and written."""

from __future__ import annotations

from pathlib import Path

import pytest

from hearer.errors import UsageError
from hearer.evaluation.experiment import Setup, evaluate
from hearer.evaluation.gap_scoring import gap_table
from hearer.evaluation.rates import PrecisionRecall
from hearer.formats import conll2012, gap
from hearer.formats.corefud_entities import Place
from hearer.hearing import listen
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


def spans(document: conll2012.Document) -> list[tuple[str, Place, Place]]:
    mentions = conll2012.entities_of(document).mentions
    return [(m.entity, m.spans[0].first, m.spans[0].last) for m in mentions]


def test_words_sentences_and_brackets_are_read() -> None:
    file = conll2012.parse(STORY)
    (story,) = conll2012.discourses(file)
    assert file.problems == ()
    assert [u.forms for u in story.utterances] == [("Ann", "and", "the", "judge"), ("She", "slept")]
    assert spans(file.documents[0]) == [
        ("1", Place(1, 1), Place(1, 1)),
        ("2", Place(1, 3), Place(1, 4)),
        ("3", Place(1, 4), Place(1, 4)),
        ("1", Place(2, 1), Place(2, 1)),
    ]


def test_a_file_is_written_as_it_was_read() -> None:
    assert conll2012.write(conll2012.parse(STORY)) == STORY


@pytest.mark.parametrize("content", [b"", b"\n\n", b"\xff\xfe\x00", b"1\t2\t3", b"#begin document"])
def test_no_bytes_break_the_reader(content: bytes) -> None:
    file = conll2012.parse(content, path="x")
    assert conll2012.write(file) == content
    assert conll2012.discourses(file) == ()


def test_a_line_without_a_word_is_reported() -> None:
    (problem,) = conll2012.parse(b"a\tb\n", path="x.conll").problems
    assert str(problem).startswith("x.conll:1:0: conll2012-columns 'a\\tb'")


def test_what_was_understood_is_read_back() -> None:
    (discourse,) = discourses_of({"intra": CLASSES["intra"]})
    file = conll2012.parse(conll2012.write(listen(discourse)))
    assert [entity for entity, _, _ in spans(file.documents[0])] == ["1", "2", "3", "3"]


def test_without_a_parse_nothing_is_evaluated() -> None:
    with pytest.raises(UsageError, match="--parse english"):
        evaluate(conll2012.discourses(conll2012.parse(STORY, path="story.conll")), Setup())


def test_litbank_keeps_its_words_and_its_mentions(data: Path) -> None:
    paths = sorted((data / "litbank").glob("*.conll"))
    assert len(paths) == 80
    for path in paths[:5]:
        file = conll2012.parse(path.read_bytes(), path=str(path))
        assert file.problems == ()
        brackets = sum(row.coreference.count("(") for s in file.documents[0].sentences for row in s)
        assert len(spans(file.documents[0])) == brackets > 100


def test_gap_examples_stand_where_they_say(data: Path) -> None:
    content = (data / "gap" / "gap-validation.tsv").read_bytes()
    file = gap.parse(content)
    assert gap.is_gap(content)
    assert file.problems == ()
    assert len(file.examples) == 454
    for example in file.examples:
        for text, offset in (
            (example.pronoun, example.offset), example.a[:2], example.b[:2],
        ):  # fmt: skip
            assert example.text[offset : offset + len(text)] == text


def test_a_line_that_is_no_example_is_reported() -> None:
    file = gap.parse(f"{gap.HEADER}\nx\ty\n".encode(), path="g.tsv")
    assert [problem.code for problem in file.problems] == ["gap-columns"]


def test_gap_is_f1_by_gender_and_their_ratio() -> None:
    masculine = PrecisionRecall.of(3, said=4, true=4)
    scores = {"s-list": {"M": masculine, "F": PrecisionRecall.of(1, said=2, true=2)}}
    # M: 6/8, F: 2/4, both: 8/12
    assert gap_table(scores).rows == (("s-list", "75.0", "50.0", "0.67", "66.7"),)
