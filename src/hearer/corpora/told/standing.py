"""How a corpus stands now: also while it is heard, and after a run that was killed.

Standing       what is known of a folder of results
CorpusState    complete, being heard, or interrupted
standing       look at a folder
opened_corpus  a folder that is a corpus of ours, and its manifest
summary_of     what a manifest counts
again          the command that goes on with a corpus, with all that was said for it
failed_in      all documents of it that failed, one after the other
"""

from __future__ import annotations

import json
import os
import shlex
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path

from hearer.analysis.options import AnalysisOptions
from hearer.corpora.kept.folder import LOCK, SUMMARY, OutFolder, cut_short
from hearer.corpora.kept.manifest import Job, Manifest, State
from hearer.corpora.told.summary import COUNTED, FailedDocument, Summary, Tally
from hearer.errors import InputError, OutputError, UsageError
from hearer.options import options_of
from hearer.profiles import DEFAULT, how_to_hear
from hearer.reading import DEFAULT_PARSER
from hearer.writing.folders import is_taken
from hearer.writing.places import is_dir

DOCUMENTS = "documents.jsonl"  # of what is written without tables


class CorpusState(StrEnum):
    """How far a corpus is."""

    COMPLETE = "complete"
    RUNNING = "running"
    INTERRUPTED = "interrupted"


@dataclass(frozen=True, slots=True)
class Standing:
    """What is known of a folder of results; of one that is not complete, what is done so far."""

    folder: str
    state: CorpusState
    manifest: Manifest
    summary: Summary

    def as_json(self) -> dict[str, object]:
        """All of it, as values that JSON has."""
        job = asdict(self.manifest.job)
        inputs, state = list(self.manifest.inputs), str(self.state)
        own: dict[str, object] = {"folder": self.folder, "state": state, "inputs": inputs}
        return {**own, **job, **self.summary.as_json()}


def standing(name: str) -> Standing:
    """How the corpus in a folder stands."""
    folder, manifest = opened_corpus(name)
    is_complete = manifest.state is State.COMPLETE
    found = (_written(folder, manifest) or summary_of(manifest)) if is_complete else None
    return Standing(name, _state(folder, manifest), manifest, found or _counted(folder))


def _written(folder: OutFolder, manifest: Manifest) -> Summary | None:
    """What a run has written at its end, if it is of this corpus; it knows what took longest."""
    try:
        found = Summary.of_json(json.loads(Path(folder.inside(SUMMARY)).read_bytes()))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    plain = summary_of(manifest)
    return found if (found.documents, found.words) == (plain.documents, plain.words) else None


def _counted(folder: OutFolder) -> Summary:
    """What is done so far."""
    tally = Tally()
    for outcomes in folder.parts.outcomes():
        tally.add(outcomes)
    return tally.summary


def again(folder: str, manifest: Manifest) -> str:
    """The command that goes on with a corpus, with all that was said for it."""
    job, reading = manifest.job, manifest.reading
    said = {
        "-o": folder,
        "--to": _unless(job.target, "parquet"),
        "--from": reading.get("format"),
        "--text-column": _unless(reading.get("text_column"), "text"),
        "--id-column": reading.get("id_column"),
        "--parser": _unless(job.parser, DEFAULT_PARSER),
        "--profile": _unless(job.profile, DEFAULT.name),
        "--algorithm": _unless(job.algorithm, DEFAULT.algorithm),
    }
    words = [word for name, value in said.items() if value for word in (name, str(value))]
    words += [word for setting in _settings(job) for word in ("--set", setting)]
    return shlex.join(["hearer", "corpus", *manifest.inputs, *words, "--resume"])


def _settings(job: Job) -> Iterator[str]:
    """The options that were said: those of a profile come with it."""
    try:
        how = how_to_hear(job.algorithm, job.profile)
    except UsageError:  # of another version, or made by its author
        how = DEFAULT
    plain = {**options_of(AnalysisOptions), **options_of(type(how.own_options))}
    usual = {name: str(value) for name, value in {**plain, **how.settings}.items()}
    now = {name: str(value) for name, value in {**plain, **job.options}.items()}
    yield from (f"{name}={now[name]}" for name in now if now[name] != usual.get(name))


def _unless(value: object, usual: object) -> object:
    return None if value == usual else value


def opened_corpus(name: str) -> tuple[OutFolder, Manifest]:
    """A folder that is a corpus of ours, and its manifest."""
    if not is_dir(name):
        what = "is a file, and no folder" if os.path.lexists(name) else "is not there"
        raise InputError(f"{name!r} {what}: say the folder that `hearer corpus -o` has written to.")
    folder = OutFolder(name)
    if folder.is_cut_short:
        raise InputError(f"{cut_short(name)}.")
    try:
        manifest = folder.read()
    except OutputError as error:
        raise InputError(str(error)) from error
    if manifest is None:
        raise InputError(f"{name!r} is no corpus: `hearer corpus IN -o {name}` would write one.")
    return folder, manifest


def _state(folder: OutFolder, manifest: Manifest) -> CorpusState:
    if is_taken(folder.inside(LOCK)):
        return CorpusState.RUNNING
    is_complete = manifest.state is State.COMPLETE
    return CorpusState.COMPLETE if is_complete else CorpusState.INTERRUPTED


def summary_of(manifest: Manifest) -> Summary:
    """What a manifest counts."""
    counts = Counter(manifest.counts)
    return Summary(
        done=counts["done"],
        failed=counts["failed"],
        **{name: counts[name] for name in COUNTED},  # type: ignore[arg-type]
        labels=manifest.labels,
        problems=manifest.problems,
        failures=manifest.failures,
    )


def failed_in(name: str) -> Iterator[FailedDocument]:
    """All documents that failed, one after the other."""
    folder, manifest = opened_corpus(name)
    found = False
    for outcomes in folder.parts.outcomes():
        found = found or bool(outcomes)
        for one in outcomes:
            if one.failure:
                yield FailedDocument(one.document, *one.failure)
    if not found and manifest.state is State.COMPLETE:
        yield from _failed_in_results(Path(name) / DOCUMENTS)


def _failed_in_results(path: Path) -> Iterator[FailedDocument]:
    """The same from what was written: nothing else is left of a corpus that was tidied up."""
    if not path.exists():
        from hearer.corpora.query import Corpus

        yield from Corpus(path.parent).failed
        return
    try:
        with path.open(encoding="utf-8") as lines:
            for told in map(json.loads, lines):
                if told["code"]:
                    names = (told["document"], told["code"], told["reason"])
                    yield FailedDocument(*map(str, names))
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise InputError(f"{str(path)!r} is not as it was written, and cannot be read.") from error
