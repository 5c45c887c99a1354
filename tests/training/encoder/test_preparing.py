"""From the corpora to one folder: what is taught, mended, left out, and how it travels."""

from __future__ import annotations

import lzma
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from hearer.errors import UsageError
from hearer.parsers.english.pieces import Pieces
from tests.training.encoder import toy
from training.conllu import GoldSentence, read_documents
from training.encoder import base
from training.encoder.columns import (
    COLUMNS,
    Labels,
    Sentences,
    collected,
    encoded,
    load,
    read_in,
    read_labels,
    save,
)
from training.encoder.made import made
from training.encoder.prepare import UNTAUGHT, Sources, gold, mended, prepare, silver

PARTS = ("gold", "silver")
FILES = {
    "base.npz", "vocabulary.txt", "labels.json",
    *(f"{part}.{kind}.xz" for part in PARTS for kind in ("npz", "json")),
    "rankings.npz.xz", "rankings-sentences.npz.xz",
    "bert.npz", "unlabelled.npz.xz", "unlabelled-sentences.npz.xz",
    "replaced.npz.xz", "replaced-sentences.npz.xz",
}  # fmt: skip


def sentence(tmp_path: Path, rows: str) -> GoldSentence:
    """One sentence of the toy's notation."""
    file = tmp_path / "one.conllu"
    file.write_text(toy.conllu({"one": (rows,)}), encoding="utf-8")
    (document,) = read_documents(file)
    return document.sentences[0]


# The folder -----------------------------------------------------------------------------------


def test_all_that_training_needs_is_in_one_folder(prepared: Path) -> None:
    assert {file.name for file in prepared.iterdir()} == FILES


def test_prepared_twice_gives_the_same_bytes(
    sources: Sources, prepared: Path, tmp_path: Path
) -> None:
    prepare(replace(sources, out=tmp_path))
    assert {file.name for file in tmp_path.iterdir()} == FILES
    assert [
        n for n in sorted(FILES) if (prepared / n).read_bytes() != (tmp_path / n).read_bytes()
    ] == []


def test_one_part_is_prepared_alone(sources: Sources, tmp_path: Path) -> None:
    prepare(replace(sources, out=tmp_path), ["base", "labels"])
    assert {file.name for file in tmp_path.iterdir()} == {
        "base.npz",
        "vocabulary.txt",
        "labels.json",
    }


def test_without_corpora_it_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="name their folder, or set HEARER_DATA"):
        prepare(Sources(tmp_path / "nowhere", tmp_path))


# Corpora --------------------------------------------------------------------------------------


def test_only_texts_whose_licence_allows_it_train_and_made_ones_at_last(sources: Sources) -> None:
    real = Sources(sources.data, sources.out)
    assert [document.name for document in gold(real)] == [
        "songs", "dogs", "nights", "days", "GUM_dogs", "GUM_songs",
        *(document.name for document in made()),
    ]  # fmt: skip


def test_silver_agents_under_a_passive_are_agents(tmp_path: Path) -> None:
    older = toy.BITTEN.replace("obl:agent", "obl")
    assert [word.deprel for word in mended(sentence(tmp_path, older)).words] == [
        "nsubj:pass", "aux:pass", "root", "case", "det", "obl:agent", "punct",
    ]  # fmt: skip


def test_by_without_a_passive_is_no_agent(tmp_path: Path) -> None:
    rows = """
She she PRON PRP Gender=Fem 2 nsubj _
runs run VERB VBZ _ 0 root _
by by ADP IN _ 4 case _
Bob Bob PROPN NNP _ 2 obl _
"""
    assert [word.deprel for word in mended(sentence(tmp_path, rows)).words][-1] == "obl"


def test_silver_labels_of_an_older_convention_are_mended(tmp_path: Path) -> None:
    rows = """
She she PRON PRP Gender=Fem|Case=Nom 2 nsubj:pass _
sung sing VERB VBN Tense=Past 0 root:pass _
. . . . _ 2 punct _
"""
    pronoun, verb, stop = mended(sentence(tmp_path, rows)).words
    assert (pronoun.feats, verb.deprel, stop.upos) == (UNTAUGHT, "root", "PUNCT")
    assert verb.feats == "Tense=Past"


def test_silver_without_one_root_or_with_one_word_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "amalgum").mkdir()
    headless = toy.SINGS.replace(" 0 root", " 1 root")
    alone = "\nAnna Anna PROPN NNP _ 0 root _\n"
    text = toy.conllu({"one": (headless, alone, toy.SEES)})
    (tmp_path / "amalgum" / "a.conllu.xz").write_bytes(lzma.compress(text.encode()))
    (document,) = silver(tmp_path)
    assert [len(kept.words) for kept in document.sentences] == [5]


# Labels ---------------------------------------------------------------------------------------


def test_number_0_of_every_label_is_none(prepared: Path) -> None:
    labels = read_labels(prepared / "labels.json")
    assert set(labels.names) == set(COLUMNS)
    for column in COLUMNS:
        assert labels.names[column][0] == ""
        assert 0 not in labels.numbers(column).values()


def test_no_features_are_a_label_and_no_sort_is_none(prepared: Path) -> None:
    labels = read_labels(prepared / "labels.json")
    assert labels.numbers("features")[""] == 1
    assert "" not in labels.numbers("sort")
    assert labels.names["sort"][1:] == ("person", "animal")


def test_labels_are_in_the_order_of_how_often_they_are_met(tmp_path: Path) -> None:
    labels = collected([sentence(tmp_path, toy.SEES)], {})
    assert labels.names["upos"] == ("", "DET", "NOUN", "PROPN", "PUNCT", "VERB")


def test_words_that_are_cut_though_written_as_one_are_listed(prepared: Path) -> None:
    assert read_labels(prepared / "labels.json").splits == {"cannot": (3,)}


# Columns --------------------------------------------------------------------------------------


def test_a_sentence_is_read_as_the_graph_takes_it() -> None:
    read = read_in(["Anna", "sings", "!"], Pieces(toy.VOCABULARY))
    number = toy.VOCABULARY.index
    assert read["pieces"] == [number(p) for p in ("[CLS]", "anna", "sing", "##s", "!", "[SEP]")]
    assert read["shapes"] == [0, 5, 2, 10, 6, 0]
    assert (read["first"], read["last"]) == ([1, 2, 4], [1, 3, 4])


def test_what_is_taught_stands_in_the_columns(sources: Sources, prepared: Path) -> None:
    sentences, labels = (
        load(prepared / "gold.npz.xz", Sentences),
        read_labels(prepared / "labels.json"),
    )
    first, *_ = gold(sources)
    words = first.sentences[0].words
    heads, relations, upos, *_ = sentences.taught[:, : len(words)]
    assert heads.tolist() == [2, 0, 2]
    assert [labels.names["relations"][n] for n in relations] == ["nsubj", "root", "punct"]
    assert [labels.names["upos"][n] for n in upos] == ["PROPN", "VERB", "PUNCT"]
    assert sentences.names.tolist()[0] == "songs"


def test_columns_come_back_as_they_were_saved(prepared: Path, tmp_path: Path) -> None:
    sentences = load(prepared / "gold.npz.xz", Sentences)
    save(tmp_path / "again.npz.xz", sentences)
    again = load(tmp_path / "again.npz.xz", Sentences)
    for name in Sentences.__slots__:
        assert np.array_equal(getattr(sentences, name), getattr(again, name)), name


def test_what_a_label_list_does_not_know_is_not_taught(tmp_path: Path) -> None:
    document = next(read_documents(_written(tmp_path)))
    labels = Labels(dict.fromkeys(COLUMNS, ("",)), {})
    columns = encoded([document], Pieces(toy.VOCABULARY), labels)
    assert columns.taught[0].tolist() == [2, 0, 2]
    assert not columns.taught[1:].any()


def _written(tmp_path: Path) -> Path:
    file = tmp_path / "one.conllu"
    file.write_text(toy.conllu({"one": (toy.SINGS,)}), encoding="utf-8")
    return file


# The base model -------------------------------------------------------------------------------


def test_pieces_that_english_never_needs_are_left_out(prepared: Path) -> None:
    model = base.load(prepared)
    assert set(toy.VOCABULARY) - set(model.vocabulary) == {"[unused0]", "の"}
    assert len(model.weights[base.TABLE]) == len(model.vocabulary)
    layers = {name.split(".")[1] for name in model.weights if name.startswith("layers.")}
    assert (len(layers), model.heads) == (toy.LAYERS, toy.HEADS)


def test_the_base_model_travels_in_int8_and_comes_back_within_half_a_step(
    sources: Sources, prepared: Path
) -> None:
    before, after = base.read_base(Path(sources.base)), base.load(prepared)
    assert before.weights.keys() == after.weights.keys()
    for name, array in before.weights.items():
        step = np.abs(array).max() / 127
        assert np.abs(array - after.weights[name]).max() <= step / 2 + 1e-6, name


def test_training_starts_from_the_first_layers_and_their_strongest_units(prepared: Path) -> None:
    model = base.load(prepared)
    weights = base.first_layers(model, 1, inner=7)
    assert not [name for name in weights if name.startswith("layers.1.")]
    into = model.weights["layers.0.inner.weight"]
    out = model.weights["layers.0.outer.weight"]
    strength = [
        float(np.sqrt((into[n] ** 2).sum() * (out[:, n] ** 2).sum())) for n in range(len(into))
    ]
    strongest = sorted(sorted(range(len(into)), key=lambda n: -strength[n])[:7])
    assert np.array_equal(weights["layers.0.inner.weight"], into[strongest])
    assert np.array_equal(weights["layers.0.outer.weight"], out[:, strongest])


@pytest.mark.parametrize("piece", ["[unused12]", "の", "##я"])
def test_other_scripts_and_gaps_are_not_english(piece: str) -> None:
    assert not base.is_english(piece)


@pytest.mark.parametrize("piece", ["café", "##ing", "[CLS]", "θ"])
def test_latin_and_greek_letters_and_signs_are_english(piece: str) -> None:
    assert base.is_english(piece)
