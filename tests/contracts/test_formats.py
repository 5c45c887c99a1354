"""Every format keeps the contract: write, read, write."""

from __future__ import annotations

import pytest

from hearer.formats import FORMATS, corefud
from hearer.formats.converting import read_as
from hearer.hearing import listen
from hearer.testing import TEXTS, check_format, discourse_of

NAMES = FORMATS.names()


def test_there_are_formats() -> None:
    assert {"conllu", "corefud", "json", "tsv"} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_written_is_read_and_written_again(name: str) -> None:
    check_format(name)


def test_corefud_is_read_back_and_not_only_written() -> None:
    together = discourse_of("\n".join(TEXTS.values()))
    (discourse,) = read_as(FORMATS.find("corefud"), corefud.write([listen(together)]), "")
    assert [utterance.forms for utterance in discourse.utterances] == [
        utterance.forms for utterance in together.utterances
    ]
