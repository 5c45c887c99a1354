"""The English pipeline that comes with hearer.

    shipped     the pipeline as a parser: what `parser="english"` stands for
    MODEL       the folder of what was trained

    >>> (heard,) = shipped().parse("The doctor drove to London.")
    >>> heard.sorts
    ('', 'person', 'event', '', 'place', '')

The rest of hearer sees a `Parser` only, so another pipeline may stand behind `shipped`. This one
runs on numpy and ONNX Runtime; its modules, from raw text to utterances:

    reader      the pipeline itself
    boundaries  words and sentences in a block of text
    atoms       the smallest parts of a text
    encoder     one sentence to tags, features, lemmas, a tree, sorts and meanings
    pieces      words as the encoder reads them
    alike       he and she, read alike
    parse       what it says of them
    lemmas      rules that make lemmas
    trees       the best tree
    rules       what the encoder gets wrong and pronouns suffer from, mended
    calls       one of these rules: Tom called Anna
    couples     another: Mr. and Mrs. Novak
    questions   another: Whose are these?
    titles      the titles of persons
    sorts       which words have a sort
    graphs      what was trained, on ONNX Runtime
    version     which model this is

How it was made and how good it is: MODEL_CARD.md in this folder.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from hearer.errors import MissingPackage, UsageError

if TYPE_CHECKING:
    from hearer.parsers.english.reader import EnglishParser

__all__ = ["MODEL", "shipped"]

MODEL = Path(__file__).with_name("model")


def shipped(which: str = "") -> EnglishParser:
    """The English pipeline that comes with hearer, loaded once."""
    if which:
        raise UsageError(f"There is one parser 'english', and no {which!r} of it.")
    return _loaded()


@cache
def _loaded() -> EnglishParser:
    try:
        from hearer.parsers.english.reader import EnglishParser
    except ImportError as error:
        raise MissingPackage(error.name or "numpy", "The English pipeline") from error
    return EnglishParser(MODEL, name="english")
