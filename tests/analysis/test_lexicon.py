"""The short word lists and tables are sorted into sections, non-empty, and each is used."""

from __future__ import annotations

import pytest

from hearer.model.lexicon import data, table, words
from hearer.model.pronouns import PRONOUNS
from tests.conftest import ROOT

LISTS = [(section, name) for section, lists in data("words").items() for name in lists]
SOURCE = "\n".join(
    path.read_text(encoding="utf-8") for path in sorted((ROOT / "src/hearer").rglob("*.py"))
)


@pytest.mark.parametrize(("section", "name"), LISTS)
def test_a_list_has_words_and_a_reader(section: str, name: str) -> None:
    found = data("words")[section][name].split()
    (listed,) = words(section, name)
    assert len(found) == len(listed) > 0  # no word twice
    assert f'"{section}"' in SOURCE
    assert name in SOURCE or f'data("words")["{section}"]' in SOURCE


@pytest.mark.parametrize("section", data("roles"))
def test_every_table_of_roles_has_a_reader(section: str) -> None:
    assert f'data("roles")["{section}"]' in SOURCE
    assert all(data("roles")[section].values())


def test_tags_of_pronouns_are_complete() -> None:
    rows = table("pronoun_tags")
    assert rows.keys() <= PRONOUNS.keys()
    for required, lemma, tag, features in rows.values():
        assert required in {"PRON", "any"}
        assert lemma in PRONOUNS
        assert tag.startswith("PRP")
        assert features == "|".join(sorted(features.split("|")))
