"""The tables of docs/encoder.md: what is left out, what is counted, and how sure it is."""

from __future__ import annotations

import numpy as np
import pytest

from bench import encoder, encoder_sentences, winobias
from bench.resampled import difference, interval
from hearer.formats.entities import Stretch
from hearer.model import Utterance
from tests.conftest import ROOT

IT_RAINS = Utterance.of("It/PRON/expl/2 rains/VERB/root/0")


def test_it_without_expletives_is_a_subject_like_any_other() -> None:
    assert encoder.without_expletives(IT_RAINS).relations == ("nsubj", "root")


def test_an_expletive_there_stays() -> None:
    there = Utterance.of("There/PRON/expl/2 is/VERB/root/0")
    assert encoder.without_expletives(there) == there


def test_without_features_no_word_has_any() -> None:
    assert encoder.without_features(IT_RAINS).features == ("_", "_")


def test_the_figures_are_those_of_the_scorer() -> None:
    """6 right, 2 wrong and 2 unresolved of 10; 1 of 4 that mean nobody is answered."""
    sums = np.array([[6.0, 2.0, 10.0, 1.0, 4.0]])
    figures = {name: float(figure(sums)[0]) for name, figure in encoder.FIGURES.items()}
    recall, precision = 6 / 10, 6 / 9
    assert figures == pytest.approx(
        {
            "accuracy": recall,
            "precision": precision,
            "F1": 2 * recall * precision / (recall + precision),
            "false positives": 1 / 4,
        }
    )


def test_rows_of_the_scorer_are_counted() -> None:
    rows: list[dict[str, object]] = [
        {"cls": "anaphoric", "result": "correct"},
        {"cls": "anaphoric", "result": "wrong"},
        {"cls": "anaphoric", "result": "unresolved"},
        {"cls": "no_mention", "linked": True},
        {"cls": "first_mention", "linked": False},
        {"cls": "split"},
    ]
    assert encoder.counted(rows) == [1, 1, 3, 1, 2]


def test_documents_that_are_alike_leave_no_doubt() -> None:
    counts = np.array([[3.0, 4.0]] * 5)
    assert interval(encoder.share, counts) == "75.0 [75.0, 75.0]"


def test_differences_are_those_on_the_same_documents() -> None:
    """Each document gains one of ten, however much the documents differ."""
    before = np.array([[n, 10.0] for n in range(8)])
    after = before + np.array([1.0, 0.0])
    assert difference(encoder.share, after, before) == "+10.0 [+10.0, +10.0]"


def test_a_table_goes_between_its_markers() -> None:
    page = "a\n<!-- measured: x -->\nold\n<!-- end -->\nb"
    assert encoder.filled(page, "x", "new\n") == (
        "a\n<!-- measured: x -->\n\nnew\n\n<!-- end -->\nb"
    )


def test_a_page_without_markers_is_left_alone() -> None:
    with pytest.raises(ValueError, match="measured: x"):
        encoder.filled("a", "x", "new")


def test_the_page_has_the_recipes_that_are_recorded() -> None:
    page = (ROOT / "docs" / "encoder.md").read_text(encoding="utf-8")
    assert encoder.filled(page, "recipes", "\n".join(encoder.recipes())) == page


def test_every_sentence_of_ours_has_one_pronoun_between_stars() -> None:
    asked = [each for group in encoder_sentences.groups().values() for each in group]
    assert len(asked) == 59
    assert all(each.marked.count("*") == 2 and each.meant for each in asked)
    page = (ROOT / "docs" / "encoder.md").read_text(encoding="utf-8")
    assert all(each.marked in page for each in asked)


ENTRY = {
    "doc": "winobias_anti_stereotyped_type1_dev_0",
    "sentences": ["The guard saw the nurse ' s car , as she slept .".split()],
    "chains": [[[0, 0, 2], [0, 10, 11]]],
}


def test_a_sentence_of_winobias_is_written_as_people_write() -> None:
    sentence = winobias._sentence(ENTRY)
    assert sentence.text == "The guard saw the nurse's car, as she slept."
    assert (sentence.form, sentence.gender, sentence.stereotype) == ("she", "she", "anti")
    assert sentence.meant == Stretch(0, len("The guard"))


def test_pairs_differ_in_their_pronoun_only() -> None:
    she = winobias._sentence(ENTRY)
    he = she._replace(
        text=she.text.replace("she", "he"),
        pronoun=Stretch(she.pronoun.start, she.pronoun.start + 2),
        stereotype="pro",
    )
    answers = [
        winobias.Answered(she, "nurse", is_right=False, confidence=0.5),
        winobias.Answered(he, "guard", is_right=True, confidence=0.5),
    ]
    assert winobias.paired(answers) == [answers]
    pairs, same, by_gender, by_stereotype = winobias.alike(answers)
    assert (pairs, same, by_gender[:6], by_stereotype[:6]) == ("1", "0.0", "−100.0", "+100.0")
