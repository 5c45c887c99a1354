"""Resolve files, folders and archives document by document, in the order of the inputs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from os import PathLike, fspath
from typing import NamedTuple

from hearer.corpora.document import Failure
from hearer.corpora.inputs import Documents, ReadingOptions
from hearer.corpora.processing import Task, resolved
from hearer.model import Interpretation
from hearer.profiles import Profile
from hearer.reading import DEFAULT_PARSER


class Resolved(NamedTuple):
    """One document: its interpretation, or the reason why there is none."""

    document: str  # unique in the run: "novels/emma.txt", "news.zip/a.txt", "crawl.jsonl:17"
    path: str
    interpretation: Interpretation | None = None
    failure: Failure | None = None


class Resolving(Iterator[Resolved]):
    """The documents of a run; `passed_over` counts what was not read, by reason."""

    def __init__(self, found: Documents, task: Task) -> None:
        self.passed_over = found.passed_over
        self._resolved = (
            Resolved(
                one.outcome.document, one.outcome.path, one.interpretation, one.outcome.failure
            )
            for document in found
            for one in resolved(task, document)
        )

    def __next__(self) -> Resolved:
        return next(self._resolved)


def resolve_each(  # noqa: PLR0913 - one parameter per option
    inputs: Sequence[str | PathLike[str]],
    *,
    profile: Profile,
    parser: str = DEFAULT_PARSER,
    format: str | None = None,  # noqa: A002 - the name users know
    text_column: str = "text",
    id_column: str | None = None,
    exclude: str = "",
    remote: bool = False,
) -> Resolving:
    """Resolve every document of some files, folders, patterns and archives, in their order.

    A name that does not exist raises InputError at once. A document that cannot be read is
    returned with a failure and never ends the run. The folder `exclude` is not searched.
    """
    options = ReadingOptions(format, text_column, id_column, exclude, remote=remote)
    found = Documents([fspath(one) for one in inputs], options)
    return Resolving(found, Task(profile, parser))
