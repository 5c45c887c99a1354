"""Formats chosen by name or content, files read and written in them, and what conversion loses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from hearer.errors import UsageError
from hearer.formats import FORMATS
from hearer.formats.annotation import annotation_of, entities_of
from hearer.formats.decoding import refuse_binary, refuse_wide, sniffable
from hearer.formats.entities import Mention, in_words
from hearer.formats.format import Format, Holds, Reading, quoted
from hearer.formats.unparsed import is_bare
from hearer.model import Discourse, Interpretation, Problem, Utterance

MOST_TYPES = 3  # types of entities that a message names


def known() -> tuple[Format, ...]:
    """Return all formats: ours in the order of the registry, then those of plug-ins."""
    names = dict.fromkeys((*FORMATS.ours, *FORMATS.names()))
    return tuple(map(FORMATS.find, names))


def of_input(path: str, content: bytes, formats: Sequence[Format] = ()) -> Format:
    r"""Return the format of a file, by its name or, if that leaves several, by its first lines.

    A caller that reads many files passes all `formats`.

    >>> of_input("-", b"#begin document (a); part 000\n").name
    'conll2012'
    >>> of_input("story.txt", b"1\tShe\t").name, of_input("story", b"1\tShe\t").name
    ('text', 'conllu')
    """
    formats, content = formats or known(), sniffable(content)
    suffix = Path(path).suffix.lower()
    likely = [one for one in formats if suffix in one.suffixes]
    if len(likely) == 1:
        return likely[0]
    sniffed = (one for one in (*likely, *formats) if one.sniff(content))
    return next(sniffed, next(iter(likely), FORMATS.find("text")))


def of_output(path: str, *, understood: bool = False) -> Format:
    """Return the format of a new file by its name.

    For interpretations (`understood`), formats that hold pronouns are preferred.

    >>> of_output("a.tsv").name, of_output("a.ann").name
    ('tsv', 'brat')
    """
    formats = [one for one in known() if one.write]
    named = [one for one in formats if Path(path).suffix.lower() in one.suffixes]
    if not named:
        suffixes = ", ".join(sorted({suffix for one in formats for suffix in one.suffixes}))
        raise UsageError(
            f"{path!r} has no suffix of a format{instead(path)}: say --to FORMAT, or use one of "
            f"{suffixes}."
        )
    return min(named, key=lambda one: understood and Holds.PRONOUNS not in one.holds)


def instead(path: str) -> str:
    """Return what to write instead of a CSV file, which is written nowhere but in reports."""
    return f" (did you mean {Path(path).stem}.tsv?)" if path.lower().endswith(".csv") else ""


def read_as(of: Format, content: bytes, path: str) -> Reading:
    """Read the documents of a file in a format, whose name is noted in each."""
    if of.read is None:
        tables = "; hearer corpus reads tables of texts" if of.name in {"jsonl", "tsv"} else ""
        raise UsageError(f"The format {of.name!r} can be written, not read{tables}.")
    is_raw = Holds.RAW_TEXT in of.holds
    refuse_wide(content, path)
    refuse_binary(content, path, is_raw=is_raw)
    found = of.read(content, path)
    problems, has_words = found.problems, any(map(len, found))
    if not (problems or is_raw or has_words) and (not found or content.strip()):
        problems = (Problem(path, 0, 0, "file-empty", message=f"no words of {of.name} in it"),)
    documents = (replace(document, format=of.name) for document in found)
    return Reading(documents, path=path, problems=problems)


def writer(of: Format) -> Callable[[Sequence[Interpretation]], bytes]:
    """Return the function that writes a format, if it can be written."""
    if of.write is None:
        raise UsageError(f"The format {of.name!r} can be read, not written.")
    return of.write


def written(found: Sequence[Interpretation], *, to: str) -> str:
    """Write interpretations in the format `to`; surrogates stand for bytes that are not UTF-8."""
    return writer(FORMATS.find(to))(found).decode("utf-8", "surrogateescape")


def converted(documents: Sequence[Discourse], *, to: str = "json") -> str:
    """Write documents with the entities they are annotated with, in the format `to`."""
    return written(tuple(map(annotation_of, documents)), to=to)


# Losses -----------------------------------------------------------------------------------------


def losses(documents: Sequence[Discourse], *, to: str) -> tuple[Problem, ...]:
    """Return a problem for each kind of loss if the documents of a file are written in `to`."""
    target = FORMATS.find(to)
    changed = [document for document in documents if not target.stays(document)]
    there = {what for document in changed for what in _in(document)}
    missing = [what for what in Holds if what in there and what not in target.holds]
    messages = [f"{to} has no place for: {'; '.join(missing)}"] if missing else []
    if missing and target.holds <= {Holds.PRONOUNS, Holds.RAW_TEXT}:
        messages = [f"{to} has the {Holds.PRONOUNS}, and nothing else"]
    mentions = [mention for one in changed for mention in entities_of(one).mentions]
    types = dict.fromkeys(mention.attribute("etype") for mention in mentions)
    spelled = ((one, target.etype(one)) for one in types)
    other = [f"{quoted(old)} {quoted(new)}" for old, new in spelled if old != new]
    if other:
        more = ", …" * (len(other) > MOST_TYPES)
        messages.append(f"{to} spells the type {', '.join(other[:MOST_TYPES])}{more}")
    lost = (Problem(changed[0].path, 0, 0, code="convert-lost", message=one) for one in messages)
    return tuple(lost)


def _in(discourse: Discourse) -> Iterator[Holds]:
    entities = entities_of(discourse)
    if len(discourse) > 1:
        yield Holds.ENDS
    if entities.bridges or entities.split_antecedents:
        yield Holds.LINKS
    yield from (what for what, has in _UTTERANCES.items() if any(map(has, discourse.utterances)))
    yield from (what for what, has in _MENTIONS.items() if any(map(has, entities.mentions)))


_UTTERANCES: dict[Holds, Callable[[Utterance], object]] = {
    Holds.PARSE: lambda one: not is_bare(one),
    Holds.TAGS: lambda one: not is_bare(one),
    Holds.FEATURES: lambda one: {*one.xpos, *one.features} - {"_", ""},
    Holds.SPACES: lambda one: set(one.spaces) != {" "},
    Holds.SPEAKERS: lambda one: one.speaker,
    Holds.PARAGRAPHS: lambda one: one.begins_paragraph or one.is_heading,
    Holds.SENTENCES: lambda one: one.name and one.name != str(one.number),
}
_MENTIONS: dict[Holds, Callable[[Mention], object]] = {
    Holds.ENTITIES: lambda _: True,
    Holds.EMPTY_NODES: lambda one: in_words(one) is None,
    Holds.PARTS: lambda one: in_words(one) and len(one.spans) > 1,
    Holds.TYPES: lambda one: one.attribute("etype"),
    Holds.FIELDS: lambda one: any(v for key, v in one.attributes if key not in {"etype", "head"}),
    Holds.NAMES: lambda one: not one.entity.removeprefix("e").isdecimal(),
}
