"""Text to utterances: the English pipeline we ship, and other people's parsers.

A plug-in offers a parser through the entry point group `hearer.parsers`: a function that takes
what stands behind the colon of its name ("" if nothing does) and returns a Parser.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from importlib import import_module
from typing import Protocol, runtime_checkable

from hearer.errors import HearerError, UsageError
from hearer.model import Discourse, Utterance
from hearer.registry import Registry

__all__ = [
    "PARSERS", "Parser", "discourse_of", "ear", "find", "reparsed", "signature", "understood",
]  # fmt: skip


@runtime_checkable
class Parser(Protocol):
    """Anything that can parse raw text: a pipeline of ours, of spaCy's, of Stanza's, or yours.

    The utterances count from 1, and `start` is the offset of their first word in the text. Their
    words and spaces, one after the other, give the text back from the first word on. They are in
    Universal Dependencies; `sorts` are GUM's entity types, or empty; only the English pipeline has
    `meanings`. They come as an iterator: a book need never be in memory as a whole.
    """

    def parse(self, text: str) -> Iterator[Utterance]: ...


PARSERS: Registry[Callable[[str], Parser]] = Registry(
    "parser",
    {
        "english": "hearer.parsers.english:shipped",
        "spacy": "hearer.parsers.spacy:named",
        "stanza": "hearer.parsers.stanza:named",
    },
)

_WORKERS = {"spacy": "SpacyParser", "stanza": "StanzaParser"}
_PARSED = {"spacy.tokens.doc": "spacy", "stanza.models.common.doc": "stanza"}


def find(parser: object) -> Parser:
    """The parser that `parser` names or is.

    >>> find("klingon")
    Traceback (most recent call last):
    hearer.errors.UnknownName: There is no parser 'klingon'; there is english, ...
    """
    if isinstance(parser, str):
        name, _, which = parser.partition(":")
        return PARSERS.find(name)(which)
    if isinstance(parser, Parser):
        return parser
    packages = {kind.__module__.partition(".")[0] for kind in type(parser).__mro__}
    for maker, worker in _WORKERS.items():
        if callable(parser) and maker in packages:
            made: Parser = getattr(import_module(f"hearer.parsers.{maker}"), worker)(parser)
            return made
    raise UsageError(
        "A parser is a name, an nlp object, a Stanza pipeline or has a method parse(text), "
        f"and {type(parser).__name__} is none of these."
    )


def discourse_of(parsed: object) -> Discourse | None:
    """A spaCy Doc or a Stanza Document as a discourse, None for anything else."""
    for kind in type(parsed).__mro__:
        if kind.__module__ in _PARSED:
            module = import_module(f"hearer.parsers.{_PARSED[kind.__module__]}")
            discourse: Discourse = module.discourse_of(parsed)
            return replace(discourse, parser=_PARSED[kind.__module__])
    return None


def reparsed(discourse: Discourse, parser: str) -> Discourse:
    """The discourse with the parse of `parser`: "english", or "spacy:" and a name.

    Scoring needs the same words on both sides. So what is measured is the parser's tags and
    trees, not its tokenizer.
    """
    parse_words = getattr(find(parser), "parse_words", None)
    if parse_words is None:
        raise UsageError(f"Only english and spacy:NAME parse given words, and not {parser!r}.")
    parsed: Discourse = parse_words(discourse)
    return parsed


def signature(parser: Parser) -> str:
    """Who parses, and of which version, as far as it tells: "english 0.2.0-1a2b3c4d"."""
    told: str = getattr(parser, "signature", "") or type(parser).__name__
    return told


# Sorts and meanings ---------------------------------------------------------------------------


def understood(utterance: Utterance, *, sorts: bool = True, meanings: bool = True) -> Utterance:
    """The utterance with what its words stand for and mean there, as the English pipeline has it.

    What its parser told stays. Nothing is added if it is hardly English, or nobody is installed who
    could tell. Meanings that nobody asks for are taken away.
    """
    is_ours = bool(utterance.meanings)
    wants_sorts = sorts and not is_ours and not any(utterance.sorts)
    is_asked = utterance.forms and (wants_sorts or (meanings and not is_ours))
    if is_asked and not utterance.language and is_latin(utterance.forms):
        told = _understood(utterance) if len(utterance) <= SHORT else _told(utterance)
        known = told.sorts if wants_sorts else utterance.sorts
        return replace(utterance, sorts=known, meanings=told.meanings if meanings else ())
    return utterance if meanings else utterance.without_meanings()


def ear() -> str:
    """Who tells what words stand for and mean, and of which version; "" if nobody does.

    >>> ear().partition(" ")[0]
    'english'
    """
    return signature(find("english")) if _ear() else ""


def _told(utterance: Utterance) -> Utterance:
    ear = _ear()
    return ear(utterance) if ear else utterance


# Told once, though several may hear it side by side or one after the other, as in an evaluation.
_understood = lru_cache(maxsize=512)(_told)
SHORT = 200  # words: longer utterances are not remembered


@cache
def _ear() -> Callable[[Utterance], Utterance] | None:
    """Who can tell: the English pipeline, if it is there with all that it needs."""
    try:
        ear: Callable[[Utterance], Utterance] | None = getattr(find("english"), "senses", None)
    except (HearerError, ImportError, OSError):
        return None
    return ear


def is_latin(forms: Sequence[str]) -> bool:
    """Whether no more words have other letters than have Latin ones.

    >>> is_latin(["Москва", "is", "big"]), is_latin(["Москва", "велика", "."])
    (True, False)
    """
    if "".join(forms).isascii():
        return True
    latin = [all(map(_may_be_latin, form)) for form in forms if any(map(str.isalpha, form))]
    return len(latin) <= 2 * sum(latin)


def _may_be_latin(character: str) -> bool:
    """Whether it is a Latin letter or none at all; all of Latin stands in two stretches."""
    return not character.isalpha() or character < "\u0250" or "\u1e00" <= character < "\u1f00"
