"""From any format to any other: nothing is resolved, and what is lost is said.

    opened      a file with its entities, in whatever format; `read` the same from bytes
    format_of   the format of a file, by its name, else by its first lines
    target_of   the format that a name asks for
    written     documents in a format; `together`, several texts as one file
    losses      what of the documents a format has no place for
    READABLE    the formats that can be read; WRITABLE: those that can be written

To its own format a file is written byte for byte.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path

from hearer import registry
from hearer.errors import InputError, UnknownName, UsageError
from hearer.formats import conllu, gap, gum, webanno
from hearer.formats.annotated import AnnotatedFile, Holds, interpretation_of, lost
from hearer.formats.loaded import Fields, loaded
from hearer.model import Discourse, Problem

__all__ = [
    "READABLE", "WRITABLE", "format_of", "losses", "opened", "read", "target_of", "together",
    "written",
]  # fmt: skip

STDIN = "-"
CONLLU = ("conllu", "corefud", "gum")  # one file format, and three ways to name entities in it
READABLE = (
    *CONLLU, "conll2012", "jsonlines", "corenlp", "json", "gap", "webanno", "brat",
)  # fmt: skip
WRITABLE = (*READABLE, "jsonl", "tsv")
_ROWS = ("jsonl", "tsv")  # one row per pronoun: the text is not in them
_ARRAYS = ("corenlp", "json")
_TABLES = ("gap", "tsv")
_ALONE = ("brat", "webanno")  # one document a file
_HELD = {
    **dict.fromkeys(("conllu", "corefud"), frozenset(Holds) - {Holds.NAMES}),
    "conll2012": frozenset({Holds.ENDS}),
    **dict.fromkeys(_ROWS, frozenset[Holds]()),
}
_ROWS_OF_CONLLU = re.compile(rb"^(?:\d[\d.-]*\t|# (?:newdoc|sent_id|text|global\.))", re.MULTILINE)
_TARGETS = {
    ".ann": "brat",
    ".conll": "conll2012",
    ".conllu": "corefud",
    ".json": "json",
    ".jsonl": "jsonlines",
    ".jsonlines": "jsonlines",
    ".tsv": "tsv",
}


# Reading ----------------------------------------------------------------------------------------


def opened(
    path: str,
    *,
    format: str | None = None,  # noqa: A002 - what users type
) -> tuple[AnnotatedFile, str]:
    """A file with its entities, and the format it has; "-" is the standard input."""
    content = _content(path)
    chosen = format or format_of(path, content)
    if chosen not in READABLE:
        known = f"it can be {', '.join(sorted(READABLE))}"
        raise UsageError(f"{path!r} cannot be read as {chosen!r} with its entities; {known}.")
    if chosen == "brat" and path.endswith(".txt"):
        path = str(Path(path).with_suffix(".ann"))
        content = _content(path)
    return read(chosen, content, path="<stdin>" if path == STDIN else path), chosen


def read(chosen: str, content: bytes, *, path: str = "") -> AnnotatedFile:
    """What stands in a file of the format `chosen`."""
    module = registry.find("format", "conllu" if chosen in CONLLU else chosen)
    if hasattr(module, "parse"):
        file = module.parse(content, path=path)
        return AnnotatedFile(path, content, module.discourses(file), file.problems)
    found: AnnotatedFile = module.read(content, path=path)
    return found


def _content(path: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if path == STDIN else Path(path).read_bytes()
    except FileNotFoundError as error:
        raise InputError(f"There is no file {path!r}.") from error
    except (OSError, ValueError) as error:
        raise InputError(f"{path!r} cannot be read: {error}.") from error


def format_of(path: str, content: bytes) -> str:
    r"""The format of a file: its name tells, or its first lines.

    >>> format_of("-", b"#begin document (a); part 000\n")
    'conll2012'
    """
    suffix = Path(path).suffix.lower()
    if suffix == ".ann" or (suffix == ".txt" and Path(path).with_suffix(".ann").exists()):
        return "brat"
    if suffix == ".conllu":
        return "conllu"
    if webanno.is_webanno(content):
        return "webanno"
    if gap.is_gap(content):
        return "gap"
    if content.lstrip().startswith((b"{", b"[")):
        return _format_of_json(content)
    is_2012 = content.lstrip().startswith(b"#begin document")
    return "conll2012" if is_2012 else "conllu" if _has_rows(content) else "text"


def _format_of_json(content: bytes) -> str:
    value = loaded(content.decode("utf-8", "replace"))
    first = Fields(value[0] if isinstance(value, list) and value else value)
    if first.text("schema").startswith("hearer-"):
        return "json"
    is_corenlp = any("tokens" in sentence for sentence in first.objects("sentences"))
    return "corenlp" if is_corenlp else "jsonlines"


def _has_rows(content: bytes) -> bool:
    return _ROWS_OF_CONLLU.search(content) is not None


def target_of(path: str) -> str:
    """The format that a name asks for; CorefUD where it asks for none."""
    return _TARGETS.get(Path(path).suffix.lower(), "corefud")


# Writing ----------------------------------------------------------------------------------------


def written(documents: Sequence[Discourse], *, to: str = "json") -> str:
    """Documents with the entities they are annotated with, in the format `to`."""
    if to not in WRITABLE:
        raise UnknownName("format", to, WRITABLE)
    return together([_decoded(_one(document, to)) for document in documents], to)


def _one(discourse: Discourse, to: str) -> bytes | str:
    if to == "conllu" and isinstance(discourse.source, conllu.Document):
        return conllu.write(discourse.source)
    if to in {"conllu", "corefud"}:
        return gum.as_corefud(discourse)
    module = registry.find("format", to)
    if to in {"conll2012", "json", *_ROWS}:
        understood = interpretation_of(discourse, with_pronouns=to in _ROWS)
        found: bytes | str = module.write(understood)
    else:
        found = module.write(discourse)
    return found


def together(texts: Sequence[str], to: str) -> str:
    """Documents, each written in the format `to`, as one file."""
    if to in _ALONE and len(texts) != 1:
        raise UsageError(
            f"{to} has one document a file, and there are {len(texts)}: write to a folder."
        )
    if to in _ARRAYS and len(texts) != 1:
        return "[\n" + ",\n".join(map(str.rstrip, texts)) + "\n]\n"
    if to in _TABLES:
        return "".join(text.partition("\n")[2] if n else text for n, text in enumerate(texts))
    return "".join(texts)


def _decoded(text: bytes | str) -> str:
    return text if isinstance(text, str) else text.decode("utf-8", "surrogateescape")


def losses(documents: Sequence[Discourse], *, to: str) -> tuple[Problem, ...]:
    """What of the documents of a file has no place in the format `to`: one problem, or none."""
    held = _HELD[to] if to in _HELD else registry.find("format", to).HOLDS
    changed = [one for one in documents if to not in CONLLU[:2] or not gum.stays(one)]
    missing = "; ".join(lost(changed, held))
    if not missing:
        return ()
    message = f"{to} has no place for: {missing}"
    if to in _ROWS:
        message = f"{to} has the pronouns and their antecedents, and nothing else"
    return (Problem(changed[0].path, 0, 0, "convert-lost", message),)
