"""The short word lists are sorted into sections, non-empty, and each is used."""

from __future__ import annotations

import pytest

from hearer.model.lexicon import data, words
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
    assert name in SOURCE
