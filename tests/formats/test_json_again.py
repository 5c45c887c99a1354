"""Our own JSON as input: it tells of words what CoNLL-U tells, so both are heard alike."""

from __future__ import annotations

from pathlib import Path

import pytest

import hearer
from hearer.formats import json
from tests.parsers.parses import needs_model

TEXT = (
    "Mrs. O'Hara put the kettle on its stove. She sighed. Her brother Tom hated it, but this he "
    "hid. Nobody knew whose it was; hers was blue."
)
Meant = list[tuple[int, int, str, str]]


def meant(found: hearer.Interpretation) -> Meant:
    return [(one.start, one.end, one.name, str(one.label)) for one in found.resolutions]


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    """What was understood of a text, in both formats."""
    found = hearer.resolve(TEXT)
    ours, conllu = tmp_path / "story.json", tmp_path / "story.conllu"
    ours.write_text(hearer.write(found, to="json"))
    conllu.write_text(hearer.write(found, to="corefud"))
    return ours, conllu


@needs_model
def test_json_is_resolved_as_the_text_it_was_made_of(files: tuple[Path, Path]) -> None:
    by_text = meant(hearer.resolve(TEXT))
    assert len(by_text) >= 6
    assert [meant(hearer.resolve(file)) for file in files] == [by_text, by_text]


@needs_model
def test_json_is_gold_as_corefud_is(files: tuple[Path, Path]) -> None:
    ours, conllu = (hearer.evaluate(file) for file in files)
    assert repr(ours) == repr(conllu)
    assert " 0 " not in repr(ours)


@needs_model
def test_words_keep_their_tags_and_features(files: tuple[Path, Path]) -> None:
    (from_json,), (from_conllu,) = (hearer.read(file) for file in files)
    for one, other in zip(from_json.utterances, from_conllu.utterances, strict=True):
        assert (one.xpos, one.features) == (other.xpos, other.features)
    assert any("PronType=Prs" in each for each in from_json.utterances[0].features)


def test_json_without_features_is_read_too() -> None:
    she = hearer.Utterance.of("She/PRON/nsubj/2 wins/VERB/root/0")
    found = hearer.resolve(hearer.Discourse((she,)))
    lines = hearer.write(found, to="json").splitlines()
    old = [line for line in lines if '"xpos"' not in line and '"features"' not in line]
    assert len(old) == len(lines) - 4
    (read,) = json.read("\n".join(old).encode())
    assert read.utterances[0].features == read.utterances[0].xpos == ("_", "_")
