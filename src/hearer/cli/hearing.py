"""Documents parsed and heard one after the other, with a bar while that takes long.

all_parsed    documents with their parses
heard         what was understood of each
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hearer.cli.knowing import refuse_several
from hearer.cli.output import report, tell_notes
from hearer.model import Discourse, Interpretation
from hearer.profiles import Profile
from hearer.reading import DEFAULT_PARSER, parsed
from hearer.report import progress
from hearer.session.knowledge import Knowledge
from hearer.session.listening import listen_with


def all_parsed(
    documents: Sequence[Discourse], parser: str = DEFAULT_PARSER, *, quiet: bool = False
) -> list[Discourse]:
    """The documents; those that are raw text are parsed."""
    with progress.shown(quiet=quiet) as tell:
        total = sum(len(one.text) for one in documents if one.is_raw)
        told = progress.HowFar(tell, total)
        return [_parsed(document, parser, told) for document in documents]


def heard(
    works: Sequence[tuple[Discourse, Profile]],
    parser: str = DEFAULT_PARSER,
    *,
    quiet: bool = False,
    known: Knowledge | None = None,
    given: bool = False,
) -> Iterator[Interpretation]:
    """What was understood of each document, heard when it is asked for.

    What is `known` beforehand is of one document. Nouns and names may be `given` by annotation.
    """
    if known is not None:
        refuse_several(len(works))
    with progress.shown(quiet=quiet) as tell:
        total = sum(len(one.text) * (1 + one.is_raw) for one, _ in works)
        told = progress.HowFar(tell, total)
        for document, how in works:
            discourse = _parsed(document, parser, told)
            found = listen_with(discourse, known, how, through=told.heard, given=given)
            tell_notes(discourse.path or discourse.name, found.notes)
            yield found
            told.done += len(discourse.text)


def _parsed(document: Discourse, parser: str, told: progress.HowFar) -> Discourse:
    if not document.is_raw:
        return document
    discourse = parsed(document, parser, through=told.parsed)
    told.done += len(document.text)
    report(discourse.problems[len(document.problems) :])
    return discourse
