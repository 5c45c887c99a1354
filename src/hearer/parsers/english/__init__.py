"""The English pipeline that comes with hearer.

    shipped     the pipeline as a parser: what `parser="english"` stands for
    load        the pipeline itself: Universal Dependencies, lemmas, and sorts in `token._.sort`
    MODEL       the folder it is in

    >>> nlp = load()
    >>> [token._.sort for token in nlp("The doctor drove to London.")]
    ['', 'person', '', '', 'place', '']

The rest of hearer sees a `Parser` only, so another pipeline may stand behind `shipped`. This one is
spaCy's tagger, parser and lemmatizer, and three components of our own, a module each:

    tagging     before and after the parser: names stay whole, mistagged words are tagged anew
    repairs     after the parser: trees that cost a pronoun its antecedent are mended
    sorts       last: what sort of thing each noun phrase speaks of

    matrices    and with whom it multiplies: whoever is quicker on this machine

How it was made and how good it is: MODEL_CARD.md in this folder.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from hearer.errors import UsageError
from hearer.parsers.lean_spacy import imported
from hearer.parsers.spacy import SpacyParser, loaded

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokenizer import Tokenizer

__all__ = ["MODEL", "load", "shipped"]

MODEL = Path(__file__).with_name("model")
_AS_SAVED, _SPACYS = "hearer.TokenizerAsSaved.v1", "spacy.Tokenizer.v1"


@lru_cache(maxsize=1)
def shipped(which: str = "") -> SpacyParser:
    """The English pipeline that comes with hearer, loaded once."""
    if which:
        raise UsageError(f"There is one parser 'english', and no {which!r} of it.")
    missing = (
        "The English pipeline is not there: install hearer from a wheel, or build it with "
        "`make pipeline`."
    )
    return loaded("english", load, "The English pipeline", missing)


def load(path: Path = MODEL) -> Language:
    """Return the shipped pipeline, or one built like it in another folder."""
    spacy = imported()

    import hearer.parsers.english.repairs
    import hearer.parsers.english.sorts  # noqa: F401  # both register their components
    from hearer.parsers.english.matrices import use_the_quicker

    spacy.registry.tokenizers(_AS_SAVED)(_tokenizer_as_saved)
    nlp = spacy.load(path, config={"nlp.tokenizer.@tokenizers": _AS_SAVED})
    config = nlp.config
    config["nlp"]["tokenizer"] = {"@tokenizers": _SPACYS}
    nlp.config = config
    return use_the_quicker(nlp)


def _tokenizer_as_saved() -> Callable[[Language], Tokenizer]:
    """A tokenizer without rules: the folder has them all. spaCy would make its own rules first."""
    from spacy.tokenizer import Tokenizer

    return lambda nlp: Tokenizer(nlp.vocab)
