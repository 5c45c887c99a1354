"""The input: words in utterances, utterances in segments, segments in a discourse."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, repeat
from operator import add
from types import MappingProxyType
from typing import NamedTuple

from hearer.escape import MOST_SHOWN, brief, brief_text, number_and, printable
from hearer.model.meaning import NO_MEANING, Meaning

ROOT = 0
Column = tuple[str, ...]  # one text a word


@dataclass(frozen=True, slots=True)
class Utterance:
    """A sentence and its Universal Dependencies parse, column by column.

    Words count from 1, as in CoNLL-U: word n is at index n - 1 of each column, and a head of 0 is
    the root. Columns instead of objects need less memory and time.

    >>> she = Utterance.of("She/PRON/nsubj/2 drives/VERB/root/0", number=2)
    >>> she.forms, she.heads
    (('She', 'drives'), (2, 0))
    """

    number: int
    forms: Column
    lemmas: Column
    upos: Column
    xpos: Column
    features: Column  # as CoNLL-U spells them: "Gender=Fem|Number=Sing"
    heads: tuple[int, ...]
    relations: Column
    spaces: Column  # between a word and the next: " ", "" or "\n\n"
    sorts: Column = ()  # of the words' referents, if the parser states them
    start: int = 0  # code-point offset of the first word in the text of the discourse
    begins_paragraph: bool = False
    is_heading: bool = False
    speaker: str = ""
    name: str = ""  # the sent_id
    meanings: tuple[Meaning, ...] = ()  # one a word, or none
    language: str = ""  # the ISO 639 code, "cs"; "" for English or unknown
    empty_nodes: tuple[EmptyNode, ...] = ()  # not of English
    stated: Column = ()  # sorts that the file states, or ""; or none

    @classmethod
    def of(cls, parsed: str, *, number: int = 1, begins_paragraph: bool = False) -> Utterance:
        """Return an utterance of FORM/UPOS/RELATION/HEAD[/LEMMA[/FEATURES]] words, for examples."""
        rows = [[*word.split("/"), "", ""][:6] for word in parsed.split()]
        columns = zip(*rows, strict=True) if rows else [()] * 6
        forms, upos, relations, heads, lemmas, features = columns
        return cls(
            number,
            forms,
            tuple(lemma or form.lower() for lemma, form in zip(lemmas, forms, strict=True)),
            upos,
            xpos=("_",) * len(forms),
            features=tuple(feats or "_" for feats in features),
            heads=tuple(map(int, heads)),
            relations=relations,
            spaces=(" ",) * len(forms),
            begins_paragraph=begins_paragraph,
        )

    @property
    def words(self) -> tuple[Word, ...]:
        numbered = zip(repeat(self), range(1, len(self.forms) + 1))
        return tuple(map(tuple.__new__, repeat(Word), numbered))  # faster than Word(...)

    @property
    def written(self) -> str:
        return "".join(map(add, self.forms, self.spaces))

    @property
    def text(self) -> str:
        return self.written.rstrip()

    def text_between(self, first: int, last: int) -> str:
        words = map(add, self.forms[first - 1 : last], self.spaces[first - 1 : last])
        return " ".join("".join(words).split())

    def span(self, first: int, last: int) -> tuple[int, int] | tuple[None, None]:
        """The code-point offsets of words `first` to `last`; None if there are no such words."""
        if not 1 <= first <= last <= len(self.forms):
            return None, None
        return self.offset(first), self.offset(last) + len(self.forms[last - 1])

    def meaning(self, number: int) -> Meaning:
        return self.meanings[number - 1] if self.meanings else NO_MEANING

    def offset(self, number: int) -> int:
        """The code-point offset at which word `number` starts in the discourse."""
        before = number - 1
        return self.start + len("".join(self.forms[:before] + self.spaces[:before]))

    def __len__(self) -> int:
        return len(self.forms)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return brief(self, f"{self.number}: {self.text}")


class Word(NamedTuple):
    """One word of an utterance. A tuple, not a dataclass, since there are many."""

    utterance: Utterance
    number: int

    @property
    def form(self) -> str:
        return self.utterance.forms[self.number - 1]

    @property
    def upos(self) -> str:
        return self.utterance.upos[self.number - 1]

    @property
    def offset(self) -> int:
        return self.utterance.offset(self.number)

    @property
    def ends_utterance(self) -> bool:
        return self.number == len(self.utterance.forms)

    def __str__(self) -> str:
        return self.form

    def __repr__(self) -> str:
        return brief(self, f"{self.utterance.number}.{self.number}: {self.form}")


class EmptyNode(NamedTuple):
    """A node of the parse without a word: the subject of Czech *Přišla*.

    It is the node number `rank` behind word `behind` (CoNLL-U's 3.1); its head is a word, or 0.
    """

    behind: int
    rank: int
    head: int
    relation: str
    form: str = "_"
    lemma: str = "_"
    upos: str = "_"
    features: str = "_"

    @property
    def position(self) -> float:
        """A number between those of two words, in the order of the nodes there."""
        return self.behind + 1 - 0.5 / self.rank


@lru_cache(maxsize=1024)
def features_of(column: str) -> Mapping[str, str]:
    """Return the FEATS column of CoNLL-U as a mapping.

    >>> features_of("Gender=Fem|Number=Sing")["Gender"]
    'Fem'
    """
    pairs = (pair.partition("=") for pair in column.split("|") if "=" in pair)
    return MappingProxyType({name: value for name, _, value in pairs})


class Segment(NamedTuple):
    """The utterances `first` to `last`, both included, between which the S-list is kept."""

    first: int
    last: int


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """A fault in the input; `strict` raises it as an error.

    `code` is stable and documented (docs/problems.md). Line and column count from 1; a column of
    0 means the whole line, a line of 0 the whole file.

    >>> print(Problem("a.conllu", 7, 3, "conllu-columns", "9 columns instead of 10"))
    a.conllu:7:3: conllu-columns 9 columns instead of 10
    """

    path: str
    line: int
    column: int
    code: str
    message: str

    __repr__ = brief_text

    def __str__(self) -> str:
        place = f":{self.line}:{self.column}" if self.line else ""
        return printable(f"{self.path}{place}: {self.code} {self.message}")


@dataclass(frozen=True, slots=True)
class Discourse:
    """A document: its utterances in order, and where they come from.

    `source` is private to the format that read the discourse, which writes it back without loss.
    `has_parse` is False if the format has only words, or only a text.
    """

    utterances: tuple[Utterance, ...]
    name: str = ""
    path: str = ""
    source: object = field(default=None, compare=False)
    problems: tuple[Problem, ...] = ()
    before: str = ""  # space before the first word; if there are no words, the text
    has_parse: bool = True
    format: str = field(default="", compare=False)
    parser: str = field(default="", compare=False)  # its name and version, if it was parsed here

    @classmethod
    def raw(
        cls, text: str, name: str = "", path: str = "", problems: tuple[Problem, ...] = ()
    ) -> Discourse:
        return cls((), name, path, problems=problems, before=text, has_parse=False)

    @property
    def language(self) -> str:
        """The language of its utterances, "" for English or unknown."""
        return self.utterances[0].language if self.utterances else ""

    @property
    def is_raw(self) -> bool:
        """True if this is a text without words."""
        return not self.has_parse and not self.utterances

    @property
    def words(self) -> Iterator[Word]:
        return chain.from_iterable(utterance.words for utterance in self.utterances)

    @property
    def text(self) -> str:
        return self.before + "".join(utterance.written for utterance in self.utterances)

    def __len__(self) -> int:
        return len(self.utterances)

    def __repr__(self) -> str:
        name = f"{self.name!r}: " if self.name else ": "
        words = number_and(sum(map(len, self.utterances)), "word")
        size = "not parsed" if self.is_raw else f"{number_and(len(self), 'utterance')}, {words}"
        return brief(self, f"{name}{size}, {self.text[:MOST_SHOWN].strip()!r}")
