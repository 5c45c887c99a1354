"""All of GUM and EWT: nothing wrong, nothing lost, and the text is the text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from hearer.formats import conllu, corefud
from hearer.model import Discourse
from tests.formats.making import DATA

FILES = {"gum/dev": 30, "gum/train": 177, "ewt": 2}
pytestmark = [
    pytest.mark.skipif(
        not (DATA / "gum").is_dir(),
        reason=f"no corpora in {DATA}; HEARER_DATA can name the folder",
    ),
    pytest.mark.untraced,
]


def parts(file: conllu.ConlluFile) -> Iterator[tuple[Discourse, conllu.ConlluDocument]]:
    for discourse in conllu.discourses(file):
        assert isinstance(discourse.source, conllu.ConlluDocument)
        yield discourse, discourse.source


def documents(folder: str) -> Iterator[tuple[Discourse, conllu.ConlluDocument]]:
    for path in sorted((DATA / folder).glob("*.conllu")):
        yield from parts(conllu.read(path))


@pytest.mark.parametrize("folder", FILES)
def test_a_corpus_is_written_back_byte_for_byte_and_its_text_is_in_its_comments(
    folder: str,
) -> None:
    paths, sentences = sorted((DATA / folder).glob("*.conllu")), 0
    assert len(paths) == FILES[folder]
    for path in paths:
        file = conllu.read(path)
        assert conllu.write(file) == path.read_bytes()
        assert file.problems == ()
        for discourse, source in parts(file):
            text = discourse.text
            for utterance, sentence in zip(discourse.utterances, source.sentences, strict=True):
                assert utterance.text == sentence.comment("text")
                assert text.startswith(utterance.text, utterance.start)
                sentences += 1
    assert sentences > 1000


@pytest.mark.parametrize("folder", ["gum/dev", pytest.param("gum/train", marks=pytest.mark.slow)])
def test_the_entities_of_gum_are_written_back_byte_for_byte(folder: str) -> None:
    """Also onto words from which all coreference was taken: nothing is copied from there."""
    for discourse, source in documents(folder):
        entities = corefud.read_entities(discourse)
        assert entities.problems == ()
        assert entities.mentions
        nothing = replace(entities, mentions=(), bridges=(), split_antecedents=())
        bare = corefud.write_entities(source, nothing)
        assert not any(b"|%s=" % key in bare for key in (b"Entity", b"Bridge", b"SplitAnte"))
        stripped = conllu.parse(bare, path=source.path).documents[0]
        assert corefud.write_entities(stripped, entities) == conllu.write(source)
