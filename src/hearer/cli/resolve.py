"""hearer resolve: what every pronoun of a text, of files or of folders refers to."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path

import typer

import hearer
from hearer.cli import options as opt
from hearer.cli.corpus import run_corpus
from hearer.cli.inputs import documents_of, named, opened, resolved
from hearer.cli.options import InputSettings
from hearer.cli.output import check, emit, files_of, is_folder, is_stdout, report, screen, write
from hearer.cli.process import FAILED, say
from hearer.corpora.resolving import resolve_each
from hearer.errors import UsageError
from hearer.formats import FORMATS, Format
from hearer.formats.converting import of_output, writer
from hearer.harmless import number_and
from hearer.languages import MISREAD
from hearer.profiles import how_to_hear
from hearer.views.lines import IN_CODE, CodeOf
from hearer.writing.files import is_dir

RESOLVED = "resolved"
LABELS = {"unresolved": "without antecedent", "no antecedent": "without antecedent"}


def resolve(
    files: opt.Files = None,
    *,
    text: opt.Text = None,
    source: opt.From = None,
    to: opt.To = None,
    output: opt.Output = None,
    force: opt.Force = False,
    resume: opt.Resume = False,
    algorithm: opt.Algorithm = None,
    profile: opt.ProfileName = None,
    setting: opt.Settings = None,
    precision: opt.Precision = None,
    corrections: opt.Corrections = None,
    strict: opt.Strict = False,
) -> None:
    """Resolve the pronouns of a text, of files or of folders.

    Each line has the place of a pronoun, for `hearer why --at`, what it refers to, and an excerpt.
    If OUTPUT is a folder, every input gets a file of its own. The results of named files are
    written all or none. Folders are resolved as by `hearer corpus`: an input that cannot be read
    is passed over (exit 1), and --resume continues after an interruption. Settings of this
    command: parser (english, spacy:NAME, stanza), given=true (nouns as annotated), language.

    Examples:
      hearer resolve --text "Anna met a judge. She thanked him."
      hearer resolve examples/story.txt --precision 0.9
      hearer resolve examples -o found/
      hearer resolve examples/table5.conllu --profile paper --to tsv
      hearer resolve examples/table3.conllu examples/table4.conllu -o found.json
    """
    own, rest = opt.take(setting, InputSettings(strict=strict, corrections=corrections))
    how = how_to_hear(algorithm, profile, opt.with_precision(rest, precision))
    has_folders = any(map(is_dir, files or ()))
    place = None if is_stdout(output) else output
    is_new = has_folders and place and not Path(place).suffix and not os.path.lexists(place)
    to_folder = is_new or is_folder(place)
    by_name = to is None and place is not None and not to_folder
    target = of_output(str(place), understood=True) if by_name else FORMATS.find(to or "text")
    writer(target)  # refuse formats that are only read
    if (has_folders or to_folder) and (not files or own != InputSettings(parser=own.parser)):
        raise UsageError("text, strict, corrections and given are for files, not for folders.")
    if place and to_folder:
        options = {"parser": own.parser, "format": source, "resume": resume, "force": force}
        run_corpus(files or (), place, to=target.name, profile=how, **options)
        return
    if resume or (corrections and len(files or ()) > 1):
        raise UsageError("--resume is for OUTPUT that is a folder, --corrections for one document.")
    paths, counts, failed = named(files, text), Counter[str](), list[str]()
    check(files_of(place, target), force=force, read=paths)
    if has_folders:
        found = _in_folders(paths, source, how, own.parser, failed=failed)
    else:
        contents = documents_of(opened(files, text, source), strict=own.strict)
        found = (_resolved(documents, how, own) for documents in contents)
    write(
        _written(_counted(found, counts), place, target),
        force=force,
        read=paths,
        is_clean=bool(target.shown),
    )
    if precision or target.shown or has_folders:
        say(f"hearer: {_summary(counts, precision)}")
    if failed:
        raise typer.Exit(FAILED)


def _resolved(
    documents: Sequence[hearer.Discourse], how: hearer.Profile, own: InputSettings
) -> list[hearer.Interpretation]:
    """Resolve the documents of one file and report what is wrong with them."""
    found = list(resolved([(document, how) for document in documents], own))
    for one in found:
        new = one.problems[len(one.discourse.problems) :]
        misread = [problem for problem in one.discourse.problems if problem.code == MISREAD]
        if report((*new, *misread)) and own.strict:
            raise typer.Exit(FAILED)
    return found


def _in_folders(
    names: Sequence[str], source: str | None, how: hearer.Profile, parser: str, failed: list[str]
) -> Iterator[list[hearer.Interpretation]]:
    """Resolve the files of folders; report documents that `failed`, and collect their names."""
    coming = resolve_each(names, profile=how, parser=parser, format=source)
    for _, documents in groupby(coming, key=lambda one: one.path):
        found = []
        for one in documents:
            if one.interpretation:
                report(one.interpretation.problems)
                found.append(one.interpretation)
            else:
                say(str(one.failure))
                failed.append(one.document)
        yield found
    if failed:
        say(f"hearer: {number_and(len(failed), 'document')} could not be resolved")
    if coming.passed_over:
        counts = (f"{number} {what}" for what, number in sorted(coming.passed_over.items()))
        say(f"hearer: passed over in folders: {', '.join(counts)}")


def _written(
    files: Iterator[list[hearer.Interpretation]], place: str | None, target: Format
) -> dict[str | None, str]:
    """Return the result of some files, and the text beside it; print lines as they come."""
    if target.shown or target.stream:
        to, look = target.name, screen(place)
        pieces = (target.shown(x, look) if target.shown else hearer.write(x, to=to) for x in files)
        if place is not None:
            return {place: "".join(pieces)}
        for piece in pieces:
            emit(piece, is_clean=bool(target.shown))
        return {}
    found = [one for file in files for one in file]
    file, *beside = files_of(place, target)
    result = hearer.write(found, to=target.name)
    return {file: result, **dict.fromkeys(beside, found[0].discourse.text if beside else "")}


def _counted(
    files: Iterable[list[hearer.Interpretation]], counts: Counter[str]
) -> Iterator[list[hearer.Interpretation]]:
    """Count the pronouns of the files by their labels as they come."""
    for found in files:
        for one in found:
            code = CodeOf(one.discourse)
            for each in one.resolutions:
                label = LABELS.get(str(each.label), str(each.label))
                if each.antecedent:
                    label = RESOLVED if each.is_named else "whose antecedent nobody named"
                counts[IN_CODE if code.has(each) else label] += 1
        yield found


def _summary(counts: Counter[str], precision: float | None) -> str:
    """Say how many pronouns were resolved, and what the others are.

    >>> _summary(Counter({"resolved": 3, "event": 1}), 0.9)
    '3 of 4 pronouns resolved (75.0 %) at precision 0.9; 1 event'
    """
    total, resolved = counts.total(), counts[RESOLVED]
    share = f" ({100 * resolved / total:.1f} %)" if total and precision else ""
    at = f" at precision {precision:g}" if precision else ""
    others = [f"{number} {x}" for x, number in sorted(counts.items()) if x != RESOLVED]
    left = f"; {', '.join(others)}" if others else ""
    return f"{resolved} of {number_and(total, 'pronoun')} resolved{share}{at}{left}"
