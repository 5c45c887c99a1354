"""WebAnno TSV 3: what WebAnno and INCEpTION export and import.

A chain layer (`#T_CH`) has two columns: `*->3-2` says that the word belongs to the second link of
chain 3, `person[3]` is the type. Words that share a link are one mention; several links at a word
are joined by `|`. Other layers are not read. Offsets are UTF-16 units, as in Java; gaps between
words are read as blanks, up to a limit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
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
from hearer.formats.unparsed import BareSentence, bare_discourse, with_entities
from hearer.limits import MOST_DIGITS, WIDEST_GAP
from hearer.model import Interpretation

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
_ESCAPES = str.maketrans({"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"})


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


_Link = tuple[int, int, int]  # layer, chain, and the number of the mention in the chain


def read(content: bytes, path: str = "") -> Reading:
    """Read the document of a file; lines that are no words are reported and ignored."""
    problems = Problems(path)
    lines = [*lines_of(decoded(content, problems))]
    if not lines[0][1].startswith(HEADER):
        problems.add(1, "webanno-header", f"the first line is not {quoted(HEADER)}; read", column=1)
    layers: list[range] = []
    column = 3  # the first of the next layer
    sentences: list[list[_Token]] = [[]]
    for number, line in lines:
        if not line.strip():
            sentences.append([])
        elif token := _TOKEN.fullmatch(line):
            columns = line.split("\t")
            word = _Token(token[3], int(token[1]), int(token[2]), columns, line=number)
            sentences[-1].append(word)
        elif line.startswith(("#T_SP=", "#T_CH=", "#T_RL=")):
            layer, *features = line.split("|")
            layers += [range(column, column + max(len(features), 1))] * layer.startswith("#T_CH=")
            column += max(len(features), 1)
            if not layer.startswith("#T_CH="):
                message = f"the layer {quoted(layer[6:])} is no chain; not read"
                problems.add(number, "webanno-layer", message)
        elif not line.startswith("#"):
            what = "part of a word" if _PART.fullmatch(line) else "line"
            problems.add(number, "webanno-line", f"the {what} {quoted(line)} is not read", column=1)
    sentences = [*filter(None, sentences)]
    discourse = bare_discourse(_bare(sentences, problems), path=path)
    found = with_entities(discourse, _mentions(sentences, layers, problems))
    return Reading([found] if sentences else [], path=path, problems=sorted(problems))


def _bare(sentences: Sequence[Sequence[_Token]], problems: Problems) -> Iterator[BareSentence]:
    """Return the sentences with blanks where the offsets leave room."""
    end = None
    widths = []
    for token in (token for sentence in sentences for token in sentence):
        width = 0 if end is None else token.start - end
        if not 0 <= width <= WIDEST_GAP:
            message = f"{width} places after the last word, and no more than {WIDEST_GAP} are read"
            if width < 0:
                message = f"the word begins at {token.start}, before {end}, the end of the last"
            done = f"{message}; read as if there were {int(width > 0)}"
            problems.add(token.line, "webanno-offset", done, column=token.column(1))
            width = int(width > 0)
        widths.append(width)
        end = token.end
    after = iter([*widths[1:], 0])
    for sentence in sentences:
        room = [next(after) for _ in sentence]
        spaces = [" " * width for width in room[:-1]] + ["\n" * room[-1]]
        yield BareSentence(tuple(token.form for token in sentence), tuple(spaces))


def _mentions(
    sentences: Sequence[Sequence[_Token]], layers: Sequence[range], problems: Problems
) -> Iterator[Mention]:
    words: dict[_Link, list[tuple[NodePlace, _Token]]] = {}
    types: dict[_Link, str] = {}
    for number, tokens in enumerate(sentences, start=1):
        for n, token in enumerate(tokens, start=1):
            for layer, columns in enumerate(layers):
                for chain, link, etype in _links(token, columns, problems):
                    key = layer, chain, link
                    words.setdefault(key, []).append((NodePlace(number, n), token))
                    types[key] = etype
    for (layer, chain, link), several in sorted(words.items()):
        (first, token), (last, _) = several[0], several[-1]
        wrong = ""
        if link > 1 and (layer, chain, link - 1) not in words:
            wrong = f"has no link {link - 1} before it; kept"
        if first.utterance != last.utterance:
            _report(token, link, chain, wrong, problems=problems)
            wrong = "continues in another sentence; the rest is ignored"
        elif last.word - first.word + 1 != len(several):
            _report(token, link, chain, wrong, problems=problems)
            wrong = "has a gap; the words between are read as part of it"
        _report(token, link, chain, wrong, problems=problems)
        inside = [place for place, _ in several if place.utterance == first.utterance]
        entity = f"e{chain}" if len(layers) == 1 else f"e{layer + 1}.{chain}"
        yield mention_of(entity, [(first, inside[-1])], etype=types[layer, chain, link])


def _report(token: _Token, link: int, chain: int, wrong: str, problems: Problems) -> None:
    if wrong:
        message = f"link {link} of chain {chain} {wrong}"
        problems.add(token.line, "webanno-link", message, column=1)


def _links(token: _Token, layer: range, problems: Problems) -> Iterator[tuple[int, int, str]]:
    """Return chain, link and type of each mention that a word belongs to."""
    columns = token.columns[layer.start : layer.stop]
    if len(columns) < len(layer):
        message = f"{len(token.columns)} columns, and the header has {layer.stop}; read so far"
        problems.add(token.line, "webanno-link", message, column=1)
    if set(columns) <= _NOTHING:
        return
    cells = [_BAR.split(column) for column in columns]
    linked = next((cell for cell in cells if any(map(_LINK.search, cell))), [])
    typed = next((cell for cell in cells if cell is not linked), [])
    are_right = bool(linked)
    for n, value in enumerate(linked):
        etype = typed[n] if n < len(typed) else ""
        link, named = _LINK.search(value), _NUMBERED.fullmatch(etype)
        if not link or (named and int(named[2]) != int(link[1])):
            are_right = False
            continue
        etype = named[1] if named else etype
        shown = "" if etype in {"*", "_"} else _UNESCAPE.sub(r"\1", etype)
        yield int(link[1]), int(link[2]), shown
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
        lines.append(f"#Text={utterance.text.translate(_ESCAPES)}")
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
    for chain, several in enumerate(worded_chains(found).values(), start=1):
        for link, (words, mention) in enumerate(several, start=1):
            etype = _ESCAPE.sub(lambda found: f"\\{found[0]}", mention.attribute("etype")) or "*"
            for word in range(words.first, words.last + 1):
                there = at.setdefault((words.utterance, word), [])
                there.append((words, f"*->{chain}-{link}", f"{etype}[{chain}]"))
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
