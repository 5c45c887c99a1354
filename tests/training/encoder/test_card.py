"""The model card says what was measured, what trained the model, and what was left out."""

from __future__ import annotations

from pathlib import Path

from tests.training.encoder import toy
from training.conllu import read_documents
from training.encoder.card import card, decisions
from training.encoder.settings import Settings

REPORT = {
    "corpora": {"gum/dev": {"words": 99.7, "las": 90.1, "sorts": 83.2}, "ewt/dev": {"las": 88.0}},
    "expletive it": {"gold": 64, "precision": 84.2, "recall": 75.0},
    "speed": {
        "here": {"words_per_second": 9123.4, "two_threads": 1.94, "start": 0.21, "peak": 101.6}
    },
}


def test_the_card_counts_what_trained_the_model(sources_of_toy: Path) -> None:
    text = card(REPORT, 24.56, sources_of_toy, Settings(Path(), Path(), layers=3, seed=7))
    assert "\n| gum/dev | 99.7 |  |  |  |  |  |  | 90.1 |  | 83.2 |\n" in text
    assert "\n| ewt/dev |  |  |  |  |  |  |  | 88.0 |  |  |\n" in text
    assert "| words a second of processor time, one core | 9,123 |" in text
    assert "(3 layers of a BERT-like network" in text
    assert "The seed is 7." in text
    assert "GUM**, train, 2 of 3 documents (32 of\n  46 words)" in text
    assert "AMALGUM 0.2** (65 words)" in text
    assert "(64): precision 84.2, recall 75.0." in text
    assert "Size 24.6 MB." in text
    assert "{" not in text


def test_a_genre_that_is_left_out_is_named_with_the_reason(sources_of_toy: Path) -> None:
    fiction, news = decisions(read_documents(sources_of_toy / "gum" / "train"))
    reason = "non-commercial: kept out of what we ship"
    assert fiction == f"| fiction | **no** | CC BY-NC-SA | {reason} | all | 14 |"
    assert news.startswith("| news | yes | CC BY 2.5 |")


def test_a_genre_about_which_two_things_were_decided_names_its_documents(tmp_path: Path) -> None:
    source = "# meta::sourceURL = https://www.linguistics.ucsb.edu/\n"
    for name in ("carpet", "fire"):
        text = toy.conllu({f"GUM_court_{name}": (toy.SINGS,)}, genre="court")
        text = source + text if name == "carpet" else text
        (tmp_path / f"{name}.conllu").write_text(text, encoding="utf-8")
    rows = list(decisions(read_documents(tmp_path)))
    assert [row.split(" | ")[1] for row in rows] == ["**no**", "yes"]
    assert [row.split(" | ")[4] for row in rows] == ["carpet", "fire"]
