"""The English pipeline at work: raw text in, utterances out.

    EnglishParser    what `parser="english"` stands for

    text → blocks → words and sentences → encoder → rules → utterances

Every sentence is parsed alone, so nothing depends on what else is parsed, or in which threads.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import count
from pathlib import Path
from typing import Any

from hearer.errors import UsageError
from hearer.model import Discourse, Utterance
from hearer.parsers import find
from hearer.parsers.english.boundaries import Boundaries
from hearer.parsers.english.encoder import Encoder, LabelNames
from hearer.parsers.english.graphs import Graph
from hearer.parsers.english.pieces import Pieces
from hearer.parsers.english.rules import mend
from hearer.parsers.english.sorts import where_spoken_of
from hearer.parsers.english.version import FILES, version_of
from hearer.parsers.text import Block, blocks, plain, restored

REMEMBERED = 32  # sentences: text that is still arriving is parsed again and again


class EnglishParser:
    """The pipeline of a folder: `encoder.onnx` and what belongs to it. `name` finds it again."""

    def __init__(self, folder: Path, *, name: str = "") -> None:
        vocabulary, names, *graphs = map(folder.joinpath, FILES)
        _check(vocabulary, names, *graphs)
        pieces, labels = Pieces.read(vocabulary), LabelNames.read(names)
        words, relations, ends = map(Graph, graphs)
        self.name = name
        self.signature = f"{name or folder.name} {version_of(folder)}".rstrip()
        self._encoder = Encoder(words, relations, pieces, labels)
        self._boundaries = Boundaries(ends, pieces, labels.splits)
        self._parsed = lru_cache(REMEMBERED)(self._parse)

    def __reduce__(self) -> str | tuple[object, ...]:
        """Pickled by its name: whoever unpickles it loads it, or has it already."""
        return (find, (self.name,)) if self.name else super().__reduce__()

    def parse(self, text: str) -> Iterator[Utterance]:
        """The utterances of a text, one after the other."""
        numbers = count(1)
        for block in blocks(text):
            yield from self._in_block(block, numbers)

    def parse_words(self, given: Discourse) -> Discourse:
        """A discourse parsed anew: its words, sentences and paragraphs stay."""
        parsed = (replace(u, **self._parsed(u.forms)) for u in given.utterances)
        return replace(given, utterances=tuple(parsed), has_parse=True, parser=self.signature)

    def senses(self, utterance: Utterance) -> Utterance:
        """The utterance, whoever parsed it, with what its words stand for and mean there."""
        if not utterance.forms:
            return utterance
        sorts, meanings = self._encoder.senses(_ended(utterance.forms))
        length = len(utterance)
        spoken_of = where_spoken_of(sorts[:length], utterance.upos, utterance.relations)
        return replace(utterance, sorts=tuple(spoken_of), meanings=tuple(meanings[:length]))

    def _in_block(self, block: Block, numbers: Iterator[int]) -> Iterator[Utterance]:
        text, place = plain(block.text), 0
        for sentence in self._boundaries.sentences(text):
            forms, spaces = sentence
            if text != block.text:
                forms, spaces = restored(block.text[place:], forms, spaces)
            end = place + sum(map(len, forms)) + sum(map(len, spaces))
            if end == len(block.text):
                spaces[-1] += block.space
            yield Utterance(
                number=next(numbers),
                forms=tuple(forms),
                spaces=tuple(spaces),
                start=block.start + place,
                begins_paragraph=block.begins_paragraph and not place,
                is_heading=block.is_heading,
                **self._parsed(tuple(sentence.forms)),
            )
            place = end

    def _parse(self, forms: tuple[str, ...]) -> dict[str, Any]:
        """The columns of an utterance that its words alone decide."""
        if not forms:
            return {}
        parse = self._encoder.parse(forms)
        mend(forms, parse)
        parse.sorts[:] = where_spoken_of(parse.sorts, parse.upos, parse.relations)
        return {name: tuple(column) for name, column in parse._asdict().items() if column}


def _ended(forms: tuple[str, ...]) -> tuple[str, ...]:
    """The words of a sentence with a full stop, where its end has none: so it was learnt."""
    return forms if not forms[-1][-1:].isalnum() else (*forms, ".")


def _check(*files: Path) -> None:
    """Say in one sentence what is missing."""
    missing = [file.name for file in files if not file.is_file()]
    if missing:
        raise UsageError(
            f"The English pipeline is not there (no {', '.join(missing)}): install hearer from a "
            "wheel, or train it, as training/encoder tells."
        )
