"""Documents of several files in one: each keeps its bounds, and every name is there once.

FileNaming    gives documents and sentences names that no other file has
OwnNames      what a document is to be called, and what goes before the names of its sentences
renamed       the CoNLL-U of a document with these names

What stands twice in one file stays as it is there: nothing of it is ours to mend.
"""

from __future__ import annotations

from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from hearer.formats.conllu import ConlluDocument
from hearer.formats.conllu.discourse import one_line
from hearer.formats.conllu.file import key_of
from hearer.formats.format import in_bytes
from hearer.model import Discourse
from hearer.names import OwnNames


class NewNames(NamedTuple):
    """The name of a document, nothing if it has its own, and what goes before its sentences'."""

    document: str = ""
    prefix: str = ""
    keeps_mark: bool = True  # of the order of bytes: only one file has one


class FileNaming:
    """Gives names; the documents of one file are not told from each other."""

    def __init__(self, several: Iterable[Discourse]) -> None:
        self._owners = list(_owners(several))
        self._are_many = len(set(self._owners)) > 1
        self._documents = OwnNames()
        self._sentences: dict[str, str] = {}

    def of(self, discourse: Discourse, number: int) -> NewNames:
        """Names for document so many of the new file."""
        owner, source = self._owners[number - 1], discourse.source
        name, is_told = one_line(discourse.name), True
        sentences = [utterance.name or str(utterance.number) for utterance in discourse.utterances]
        if isinstance(source, ConlluDocument):
            is_told = any(one.begins_document for one in source.sentences[:1])
            sentences = [one.comment("sent_id") for one in source.sentences]
        own = self._documents.own(name, owner) if name else ""
        prefix = self._prefix([one for one in sentences if one], own, number, owner)
        self._sentences.update(dict.fromkeys((one_line(prefix + one) for one in sentences), owner))
        is_new = own != name or (self._are_many and not is_told)
        return NewNames(own if is_new else "", prefix, keeps_mark=not self._are_many)

    def _prefix(self, sentences: Iterable[str], own: str, number: int, owner: str) -> str:
        names = set(sentences)
        for prefix in ("", f"{own or number}-", f"{number}-"):
            theirs = (self._sentences.get(one_line(prefix + name), owner) for name in names)
            if all(one == owner for one in theirs):
                return prefix
        return f"{own}~{number}-"


def _owners(several: Iterable[Discourse]) -> Iterator[str]:
    """The file that each document comes from; what was not read, or comes again, has its own."""
    times = Counter[tuple[str, int]]()
    for number, one in enumerate(several, start=1):
        if isinstance(one.source, ConlluDocument):
            times[one.path, one.source.first_line] += 1
            yield f"{one.path}\0{times[one.path, one.source.first_line]}"
        else:
            yield f"\0\0{number}"


def renamed(written: bytes, names: NewNames, line_end: str) -> bytes:
    """The CoNLL-U of a document with other names; all else stays byte for byte."""
    mark = BOM_UTF8 if names.keeps_mark and written.startswith(BOM_UTF8) else b""
    text = written.removeprefix(BOM_UTF8)
    if names.document or names.prefix:
        lines = text.decode("utf-8", "surrogateescape").split(line_end)
        text = in_bytes(line_end.join(_named(lines, names)))
    return mark + text


def _named(lines: list[str], names: NewNames) -> list[str]:
    is_named = not names.document
    for n, line in enumerate(lines):
        key, value = key_of(line) if line.startswith("#") else ("", "")
        if key == "sent_id" and names.prefix:
            lines[n] = _comment("sent_id", names.prefix + value, like=line)
        elif key in {"newdoc", "newdoc id"} and not is_named:
            lines[n], is_named = _comment("newdoc id", names.document, like=line), True
    if not is_named:
        first = next((n for n, line in enumerate(lines) if line.strip()), 0)
        lines.insert(first, _comment("newdoc id", names.document, like=lines[first]))
    return lines


def _comment(key: str, value: str, *, like: str) -> str:
    """A comment whose line ends like another."""
    return f"# {key} = {one_line(value)}" + ("\r" if like.endswith("\r") else "")
