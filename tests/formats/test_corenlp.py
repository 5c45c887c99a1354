"""The JSON of Stanford CoreNLP."""

from __future__ import annotations

import json
from pathlib import Path

from hearer.formats import corenlp
from hearer.formats.annotation import entities_of
from hearer.formats.converting import converted
from hearer.formats.entities import Entities
from hearer.model import Discourse, Utterance
from tests.formats.exchange import chains, document

# By hand, in the shape that CoreNLP gives for "Ann left. She ran.", cut down to what is read.
FROM_CORENLP = (Path(__file__).parent / "cases" / "corenlp.json").read_bytes()


def test_corenlps_output_is_read_with_text_parse_and_chains() -> None:
    (found,) = corenlp.read(FROM_CORENLP)
    assert found.text == "Ann left. She ran."
    ann = found.utterances[0]
    assert (ann.heads, ann.relations) == ((2, 0, 2), ("nsubj", "root", "punct"))
    assert (ann.lemmas, ann.speaker) == (("Ann", "leave", "."), "")
    assert {mention.entity for mention in entities_of(found).mentions} == {"e4"}
    assert chains(found) == [[(0, 3), (8, 11)]]


def test_a_mention_has_words_head_and_type_as_corenlp_counts_them() -> None:
    written = json.loads(converted([document()], to="corenlp"))
    told = [
        (m["text"], m["type"], m["sentNum"], m["startIndex"], m["endIndex"], m["headIndex"])
        for chain in written["corefs"].values()
        for m in chain
    ]
    assert told == [
        ("Ann", "PROPER", 1, 1, 2, 1),
        ("She", "PRONOMINAL", 2, 1, 2, 1),
        ("a judge", "NOMINAL", 1, 3, 5, 4),
        ("the man", "NOMINAL", 2, 3, 5, 4),
    ]
    assert list(written["corefs"]) == ["1", "2"]
    shown = [m["isRepresentativeMention"] for m in written["corefs"]["1"]]
    assert shown == [True, False]


def test_offsets_count_utf_16_units_and_code_points() -> None:
    utterance = Utterance.of("😀/SYM/root/0 grins/VERB/dep/1")
    written = json.loads(converted([Discourse((utterance,), source=Entities())], to="corenlp"))
    second = written["sentences"][0]["tokens"][1]
    assert (second["characterOffsetBegin"], second["codepointOffsetBegin"]) == (3, 2)
