"""hearer resolve: what every pronoun of a text, of files or of folders refers to."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, islice
from pathlib import Path
from typing import Annotated

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
from hearer.model import Discourse, Interpretation
from hearer.profiles import Profile
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
    resume: Annotated[bool, opt.option("--resume", "Continue a run over folders.")] = False,
    algorithm: opt.Algorithm = None,
    profile: opt.ProfileName = None,
    setting: opt.Settings = None,
    precision: opt.Precision = None,
    corrections: Annotated[
        str | None,
        opt.option("--corrections FILE", "What words refer to, from the studio or by hand."),
    ] = None,
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
    how = opt.how(algorithm, profile, rest, own, precision=precision)
    has_folders = any(map(is_dir, files or ()))
    place, folder, target = _destination(output, to, has_folders=has_folders)
    if has_folders and own != InputSettings(parser=own.parser):
        raise UsageError("strict, corrections and given are for files, not for folders.")
    if corrections and len(files or ()) > 1:
        raise UsageError(f"Corrections are of one document, not of {len(files or ())}.")
    if folder and has_folders:
        options = {"parser": own.parser, "format": source, "resume": resume, "force": force}
        run_corpus(files or (), folder, to=target.name, profile=how, **options)
        return
    if resume:
        raise UsageError("--resume is for folders: hearer resolve FOLDER -o OUTPUT/ --resume")
    paths = [] if text is not None and not files else named(files)
    places = _places(paths or ["text"], folder, target) if folder else [place]
    written = (file for one in places for file in files_of(one, target))
    check(written, force=force, read=paths, in_folder=folder is not None)
    counts, texts, failed = Counter[str](), dict[str | None, str](), list[str]()
    if has_folders:
        found = _in_folders(paths, source, how, own.parser, failed=failed)
    else:
        contents = documents_of(opened(files, text, source), strict=own.strict)
        found = (_resolved(documents, how, own) for documents in contents)
    for one in places:
        counted = _counted(islice(found, 1 if folder else None), counts)
        texts |= zip(files_of(one, target), _written(counted, one, target), strict=False)
    write(texts, force=force, read=paths, folder=folder, is_clean=bool(target.shown))
    if precision or target.shown or has_folders:
        say(f"hearer: {_summary(counts, precision, failed)}")
    raise typer.Exit(FAILED if failed else 0)


def _destination(
    output: str | None, to: str | None, *, has_folders: bool
) -> tuple[str | None, str | None, Format]:
    """Return the output, the same if it is a folder, and the format."""
    place = None if is_stdout(output) else output
    is_new = has_folders and place and not Path(place).suffix and not os.path.lexists(place)
    folder = place if is_new or is_folder(place) else None
    by_name = to is None and place is not None and folder is None
    target = of_output(str(place), understood=True) if by_name else FORMATS.find(to or "text")
    writer(target)  # refuse formats that are only read
    return place, folder, target


def _places(paths: Sequence[str], folder: str, target: Format) -> list[str | None]:
    """Return where the result of each file goes; names that differ in the suffix only keep it."""
    names = ["stdin" if path == "-" else Path(path).name for path in paths]
    often = Counter(Path(name).stem.casefold() for name in names)
    chosen = [
        (Path(name).stem if often[Path(name).stem.casefold()] == 1 else name) + target.suffixes[0]
        for name in names
    ]
    for name, number in Counter(chosen).items():
        if number > 1:
            raise UsageError(f"Two inputs would be written to {name!r} in {folder!r}.")
    return [str(Path(folder) / name) for name in chosen]


def _resolved(
    documents: Sequence[Discourse], how: Profile, own: InputSettings
) -> list[Interpretation]:
    """Resolve the documents of one file and report what is wrong with them."""
    found = list(resolved([(document, how) for document in documents], own))
    for one in found:
        new = one.problems[len(one.discourse.problems) :]
        misread = [problem for problem in one.discourse.problems if problem.code == MISREAD]
        if report((*new, *misread)) and own.strict:
            raise typer.Exit(FAILED)
    return found


def _in_folders(
    names: Sequence[str], source: str | None, how: Profile, parser: str, failed: list[str]
) -> Iterator[list[Interpretation]]:
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
    if coming.passed_over:
        counts = (f"{number} {what}" for what, number in sorted(coming.passed_over.items()))
        say(f"hearer: passed over in folders: {', '.join(counts)}")


def _written(
    files: Iterator[list[Interpretation]], place: str | None, target: Format
) -> Iterator[str]:
    """Yield the result of some files, and the text beside it; print lines as they come."""
    if target.shown or target.stream:
        pieces = (
            target.shown(found, screen(place))
            if target.shown
            else hearer.write(found, to=target.name)
            for found in files
        )
        if place is None:
            for piece in pieces:
                emit(piece, is_clean=bool(target.shown))
        else:
            yield "".join(pieces)
        return
    found = [one for file in files for one in file]
    yield hearer.write(found, to=target.name)
    if target.text_suffix:
        yield found[0].discourse.text


def _counted(
    files: Iterable[list[Interpretation]], counts: Counter[str]
) -> Iterator[list[Interpretation]]:
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


def _summary(
    counts: Counter[str], precision: float | None = None, failed: Sequence[str] = ()
) -> str:
    """Say how many pronouns were resolved, what the others are, and how many documents failed.

    >>> _summary(Counter({"resolved": 3, "event": 1}), 0.9)
    '3 of 4 pronouns resolved (75.0 %) at precision 0.9; 1 event'
    """
    total, resolved = counts.total(), counts[RESOLVED]
    share = f" ({100 * resolved / total:.1f} %)" if total and precision else ""
    at = f" at precision {precision:g}" if precision else ""
    others = sorted((label, number) for label, number in counts.items() if label != RESOLVED)
    parts = [
        f"{resolved} of {number_and(total, 'pronoun')} resolved{share}{at}",
        ", ".join(f"{number} {label}" for label, number in others),
        f"{number_and(len(failed), 'document')} could not be resolved" if failed else "",
    ]
    return "; ".join(filter(None, parts))
