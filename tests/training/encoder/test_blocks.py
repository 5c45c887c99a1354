"""Raw text in atoms and blocks: the boundaries are where annotators put them, whatever varies."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from hearer.parsers.english.boundaries import BLOCK_ENDS, SENTENCE_ENDS
from hearer.parsers.english.pieces import Pieces
from tests.training.encoder import toy
from training.conllu import GoldDocument, read_documents
from training.encoder import atoms
from training.encoder.atoms import (
    GIVEN,
    Block,
    Text,
    side_by_side,
    spaced,
    splits,
    text_of,
    varied_blocks,
)


@pytest.fixture
def pieces() -> Pieces:
    return Pieces(toy.VOCABULARY)


class NoVariation(np.random.Generator):
    """Chance that never runs paragraphs together, nor changes quotes."""

    def random(self, size=None, *_):  # type: ignore[no-untyped-def, override]
        return 1.0 if size is None else np.ones(size)


def blocks(text: Text, pieces: Pieces) -> list[Block]:
    return list(varied_blocks([text], pieces, NoVariation(np.random.PCG64())))


def document(tmp_path: Path, *sentences: str) -> GoldDocument:
    file = tmp_path / "one.conllu"
    file.write_text(toy.conllu({"one": sentences}), encoding="utf-8")
    return next(read_documents(file))


# Atoms ----------------------------------------------------------------------------------------


def test_words_and_sentences_end_where_annotators_say(tmp_path: Path) -> None:
    text = text_of(document(tmp_path, toy.CANNOT, toy.SINGS), {"cannot": (3,)})
    assert text.atoms == ["Bob", "can", "not", "sing", "!", "Anna", "sings", "."]
    assert text.spaces == [1, 0, 1, 0, 1, 1, 0, 2]
    assert text.ends == [1, 1, 1, 1, 2, 1, 1, 2]


def test_a_word_is_cut_by_rule_only_where_it_is_cut_more_often_than_not(tmp_path: Path) -> None:
    once = document(tmp_path, toy.CANNOT)
    assert splits([once]) == {}
    assert splits([once, once]) == {"cannot": (3,)}


def test_silver_words_are_spaced_as_one_writes(tmp_path: Path) -> None:
    rows = "\n" + "".join(
        f"{form} x X X _ {0 if n == 0 else 1} dep _\n"
        for n, form in enumerate(["He", "did", "n't", "(", "yet", ")", "say", '"', "no", '"', "."])
    )
    given = document(tmp_path, rows)
    written = replace(given, sentences=tuple(map(spaced, given.sentences)))
    text = text_of(written, {})
    letters = "".join(a + " " * min(s, 1) for a, s in zip(text.atoms, text.spaces, strict=True))
    assert letters.strip() == 'He didn\'t (yet) say "no".'


def test_texts_come_back_as_they_were_written(tmp_path: Path) -> None:
    texts = [text_of(document(tmp_path, toy.CANNOT, toy.SINGS), {}), Text("b", ["Hm"], [2], [2])]
    atoms.write(tmp_path / "t.json.xz", texts)
    assert list(atoms.read(tmp_path / "t.json.xz")) == texts


# Blocks ---------------------------------------------------------------------------------------


def test_a_block_begins_and_ends_with_nothing_around_it(pieces: Pieces) -> None:
    text = Text("a", ["Anna", "sings", ".", "Bob", "!"], [1, 0, 2, 0, 2], [1, 1, 2, 1, 2])
    first, second = blocks(text, pieces)
    rows = dict(zip(GIVEN, first.given.tolist(), strict=True))
    number = toy.VOCABULARY.index
    assert rows["first"] == [number("anna"), number("sing"), number(".")]
    assert rows["last"] == [number("anna"), number("##s"), number(".")]
    assert rows["shapes"] == [5, 2, 6]
    assert rows["lengths"] == [4, 5, 1]
    assert rows["before"] == [2, 1, 0]
    assert rows["after"] == [1, 0, 2]
    assert first.ends.tolist() == [1, 1, 2]
    assert second.ends.tolist() == [1, 2]


def test_variations_change_no_boundary(pieces: Pieces) -> None:
    said = ["“", "No", ",", "”", "said", "Bob", ".", "It", "'", "s", "late", "."]
    ends = [1, 1, 1, 1, 1, 1, 2, 1, 0, 1, 1, 2]
    text = Text("a", said, [0, 0, 0, 1, 1, 0, 2, 0, 0, 1, 0, 2], ends)
    chance, lengths = np.random.default_rng(0), set()
    for _ in range(50):
        varied = list(varied_blocks([text], pieces, chance))
        lengths.add(len(varied))
        assert np.concatenate([block.ends for block in varied]).tolist() == ends
    assert lengths == {1, 2}  # paragraphs apart, and run together


def test_a_block_that_is_too_long_is_cut_where_a_sentence_ends(pieces: Pieces) -> None:
    sentence = ["it", "rains", "."]
    text = Text("a", sentence * 300, [1, 0, 1] * 300, [1, 1, 2] * 300)
    found = blocks(text, pieces)
    assert [len(block) for block in found] == [603, 297]
    assert all(block.ends[-1] == SENTENCE_ENDS for block in found)
    assert all(block.given[-1][-1] == BLOCK_ENDS for block in found)


def test_every_block_is_in_one_batch() -> None:
    found = [Block(np.zeros((6, n), np.int32), np.ones(n, np.int32)) for n in (9, 1, 5, 5, 30, 2)]
    batches = side_by_side(found, 20)
    assert sorted(len(block) for batch in batches for block in batch) == [1, 2, 5, 5, 9, 30]
    assert all(len(b) == 1 or max(map(len, b)) * len(b) <= 20 for b in batches)
