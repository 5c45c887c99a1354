"""A corpus that was heard, opened: its documents, its tables, and what it answers.

Corpus    the results of `hearer corpus`, from one folder or from several

Only tables can be asked: a corpus that is written as JSON lines or as a file a document has none.
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hearer.corpora.asked.cells import Heading
from hearer.corpora.asked.questions.questions import QUESTIONS, Taken, question
from hearer.corpora.kept.folder import SUMMARY, OutFolder
from hearer.corpora.kept.manifest import State
from hearer.corpora.told.standing import failed_in, opened_corpus, standing, summary_of
from hearer.corpora.told.summary import (
    COUNTED,
    MOST_FAILED,
    MOST_SLOW,
    FailedDocument,
    SlowDocument,
    Summary,
)
from hearer.errors import HearerError, InputError, UnknownName, UsageError
from hearer.harmless import brief, number_and, quoted
from hearer.writing.places import Name

if TYPE_CHECKING:
    from hearer.corpora.asked.answer import CorpusAnswer
    from hearer.corpora.asked.query import CorpusTables, Rows

TABLES_TARGET, SUFFIX = "parquet", ".parquet"
FAILED = "SELECT document, code, reason FROM documents WHERE status = 'failed' ORDER BY document"
ONE_OF_TWO = "SELECT document FROM documents LIMIT 2"
PATTERN = re.compile(r"[*?\[]")
TWICE = """SELECT document FROM documents GROUP BY document HAVING count(*) > 1
ORDER BY document LIMIT 1"""


class Corpus:
    """What `hearer corpus` wrote to a folder, or to several that are asked as one.

    corpus = hearer.Corpus("out")
    print(corpus.ask("characters", least=10))
    corpus.ask("over-time", document="emma.txt").chart()
    corpus.query("SELECT label, count(*) FROM pronouns GROUP BY label").to_pandas()
    """

    def __init__(self, *folders: Name) -> None:
        if not folders:
            raise UsageError("Say which folder: hearer.Corpus('out').")
        self.folders = tuple(os.fspath(folder) for folder in folders)
        self.manifests = tuple(opened_corpus(folder)[1] for folder in self.folders)

    # What there is ------------------------------------------------------------------------------

    @property
    def is_complete(self) -> bool:
        """Whether all documents were heard when it was written last."""
        return all(one.state is State.COMPLETE for one in self.manifests)

    @property
    def summary(self) -> Summary:
        """How much there is: documents, words, pronouns and what became of them."""
        if not self.is_complete and len(self.folders) == 1:
            return standing(self.folders[0]).summary  # as far as it is
        counted = _summed([summary_of(one) for one in self.manifests])
        slowest = sorted(chain.from_iterable(map(_slowest, self.folders)), key=_longest)
        return replace(
            counted,
            first_failed=self.failed[:MOST_FAILED] if counted.failed else (),
            slowest=tuple(slowest[:MOST_SLOW]),
        )

    @property
    def documents(self) -> CorpusAnswer:
        """The documents: a row for each, also for those that failed."""
        return self._whole("documents", "Documents", "SELECT * FROM documents ORDER BY document")

    @property
    def failed(self) -> tuple[FailedDocument, ...]:
        """The documents that have no result, and why."""
        if self._why_not():
            return tuple(chain.from_iterable(map(failed_in, self.folders)))
        return tuple(
            FailedDocument(str(document), str(code), str(reason))
            for document, code, reason in self.query(FAILED)
        )

    def table(self, name: str) -> Any:
        """A table, as a pyarrow.Table."""
        self._known(name)
        return self.tables.table(name)

    def to_pandas(self, name: str) -> Any:
        """A table, as a DataFrame of pandas."""
        return self.table(name).to_pandas()

    @property
    def columns(self) -> dict[str, tuple[str, ...]]:
        """The tables, and the columns of each."""
        return self.tables.columns()

    def _known(self, name: str) -> None:
        if name not in self.columns:
            raise UnknownName("table", str(name), self.columns)

    # What it answers ----------------------------------------------------------------------------

    def query(self, sql: str) -> CorpusAnswer:
        """What SQL says of the tables; it can read them, and do nothing else."""
        return self._whole("query", "", sql)

    def ask(self, name: str, **taken: Taken | None) -> CorpusAnswer:
        """What a ready-made question comes to: characters, transitions and others.

        `corpus.questions` has all of them, `hearer corpus query OUT` also what each takes.
        """
        from hearer.corpora.asked.answer import CorpusAnswer

        asked = question(name)
        chosen = asked.taking(taken)
        found = self.tables.rows(asked.sql, chosen).table()
        heading = _heading(asked.name, asked.title, found)
        only = self.only_document(chosen) if asked.is_by_document else ""
        return CorpusAnswer(replace(heading, of=only), found, asked.drawing)

    def only_document(self, taken: Mapping[str, Taken]) -> str:
        """The only document that is asked about; nothing where there may be several."""
        pattern = str(taken.get("document", "*"))
        if not PATTERN.search(pattern):
            return pattern
        found = self.tables.rows(ONE_OF_TWO).table().column(0).to_pylist()
        return str(found[0]) if len(found) == 1 else ""

    def rows(self, sql: str, taken: Mapping[str, Taken] | None = None) -> Rows:
        """What SQL says, row by row: another question ends this one."""
        return self.tables.rows(sql, taken)

    def _whole(self, name: str, title: str, sql: str) -> CorpusAnswer:
        from hearer.corpora.asked.answer import CorpusAnswer

        found = self.rows(sql).table()
        return CorpusAnswer(_heading(name, title, found), found)

    @cached_property
    def tables(self) -> CorpusTables:
        """The tables, opened."""
        from hearer.corpora.asked.query import CorpusTables

        if why := self._why_not():
            raise why
        opened = CorpusTables(self.files)
        if len(self.folders) > 1 and (twice := opened.rows(TWICE).table().column(0).to_pylist()):
            raise InputError(
                f"{quoted(str(twice[0]), 200)} is in several of these folders, and names have to "
                "differ: ask them one by one."
            )
        return opened

    @property
    def files(self) -> dict[str, list[str]]:
        """The files of each table."""
        first = self.manifests[0]
        names = [Path(one.name).stem for one in first.files if one.name.endswith(SUFFIX)]
        return {
            name: [str(Path(folder) / f"{name}{SUFFIX}") for folder in self.folders]
            for name in names
        }

    def _why_not(self) -> HearerError | None:
        """Why it cannot be asked, if it cannot."""
        for folder, one in zip(self.folders, self.manifests, strict=True):
            if one.job.target != TABLES_TARGET:
                return UsageError(
                    f"{folder!r} was written as {one.job.target}, and only tables can be asked: "
                    "hear it again with --to parquet."
                )
            if not any(made.name.endswith(SUFFIX) for made in one.files):
                return InputError(
                    f"{folder!r} is unfinished: {number_and(_heard(folder), 'document')} heard "
                    f"so far, and no tables yet. Go on with --resume (resume=True)."
                )
        return None

    @property
    def questions(self) -> dict[str, str]:
        """The ready-made questions, and what each tells."""
        return {name: one.title for name, one in QUESTIONS.items()}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Corpus):
            return NotImplemented
        return (self.folders, self.manifests) == (other.folders, other.manifests)

    def __hash__(self) -> int:
        return hash(self.folders)

    def __reduce__(self) -> tuple[object, ...]:
        return Corpus, self.folders  # what is open stays here

    def __repr__(self) -> str:
        found = _summed([summary_of(one) for one in self.manifests])
        counts = f"{number_and(found.documents, 'document')}, {found.words:,} words"
        open_yet = "" if self.is_complete else ", unfinished"
        return brief(self, f"{', '.join(self.folders)}: {counts}{open_yet}")


def _heard(folder: str) -> int:
    """How many documents of an unfinished corpus have an outcome."""
    return sum(map(len, OutFolder(folder).parts.outcomes()))


def _summed(several: Sequence[Summary]) -> Summary:
    """The figures of several corpora as those of one."""
    counts = {
        name: sum(getattr(one, name) for one in several) for name in ("done", "failed", *COUNTED)
    }
    by_name = {
        name: dict(sum((Counter(getattr(one, name)) for one in several), Counter()))
        for name in ("labels", "problems", "failures")
    }
    return Summary(**counts, **by_name)  # type: ignore[arg-type]


def _slowest(folder: str) -> list[SlowDocument]:
    """What took longest, if that is kept: it is no part of a corpus."""
    try:
        told = json.loads(Path(OutFolder(folder).inside(SUMMARY)).read_bytes())
        return [SlowDocument(**one) for one in told["slowest"]]
    except (OSError, ValueError, KeyError, TypeError):
        return []


def _longest(document: SlowDocument) -> tuple[float, str]:
    return -document.seconds, document.document


def _heading(name: str, title: str, found: Any) -> Heading:
    return Heading(name, title, tuple(found.schema.names))
