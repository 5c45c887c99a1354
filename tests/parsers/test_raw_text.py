"""Raw text through the shipped pipeline: exact characters, one tree a sentence, whoever asks."""

from __future__ import annotations

import pickle
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import hearer
from hearer.errors import UsageError
from hearer.model import Discourse, Utterance
from hearer.model.tree import PART_LENGTH, circles
from hearer.parsers import find
from hearer.parsers.english import shipped
from hearer.parsers.english.parser import EnglishParser
from hearer.reading import parsed as with_parse
from tests.parsers.parses import needs_model, relations_of
from tests.timing import seconds

pytestmark = needs_model

STRANGE = [
    "",
    " \n\t ",
    "\ufeffShe sings.",
    "  She sings.  He\n\nlistens \n",
    "👩‍👩‍👧 She 😀 smiles. 🏳️‍🌈",
    "שלום עולם. היא שרה.",
    "a\0b \0 She sings\0.",
    "caf\udce9 She sings. \ud800",
    "She\u00a0sings.\u2003He\u3000listens.",
    "don't can't I'd've John's dogs' gonna",
    "x" * 2000 + " She sings.",
    "((((" * 200,
    "a\u200bb\u200d She\u00ad sings\u2060.",
    "e\u0301\u0302" * 500,
    "\u0627\u0644" * 300 + ". She sings.",
    "\x1c\x1d She \x85 sings.",
    "one\rtwo\r\nthree\n\r\nfour",
]


def text_of(discourse: Discourse) -> str:
    for utterance in discourse.utterances:
        assert len(utterance) > 0
        place = utterance.start
        assert utterance.offset(1) == place
        assert utterance.heads.count(0) == 1
        assert not circles(utterance.heads)
    return discourse.text


@pytest.mark.parametrize("text", STRANGE)
def test_strange_texts_come_back_to_the_character(text: str) -> None:
    discourse = with_parse(Discourse.raw(text))
    assert text_of(discourse) == text
    found = hearer.resolve(discourse)
    hearer.write(found, to="jsonl").encode()
    hearer.write(found, to="json").encode()


@settings(deadline=None, max_examples=60)
@given(st.text(max_size=60) | st.text(alphabet="She .,'\n\"’“\t-I", max_size=60))
@example("-00)\rA")
def test_any_text_comes_back_to_the_character(text: str) -> None:
    assert text_of(with_parse(Discourse.raw(text))) == text


def test_every_word_of_a_real_text_stands_where_its_offset_says(data: Path) -> None:
    path = min((data / "litbank").glob("*.txt"))
    text = path.read_text(encoding="utf-8")
    discourse = with_parse(Discourse.raw(text))
    assert discourse.text == text
    words = list(discourse.words)
    assert len(words) > 1000
    assert all(text[w.offset : w.offset + len(w.form)] == w.form for w in words[:3000])
    assert [u.number for u in discourse.utterances] == list(range(1, len(discourse) + 1))


def test_line_ends_do_not_change_the_parse() -> None:
    text = "Anna thanked the old judge of the court. She had met him there before."
    parsed = with_parse(Discourse.raw(text))
    wrapped = with_parse(Discourse.raw(text.replace(" ", "\n  ")))
    assert [*map(relations_of, wrapped.utterances)] == [*map(relations_of, parsed.utterances)]
    assert [len(u) for u in wrapped.utterances] == [9, 7]


def test_paragraphs_headings_and_sorts_are_kept() -> None:
    found = with_parse(
        Discourse.raw("Chapter One\n\nThe doctor sang. She left.\n\nIt rained.")
    ).utterances
    flags = [(u.text, u.begins_paragraph, u.is_heading) for u in found]
    assert flags == [
        ("Chapter One", True, True),
        ("The doctor sang.", True, False),
        ("She left.", False, False),
        ("It rained.", True, False),
    ]
    assert found[1].sorts[1] == "person"


@pytest.mark.parametrize("times", [2_000, pytest.param(20_000, marks=pytest.mark.slow)])
def test_a_long_line_without_a_full_stop_does_not_stall(times: int) -> None:
    text = "and so on " * times
    begun = time.perf_counter()
    steps = sum(1 for _ in hearer.follow(text))
    assert steps == 3 * times
    assert time.perf_counter() - begun < seconds(0.006 * times)


# Nothing depends on anything else ----------------------------------------------------------------


@pytest.fixture(scope="module")
def stories(data: Path) -> list[str]:
    texts = [path.read_text("utf-8")[:6000] for path in sorted((data / "litbank").glob("*.txt"))]
    assert len(texts) > 4
    return texts[:4]


def fresh() -> EnglishParser:
    """The pipeline loaded anew, so that nothing is remembered."""
    return EnglishParser(hearer.parsers.english.MODEL)


@pytest.mark.untraced
def test_order_threads_and_sessions_change_nothing(stories: list[str]) -> None:
    parser = fresh()
    expected = [[*parser.parse(story)] for story in stories]
    other = fresh()
    assert [[*other.parse(story)] for story in reversed(stories)] == expected[::-1]
    with ThreadPoolExecutor(4) as threads:
        found = threads.map(lambda story: [*shipped().parse(story)], stories)
        assert [*found] == expected


def test_a_sentence_does_not_depend_on_its_neighbours() -> None:
    (alone,) = fresh().parse("The old judge thanked her for it.")
    around = [*fresh().parse("It rained.\n\nThe old judge thanked her for it.\n\nAnna left.")]
    assert replace(around[1], number=1, start=0, spaces=alone.spaces) == alone


def test_two_parses_go_on_side_by_side() -> None:
    parser = shipped()
    text = "Anna met a judge. She thanked him. It rained."
    one, other = parser.parse(text), parser.parse(text)
    assert [pair[0] == pair[1] for pair in zip(one, other, strict=True)] == [True] * 3


def test_it_is_pickled_by_its_name() -> None:
    assert pickle.loads(pickle.dumps(shipped())) is shipped()
    assert find("english") is shipped()


# Long things -------------------------------------------------------------------------------------


def words(utterances: Iterator[Utterance]) -> list[str]:
    return [form for utterance in utterances for form in utterance.forms]


def test_a_sentence_beyond_every_limit_is_one_tree() -> None:
    given_words = ("and", "Anna", "saw", "internationalization") * PART_LENGTH
    long = Utterance.of(" ".join(f"{word}/X/dep/0" for word in given_words))
    (parsed,) = shipped().parse_words(Discourse((long,))).utterances
    assert parsed.forms == given_words
    assert parsed.heads.count(0) == 1
    assert not circles(parsed.heads)
    assert parsed.relations.count("root") == 1
    assert "parataxis" in parsed.relations
    assert len(shipped().senses(long).meanings) == len(given_words)


def test_a_word_of_many_pieces_is_read_as_far_as_it_goes() -> None:
    long = "/".join(f"Z{n}x" for n in range(70))
    assert "".join(words(shipped().parse(f"See {long} there."))) == f"See{long}there."


def test_given_words_stay_as_they_are() -> None:
    odd = ("", " ", "New York", "a\tb", "\udc80", "x" * 5000, "🙂")
    given_words = replace(Utterance.of("a/X/dep/0 " * len(odd)), forms=odd)
    (parsed,) = shipped().parse_words(Discourse((given_words,))).utterances
    assert parsed.forms == odd
    assert parsed.heads.count(0) == 1


def test_no_words_are_no_problem() -> None:
    nothing = Discourse((Utterance.of(""),))
    assert shipped().parse_words(nothing).utterances == nothing.utterances
    assert [*shipped().parse("\ufeff \n")] == []


@pytest.mark.untraced
def test_a_book_is_parsed_sentence_by_sentence(stories: list[str]) -> None:
    """The first sentence comes at once, and memory does not grow with the book."""
    book = "\n\n".join(stories) * 200
    begun = time.perf_counter()
    utterances = shipped().parse(book)
    next(utterances)
    assert time.perf_counter() - begun < seconds(1)
    sum(1 for _ in islice(utterances, 100))
    tracemalloc.start()
    try:
        sum(1 for _ in islice(utterances, 150))
        grown, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert grown < 2_000_000


# What it needs -----------------------------------------------------------------------------------


def test_neither_spacy_nor_torch_is_imported() -> None:
    code = (
        "import sys, hearer; hearer.resolve('Anna slept. She snored.'); "
        "print([m for m in ('spacy', 'torch', 'thinc', 'onnx') if m in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert run.stdout.decode() == "[]\n"


def test_a_folder_without_a_model_is_one_helpful_sentence(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="install hearer from a wheel"):
        EnglishParser(tmp_path)
