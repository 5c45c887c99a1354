"""What is heard: words in utterances, utterances in segments, segments in a discourse.

Utterance    a sentence and its parse
Word         one word of it: what the hearer hears next
EmptyNode    what is not said, and stands in the parse all the same: a zero subject
Segment      a run of utterances that the S-list is kept for
Discourse    a document
Problem      something wrong in it, and where
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from itertools import repeat
from types import MappingProxyType
from typing import NamedTuple

from hearer.harmless import MOST_SHOWN, brief, number_and, printable
from hearer.model.meaning import NO_MEANING, Meaning

ROOT = 0


@dataclass(frozen=True, slots=True)
class Utterance:
    """A sentence and its Universal Dependencies parse, column by column.

    Words count from 1, as in CoNLL-U: word n stands at index n - 1 of each column, and a head
    of 0 is the root. Columns instead of objects keep a long discourse small and quick.

    >>> she = Utterance.of("She/PRON/nsubj/2 drives/VERB/root/0", number=2)
    >>> she.forms, she.heads
    (('She', 'drives'), (2, 0))
    """

    number: int
    forms: tuple[str, ...]
    lemmas: tuple[str, ...]
    upos: tuple[str, ...]
    xpos: tuple[str, ...]
    features: tuple[str, ...]  # as CoNLL-U spells them: "Gender=Fem|Number=Sing"
    heads: tuple[int, ...]
    relations: tuple[str, ...]
    spaces: tuple[str, ...]  # what stands between a word and the next: " ", "" or "\n\n"
    sorts: tuple[str, ...] = ()  # what the parser takes each word's referent to be, if it says
    start: int = 0  # code-point offset of the first word in the text of the discourse
    begins_paragraph: bool = False
    is_heading: bool = False
    speaker: str = ""
    name: str = ""  # the sent_id
    meanings: tuple[Meaning, ...] = field(default=(), repr=False)  # one a word, or none: meaning.py
    language: str = ""  # as ISO 639 spells it, "cs"; nothing for English, or where nobody said
    empty_nodes: tuple[EmptyNode, ...] = field(default=(), repr=False)  # of other languages only
    stated: tuple[str, ...] = ()  # sorts that the file itself states, "" where it does not; or none

    @classmethod
    def of(cls, parsed: str, *, number: int = 1, begins_paragraph: bool = False) -> Utterance:
        """An utterance from FORM/UPOS/RELATION/HEAD words: handy in examples and tests.

        A fifth part gives the lemma, a sixth the features.
        """
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
        return tuple(map(_word, zip(repeat(self), range(1, len(self.forms) + 1))))

    @property
    def written(self) -> str:
        return "".join(map("".join, zip(self.forms, self.spaces, strict=True)))

    @property
    def text(self) -> str:
        return self.written.rstrip()

    def text_between(self, first: int, last: int) -> str:
        words = zip(self.forms[first - 1 : last], self.spaces[first - 1 : last], strict=True)
        return " ".join("".join(map("".join, words)).split())

    def end(self, number: int) -> int:
        """The code-point offset at which word `number` ends in the discourse."""
        return self.offset(number) + len(self.forms[number - 1])

    def meaning(self, number: int) -> Meaning:
        """What word `number` means where it stands, if somebody said so."""
        return self.meanings[number - 1] if self.meanings else NO_MEANING

    def without_meanings(self) -> Utterance:
        """The same for who does not ask what words mean."""
        return replace(self, meanings=()) if self.meanings else self

    def offset(self, number: int) -> int:
        """The code-point offset at which word `number` starts in the discourse."""
        before = number - 1
        return self.start + len("".join(self.forms[:before])) + len("".join(self.spaces[:before]))

    def __len__(self) -> int:
        return len(self.forms)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return brief(self, f"{self.number}: {self.text}")


class Word(NamedTuple):
    """One word, in its place in the parse of its utterance.

    A tuple, not a dataclass: there is one for every word heard.
    """

    utterance: Utterance
    number: int

    @property
    def form(self) -> str:
        return self.utterance.forms[self.number - 1]

    @property
    def lemma(self) -> str:
        return self.utterance.lemmas[self.number - 1]

    @property
    def upos(self) -> str:
        return self.utterance.upos[self.number - 1]

    @property
    def xpos(self) -> str:
        return self.utterance.xpos[self.number - 1]

    @property
    def features(self) -> Mapping[str, str]:
        return features_of(self.utterance.features[self.number - 1])

    @property
    def head(self) -> int:
        return self.utterance.heads[self.number - 1]

    @property
    def relation(self) -> str:
        return self.utterance.relations[self.number - 1]

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
    """What is not said, and stands in the parse all the same: the subject of Czech *Přišla*.

    It stands `rank` places behind word `behind` (CoNLL-U's 3.1), and hangs on word `head` (or 0).
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
        """Between two words; of several there, the first is the first."""
        return self.behind + 1 - 0.5 / self.rank


# Made of a pair at the speed of C: there is one for every word heard.
_word: Callable[[tuple[Utterance, int]], Word] = partial(tuple.__new__, Word)


@lru_cache(maxsize=1024)
def features_of(column: str) -> Mapping[str, str]:
    """The FEATS column of CoNLL-U as a mapping.

    >>> features_of("Gender=Fem|Number=Sing")["Gender"]
    'Fem'
    """
    pairs = (pair.partition("=") for pair in column.split("|") if "=" in pair)
    return MappingProxyType({name: value for name, _, value in pairs})


@dataclass(frozen=True, slots=True)
class Segment:
    """The utterances `first` to `last`, both included, between which the S-list is kept."""

    first: int
    last: int


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """Something wrong in the input. Work goes on; `strict` raises instead.

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

    def __repr__(self) -> str:
        return brief(self, str(self))

    def __str__(self) -> str:
        place = f":{self.line}:{self.column}" if self.line else ""
        return printable(f"{self.path}{place}: {self.code} {self.message}")


@dataclass(frozen=True, slots=True)
class Discourse:
    """A document: its utterances in order, and where they come from.

    `source` belongs to the format the discourse was read from: it lets that format write the
    document back without losing anything. Nobody else looks into it. Some formats have words and
    no parse, or only a text: then `has_parse` is false, and who needs a parse refuses. `format` is
    the name of the format, if it was told by it.
    """

    utterances: tuple[Utterance, ...]
    name: str = ""
    path: str = ""
    source: object = field(default=None, repr=False, compare=False)
    problems: tuple[Problem, ...] = ()
    before: str = ""  # white space before the first word; all there is when there is no word
    has_parse: bool = True
    format: str = field(default="", compare=False)
    parser: str = field(default="", compare=False)  # who parsed it here, and of which version

    @classmethod
    def raw(
        cls, text: str, name: str = "", path: str = "", problems: tuple[Problem, ...] = ()
    ) -> Discourse:
        return cls((), name, path, problems=problems, before=text, has_parse=False)

    @property
    def language(self) -> str:
        """The language of its utterances; nothing for English, or where nobody said."""
        return self.utterances[0].language if self.utterances else ""

    @property
    def is_raw(self) -> bool:
        """Whether this is a text that is to be parsed."""
        return not self.has_parse and not self.utterances

    @property
    def words(self) -> Iterator[Word]:
        for utterance in self.utterances:
            yield from utterance.words

    @property
    def text(self) -> str:
        return self.before + "".join(utterance.written for utterance in self.utterances)

    def __len__(self) -> int:
        return len(self.utterances)

    def __repr__(self) -> str:
        name = f"{self.name!r}: " if self.name else ": "
        words = sum(map(len, self.utterances))
        size = (
            "not parsed"
            if self.is_raw
            else f"{number_and(len(self), 'utterance')}, {number_and(words, 'word')}"
        )
        return brief(self, f"{name}{size}, {self.text[:MOST_SHOWN].strip()!r}")
