"""What words are made of: pieces, atoms, lemmas."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hearer.parsers.english.boundaries import atoms
from hearer.parsers.english.encoder import applied
from hearer.parsers.english.pieces import LATER, MOST, OUTSIDE, Pieces, shape
from training.encoder.columns import rule

VOCABULARY = "[CLS] [SEP] [UNK] [MASK] a b ab ##a ##b ##ab ' é ##c c cc , .".split()
pieces = Pieces(VOCABULARY)
texts = st.text() | st.text(alphabet="abcn't’A é.,1 \ud800\u0301", max_size=40)


def spelled(word: str) -> str:
    return " ".join(VOCABULARY[number] for number in pieces[word])


def test_the_longest_piece_comes_first() -> None:
    assert spelled("abab") == "ab ##ab"
    assert spelled("CC") == "cc"
    assert spelled("a'b,") == "a ' b ,"


def test_what_has_no_pieces_is_unknown() -> None:
    assert spelled("abz") == "[UNK]"
    assert spelled("") == "[UNK]"
    assert spelled("a" * 101) == "[UNK]"
    assert spelled("ab.z") == "ab . [UNK]"


def test_accents_and_what_cannot_be_seen_are_not_read() -> None:
    assert spelled("ÁB") == "ab"
    assert spelled("a\u0301b") == "ab"
    assert spelled("a\u200bb\x1b") == "ab"


def test_what_cannot_be_seen_cuts_no_word() -> None:
    text = "cafe\u0301s e\u0301 co\u00adop \x1bAnna\x1b 1\u20e3 ☺\ufe0f!"
    cut = [text[start:end] for start, end in atoms(text, {})]
    seen, unseen = ["cafe\u0301s", "e\u0301", "co\u00adop"], ["\x1b", "Anna", "\x1b"]
    assert cut == [*seen, *unseen, "1\u20e3", "☺\ufe0f", "!"]


@given(texts)
def test_any_word_has_a_few_pieces_and_a_shape(word: str) -> None:
    assert 1 <= len(pieces[word]) <= MOST
    assert OUTSIDE < shape(word) < LATER


@given(texts)
def test_atoms_leave_out_white_space_only(text: str) -> None:
    spans = [*atoms(text, {"ab": (1,)})]
    assert "".join(text[start:end] for start, end in spans) == "".join(text.split())
    assert all(start < end for start, end in spans)


def test_some_words_are_two() -> None:
    text = "We Cannot; they canNOT."
    assert [text[start:end] for start, end in atoms(text, {"cannot": (3,)})] == (
        "We Can not ; they can NOT .".split()
    )


def test_not_is_cut_off_however_it_is_written() -> None:
    text = "don't DON'T can’t n't ain'ts"
    cut = [text[start:end] for start, end in atoms(text, {})]
    assert cut == "do n't DO N'T ca n’t n't ain ' ts".split()


@given(texts, texts)
def test_a_rule_makes_the_lemma_it_was_made_for(form: str, lemma: str) -> None:
    assert applied(rule(form, lemma), form) == lemma
