"""Clusters of token spans, as neural resolvers take and give them."""

from __future__ import annotations

import json

import hearer
from hearer.formats import jsonlines
from hearer.formats.converting import converted
from tests.conftest import EXAMPLES
from tests.formats.exchange import chains, document

SENTENCES = [["Ann", "met", "a", "judge"], ["She", "thanked", "the", "man"]]
CLUSTERS = [[[0, 0], [4, 4]], [[2, 3], [6, 7]]]


def line(**record: object) -> bytes:
    return json.dumps(record).encode() + b"\n"


def test_a_document_is_one_line_with_token_spans_as_neural_resolvers_give_them() -> None:
    told = {"doc_key": "story", "sentences": SENTENCES, "clusters": CLUSTERS}
    assert json.loads(converted([document()], to="jsonlines")) == told
    tokens = [word for sentence in SENTENCES for word in sentence]
    for words in ({"sentences": SENTENCES}, {"tokens": tokens}):
        file = jsonlines.read(line(doc_key="story", clusters=CLUSTERS, **words))
        assert file.problems == ()
        assert chains(file[0]) == chains(document())


def test_clusters_of_code_points_are_read_with_the_text_they_point_into() -> None:
    text = "Ann met a judge. She thanked the man."
    clusters = [[[0, 3], [17, 20]], [[8, 15], [29, 36]]]
    (found,) = jsonlines.read(line(text=text, clusters=clusters))
    assert found.text == text
    assert [str(utterance) for utterance in found.utterances] == [text[:16], text[17:]]
    assert chains(found) == [[(0, 3), (13, 16)], [(6, 12), (23, 29)]]


def test_speakers_go_both_ways() -> None:
    speakers = [["Ann"] * 4, ["-"] * 4]
    (found,) = jsonlines.read(line(sentences=SENTENCES, speakers=speakers))
    assert [utterance.speaker for utterance in found.utterances] == ["Ann", ""]
    assert json.loads(converted([found], to="jsonlines"))["speakers"] == [["Ann"] * 4, [""] * 4]


def test_what_hearer_resolved_is_written_singletons_too() -> None:
    found = hearer.resolve(hearer.read(EXAMPLES / "table5.conllu"), profile="paper")
    record = json.loads(hearer.write(found, to="jsonlines"))
    words = [word for sentence in record["sentences"] for word in sentence]
    assert len(record["clusters"]) == len(found.chains)
    assert any(len(cluster) == 1 for cluster in record["clusters"])
    first = {" ".join(words[a : b + 1]) for cluster in record["clusters"] for a, b in cluster}
    assert any("Smirga" in mention for mention in first)
