"""WebAnno TSV 3: what WebAnno and INCEpTION export and import.

    FORMAT    WebAnno's and INCEpTION's
    read      the chains of a file
    write     a document with its entities as chains

A chain layer (`#T_CH`) has two columns: `*->3-2` says that the word belongs to the second link of
chain 3, `person[3]` what is referred to. Words that share a link are one mention; several links at
a word are joined by `|`. Of the other layers nothing is read, and a problem says so. Offsets are
UTF-16 units, as in Java.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from hearer.formats.annotation import entities_in
from hearer.formats.entities import Mention, NodePlace, WordRun, chained, in_words, mention_of
from hearer.formats.format import Format, Holds, Problems, Reading, alone, lines_of, quoted
from hearer.formats.offsets import utf16_units
from hearer.formats.unparsed import BareSentence, bare_discourse, with_entities
from hearer.model import Interpretation

HEADER = "#FORMAT=WebAnno TSV 3"
_LAYER = "de.tudarmstadt.ukp.dkpro.core.api.coref.type.CoreferenceLink"
_FIRST_COLUMN = 3
_BOM = b"\xef\xbb\xbf"
_TOKEN = re.compile(r"[0-9]+-[0-9]+\t[0-9]{1,9}-[0-9]{1,9}\t[^\t]+(?:\t.*)?")
_PART = re.compile(r"\d+-\d+\.\d+\t.*")
_LINK = re.compile(r"->([0-9]{1,9})-([0-9]{1,9})$")
_NUMBERED = re.compile(r"(.*)\[\d+\]$")
_ESCAPE = re.compile(r"([\\\[\]|_;*])|->")
_UNESCAPE = re.compile(r"\\(->|.)")


class WebannoToken(NamedTuple):
    """A word, its offsets, and the columns of its chains."""

    form: str
    start: int
    end: int
    columns: tuple[str, ...]


def read(content: bytes, path: str = "") -> Reading:
    """The document of a file; lines that are no words are reported and left aside."""
    lines, problems = list(lines_of(content.removeprefix(_BOM))), Problems(path)
    columns = _chain_columns(lines, problems)
    sentences: list[list[WebannoToken]] = [[]]
    for number, line in lines:
        if not line.strip():
            sentences.append([])
        elif _TOKEN.fullmatch(line):
            sentences[-1].append(_token(line))
        elif not line.startswith("#"):
            what = "part of a word" if _PART.fullmatch(line) else "line"
            problems.add(number, "webanno-line", f"the {what} {quoted(line)} is not read")
    tokens = [sentence for sentence in sentences if sentence]
    discourse = bare_discourse(_spelled(tokens), path=path)
    found = with_entities(discourse, _mentions(tokens, columns))
    return Reading([found] if tokens else [], path=path, problems=problems)


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


def _token(line: str) -> WebannoToken:
    _, offsets, form, *_ = columns = line.split("\t")
    start, _, end = offsets.partition("-")
    return WebannoToken(form, int(start), int(end), tuple(columns))


def _spelled(sentences: Sequence[Sequence[WebannoToken]]) -> Iterator[BareSentence]:
    """The sentences with blanks where the offsets leave room: what stood there is not told."""
    starts = [token.start for sentence in sentences for token in sentence][1:]
    following = iter(starts)
    for tokens in sentences:
        room = [max(next(following, token.end) - token.end, 0) for token in tokens]
        spaces = [" " * size for size in room]
        if room[-1]:
            spaces[-1] = "\n" * room[-1]
        yield BareSentence(tuple(token.form for token in tokens), tuple(spaces))


def _mentions(
    sentences: Sequence[Sequence[WebannoToken]], layers: Sequence[range]
) -> Iterator[Mention]:
    found: dict[tuple[int, int, int], list[NodePlace]] = {}
    types: dict[tuple[int, int, int], str] = {}
    for number, tokens in enumerate(sentences, start=1):
        for word, token in enumerate(tokens, start=1):
            for layer, columns in enumerate(layers):
                for chain, link, etype in _links(token.columns[columns.start : columns.stop]):
                    found.setdefault((layer, chain, link), []).append(NodePlace(number, word))
                    types[layer, chain, link] = etype
    for (layer, chain, link), places in sorted(found.items()):
        inside = [place for place in places if place.utterance == places[0].utterance]
        entity = f"e{chain}" if len(layers) == 1 else f"e{layer + 1}.{chain}"
        yield mention_of(entity, [(inside[0], inside[-1])], etype=types[layer, chain, link])


def _links(columns: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """The chain, the link and the type of each mention that a word belongs to."""
    cells = [re.split(r"(?<!\\)\|", column) for column in columns]
    linked = next((cell for cell in cells if _LINK.search(cell[0])), [])
    typed = next((cell for cell in cells if cell is not linked), [])
    for n, value in enumerate(linked):
        if link := _LINK.search(value):
            named = _NUMBERED.fullmatch(typed[n]) if n < len(typed) else None
            etype = named[1] if named else typed[n] if n < len(typed) else ""
            shown = "" if etype in {"*", "_"} else _UNESCAPE.sub(r"\1", etype)
            yield int(link[1]), int(link[2]), shown


# Writing ----------------------------------------------------------------------------------------


def write(found: Sequence[Interpretation]) -> bytes:
    """A document with a chain per entity, singletons too."""
    (one,) = alone(found, FORMAT.name)
    discourse = one.discourse
    cells = _cells(entities_in(one).mentions)
    lines = [f"{HEADER}.2", f"#T_CH={_LAYER}|referenceRelation|referenceType", "", ""]
    offset = len(discourse.before)
    for number, utterance in enumerate(filter(len, discourse.utterances), start=1):
        lines.append(f"#Text={_escaped(utterance.text)}")
        for word, form in enumerate(utterance.forms, start=1):
            end = offset + utf16_units(form)
            links, types = cells.get((number, word), ("_", "_"))
            lines.append(f"{number}-{word}\t{offset}-{end}\t{form}\t{links}\t{types}\t")
            offset = end + utf16_units(utterance.spaces[word - 1])
        lines.append("")
    return "\n".join(lines).encode("utf-8", "surrogateescape")


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
    sniff=lambda content: content.removeprefix(_BOM).startswith(HEADER.encode()),
    read=read,
    write=write,
)
