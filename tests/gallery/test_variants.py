"""The examples with other punctuation, capitals and quotes are answered alike."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from hearer.gallery.examples import GalleryExample, answers_to, examples_of
from tests.conftest import EXAMPLES
from tests.gallery.variants import VARIANTS, Rows, written

GALLERY = EXAMPLES / "gallery"
ASKED = ("s-list", "bfp", "hobbs", "lappin-leass")


def told(examples: tuple[GalleryExample, ...]) -> list[str]:
    return [
        f"{one.example} {one.pronoun.text.lower()} {one.algorithm} {one.ours}"
        for example in examples
        for one in answers_to(example, ASKED)
    ]


@pytest.fixture(scope="module")
def expected() -> list[str]:
    return told(examples_of(GALLERY))


@pytest.mark.parametrize("vary", VARIANTS, ids=lambda vary: vary.__name__)
def test_what_nobody_hears_makes_no_difference(
    vary: Callable[[Rows], Rows], expected: list[str], tmp_path: Path
) -> None:
    for path in GALLERY.glob("*.conllu"):
        varied = written(path.read_text(encoding="utf-8"), vary)
        assert varied != path.read_text(encoding="utf-8")
        (tmp_path / path.name).write_text(varied, encoding="utf-8")
    assert told(examples_of(tmp_path)) == expected
    assert len(expected) > 500
