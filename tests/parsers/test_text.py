"""Raw text before it is parsed: nothing is lost, and no piece is too long."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hearer.formats.decoding import MOST_PROBLEMS
from hearer.formats.unparsed import raw_text
from hearer.parsers.blocks import (
    LONGEST_BLOCK,
    LONGEST_RUN,
    blocks,
    plain,
    restored,
)
from tests.cases import cases

texts = st.text() | st.text(alphabet="ab .\n\r\t\f \u2029\ufeff\udc80", max_size=200)


def joined(text: str) -> str:
    found = list(blocks(text))
    before = text[: found[0].start] if found else text
    assert before.strip().strip("\ufeff") == ""
    return before + "".join(block.text + block.space for block in found)


@given(texts)
def test_blocks_and_their_spaces_give_the_text_back(text: str) -> None:
    assert joined(text) == text
    for block in blocks(text):
        assert text[block.start :].startswith(block.text)
        assert block.text == block.text.strip()
        assert block.text


@given(texts)
def test_words_of_the_plain_block_lead_back_to_the_block(text: str) -> None:
    for block in blocks(text):
        forms = plain(block.text).split(" ")
        spaces = [" "] * (len(forms) - 1) + [""]
        written, behind = restored(block.text, forms, spaces)
        assert "".join(map("".join, zip(written, behind, strict=True))) == block.text


def test_a_form_with_a_space_in_it_gets_the_spaces_of_the_block() -> None:
    assert restored("New\n York is", ["New York", "is"], [" ", ""]) == (
        ["New\n York", "is"],
        [" ", ""],
    )


@pytest.mark.untraced
@pytest.mark.parametrize("piece", ["word ", "x", "a. B ", " ", "\n", "("])
def test_a_megabyte_without_a_paragraph_are_cut_into_short_blocks(piece: str) -> None:
    text = piece * (1_000_000 // len(piece))
    begun = time.perf_counter()
    assert joined(text) == text
    assert time.perf_counter() - begun < 10
    assert all(len(block.text) <= LONGEST_BLOCK for block in blocks(text))


def test_a_long_paragraph_is_cut_behind_a_sentence() -> None:
    text = "This is a sentence of some length. " * 400
    found = list(blocks(text))
    assert len(found) > 1
    assert all(block.text.endswith("length.") for block in found)
    assert [block.begins_paragraph for block in found] == [True] + [False] * (len(found) - 1)


def test_a_run_without_white_space_is_cut() -> None:
    found = list(blocks("see " + "x" * 1000 + " there"))
    assert [len(block.text) for block in found] == [3, LONGEST_RUN, LONGEST_RUN, LONGEST_RUN, 106]


@pytest.mark.parametrize("gap", ["\n\n", "\n \t\n", "\r\n\r\n", "\r\r", "\f", "\u2029", "\n\n\n\n"])
def test_a_blank_line_ends_a_paragraph(gap: str) -> None:
    found = list(blocks(f"One.{gap}Two."))
    assert [(b.text, b.begins_paragraph) for b in found] == [("One.", True), ("Two.", True)]


@pytest.mark.parametrize("gap", [" ", "\n", "\r\n", "  ", "\t"])
def test_a_line_end_does_not(gap: str) -> None:
    assert [block.text for block in blocks(f"One.{gap}Two.")] == [f"One.{gap}Two."]


@cases(__file__)
def test_a_heading_is_a_short_line_without_punctuation_before_more_text(
    text: str, headings: list[str]
) -> None:
    found = blocks(text.replace("\\n", "\n"))
    assert [block.text for block in found if block.is_heading] == headings


@given(st.binary())
def test_any_bytes_are_decoded_without_loss(content: bytes) -> None:
    (found,) = raw_text(content)
    assert found.text.encode("utf-8", "surrogateescape") == content
    assert bool(found.problems) == (content.decode("utf-8", "ignore").encode() != content)


def test_a_byte_that_is_no_utf8_is_reported_with_its_place() -> None:
    (problem,) = raw_text(b"one\ncaf\xe9 two", "a.txt").problems
    assert (
        str(problem)
        == "a.txt:2:4: text-utf8 byte 0xe9 is not UTF-8; it is kept, and parsed as U+FFFD"
    )


def test_noise_is_reported_in_a_few_lines() -> None:
    assert len(raw_text(b"\xff" * 1_000_000).problems) == MOST_PROBLEMS + 1


def test_real_texts_come_back(data: Path) -> None:
    paths = sorted((data / "litbank").glob("*.txt"))[:20]
    assert paths
    for path in paths:
        text = path.read_text(encoding="utf-8")
        assert joined(text) == text
