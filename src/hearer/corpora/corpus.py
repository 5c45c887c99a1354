"""A corpus that was heard, opened: its documents, its tables, and what it answers.

Corpus    the results of `hearer corpus`, from one folder or from several

Only tables can be asked: a corpus that is written as JSON lines or as a file a document has none.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hearer.corpora.cells import Heading
from hearer.corpora.manifest import Manifest, State, read
from hearer.corpora.questions.questions import Taken, question
from hearer.corpora.summary import COUNTED, FailedDocument, Summary
from hearer.errors import HearerError, InputError, OutputError, UnknownName, UsageError
from hearer.harmless import brief, number_and, quoted
from hearer.writing.places import Name, is_dir

if TYPE_CHECKING:
    from hearer.corpora.answer import CorpusAnswer
    from hearer.corpora.query import CorpusTables, Rows

TABLES_TARGET, SUFFIX = "parquet", ".parquet"
FAILED = """SELECT document, path, code, reason FROM documents WHERE status = 'failed'
ORDER BY document"""
TWICE = """SELECT document FROM documents GROUP BY document HAVING count(*) > 1
ORDER BY document LIMIT 1"""
MOST_FAILED = 5


class Corpus:
    """What `hearer corpus` wrote to a folder, or to several that are asked as one.

    corpus = hearer.Corpus("out")
    print(corpus.ask("characters", least=10))
    corpus.ask("over-time", document="emma.txt").chart()
    corpus.query("SELECT text, count(*) FROM pronouns GROUP BY text").to_pandas()
    """

    def __init__(self, *folders: Name) -> None:
        if not folders:
            raise UsageError("Say which folder: hearer.Corpus('out').")
        self.folders = tuple(os.fspath(folder) for folder in folders)
        self.manifests = tuple(map(_manifest, self.folders))

    # What there is ------------------------------------------------------------------------------

    @property
    def is_complete(self) -> bool:
        """Whether all documents were heard when it was written last."""
        return all(one.state is State.COMPLETE for one in self.manifests)

    @cached_property
    def summary(self) -> Summary:
        """How much there is: documents, words, pronouns and what became of them."""
        counted = {name: self._counted(name) for name in ("done", "failed", *COUNTED)}
        by_code = {
            name: dict(_summed(getattr(one, name) for one in self.manifests))
            for name in ("labels", "problems", "failures")
        }
        return Summary(**counted, **by_code, first_failed=self._first_failed())  # type: ignore[arg-type]

    def _counted(self, name: str) -> int:
        return sum(one.counts.get(name, 0) for one in self.manifests)

    def _first_failed(self) -> tuple[FailedDocument, ...]:
        if not self._counted("failed") or self._why_not():
            return ()
        found = self.query(f"{FAILED} LIMIT {MOST_FAILED}")
        return tuple(
            FailedDocument(str(document), str(code), str(reason))
            for document, _, code, reason in found
        )

    @property
    def documents(self) -> CorpusAnswer:
        """The documents: a row for each, also for those that failed."""
        return self._whole("documents", "Documents", "SELECT * FROM documents ORDER BY document")

    @property
    def failed(self) -> CorpusAnswer:
        """The documents that have no result, and why."""
        return self._whole("failed", "Documents without a result", FAILED)

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

        `hearer.corpora.questions` has all of them, and so does `hearer corpus query OUT`.
        """
        from hearer.corpora.answer import CorpusAnswer

        asked = question(name)
        found = self.tables.rows(asked.sql, asked.taking(taken)).table()
        return CorpusAnswer(_heading(asked.name, asked.title, found), found, asked.drawing)

    def rows(self, sql: str, taken: Mapping[str, Taken] | None = None) -> Rows:
        """What SQL says, row by row: another question ends this one."""
        return self.tables.rows(sql, taken)

    def _whole(self, name: str, title: str, sql: str) -> CorpusAnswer:
        from hearer.corpora.answer import CorpusAnswer

        found = self.rows(sql).table()
        return CorpusAnswer(_heading(name, title, found), found)

    @cached_property
    def tables(self) -> CorpusTables:
        """The tables, opened."""
        from hearer.corpora.query import CorpusTables

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
                    f"{folder!r} is unfinished: {number_and(_heard(folder), 'document')} heard so "
                    f"far, and no tables yet. Go on with --resume (resume=True)."
                )
        return None

    def __repr__(self) -> str:
        documents, words = self._counted("documents"), self._counted("words")
        counts = f"{number_and(documents, 'document')}, {words:,} words"
        open_yet = "" if self.is_complete else ", unfinished"
        return brief(self, f"{', '.join(self.folders)}: {counts}{open_yet}")


def _heard(folder: str) -> int:
    """How many documents of an unfinished corpus have an outcome."""
    from hearer.corpora.folder import OutFolder

    return sum(map(len, OutFolder(folder).parts.outcomes()))


def _manifest(folder: str) -> Manifest:
    """The manifest of a folder that is a corpus of ours."""
    if not is_dir(folder):
        raise InputError(
            f"There is no folder {folder!r}: hearer corpus IN -o {folder} would write it."
        )
    try:
        found = read(folder)
    except OutputError as error:
        raise InputError(
            str(error).replace(": choose another folder. It stays as it is.", ".")
        ) from error
    if found is None:
        raise InputError(f"{folder!r} is no corpus: `hearer corpus` has written nothing to it.")
    return found


def _summed(several: Iterable[Mapping[str, int]]) -> Counter[str]:
    total: Counter[str] = Counter()
    for one in several:
        total.update(one)
    return total


def _heading(name: str, title: str, found: Any) -> Heading:
    return Heading(name, title, tuple(found.schema.names))
