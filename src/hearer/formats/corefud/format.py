"""CoNLL-U among the formats, alone and with entities.

COREFUD, GUM    with entities, in the fields of the one or of the other
CONLLU          words and their parse; entities, if they are in MISC, stay there
read            the documents of a file, the same for all three
write           what was understood, as CorefUD

In a file of CorefUD an entity has one name, so the numbers of a document go on where those before
it end. GUM counts in every document anew. Documents and sentences of several files get names of
their own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from hearer.errors import UsageError
from hearer.formats import conllu
from hearer.formats.annotation import Annotation, entities_in, entities_of
from hearer.formats.conllu import ConlluDocument
from hearer.formats.corefud.brackets import write_entities, write_new
from hearer.formats.corefud.fields import as_corefud, as_gum, spelled
from hearer.formats.corefud.naming import FileNaming
from hearer.formats.corefud.naming import renamed as with_names
from hearer.formats.decoding import sniffable
from hearer.formats.entities import Entities, chained, renamed
from hearer.formats.format import Format, Holds, Reading
from hearer.formats.generator import generator
from hearer.limits import number_of
from hearer.model import Discourse, Interpretation

Fitted = Callable[[Entities, Discourse], Entities]
_HOLDS = frozenset(Holds) - {Holds.RAW_TEXT, Holds.PRONOUNS, Holds.NAMES}
_ROW = re.compile(rb"\d+(?:[-.]\d+)?\t")
_SNIFFED = 65536


def read(content: bytes, path: str = "") -> Reading:
    """The documents of a file."""
    file = conllu.parse(content, path=path)
    documents = conllu.discourses(file)
    found = [problem for one in documents for problem in one.problems]  # of sorts, too
    return Reading(documents, path=path, problems=found if documents else file.problems)


def write(found: Sequence[Interpretation]) -> bytes:
    """The documents as CorefUD, with our chains and no others; entities have one name in a file.

    Coreference that was there is removed; all else stays byte for byte. Every entity is
    written, singletons too. Ellipses have no words and are not.
    """
    return _write_documents(found, stays=_has_eid)


def _write_gum(found: Sequence[Interpretation]) -> bytes:
    return _write_documents(found, stays=_has_grp, fitted=as_gum)


def _write_conllu(found: Sequence[Interpretation]) -> bytes:
    """Documents as they were read; those of other formats with their entities, as CorefUD."""
    if not all(isinstance(one, Annotation) for one in found):
        raise UsageError("CoNLL-U has no place for what was understood: write 'corefud'.")
    return _write_documents(found, stays=_is_conllu, is_conllu=True)


def _is_conllu(discourse: Discourse) -> bool:
    return isinstance(discourse.source, ConlluDocument)


def _has_eid(discourse: Discourse) -> bool:
    """Whether a document is CorefUD already, or CoNLL-U without entities."""
    entities = entities_of(discourse)
    return _is_conllu(discourse) and ("eid" in entities.fields or not entities.mentions)


def _has_grp(discourse: Discourse) -> bool:
    return _is_conllu(discourse) and "GRP" in entities_of(discourse).fields


def _write_documents(
    found: Sequence[Interpretation],
    *,
    stays: Callable[[Discourse], bool],
    fitted: Fitted = as_corefud,
    is_conllu: bool = False,
) -> bytes:
    """The documents with their entities; an annotated one that `stays` is written as it was.

    In CoNLL-U also if its entities have names that others have: there they are not known.
    """
    names = _Names("e") if fitted is as_corefud else None
    naming = FileNaming(one.discourse for one in found)
    written, ends = [], set()
    for number, one in enumerate(found, start=1):
        own, entities = naming.of(one.discourse, number), entities_in(one)
        document = one.discourse.source
        if not isinstance(document, ConlluDocument):
            ends.add("\n")
            new = fitted(renamed(entities, (names or _Names("")).of(entities)), one.discourse)
            discourse = replace(one.discourse, name=own.document or one.discourse.name)
            written.append(write_new(discourse, new, prefix=own.prefix, by=_by(one)))
            continue
        ends.add(document.line_end)
        is_kept = isinstance(one, Annotation) and stays(one.discourse)
        # Names are taken by whoever keeps them, and only then.
        if is_kept and (not names or names.are_free(entities) or is_conllu):
            content = conllu.write(document)
        else:
            new = fitted(renamed(entities, (names or _Names("")).of(entities)), one.discourse)
            content = write_entities(document, new, _by(one))
        written.append(with_names(content, own, document.line_end))
    if len(ends) > 1:
        written = list(map(sniffable, written))  # ends of lines that differ are no ends
    return b"".join((*map(_ended, written[:-1]), *written[-1:]))


def _by(one: Interpretation) -> str:
    return "" if isinstance(one, Annotation) else generator(one)


class _Names:
    """Names for the entities of a file: numbers behind a prefix, each once."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        self._taken: set[str] = set()
        self._highest = 0

    def are_free(self, entities: Entities) -> bool:
        """Whether entities can keep the names they have; if so, these are taken."""
        old = {mention.entity for mention in entities.mentions}
        is_free = self._taken.isdisjoint(old)
        if is_free:
            self._take(old)
        return is_free

    def of(self, entities: Entities) -> dict[str, str]:
        """New names: the old numbers where all have one, else numbers in order of appearance.

        Where one of them is taken, all go on behind the highest number so far.
        """
        old = list(chained(entities.mentions))
        numbers = [name.removeprefix("e") for name in old]
        if None in map(number_of, numbers) or len(set(numbers)) < len(old):
            numbers = [str(n) for n in range(1, len(old) + 1)]
        if not self._taken.isdisjoint(self._prefix + number for number in numbers):
            numbers = [str(int(number) + self._highest) for number in numbers]
        names = {name: self._prefix + number for name, number in zip(old, numbers, strict=True)}
        self._take(names.values())
        return names

    def _take(self, names: Iterable[str]) -> None:
        self._taken.update(names)
        numbers = (number_of(name.removeprefix(self._prefix)) for name in names)
        self._highest = max(self._highest, *(n for n in numbers if n is not None), 0)


def _ended(written: bytes) -> bytes:
    """What was written, with the blank line that ends a sentence before the next."""
    last = written[-_SNIFFED:].splitlines(keepends=True)[-1:]
    if not written.strip() or (last[0].endswith((b"\n", b"\r")) and _is_blank(last[0])):
        return written
    end = b"\r" if b"\r" in written and b"\n" not in written else b"\n"
    return written + (end if written.endswith(end) else end * 2)


def _is_blank(line: bytes) -> bool:
    return not line.decode("utf-8", "replace").strip()


# Which files they are --------------------------------------------------------------------------


def _has_rows(content: bytes) -> bool:
    r"""Whether the first line that is no comment is a row of CoNLL-U.

    >>> _has_rows(b"# sent_id = 1\n1\tShe\t"), _has_rows(b"# A title\n\nShe")
    (True, False)
    """
    for line in content[:_SNIFFED].splitlines():
        if line.strip() and not line.startswith(b"#"):
            return bool(_ROW.match(line))
    return False


def _declares(content: bytes, field: bytes) -> bool:
    """Whether a file is CoNLL-U, and declares a field of that name for its entities."""
    header = re.search(rb"^# ?global\.Entity *=(.*)$", content[:_SNIFFED], re.MULTILINE)
    return header is not None and field in re.split(rb"[-\s]", header[1]) and _has_rows(content)


COREFUD = Format(
    name="corefud",
    description="CorefUD: entities in MISC",
    suffixes=(".conllu",),
    holds=_HOLDS,
    sniff=lambda content: _declares(content, b"eid"),
    read=read,
    write=write,
    stays=_has_eid,
    etype=spelled,
)
GUM = Format(
    name="gum",
    description="GUM's flavour of CorefUD",
    suffixes=(".conllu",),
    holds=_HOLDS,
    sniff=lambda content: _declares(content, b"GRP"),
    read=read,
    write=_write_gum,
    stays=_has_grp,
    etype=spelled,
)
CONLLU = Format(
    name="conllu",
    description="CoNLL-U, every byte",
    suffixes=(".conllu", ".conll"),
    holds=_HOLDS,
    sniff=_has_rows,
    read=read,
    write=_write_conllu,
    stays=_is_conllu,
    etype=spelled,
)
