"""From files of any format to any other: nothing is resolved, and what is lost is said.

known        all formats
of_input     the format of a file, by its name, else by its first lines
of_output    the format that the name of a new file asks for
read_as      the documents of a file of this format, if it can be read
writer       how a format is written, if it can be
written      what was understood of some documents, in a format
converted    documents in a format, with the entities they are annotated with
losses       what of the documents a format has no place for
"""

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


def known() -> tuple[Format, ...]:
    """All formats: ours in the order of the registry, then those of plug-ins.

    Where several have a suffix, the first of them is meant.
    """
    names = dict.fromkeys((*FORMATS.ours, *FORMATS.names()))
    return tuple(map(FORMATS.find, names))


def of_input(path: str, content: bytes, formats: Sequence[Format] = ()) -> Format:
    r"""The format of a file: its name tells, or its first lines if several have such names.

    Whoever reads many files looks for all `formats` once.

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
    """The format that the name of a new file asks for.

    What was understood goes to formats that have a place for pronouns, where there is a choice.

    >>> of_output("a.jsonl").name, of_output("a.jsonl", understood=True).name
    ('jsonlines', 'jsonl')
    """
    formats = [one for one in known() if one.write]
    suffix = Path(path).suffix.lower()
    asked = [one for one in formats if suffix in one.suffixes]
    if understood:
        asked.sort(key=lambda one: Holds.PRONOUNS not in one.holds)
    if not asked:
        suffixes = ", ".join(sorted({suffix for one in formats for suffix in one.suffixes}))
        raise UsageError(
            f"The name {path!r} asks for no format: say which with --to, or use one of {suffixes}."
        )
    return asked[0]


def read_as(of: Format, content: bytes, path: str) -> Reading:
    """The documents of a file of this format; each of them knows its format."""
    if of.read is None:
        raise UsageError(f"The format {of.name!r} can be written, not read.")
    refuse_wide(content, path)
    refuse_binary(content, path, is_raw=Holds.RAW_TEXT in of.holds)
    found = of.read(content, path)
    problems = found.problems
    if not problems and _is_empty(found, content, of):
        problems = (Problem(path, 0, 0, "file-empty", message=f"no words of {of.name} in it"),)
    documents = (replace(document, format=of.name) for document in found)
    return Reading(documents, path=path, problems=problems)


def _is_empty(found: Reading, content: bytes, of: Format) -> bool:
    """Whether nothing came of a file, though it has something in it or should have."""
    if Holds.RAW_TEXT in of.holds or any(map(len, found)):
        return False
    return not found or bool(content.strip())


def writer(of: Format) -> Callable[[Sequence[Interpretation]], bytes]:
    """How a format is written, if it can be."""
    if of.write is None:
        raise UsageError(f"The format {of.name!r} can be read, not written.")
    return of.write


def written(found: Sequence[Interpretation], *, to: str) -> str:
    """What was understood, in the format `to`; bytes that are no UTF-8 stand as surrogates."""
    return writer(FORMATS.find(to))(found).decode("utf-8", "surrogateescape")


def converted(documents: Sequence[Discourse], *, to: str = "json") -> str:
    """Documents with the entities they are annotated with, in the format `to`."""
    return written(tuple(map(annotation_of, documents)), to=to)


# What is lost -----------------------------------------------------------------------------------


def losses(documents: Sequence[Discourse], *, to: str) -> tuple[Problem, ...]:
    """What the format `to` cannot hold of the documents of a file: a problem of each kind."""
    target = FORMATS.find(to)
    changed = [document for document in documents if not target.stays(document)]
    there = {what for document in changed for what in _in(document)}
    missing = [what for what in Holds if what in there and what not in target.holds]
    messages = [f"{to} has no place for: {'; '.join(missing)}"] if missing else []
    if missing and target.holds <= {Holds.PRONOUNS, Holds.RAW_TEXT}:
        messages = [f"{to} has the {Holds.PRONOUNS}, and nothing else"]
    if Holds.TYPES in target.holds & there:
        mentions = (mention for one in changed for mention in entities_of(one).mentions)
        types = dict.fromkeys(mention.attribute("etype") for mention in mentions)
        messages += [
            f"{to} spells the type {quoted(one)} {quoted(target.etype(one))}"
            for one in types
            if target.etype(one) != one
        ]
    return tuple(
        Problem(changed[0].path, 0, 0, code="convert-lost", message=each) for each in messages
    )


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
