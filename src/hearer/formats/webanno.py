"""WebAnno TSV 3: what WebAnno and INCEpTION export and import.

A chain layer (`#T_CH`) has two columns: `*->3-2` says that the word belongs to the second link of
chain 3, `person[3]` is the type. Words that share a link are one mention; several links at a word
are joined by `|`. Other layers are not read. Offsets are UTF-16 units, as in Java; gaps between
words are read as blanks, up to a limit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, pairwise, zip_longest
from typing import NamedTuple

from hearer.formats.annotation import worded_chains
from hearer.formats.decoding import decoded, lines_of
from hearer.formats.entities import Mention, NodePlace, WordRun, mention_of, utf16_units
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
from hearer.formats.tsv import ESCAPES
from hearer.formats.unparsed import BareSentence, bare_discourse, with_entities
from hearer.model import Interpretation
from hearer.model.state import MOST_DIGITS

WIDEST_GAP = 1_000  # characters between two words
HEADER = "#FORMAT=WebAnno TSV 3"
_LAYER = "de.tudarmstadt.ukp.dkpro.core.api.coref.type.CoreferenceLink"
_NUMBER = rf"[0-9]{{1,{MOST_DIGITS}}}"
_TOKEN = re.compile(rf"[0-9]+-[0-9]+\t({_NUMBER})-({_NUMBER})\t([^\t]+)(?:\t.*)?")
_PART = re.compile(r"\d+-\d+\.\d+\t.*")
_LINK = re.compile(rf"->({_NUMBER})-({_NUMBER})$")
_NUMBERED = re.compile(rf"(.*)\[({_NUMBER})\]$")
_BAR = re.compile(r"(?<!\\)\|")
_NOTHING = frozenset({"_", "*", ""})
_ESCAPE = re.compile(r"([\\\[\]|_;*])|->")
_UNESCAPE = re.compile(r"\\(->|.)")


class _Token(NamedTuple):
    """A word with its offsets and all columns of its line."""

    form: str
    start: int
    end: int
    columns: Sequence[str]
    line: int

    def column(self, number: int) -> int:
        """Return where a column begins in the line, from 1."""
        return 1 + sum(len(column) + 1 for column in self.columns[:number])


def read(content: bytes, path: str = "") -> Reading:
    """Read the document of a file; lines that are no words are reported and ignored."""
    problems = Problems(path)
    lines = [*lines_of(decoded(content, problems))]
    if not lines[0][1].startswith(HEADER):
        problems.add(1, "webanno-header", f"the first line is not {quoted(HEADER)}; read", column=1)
    chains, column = range(0), 3  # the columns of the chains, the first of the next layer
    sentences: list[list[_Token]] = [[]]
    for number, line in lines:
        if not line.strip():
            sentences.append([])
        elif token := _TOKEN.fullmatch(line):
            place = int(token[1]), int(token[2])
            sentences[-1].append(_Token(token[3], *place, columns=line.split("\t"), line=number))
        elif line.startswith(("#T_SP=", "#T_CH=", "#T_RL=")):
            layer, *features = line.split("|")
            columns = range(column, column + max(len(features), 1))
            column = columns.stop
            if layer.startswith("#T_CH=") and not chains:
                chains = columns
            else:
                message = f"the layer {quoted(layer[6:])} is no chain, or the second; not read"
                problems.add(number, "webanno-layer", message)
        elif not line.startswith("#"):
            what = "part of a word" if _PART.fullmatch(line) else "line"
            problems.add(number, "webanno-line", f"the {what} {quoted(line)} is not read", column=1)
    sentences = [*filter(None, sentences)]
    discourse = bare_discourse(_bare(sentences, problems), path=path)
    found = with_entities(discourse, _mentions(sentences, chains, problems))
    return Reading([found] if sentences else [], path=path, problems=sorted(problems))


def _bare(sentences: Sequence[Sequence[_Token]], problems: Problems) -> Iterator[BareSentence]:
    """Return the sentences with blanks where the offsets leave room."""
    widths = []
    for before, token in pairwise(chain.from_iterable(sentences)):
        width = token.start - before.end
        if not 0 <= width <= WIDEST_GAP:
            message = f"{width} places after the last word, and 0 to {WIDEST_GAP} are read"
            done = f"{message}; read as if there were {int(width > 0)}"
            problems.add(token.line, "webanno-offset", done, column=token.column(1))
            width = int(width > 0)
        widths.append(width)
    after = iter([*widths, 0])
    for sentence in sentences:
        *room, last = (next(after) for _ in sentence)
        spaces = (*(" " * width for width in room), "\n" * last)
        yield BareSentence(tuple(token.form for token in sentence), spaces)


def _mentions(
    sentences: Sequence[Sequence[_Token]], layer: range, problems: Problems
) -> Iterator[Mention]:
    words: dict[tuple[int, int], list[tuple[NodePlace, _Token]]] = {}  # by chain and link
    types: dict[tuple[int, int], str] = {}
    for number, tokens in enumerate(sentences, start=1):
        for n, token in enumerate(tokens, start=1):
            for key, etype in _links(token, layer, problems):
                words.setdefault(key, []).append((NodePlace(number, n), token))
                types[key] = etype
    for (chained, link), several in sorted(words.items()):
        (first, token), (last, _) = several[0], several[-1]
        inside = [place for place, _ in several if place.utterance == first.utterance]
        is_whole = len(inside) == last.word - first.word + 1
        checks = {
            f"has no link {link - 1} before it; kept": link < 2 or (chained, link - 1) in words,
            "continues in another sentence; the rest is ignored": len(inside) == len(several),
            "has a gap; the words between are read as part of it": (
                first.utterance != last.utterance or is_whole
            ),
        }
        for wrong in (message for message, is_right in checks.items() if not is_right):
            message = f"link {link} of chain {chained} {wrong}"
            problems.add(token.line, "webanno-link", message, column=1)
        yield mention_of(f"e{chained}", [(first, inside[-1])], etype=types[chained, link])


def _links(
    token: _Token, layer: range, problems: Problems
) -> Iterator[tuple[tuple[int, int], str]]:
    """Return chain, link and type of each mention that a word belongs to."""
    columns = token.columns[layer.start : layer.stop]
    if len(columns) < len(layer):
        message = f"{len(token.columns)} columns, and the header has {layer.stop}; read so far"
        problems.add(token.line, "webanno-link", message, column=1)
    if set(columns) <= _NOTHING:
        return
    cells = [_BAR.split(column) for column in columns]
    linked = next((cell for cell in cells if any(map(_LINK.search, cell))), [""])
    typed = next((cell for cell in cells if cell is not linked), [])
    are_right = True
    for value, etype in zip_longest(linked, typed[: len(linked)], fillvalue=""):
        link, named = _LINK.search(value), _NUMBERED.fullmatch(etype)
        if not link or (named and int(named[2]) != int(link[1])):
            are_right = False
            continue
        shown = named[1] if named else etype
        shown = "" if shown in _NOTHING else _UNESCAPE.sub(r"\1", shown)
        yield (int(link[1]), int(link[2])), shown
    if not are_right:
        said = " ".join(column for column in columns if column not in _NOTHING)
        message = f"{quoted(said)} belongs to no link of a chain; ignored"
        problems.add(token.line, "webanno-link", message, column=token.column(layer.start))


def write(found: Sequence[Interpretation]) -> bytes:
    """Write a document with a chain per entity, singletons too."""
    one = alone(found, FORMAT.name)
    cells = _cells(one)
    lines = [f"{HEADER}.2", f"#T_CH={_LAYER}|referenceRelation|referenceType", "", ""]
    offset = len(one.discourse.before)
    for number, utterance in enumerate(filter(len, one.discourse.utterances), start=1):
        lines.append(f"#Text={utterance.text.translate(ESCAPES)}")
        for word, form in enumerate(utterance.forms, start=1):
            end = offset + utf16_units(form)
            links = cells.get((number, word), "_\t_")
            lines.append(f"{number}-{word}\t{offset}-{end}\t{one_line(form)}\t{links}\t")
            offset = end + utf16_units(utterance.spaces[word - 1])
        lines.append("")
    return in_bytes("\n".join(lines))


def _cells(found: Interpretation) -> Mapping[tuple[int, int], str]:
    """Return the two columns of every word that belongs to a mention."""
    at: dict[tuple[int, int], list[tuple[WordRun, str, str]]] = {}
    for number, several in enumerate(worded_chains(found).values(), start=1):
        for link, (words, mention) in enumerate(several, start=1):
            etype = _ESCAPE.sub(lambda found: f"\\{found[0]}", mention.attribute("etype")) or "*"
            for word in range(words.first, words.last + 1):
                there = at.setdefault((words.utterance, word), [])
                there.append((words, f"*->{number}-{link}", f"{etype}[{number}]"))
    return {
        place: "\t".join("|".join(cell) for cell in [*zip(*sorted(links), strict=True)][1:])
        for place, links in at.items()
    }


FORMAT = Format(
    name="webanno",
    description="WebAnno TSV 3: INCEpTION",
    suffixes=(".tsv",),
    holds=frozenset({Holds.ENTITIES, Holds.ENDS, Holds.TYPES}),
    sniff=lambda content: content.startswith(HEADER.encode()),
    read=read,
    write=write,
)
