"""From CoNLL-U to what is heard: one Discourse per document.

    discourses    the documents of a file

Coreference in the file is never looked at here: analysis must not see it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from hearer.formats.bare_words import is_bare
from hearer.formats.conllu.file import (
    DEPREL,
    FEATS,
    FORM,
    LEMMA,
    MISC,
    UPOS,
    XPOS,
    ConlluDocument,
    ConlluFile,
    ConlluSentence,
    key_of,
    misc_of,
)
from hearer.model import Discourse, Problem, Utterance

PARAGRAPH_END = "\n\n"
_NEWPAR = frozenset({"newpar", "newpar id"})
_HEADING = re.compile(r"(?:^|\| )head\b[^|]*?\(([0-9]{1,9}) s\)")  # GUM: "head (2 s)"
_ESCAPES = {"s": " ", "t": "\t", "n": "\n", "r": "\r", "p": "|", "\\": "\\"}


def discourses(file: ConlluFile) -> tuple[Discourse, ...]:
    r"""One discourse per `# newdoc`, or one for the whole file.

    >>> from hearer.formats.conllu import parse
    >>> row = "1\tHush\thush\tINTJ\tUH\t_\t0\troot\t_\t_\n\n"
    >>> [story.name for story in discourses(parse(f"# newdoc id = a\n{row}# newdoc id = b\n{row}"))]
    ['a', 'b']
    """
    documents = file.documents
    ends = [document.first_line for document in documents[1:]]
    problems = _shared_out(file.problems, ends)
    return tuple(map(_discourse, documents, problems))


def _shared_out(problems: Sequence[Problem], ends: Sequence[int]) -> Iterator[tuple[Problem, ...]]:
    """The problems of each document, which end before the lines `ends`."""
    first = 0
    for end in ends:
        last = first
        while last < len(problems) and problems[last].line < end:
            last += 1
        yield tuple(problems[first:last])
        first = last
    yield tuple(problems[first:])


def _discourse(document: ConlluDocument, problems: tuple[Problem, ...]) -> Discourse:
    utterances = tuple(_utterances(document.sentences))
    has_parse = not utterances or not all(map(is_bare, utterances))
    return Discourse(
        utterances, document.name, document.path, document, problems, has_parse=has_parse
    )


@dataclass(frozen=True, slots=True)
class _Heard:
    """A sentence on its way to an utterance: what its comments and MISC say."""

    sentence: ConlluSentence
    spaces: tuple[str, ...]
    begins_paragraph: bool
    is_heading: bool
    speaker: str
    name: str


def _utterances(sentences: Sequence[ConlluSentence]) -> Iterator[Utterance]:
    """Number the sentences, and add up where each begins."""
    heard = tuple(_heard(sentences))
    start = 0
    for n, (this, following) in enumerate(zip_longest(heard, heard[1:])):
        spaces = this.spaces
        if following and following.begins_paragraph:
            spaces = (*spaces[:-1], PARAGRAPH_END)
        columns = this.sentence.columns
        yield Utterance(
            n + 1,
            forms=columns[FORM],
            lemmas=columns[LEMMA],
            upos=columns[UPOS],
            xpos=columns[XPOS],
            features=columns[FEATS],
            heads=this.sentence.heads,
            relations=columns[DEPREL],
            spaces=spaces,
            start=start,
            begins_paragraph=this.begins_paragraph,
            is_heading=this.is_heading,
            speaker=this.speaker,
            name=this.name,
        )
        start += sum(map(len, columns[FORM])) + sum(map(len, spaces))


def _heard(sentences: Sequence[ConlluSentence]) -> Iterator[_Heard]:
    """The sentences that have words; comments without words count for the next."""
    headings = 0  # sentences still to come in a heading
    waiting: tuple[str, ...] = ()
    for sentence in sentences:
        comments = dict(map(key_of, (*waiting, *sentence.comments)))
        waiting = () if len(sentence) else (*waiting, *sentence.comments)
        if not len(sentence):
            continue
        begins = not _NEWPAR.isdisjoint(comments)
        if begins or "newpar_block" in comments:
            block = _HEADING.search(comments.get("newpar_block", ""))
            headings = int(block[1]) if block else 0
        spaces, begins_inside = _spaces(sentence)
        yield _Heard(
            sentence,
            spaces,
            begins or begins_inside,
            headings > 0,
            comments.get("speaker", ""),
            comments.get("sent_id", ""),
        )
        headings -= 1


def _spaces(sentence: ConlluSentence) -> tuple[tuple[str, ...], bool]:
    """What stands behind each word, and whether the first word begins a paragraph."""
    miscs = sentence.columns[MISC]
    spaces = [_space_after(misc) if "Space" in misc else " " for misc in miscs]
    for token in sentence.ranges:
        spaces[token.first - 1 : token.last - 1] = [""] * (token.last - token.first)
        spaces[token.last - 1] = _space_after(token.misc)
    begins = [n for n, misc in enumerate(miscs) if "NewPar=" in misc and _begins(misc)]
    for n in begins:
        if n:
            spaces[n - 1] = PARAGRAPH_END
    return tuple(spaces), 0 in begins


def _space_after(misc: str) -> str:
    entries = misc_of(misc)
    if "SpacesAfter" in entries:
        return re.sub(r"\\([stnrp\\])", lambda m: _ESCAPES[m[1]], entries["SpacesAfter"])
    return "" if entries.get("SpaceAfter") == "No" else " "


def _begins(misc: str) -> bool:
    return misc_of(misc).get("NewPar") == "Yes"
