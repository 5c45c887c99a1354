"""Gold: nominal coreference, CoNLL-2012 and GAP."""

from __future__ import annotations

from pathlib import Path

import pytest

from hearer.errors import UsageError
from hearer.evaluation.experiment import Mentions, Setup, evaluate
from hearer.evaluation.gap_scores import gap_table, judged
from hearer.evaluation.statistics import PrecisionRecall
from hearer.formats import conll2012, gap
from hearer.formats.annotation import entities_of
from hearer.formats.entities import NodePlace
from hearer.hearing import listen
from tests.evaluation.gold_by_hand import discourses_of


@pytest.mark.parametrize(("mentions", "is_right"), [(Mentions.GOLD, True), (Mentions.AUTO, False)])
def test_gold_coreference_decides_who_is_old(mentions: Mentions, is_right: bool) -> None:
    """The judge is Ann, by gold alone: she is old, the lawyer new, and stands before the lawyer."""
    texts = {
        "judge": (
            "Ann:1 slept",
            "a/DET/DT/det/2/_ lawyer/NOUN/NN/nsubj/3/2 met/VERB/VBD/root/0/_"
            " a/DET/DT/det/5/_ judge/NOUN/NN/obj/3/1",
            "She:1 smiled",
        )
    }
    rows = evaluate(discourses_of(texts), Setup(mentions=mentions)).rows("s-list")
    assert [row.is_right for row in rows] == [is_right]


STORY = b"""#begin document (story); part 000
story\t0\t0\tAnn\t_\t(1)
story\t0\t1\tand\t_\t
story\t0\t2\tthe\t_\t(2
story\t0\t3\tjudge\t_\t2)|(3)

story   0   0   She   PRP   (1)
story   0   1   slept VBD   -

#end document
"""


def test_conll_2012_is_read_with_words_sentences_and_brackets() -> None:
    reading = conll2012.read(STORY, "story.conll")
    (story,) = reading
    assert reading.problems == ()
    assert [u.forms for u in story.utterances] == [("Ann", "and", "the", "judge"), ("She", "slept")]
    mentions = entities_of(story).mentions
    assert [(m.entity, m.spans[0].first, m.spans[0].last) for m in mentions] == [
        ("1", NodePlace(1, 1), NodePlace(1, 1)),
        ("2", NodePlace(1, 3), NodePlace(1, 4)),
        ("3", NodePlace(1, 4), NodePlace(1, 4)),
        ("1", NodePlace(2, 1), NodePlace(2, 1)),
    ]
    with pytest.raises(UsageError, match="parser=english"):  # it has no parse
        evaluate(reading, Setup())


def test_litbank_keeps_its_mentions(data: Path) -> None:
    paths = sorted((data / "litbank").glob("*.conll"))
    assert len(paths) == 80
    for path in paths[:3]:
        content = path.read_bytes()
        reading = conll2012.read(content, str(path))
        assert reading.problems == ()
        rows = [line.split("\t") for line in content.decode().split("\n") if "\t" in line]
        number = len(entities_of(reading[0]).mentions)
        assert number == sum(row[-1].count("(") for row in rows) > 100


def test_gap_examples_stand_where_they_say(data: Path) -> None:
    content = (data / "gap" / "gap-validation.tsv").read_bytes()
    reading = gap.read(content)
    assert gap.FORMAT.sniff(content)
    assert reading.problems == ()
    examples = gap.examples_of(reading)
    assert len(examples) == 454
    for example in examples:
        for text, offset in ((example.pronoun, example.offset), example.a[:2], example.b[:2]):
            assert example.text[offset : offset + len(text)] == text
    broken = gap.read(f"{gap.HEADER}\nx\ty\n".encode(), "g.tsv")
    assert [problem.code for problem in broken.problems] == ["gap-columns"]


@pytest.mark.parametrize(
    ("referent", "right"), [("TRUE\tSue\t8\tFALSE", 1), ("FALSE\tSue\t8\tTRUE", 0)]
)
def test_a_name_is_the_referent_if_it_is_in_the_chain(referent: str, right: int) -> None:
    """The chain of *She* has Ann: one answer, and one of the two names is true."""
    row = f"x\tAnn met Sue . She left\tShe\t14\tAnn\t0\t{referent}\turl\n"
    (example,) = gap.examples_of(gap.read(f"{gap.HEADER}\n{row}".encode()))
    (document,) = discourses_of({"gap": ("Ann:1 met Sue:2 ./PUNCT/./punct/2/_", "She:1 left")})
    found = judged(listen(document, algorithm="s-list"), example)
    assert found == PrecisionRecall.of(right, said=1, true=1)


def test_gap_is_f1_by_gender_and_their_ratio() -> None:
    masculine = PrecisionRecall.of(3, said=4, true=4)
    scores = {"s-list": {"M": masculine, "F": PrecisionRecall.of(1, said=2, true=2)}}
    # M: 6/8, F: 2/4, both: 8/12
    assert gap_table(scores).rows == (("s-list", "75.0", "50.0", "0.67", "66.7"),)
