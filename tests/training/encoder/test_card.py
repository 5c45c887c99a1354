"""The model card says how training makes the model, and what was decided about the texts."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

from tests.conftest import ROOT
from tests.training.encoder import toy
from training.conllu import read_documents
from training.encoder.base import BASE, BERT
from training.encoder.settings import Settings
from training.licences import may_train, rules

CARD = (ROOT / "src/hearer/parsers/english/MODEL_CARD.md").read_text(encoding="utf-8")
DEFAULTS = {field.name: field.default for field in fields(Settings)}


def test_the_card_has_the_settings_of_training() -> None:
    text = " ".join(CARD.split())
    for said in (
        "({layers} layers of a BERT-like network with {inner} inner units",
        "{silver_epochs:g} epochs of machine parses, then {gold_epochs:g} epochs of gold parses",
        "with {ranking_epochs:g} epochs of pronouns and {taught_epochs:g} epochs of unlabelled",
        "The seed is {seed}.",
    ):
        assert said.format_map(DEFAULTS) in text
    assert BASE in text
    assert BERT in text


def test_the_card_has_every_decision_about_licences() -> None:
    assert rules()
    for row in rules():
        trains = "yes" if row["trains"] == "yes" else "**no**"
        assert f"| {trains} | {row['licence']} | {row['reason']} |" in CARD


def test_the_first_rule_that_fits_decides(tmp_path: Path) -> None:
    source = "# meta::sourceURL = https://www.linguistics.ucsb.edu/\n"
    for name, genre, before in (
        ("carpet", "court", source),
        ("fire", "court", ""),
        ("tale", "fiction", ""),
        ("new", "a new genre", ""),
    ):
        text = before + toy.conllu({name: (toy.SINGS,)}, genre=genre)
        (tmp_path / f"{name}.conllu").write_text(text, encoding="utf-8")
    allowed = {document.name: may_train(document) for document in read_documents(tmp_path)}
    assert allowed == {"carpet": False, "fire": True, "new": False, "tale": False}
