"""Sets in our JSON and in CorefUD: who is meant together is read back."""

from __future__ import annotations

import json

import pytest

import hearer
from hearer.formats.json import _entity as entity_of
from hearer.formats.json import interpretations
from hearer.hearing import listen
from hearer.model import EntityKind, Interpretation
from hearer.testing import discourse_of

MET = "Tom/PROPN/nsubj/2//Number=Sing met/VERB/root/0 Clara/PROPN/obj/2//Number=Sing"
THEY_SANG = "They/PRON/nsubj/2 sang/VERB/root/0"


@pytest.fixture
def found() -> Interpretation:
    return listen(discourse_of(f"{MET}\n{THEY_SANG}"))


def test_the_members_of_a_set_are_written_and_read_back(found: Interpretation) -> None:
    written = hearer.write(found, to="json")
    entities = {one["entity"]: one.get("members") for one in json.loads(written)["entities"]}
    assert entities["{TOM, CLARA}"] == ["TOM", "CLARA"]
    (again,) = interpretations(written.encode())
    they = again.expressions[-1]
    assert [one.text for one in they.members] == ["Tom", "Clara"]
    assert they.entity is not None
    assert they.entity.kind is EntityKind.SET


def test_what_was_read_back_is_rewritten_alike(found: Interpretation) -> None:
    (again,) = interpretations(hearer.write(found, to="json").encode())
    assert hearer.rewrite(again).text == hearer.rewrite(found).text
    assert "Tom and Clara sang" in hearer.rewrite(again).text


def test_corefud_has_a_split_antecedent(found: Interpretation) -> None:
    assert "SplitAnte=" in hearer.write(found, to="corefud")


def test_an_entity_is_known_by_its_letters() -> None:
    kinds = [one.kind if (one := entity_of(each)) else None for each in ("?3", "{A, B}", "A", "")]
    assert kinds == [EntityKind.UNKNOWN, EntityKind.SET, EntityKind.NAMED, None]
