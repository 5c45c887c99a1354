"""Writing coreference onto CoNLL-U; all else stays byte for byte.

write_entities    a document with these entities and no others
write_new         the same of a discourse that was not read from CoNLL-U
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from hearer.formats.conllu.discourse import conllu_of
from hearer.formats.conllu.file import MISC, ConlluDocument, ConlluSentence, key_of, nodes_of
from hearer.formats.corefud.reading import COREFERENCE_KEYS
from hearer.formats.decoding import BOM
from hearer.formats.entities import Entities, NodePlace
from hearer.formats.format import in_bytes
from hearer.formats.generator import NAME
from hearer.model import Discourse

_HEADER, _GENERATOR = "global.Entity", "generator"


def write_entities(document: ConlluDocument, entities: Entities, by: str = "") -> bytes:
    """The document with `entities` in place of the coreference it had, found `by` somebody."""
    wanted = _entries(entities)
    lines = list(document.lines)
    mark = BOM if lines[0].startswith(BOM) else ""
    lines[0] = lines[0].removeprefix(BOM)
    for node in nodes_of(document):
        entries = wanted.get(node.place, {})
        if entries or "=" in node.misc:
            n = node.line - document.first_line
            lines[n] = _with_misc(lines[n], entries)
    lines = _with_header(document, lines, _header(entities, by))
    return in_bytes(mark + document.line_end.join(lines))


def write_new(discourse: Discourse, entities: Entities, *, prefix: str, by: str = "") -> bytes:
    """CoNLL-U for the discourse, with `entities`; `prefix` goes before the names of sentences."""
    marks: dict[int, list[tuple[int, dict[str, str]]]] = {}
    for (utterance, word, empty), entries in _entries(entities).items():
        if not empty:
            marks.setdefault(utterance, []).append((word, entries))

    def mark(number: int, miscs: list[str]) -> None:
        for word, entries in marks.get(number, ()):
            if 1 <= word <= len(miscs):
                miscs[word - 1] = "|".join(_merged([miscs[word - 1]], entries))

    header = "\n".join(_header(entities, by))
    return in_bytes(conllu_of(discourse, prefix=prefix, header=header, mark=mark))


def _header(entities: Entities, by: str) -> list[str]:
    """The comments of a document: the fields of its entities, and who found them."""
    told = {_HEADER: "-".join(entities.fields), _GENERATOR: by}
    return [f"# {key} = {value}" for key, value in told.items() if value]


def _entries(entities: Entities) -> dict[NodePlace, dict[str, str]]:
    """The MISC entries of every word that gets some."""
    entries: dict[NodePlace, dict[str, str]] = {}
    for place, brackets in _brackets(entities).items():
        entries[place] = {"Entity": brackets}
    for key, links in (("Bridge", entities.bridges), ("SplitAnte", entities.split_antecedents)):
        for link in links:
            there = entries.setdefault(link.place, {})
            there[key] = f"{there[key]},{link}" if key in there else str(link)
    return entries


def _brackets(entities: Entities) -> dict[NodePlace, str]:
    """The brackets of every word at which a span begins or ends.

    Longer spans open first and close last. What closes goes before what opens: the other way
    round, "(e1-person-1-" and "e2)" would read as one bracket. Where nothing opens, one-word
    spans go before what closes, as in GUM.
    """
    identity = entities.entity_field or 0
    spans = [span for mention in entities.mentions for span in mention.spans]
    opening: dict[NodePlace, list[str]] = {}
    closing: dict[NodePlace, list[str]] = {}
    single: dict[NodePlace, list[str]] = {}
    for span in sorted(spans, key=lambda span: span.last, reverse=True):
        if span.first == span.last:
            single.setdefault(span.first, []).append(f"({'-'.join(span.fields)})")
        else:
            opening.setdefault(span.first, []).append(f"({'-'.join(span.fields)}")
    # Spans alike close in the reverse of the order they opened in.
    latest_first = sorted(enumerate(spans), key=lambda pair: (pair[1].first, pair[0]), reverse=True)
    for _, span in latest_first:
        if span.first != span.last:
            closing.setdefault(span.last, []).append(f"{span.fields[identity]})")
    return {
        place: _in_order(opening.get(place, ()), single.get(place, ()), closing.get(place, ()))
        for place in (opening | single | closing)
    }


def _in_order(opening: Sequence[str], single: Sequence[str], closing: Sequence[str]) -> str:
    if opening:
        return "".join((*closing, *opening, *single))
    return "".join((*single, *closing))


def _with_misc(line: str, entries: Mapping[str, str]) -> str:
    """A line with these entries and no other coreference, each where an old one of it stood."""
    text = line.removesuffix("\r")
    columns = text.split("\t")
    old = columns[MISC].split("|") if len(columns) > MISC else []
    new = _merged(old, entries)
    if new == old or (not entries and len(columns) <= MISC):
        return line
    columns += ["_"] * (MISC + 1 - len(columns))
    columns[MISC] = "|".join(new) or "_"
    return "\t".join(columns) + line[len(text) :]


def _merged(old: Iterable[str], entries: Mapping[str, str]) -> list[str]:
    """The old entries with the new; one that had no place yet goes where the alphabet says."""
    left = dict(entries)
    merged = []
    for entry in old:
        key = entry.partition("=")[0]
        if key not in COREFERENCE_KEYS:
            merged.append(entry)
        elif key in left:
            merged.append(f"{key}={left.pop(key)}")
    if left and merged == ["_"]:
        merged = []
    for key in sorted(left):
        after = (n for n, entry in enumerate(merged) if entry.lower() > key.lower())
        merged.insert(next(after, len(merged)), f"{key}={left[key]}")
    return merged


def _with_header(document: ConlluDocument, lines: list[str], header: list[str]) -> list[str]:
    """The header where an old one stood, else behind `# newdoc`, else on top; no other is left."""
    if not document.sentences:
        return lines
    old = [n for n, line in enumerate(lines) if _is_replaced(line, header)]
    place = old[0] if old else _top(document.sentences[0], lines, document.first_line)
    beside = lines[old[0] if old else max(place - 1, 0)]
    end = "\r" if beside.endswith("\r") else ""
    superfluous = frozenset(old)
    after = [line for n, line in enumerate(lines) if n >= place and n not in superfluous]
    return [*lines[:place], *(line + end for line in header), *after]


def _is_replaced(line: str, header: Sequence[str]) -> bool:
    """Whether a comment tells of entities that are no more: their fields, or that we found them."""
    if _is_comment(line, _GENERATOR):
        return len(header) > 1 and key_of(line)[1].startswith(NAME)
    return _is_comment(line, _HEADER)


def _top(sentence: ConlluSentence, lines: Sequence[str], first: int) -> int:
    """The index behind `# newdoc` in the first sentence, or of its first line."""
    begin = sentence.line - first
    for n in range(begin, begin + len(sentence.comments)):
        if any(_is_comment(lines[n], key) for key in ("newdoc", "newdoc id")):
            return n + 1
    return begin


def _is_comment(line: str, key: str) -> bool:
    return line.startswith("#") and key_of(line)[0] == key
