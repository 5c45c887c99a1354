"""Made sentences: trees, and labels that annotators use too."""

from collections.abc import Iterable

import pytest

from training.conllu import DATA, GoldSentence, read_documents
from training.encoder.made import made

SENTENCES = [sentence for document in made() for sentence in document.sentences]


def test_every_made_sentence_is_a_tree_with_one_root() -> None:
    assert 2000 <= len(SENTENCES) <= 2500
    for sentence in SENTENCES:
        heads = [word.head for word in sentence.words]
        above = {n for n in range(len(heads)) if sentence.words[n].deprel == "root"}
        assert [n for n, head in enumerate(heads) if head < 0] == list(above)
        for _ in heads:
            above |= {n for n, head in enumerate(heads) if head in above}
        assert len(above) == len(heads)


def test_no_made_sentence_occurs_twice_and_no_slot_is_left() -> None:
    texts = [" ".join(word.form for word in sentence.words) for sentence in SENTENCES]
    assert len(texts) == len(set(texts))
    assert [text for text in texts if set(text) & set("{}|/_")] == []
    assert [s for document in made() for s in document.sentences] == SENTENCES


@pytest.mark.skipif(not DATA.is_dir(), reason="no corpora")
def test_made_labels_occur_in_the_gold() -> None:
    parts = (read_documents(DATA / part) for part in ("ewt/train.conllu", "gum/train"))
    gold = labels(sentence for part in parts for doc in part for sentence in doc.sentences)
    assert labels(SENTENCES) - gold == set()


def labels(sentences: Iterable[GoldSentence]) -> set[tuple[str, ...]]:
    words = [word for sentence in sentences for word in sentence.words]
    return {(w.upos, w.xpos, w.feats) for w in words} | {(w.deprel,) for w in words}
