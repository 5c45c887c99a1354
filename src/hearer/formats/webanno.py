"""WebAnno TSV 3: what WebAnno and INCEpTION export and import.

    FORMAT    WebAnno's and INCEpTION's
    read      the chains of a file
    write     a document with its entities as chains

A chain layer (`#T_CH`) has two columns: `*->3-2` says that the word belongs to the second link of
chain 3, `person[3]` what is referred to. Words that share a link are one mention; several links at
a word are joined by `|`. Of the other layers nothing is read, and a problem says so. Offsets are
UTF-16 units, as in Java; where they leave room there are blanks, up to a limit.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from hearer.formats.annotation import entities_in
from hearer.formats.decoding import decoded, lines_of
from hearer.formats.entities import (
    Mention,
    NodePlace,
    WordRun,
    chained,
    in_words,
    mention_of,
    utf16_units,
)
from hearer.formats.format import (
    Format,
    Holds,
    Problems,
    Reading,
    alone,
    in_bytes,
    one_line,
    quoted,
)
from hearer.formats.unparsed import BareSentence, bare_discourse, with_entities
from hearer.limits import MOST_DIGITS, WIDEST_GAP
from hearer.model import Interpretation

HEADER = "#FORMAT=WebAnno TSV 3"
_LAYER = "de.tudarmstadt.ukp.dkpro.core.api.coref.type.CoreferenceLink"
_FIRST_COLUMN = 3
_NUMBER = rf"[0-9]{{1,{MOST_DIGITS}}}"
_TOKEN = re.compile(rf"[0-9]+-[0-9]+\t{_NUMBER}-{_NUMBER}\t[^\t]+(?:\t.*)?")
_PART = re.compile(r"\d+-\d+\.\d+\t.*")
_LINK = re.compile(rf"->({_NUMBER})-({_NUMBER})$")
_NUMBERED = re.compile(rf"(.*)\[({_NUMBER})\]$")
_BAR = re.compile(r"(?<!\\)\|")
_NOTHING = frozenset({"_", "*", ""})
_ESCAPE = re.compile(r"([\\\[\]|_;*])|->")
_UNESCAPE = re.compile(r"\\(->|.)")


class WebannoToken(NamedTuple):
    """A word, its offsets, the columns of its chains, and its line."""

    form: str
    start: int
    end: int
    columns: tuple[str, ...]
    line: int

    def column(self, number: int) -> int:
        """Where a column begins in the line, from 1."""
        return 1 + sum(len(column) + 1 for column in self.columns[:number])


class Link(NamedTuple):
    """A mention that a word belongs to: link so many of chain so many, in a layer."""

    layer: int
    chain: int
    link: int


def read(content: bytes, path: str = "") -> Reading:
    """The document of a file; lines that are no words are reported and left aside."""
    problems = Problems(path)
    lines = list(lines_of(decoded(content, problems)))
    if not lines[0][1].startswith(HEADER):
        problems.add(1, "webanno-header", f"the first line is not {quoted(HEADER)}; read", column=1)
    columns = _chain_columns(lines, problems)
    sentences: list[list[WebannoToken]] = [[]]
    for number, line in lines:
        if not line.strip():
            sentences.append([])
        elif _TOKEN.fullmatch(line):
            sentences[-1].append(_token(line, number))
        elif not line.startswith("#"):
            what = "part of a word" if _PART.fullmatch(line) else "line"
            problems.add(number, "webanno-line", f"the {what} {quoted(line)} is not read", column=1)
    tokens = [sentence for sentence in sentences if sentence]
    discourse = bare_discourse(_spelled(tokens, problems), path=path)
    found = with_entities(discourse, _Chains(columns, problems).mentions(tokens))
    return Reading([found] if tokens else [], path=path, problems=sorted(problems))


def _chain_columns(lines: Iterable[tuple[int, str]], problems: Problems) -> list[range]:
    """Which columns the chain layers have; the others are reported."""
    chains: list[range] = []
    first = _FIRST_COLUMN
    for number, line in lines:
        if not line.startswith(("#T_SP=", "#T_CH=", "#T_RL=")):
            continue
        layer, *features = line.split("|")
        columns = range(first, first + max(len(features), 1))
        first = columns.stop
        if layer.startswith("#T_CH="):
            chains.append(columns)
            continue
        problems.add(
            number, "webanno-layer", f"the layer {quoted(layer[6:])} is no chain; not read"
        )
    return chains


def _token(line: str, number: int) -> WebannoToken:
    _, offsets, form, *_ = columns = line.split("\t")
    start, _, end = offsets.partition("-")
    return WebannoToken(form, int(start), int(end), tuple(columns), line=number)


def _spelled(
    sentences: Sequence[Sequence[WebannoToken]], problems: Problems
) -> Iterator[BareSentence]:
    """The sentences with blanks where the offsets leave room: what stood there is not told."""
    tokens = [token for sentence in sentences for token in sentence]
    widths = iter([*map(partial(_width, problems), tokens, tokens[1:]), 0])
    for sentence in sentences:
        room = [next(widths) for _ in sentence]
        spaces = [" " * width for width in room[:-1]] + ["\n" * room[-1]]
        yield BareSentence(tuple(token.form for token in sentence), tuple(spaces))


def _width(problems: Problems, token: WebannoToken, following: WebannoToken) -> int:
    """How many blanks stand between two words; offsets that cannot be leave none, or one."""
    width = following.start - token.end
    if 0 <= width <= WIDEST_GAP:
        return width
    if width < 0:
        message = f"the word begins at {following.start}, before {token.end}, the end of the last"
    else:
        message = f"{width} places after the last word, and no more than {WIDEST_GAP} are read"
    done = f"{message}; read as if there were {int(width > 0)}"
    problems.add(following.line, "webanno-offset", done, column=following.column(1))
    return int(width > 0)


class _Chains:
    """Goes through the words of a document and gathers those of each link."""

    def __init__(self, layers: Sequence[range], problems: Problems) -> None:
        self._layers = layers
        self._problems = problems
        self._words: dict[Link, list[tuple[NodePlace, WebannoToken]]] = {}
        self._types: dict[Link, str] = {}

    def mentions(self, sentences: Sequence[Sequence[WebannoToken]]) -> Iterator[Mention]:
        for number, tokens in enumerate(sentences, start=1):
            for word, token in enumerate(tokens, start=1):
                for layer in range(len(self._layers)):
                    self._read(layer, NodePlace(number, word), token)
        for link, words in sorted(self._words.items()):
            self._check(link, words)
            inside = [place for place, _ in words if place.utterance == words[0][0].utterance]
            alone = len(self._layers) == 1
            entity = f"e{link.chain}" if alone else f"e{link.layer + 1}.{link.chain}"
            yield mention_of(entity, [(inside[0], inside[-1])], etype=self._types[link])

    def _read(self, layer: int, place: NodePlace, token: WebannoToken) -> None:
        columns = self._layers[layer]
        cells = token.columns[columns.start : columns.stop]
        if len(cells) < len(columns):
            message = (
                f"{len(token.columns)} columns, and the header has {columns.stop}; read so far"
            )
            self._report(token, message)
        if set(cells) <= _NOTHING:
            return
        links = list(_links(cells))
        if None in links or not links:
            said = " ".join(cell for cell in cells if cell not in _NOTHING)
            message = f"{quoted(said)} belongs to no link of a chain; left aside"
            self._report(token, message, column=token.column(columns.start))
        for chain, number, etype in filter(None, links):
            link = Link(layer, chain, number)
            self._words.setdefault(link, []).append((place, token))
            self._types[link] = etype

    def _check(self, link: Link, words: Sequence[tuple[NodePlace, WebannoToken]]) -> None:
        (first, token), (last, _) = words[0], words[-1]
        named = f"link {link.link} of chain {link.chain}"
        if link.link > 1 and link._replace(link=link.link - 1) not in self._words:
            self._report(token, f"{named} has no link {link.link - 1} before it; kept")
        if first.utterance != last.utterance:
            self._report(token, f"{named} goes on in another sentence; what is there is left aside")
        elif last.word - first.word + 1 != len(words):
            self._report(token, f"{named} has a gap; what is between is read as part of it")

    def _report(self, token: WebannoToken, message: str, *, column: int = 1) -> None:
        self._problems.add(token.line, "webanno-link", message, column=column)


def _links(columns: Sequence[str]) -> Iterator[tuple[int, int, str] | None]:
    """The chain, the link and the type of each mention that a word belongs to; None: it is none."""
    cells = [_BAR.split(column) for column in columns]
    linked = next((cell for cell in cells if any(map(_LINK.search, cell))), [])
    typed = next((cell for cell in cells if cell is not linked), [])
    for n, value in enumerate(linked):
        link = _LINK.search(value)
        named = _NUMBERED.fullmatch(typed[n]) if n < len(typed) else None
        if not link or (named and int(named[2]) != int(link[1])):
            yield None
            continue
        etype = named[1] if named else typed[n] if n < len(typed) else ""
        shown = "" if etype in {"*", "_"} else _UNESCAPE.sub(r"\1", etype)
        yield int(link[1]), int(link[2]), shown


# Writing ----------------------------------------------------------------------------------------


def write(found: Sequence[Interpretation]) -> bytes:
    """A document with a chain per entity, singletons too."""
    one = alone(found, FORMAT.name)
    discourse = one.discourse
    cells = _cells(entities_in(one).mentions)
    lines = [f"{HEADER}.2", f"#T_CH={_LAYER}|referenceRelation|referenceType", "", ""]
    offset = len(discourse.before)
    for number, utterance in enumerate(filter(len, discourse.utterances), start=1):
        lines.append(f"#Text={_escaped(utterance.text)}")
        for word, form in enumerate(utterance.forms, start=1):
            end = offset + utf16_units(form)
            links, types = cells.get((number, word), ("_", "_"))
            lines.append(f"{number}-{word}\t{offset}-{end}\t{one_line(form)}\t{links}\t{types}\t")
            offset = end + utf16_units(utterance.spaces[word - 1])
        lines.append("")
    return in_bytes("\n".join(lines))


def _cells(mentions: Sequence[Mention]) -> Mapping[tuple[int, int], tuple[str, str]]:
    """The two columns of every word that belongs to a mention."""
    at: dict[tuple[int, int], list[tuple[WordRun, str, str]]] = {}
    for chain, several in enumerate(chained(mentions).values(), start=1):
        placed = [(words, m) for m in several if (words := in_words(m))]
        for link, (words, mention) in enumerate(placed, start=1):
            etype = _ESCAPE.sub(lambda found: f"\\{found[0]}", mention.attribute("etype")) or "*"
            for word in range(words.first, words.last + 1):
                there = at.setdefault((words.utterance, word), [])
                there.append((words, f"*->{chain}-{link}", f"{etype}[{chain}]"))
    return {
        place: (
            "|".join(link for _, link, _ in sorted(links)),
            "|".join(etype for _, _, etype in sorted(links)),
        )
        for place, links in at.items()
    }


def _escaped(text: str) -> str:
    for character, escape in (("\\", "\\\\"), ("\t", "\\t"), ("\n", "\\n"), ("\r", "\\r")):
        text = text.replace(character, escape)
    return text


FORMAT = Format(
    name="webanno",
    description="WebAnno TSV 3: INCEpTION",
    suffixes=(".tsv",),
    holds=frozenset({Holds.ENTITIES, Holds.ENDS, Holds.TYPES}),
    sniff=lambda content: content.startswith(HEADER.encode()),
    read=read,
    write=write,
)
