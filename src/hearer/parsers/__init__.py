"""Text to utterances: the English pipeline we ship, and other people's parsers.

A plug-in offers a parser through the entry point group `hearer.parsers`: a function that takes
what stands behind the colon of its name ("" if nothing does) and returns a Parser.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol, runtime_checkable

from hearer.errors import HearerError, MissingPackage, UnknownName, UsageError
from hearer.model import Discourse, Utterance
from hearer.model.meaning import EnglishModel
from hearer.registry import Registry


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

# The parser of each model of English.
MODELS: dict[str, str] = {EnglishModel.SMALL: "english", EnglishModel.LARGE: "english:large"}
LARGE = "hearer_english_large"  # the package of the large model
Through = Callable[[Iterable[Utterance]], Iterable[Utterance]]  # such as a progress bar
_PARSED = {"spacy.tokens.doc": "spacy", "stanza.models.common.doc": "stanza"}


def find(parser: object) -> Parser:
    """Return the parser that `parser` names or is.

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
    for package in packages.intersection(_PARSED.values()) if callable(parser) else ():
        module = import_module(f"hearer.parsers.{package}")
        made: Parser = getattr(module, f"{package.title()}Parser")(parser)
        return made
    raise UsageError(
        "A parser is a name, an nlp object, a Stanza pipeline or has a method parse(text), "
        f"and {type(parser).__name__} is none of these."
    )


def folder_of(model: str) -> Path:
    """Return the folder of a model of English; raise if its package is not installed."""
    if model not in MODELS:
        raise UnknownName("model", model, MODELS)
    if model == "small":
        return Path(__file__).with_name("english") / "model"
    package = find_spec(LARGE)
    if package is None or not package.submodule_search_locations:
        wheel = f"dist/{LARGE}-*.whl, which `make large` builds in hearer's repository"
        raise MissingPackage(LARGE.replace("_", "-"), "The large model", wheel)
    return Path(package.submodule_search_locations[0], "model")


def discourse_of(parsed: object) -> Discourse | None:
    """Return a spaCy Doc or a Stanza Document as a discourse, None for anything else."""
    for kind in type(parsed).__mro__:
        if package := _PARSED.get(kind.__module__):
            found: Discourse = import_module(f"hearer.parsers.{package}").discourse_of(parsed)
            return replace(found, parser=package)
    return None


def parsed(text: str, parser: object, through: Through = iter) -> Discourse:
    """Parse a text, through an iterator such as a progress bar; white space needs no parser."""
    if not text.strip():
        return Discourse((), before=text)
    found = find(parser)
    utterances = tuple(through(found.parse(text)))
    before = text[: utterances[0].start] if utterances else text
    return Discourse(utterances, before=before, parser=signature(found))


def reparsed(discourse: Discourse, parser: str) -> Discourse:
    """Return the discourse with the parse of `parser`, such as "english"."""
    # Its words stay the same, so that scores compare tags and trees, not tokenizers.
    parse_words = getattr(find(parser), "parse_words", None)
    if parse_words is None:
        raise UsageError(f"Only english parses given words, and not {parser!r}.")
    parsed: Discourse = parse_words(discourse)
    return parsed


def signature(parser: Parser) -> str:
    """Return the name of a parser, and its version if it has one: "english 0.2.0-1a2b3c4d"."""
    return str(getattr(parser, "signature", "")) or type(parser).__name__


# Sorts and meanings, as the English pipeline gives them -----------------------------------------

SHORT = 200  # words: longer utterances are not cached
PREDICTED = frozenset({"auto", "nouns"})  # sources of sorts that the English pipeline predicts


def understood(
    utterance: Utterance, sorts: str = "auto", *, meanings: bool = True, model: str = "small"
) -> Utterance:
    """Return the utterance with the sorts and meanings of its words in their sentence.

    `sorts` is a SortSource, `model` that of the English pipeline. Sorts of its own parser stay.
    Nothing is added without the pipeline, or if it is not English; `meanings=False` removes them.
    """
    if utterance.meanings and meanings and sorts != "lexicon":
        return utterance
    find = _told if len(utterance.forms) <= SHORT else _told.__wrapped__
    return find(utterance, sorts, model, meanings=meanings)


@lru_cache(maxsize=512)  # an evaluation hears the same utterance several times
def _told(utterance: Utterance, sorts: str, model: str, *, meanings: bool) -> Utterance:
    told, found, is_ours = utterance, utterance.sorts, bool(utterance.meanings)
    wants_sorts = sorts in PREDICTED and not is_ours and not any(found)
    is_asked = utterance.forms and (wants_sorts or (meanings and not is_ours))
    if is_asked and not utterance.language and (senses := _senses(model)):
        told = senses(utterance)
        if wants_sorts and told.sorts != found:
            words = zip(told.sorts, utterance.upos, strict=True)
            found = tuple(one if sorts == "auto" or upos != "PROPN" else "" for one, upos in words)
    vectors = told.meanings if meanings else ()
    if sorts == "lexicon":
        return replace(utterance, meanings=vectors, sorts=(), stated=())
    return replace(utterance, meanings=vectors, sorts=found)


def ear(model: str = "small") -> str:
    """Return the name and version of the pipeline that `understood` asks; "" if there is none.

    >>> ear().partition(" ")[0]
    'english'
    """
    return signature(find(MODELS[model])) if _senses(model) else ""


@cache
def _senses(model: str) -> Callable[[Utterance], Utterance] | None:
    try:
        return getattr(find(MODELS[model]), "senses", None)
    except (HearerError, ImportError, OSError):
        return None
