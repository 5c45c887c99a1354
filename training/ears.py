"""Who reads the documents that train the weights: an encoder that has never seen them.

`make pipeline` trains one for each fold of the documents. Where there are none, the shipped encoder
reads; it has learnt from the documents, so the ranker adds noise to its scores.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

from hearer.model import Discourse
from hearer.parsers.english import shipped
from hearer.parsers.english.parser import EnglishParser
from training.encoder.settings import FOLDS, fold_of

ENCODERS = Path(__file__).parents[1] / "build" / "encoder"
Ear = Callable[[str], EnglishParser]  # for the document of that name
Heard = Callable[[Discourse], Discourse]
_loaded = cache(EnglishParser)


def has_folds() -> bool:
    """Return True if the encoders of all folds were trained here."""
    return all((ENCODERS / f"fold{number}").is_dir() for number in range(FOLDS))


def ear_for(name: str) -> EnglishParser:
    """The encoder trained without the fold that a document is in; the shipped one without folds."""
    return _loaded(ENCODERS / f"fold{fold_of(name, FOLDS)}") if has_folds() else shipped()


def ear_of(model: str) -> Ear:
    """Return the shipped encoder of that name, for all documents."""
    return lambda _: shipped(model)


shipped_ear = ear_of("small")


def with_meanings(ear: Ear) -> Heard:
    """How a parsed document gets meanings: its parse stays, and tells no sorts."""

    def heard(given: Discourse) -> Discourse:
        told = map(ear(given.name).senses, given.utterances)
        return replace(given, utterances=tuple(replace(each, sorts=()) for each in told))

    return heard


def read_anew(ear: Ear) -> Heard:
    """How a document is parsed anew: its words and sentences stay."""
    return lambda given: ear(given.name).parse_words(given)


def as_given(given: Discourse) -> Discourse:
    """The document as somebody has parsed it, without meanings."""
    return given
