"""Gold words with somebody else's parse.

    reparsed    a discourse whose words, sentences and paragraphs stay, and all else is predicted

Scoring needs the same words on both sides. So what is measured is the parser's tags and trees,
not its tokenizer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, Protocol

from hearer import parsers
from hearer.errors import UsageError
from hearer.model import Discourse, Utterance

PREDICTED = ("lemmas", "upos", "xpos", "features", "heads", "relations", "sorts")


class _Doc(Protocol):
    """A parsed text; what is in it, hearer.parsers knows."""


class _Pipeline(Protocol):
    """A spaCy pipeline, as much as is needed here of it."""

    vocab: object

    def make_doc(self, text: str) -> _Doc: ...
    def pipe(self, texts: Iterable[_Doc]) -> Iterator[_Doc]: ...


def reparsed(discourse: Discourse, parser: str) -> Discourse:
    """The discourse with the parse of `parser`: "english", or "spacy:" and a name."""
    pipeline: _Pipeline | None = getattr(parsers.find(parser), "nlp", None)
    if pipeline is None:
        raise UsageError(f"Only spaCy pipelines parse given words, and {parser!r} is none.")
    make = type(pipeline.make_doc(""))
    docs = (_unparsed(make, pipeline, utterance) for utterance in discourse.utterances)
    parsed = map(_only_utterance, pipeline.pipe(docs))
    utterances = tuple(map(_merged, discourse.utterances, parsed))
    return replace(discourse, utterances=utterances, has_parse=True)


def _unparsed(make: type[_Doc], pipeline: _Pipeline, utterance: Utterance) -> _Doc:
    starts = [True, *[False] * (len(utterance) - 1)]
    spaces = [bool(space) for space in utterance.spaces]
    words = {"words": list(utterance.forms), "spaces": spaces, "sent_starts": starts}
    doc: _Doc = make(pipeline.vocab, **words)  # type: ignore[call-arg]
    return doc


def _only_utterance(doc: _Doc) -> Utterance:
    """The parsed sentence; where the parser made several of it, the roots hang on the first."""
    discourse = parsers.discourse_of(doc)
    parts = discourse.utterances if discourse else ()
    if len(parts) == 1:
        return parts[0]
    root = parts[0].heads.index(0) + 1
    heads: list[int] = []
    relations: list[str] = []
    for part in parts:
        before = len(heads)
        for head, relation in zip(part.heads, part.relations, strict=True):
            is_later_root = not head and before > 0
            heads.append(root if is_later_root else head + before if head else 0)
            relations.append("parataxis" if is_later_root else relation)
    joined: dict[str, Any] = {
        name: tuple(value for part in parts for value in getattr(part, name))
        for name in ("forms", *PREDICTED)
    }
    return replace(parts[0], **joined | {"heads": tuple(heads), "relations": tuple(relations)})


def _merged(utterance: Utterance, parsed: Utterance) -> Utterance:
    if parsed.forms != utterance.forms:
        raise UsageError("This parser does not keep the words it is given.")
    return replace(utterance, **{name: getattr(parsed, name) for name in PREDICTED})
