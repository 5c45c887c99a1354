"""hearer resolve: what every pronoun of a text, of files or of folders refers to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

import typer

import hearer
from hearer.cli import shared_options as opt
from hearer.cli.inputs import is_folder, named, parse, read, resolved
from hearer.cli.output import Target, emit, files_of, report
from hearer.cli.process import FAILED, say
from hearer.cli.shared_options import InputSettings
from hearer.errors import UsageError
from hearer.escape import number_and
from hearer.formats import FORMATS, Format
from hearer.formats.converting import of_output, writer
from hearer.profiles import how_to_hear
from hearer.writing.files import is_dir


def resolve(
    files: opt.Files = None, *, text: opt.Text = None, source: opt.From = None, to: opt.To = None,
    output: opt.Output = None, force: opt.Force = False, resume: opt.Resume = False,
    algorithm: opt.Algorithm = None, profile: opt.ProfileName = None, setting: opt.Settings = None,
    precision: opt.Precision = None, model: opt.Model = None, corrections: opt.Corrections = None,
    strict: opt.Strict = False,
) -> None:  # fmt: skip
    """Resolve the pronouns of a text, of files or of folders.

    Each line has the place of a pronoun, for `hearer why --at`, what it refers to, and an excerpt.
    If OUTPUT is a folder, every input gets a file of its own. The results of named files are
    written all or none. Folders are resolved as by `hearer corpus`: an input that cannot be read
    is skipped (exit 1), and --resume continues after an interruption. Settings of this
    command: parser (english, spacy:NAME, stanza), given=true (nouns as annotated), language.

    Examples:
      hearer resolve --text "Anna met a judge. She thanked him."
      hearer resolve examples/story.txt --precision 0.9
      hearer resolve examples -o found/
      hearer resolve examples/table5.conllu --profile paper --to tsv
      hearer resolve examples/table3.conllu examples/table4.conllu -o found.json
    """
    own = InputSettings(corrections=corrections)
    own, rest = opt.take(setting, own, precision=precision, model=model)
    how = how_to_hear(algorithm, profile, rest)
    has_folders = any(map(is_dir, files or ()))
    to_folder = is_folder(output, files)
    is_plain = files and not strict and own == InputSettings(parser=own.parser)
    if (has_folders or to_folder) and not is_plain:
        raise UsageError("text, strict, corrections and given are for files, not for folders.")
    if (resume and not to_folder) or (corrections and len(files or ()) > 1):
        raise UsageError("--resume is for OUTPUT that is a folder, --corrections for one document.")
    if output and to_folder:
        from hearer.cli.corpus import run_corpus

        options = {"parser": own.parser, "format": source, "resume": resume, "force": force}
        run_corpus(files or (), output, to=_format(to, None).name, profile=how, **options)
        return
    paths, failed = named(files, text), list[str]()
    out = Target(output, force=force, read=paths)
    target = _format(to, out.place)
    out.check(files_of(out.place, target))
    if has_folders:
        found = _in_folders(paths, source, how, own.parser, failed=failed)
    else:
        read_files = read(paths, text, source, strict=strict)
        found = (_resolved(one, how, own, strict=strict) for one in read_files)
    counts = Counter[bool]()
    out.write_all(_written(_counted(found, counts), out, target), is_clean=bool(target.shown))
    if precision or target.shown or has_folders:
        say(f"hearer: {counts[True]} of {number_and(counts.total(), 'pronoun')} resolved")
    if failed:
        raise typer.Exit(FAILED)


def _format(to: str | None, place: str | None) -> Format:
    """Return the format of --to or of the name of the output; raise if it is only read."""
    by_name = place is not None and to is None
    found = of_output(str(place), understood=True) if by_name else FORMATS.find(to or "text")
    writer(found)
    return found


def _resolved(
    documents: Sequence[hearer.Discourse], how: hearer.Profile, own: InputSettings, *, strict: bool
) -> list[hearer.Interpretation]:
    """Resolve the documents of one file; exit if one has problems under --strict."""
    found = list(resolved([(one, how) for one in parse(documents, own.parser)], own))
    if strict and any(one.problems for one in found):
        raise typer.Exit(FAILED)
    return found


def _in_folders(
    names: Sequence[str], source: str | None, how: hearer.Profile, parser: str, failed: list[str]
) -> Iterator[list[hearer.Interpretation]]:
    """Resolve the files of folders; report documents that `failed`, and collect their names."""
    from hearer.corpora import processing
    from hearer.corpora.sources import Documents

    coming = Documents(names, format=source)
    processed = processing.resolved(processing.Task(how, parser), coming)
    for _, documents in groupby(processed, key=lambda one: one.outcome.path):
        found = []
        for outcome, interpretation in documents:
            if interpretation:
                report(interpretation.problems)
                found.append(interpretation)
            else:
                say(f"{outcome.document}: {outcome.failure}")
                failed.append(outcome.document)
        yield found
    if failed:
        say(f"hearer: {number_and(len(failed), 'document')} could not be resolved")
    if coming.passed_over:
        counts = (f"{number} {what}" for what, number in sorted(coming.passed_over.items()))
        say(f"hearer: skipped in folders: {', '.join(counts)}")


def _written(
    files: Iterator[list[hearer.Interpretation]], out: Target, target: Format
) -> dict[str | None, str]:
    """Return the result of some files, and the text beside it; print lines as they come."""
    if target.shown or target.name == "jsonl":
        to, look = target.name, out.screen()
        pieces = (target.shown(x, look) if target.shown else hearer.write(x, to=to) for x in files)
        if out.place is not None:
            return {out.place: "".join(pieces)}
        for piece in pieces:
            emit(piece, is_clean=bool(target.shown))
        return {}
    found = [one for file in files for one in file]
    file, *beside = files_of(out.place, target)
    result = hearer.write(found, to=target.name)
    return {file: result, **dict.fromkeys(beside, found[0].discourse.text if beside else "")}


def _counted(
    files: Iterable[list[hearer.Interpretation]], counts: Counter[bool]
) -> Iterator[list[hearer.Interpretation]]:
    """Count the pronouns of the files, those with a named antecedent as True."""
    for found in files:
        counts.update(each.is_named for one in found for each in one.resolutions)
        yield found
