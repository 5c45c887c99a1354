"""Commands that show how pronouns are resolved: trace, why, rewrite, listen, compare."""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Annotated, Any

import typer

import hearer.api
from hearer.cli import shared_options as opt
from hearer.cli.inputs import At, file_and_place, files_in, is_folder, read_parsed, resolved
from hearer.cli.output import Target, emit
from hearer.cli.process import say
from hearer.cli.shared_options import InputSettings
from hearer.errors import InputError, UsageError
from hearer.escape import printable, quoted
from hearer.formats.conllu.discourse import in_language
from hearer.formats.decoding import Lines
from hearer.formats.json_values import dumped as one_line
from hearer.profiles import PAPER, how_to_hear, side_by_side, suited
from hearer.report.forms import dumped, tsv
from hearer.report.table import Table, cell
from hearer.views import comparison
from hearer.views.lines import document_names
from hearer.views.places import places_of
from hearer.views.rewriting.rewriter import Every
from hearer.views.trace import STATES, states
from hearer.views.why import explained
from hearer.views.words import meant
from hearer.writing.files import is_dir

TRACES, EXPLANATIONS = ("text", "html", "latex", "tsv", "json"), ("text", "json")
COMPARISONS, LINES = ("text", "tsv", "json", "html"), ("text", "jsonl")
MAX_WIDTH = 100  # columns of a trace: longer lines are hard to read
TYPING = "hearer: type, and it is resolved line by line; Ctrl-D on an empty line is the end."
BLOCK = 65536  # bytes read at once


def trace(
    files: opt.Files = None, *, text: opt.Text = None, source: opt.From = None,
    to: Annotated[str | None, opt.to_option(*TRACES)] = None, output: opt.Output = None,
    force: opt.Force = False, algorithm: opt.Algorithm = None, profile: opt.ProfileName = None,
    setting: opt.Settings = None, document: opt.Document = None,
) -> None:  # fmt: skip
    """Show the discourse entities after every word.

    Below each pronoun stands what was tested for it, as in the paper's tables. The profile is
    paper, unless one is given; default is what `hearer resolve` uses. TSV and JSON have a row for
    every entity of every state, also of several files and of folders. Settings of this command:
    parser, given, corrections.

    Examples:
      hearer trace examples/table3.conllu
      hearer trace examples/table*.conllu --to tsv -o states.tsv
      hearer trace --text "Anna met a judge. She thanked him."
      hearer trace examples/story.txt --profile default -o story.html
    """
    paths = files_in(files or ())
    target = Target(output, force=force, read=paths)
    form = target.form(to, TRACES)
    own, rest = opt.take(setting, InputSettings())
    how = how_to_hear(algorithm, profile or (None if algorithm else PAPER.name), rest)
    documents = read_parsed(paths, text, source, own)
    names = [printable(one.name) or str(n) for n, one in enumerate(documents, start=1)]
    if document is not None:
        message = f"There is no document {quoted(document)}"
        documents = [_chosen(documents, names, document, message)]
    if form == "html" and len(documents) > 1:
        raise UsageError(f"A page shows one document: choose with --document: {', '.join(names)}")
    found = list(resolved([(one, how) for one in documents], own))
    if form in {"tsv", "json"}:
        rows = [row for one in found for row in states(one)]
        cells = tuple(tuple(map(cell, row.values())) for row in rows)
        target.write(dumped(rows) if form == "json" else tsv(Table("states", "", STATES, cells)))
        return
    width = target.screen().width
    style: dict[str, Any] = {"width": min(width, MAX_WIDTH)} if width and form == "text" else {}
    shown = [hearer.trace(x, view="terminal" if form == "text" else form, **style) for x in found]
    if form == "text" and len(found) > 1:
        shown = [f"{x}\n{'=' * len(x)}\n\n{y}" for x, y in zip(names, shown, strict=True)]
    target.write("\n".join(shown), is_clean=form == "text")


def _chosen(
    documents: Sequence[hearer.Discourse], names: Sequence[str], name: str, message: str
) -> hearer.Discourse:
    """Return a document by its name or number."""
    known = {str(n): one for n, one in enumerate(documents, start=1)}
    known |= zip(names, documents, strict=True)
    if name not in known:
        raise UsageError(f"{message}; there is {', '.join(names)}.")
    return known[name]


def why(
    file: opt.File = None, *, text: opt.Text = None, source: opt.From = None,
    at: opt.PlaceOption = None, candidate: opt.Candidate = None,
    to: Annotated[str | None, opt.to_option(*EXPLANATIONS)] = None, output: opt.Output = None,
    force: opt.Force = False, algorithm: opt.Algorithm = None, profile: opt.ProfileName = None,
    setting: opt.Settings = None, precision: opt.Precision = None,
    weights: Annotated[bool, opt.option("--weights", "Show all weights.")] = False,
) -> None:  # fmt: skip
    """Explain why a pronoun means what it means.

    A place is given as `hearer resolve` prints it, with the file or without: story.txt:3:62 or
    3:62, counted from 1. A candidate is a name, a part of it, or other words of the text for it.
    Below the answer there is a table of the candidates; without a place every pronoun is explained,
    in a sentence each. Settings of this command: parser, given, corrections.

    Examples:
      hearer why examples/story.txt --at 3:58
      hearer why examples/table3.conllu:25:3
      hearer why examples/story.txt --at 4:64 --not Keller
      hearer why --text "Anna met a judge. She won." --at 1:19 --to json
    """
    file, place = file_and_place(file, at)
    target = Target(output, force=force, read=[file])
    form = target.form(to, EXPLANATIONS)
    own, rest = opt.take(setting, InputSettings(), precision=precision)
    how = how_to_hear(algorithm, profile, rest)
    documents = read_parsed([file] if file else None, text, source, own)
    chosen = [_document(documents, place)] if place else documents
    explanations = [
        found.why_not(one, candidate) if candidate else found.why(one)
        for found in resolved([(document, how) for document in chosen], own)
        for one in ([f"{place.line}:{place.column}"] if place else found.resolutions)
    ]
    if not explanations:
        say("hearer: There is no pronoun to explain.")
    if form == "text":
        width, has_table = target.screen().width, bool(place and not candidate)
        shown = "".join(
            explained(one, width, weights=weights, candidates=has_table) for one in explanations
        )
    else:
        values = [*map(asdict, explanations)]
        shown = dumped(values[0] if place else values)
    target.write(shown)


def _document(documents: Sequence[hearer.Discourse], at: At) -> hearer.Discourse:
    """Return the document that a place is in: by name or number before the line, else by line."""
    names = document_names(documents)
    if not at.document and documents and not any(names):
        return next((x for x in documents if at.line <= places_of(x).last_line), documents[-1])
    return _chosen(documents, names, at.document, "Say --at DOCUMENT:LINE:COLUMN")


def rewrite(
    files: opt.Files = None, *, text: opt.Text = None, source: opt.From = None,
    to: Annotated[str | None, opt.to_option(*EXPLANATIONS)] = None, output: opt.Output = None,
    force: opt.Force = False, resume: opt.Resume = False, algorithm: opt.Algorithm = None,
    profile: opt.ProfileName = None, setting: opt.Settings = None, precision: opt.Precision = None,
    every: Annotated[Every, typer.Option(help="What is needed, or all.")] = Every.NEEDED,
) -> None:  # fmt: skip
    """Replace the pronouns of texts, of files or of folders by names.

    Quotations, code in backticks and web addresses stay as they are; a text with nothing to
    resolve is unchanged byte for byte. JSON has the edits with their offsets, and the pronouns
    that were left. If OUTPUT is a folder, every document gets a file in OUTPUT/files, by all cores;
    --resume continues after an interruption. Settings of this command: parser, given, corrections.

    Examples:
      hearer rewrite --text "Anna met a judge. She thanked him."
      hearer rewrite examples/table3.conllu --every all
      hearer rewrite examples/story.txt 'examples/table*.conllu' -o rewritten/
    """
    own, rest = opt.take(setting, InputSettings(), precision=precision)
    how = how_to_hear(algorithm, profile, rest)
    if output and files and is_folder(output, files):
        if to == "json" or own != InputSettings(parser=own.parser):
            raise UsageError("To a folder only texts are written, without corrections and given.")
        from hearer.cli.corpus import run_corpus
        from hearer.corpora.targets import REWRITTEN

        options = {"parser": own.parser, "format": source, "resume": resume, "force": force}
        run_corpus(files, output, to=REWRITTEN[every], profile=how, **options)
        return
    if resume or any(map(is_dir, files or ())):
        raise UsageError("Folders and --resume need a folder for the results: -o OUTPUT/")
    target = Target(output, force=force, read=files or ())
    is_json = to is None and Path(target.place or "").suffix == ".json"
    form = Target(None).form("json" if is_json else to, EXPLANATIONS)
    works = [(one, how) for one in read_parsed(files, text, source, own)]
    done = [hearer.rewrite(one, every=every) for one in resolved(works, own)]
    if form == "json":
        values = [one.as_json() for one in done]
        shown = dumped(values[0] if len(values) == 1 else values)
    else:
        *texts, last = [str(one) for one in done] or [""]
        shown = "".join(one.removesuffix("\n") + "\n" for one in texts) + last
        if text is not None and target.place is None:
            shown = last.removesuffix("\n") + "\n"
    target.write(shown)


def listen(
    *, to: Annotated[str | None, opt.to_option(*LINES)] = None, algorithm: opt.Algorithm = None,
    profile: opt.ProfileName = None, setting: opt.Settings = None, precision: opt.Precision = None,
    with_states: Annotated[bool, opt.option("--states", "Show the list after every word.")] = False,
) -> None:  # fmt: skip
    """Resolve the standard input word by word, as it arrives.

    No answer waits for later words; a guess that a later word refutes is revised or withdrawn by
    a line of its own. With --states a line after every word has the list of entities. Settings of
    this command: parser.

    Examples:
      hearer listen
      hearer listen --to jsonl
      hearer listen --states --to jsonl
    """
    own, rest = opt.take(setting, InputSettings(), precision=precision)
    how = how_to_hear(algorithm, profile, rest)
    is_json = Target(None).form(to, LINES) == "jsonl"
    if sys.stdin is None:
        raise InputError("The standard input is closed, and there is nothing else to listen to.")
    if sys.stdin.isatty():
        say(TYPING)
    listener, lines = hearer.Listener(profile=how, parser=own.parser), Lines()
    decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")

    def show(heard: Iterator[hearer.Heard]) -> None:
        for at_word in heard:
            for change in at_word.changes:
                row = {"event": change.kind.value, **change.guess.row}
                emit(f"{one_line(row) if is_json else _line(change, lines)}\n")
            if with_states:
                state = {"event": "state", "end": at_word.end, "state": at_word.listed}
                words = ((x.entity, x.expression.text) for x in at_word.state)
                names = ", ".join(at_word.names.get(x) or f"“{text}”" for x, text in words)
                emit(f"{one_line(state) if is_json else f'S: [{printable(names)}]'}\n")

    blocks = iter(partial(os.read, sys.stdin.fileno(), BLOCK), b"")
    for block in chain(blocks, [b""]):
        fragment = decoder.decode(block, final=not block)
        lines.add(fragment)
        show(listener.hear(fragment))
    show(listener.finish())


def _line(change: hearer.Change, lines: Lines) -> str:
    """Return a change as a line: the place of the pronoun, what it means, what it meant before."""
    resolution, before = change.guess.resolution, change.instead_of
    line = f"{lines.place(resolution.start)}  {printable(resolution.pronoun.text)} →"
    if change.kind is hearer.ChangeKind.WITHDRAWN:
        return f"{line} taken back"
    was = f", not {meant(before.resolution)}" if before else ""
    return f"{line} {meant(resolution)}{was}"


def compare(
    file: opt.File = None, *, text: opt.Text = None, source: opt.From = None,
    algorithm: opt.Algorithms = None, profile: opt.ProfileName = None,
    setting: opt.Settings = None, only_differences: opt.OnlyDifferences = False,
    to: Annotated[str | None, opt.to_option(*COMPARISONS)] = None, output: opt.Output = None,
    force: opt.Force = False,
) -> None:  # fmt: skip
    """Show how several algorithms resolve each pronoun.

    `hearer why -a NAME` says why one answers as it does. Without -a these are compared:
    weighted-s-list (the default), s-list, bfp, lappin-leass, hobbs. All use the paper profile,
    unless one is given; an option goes to all algorithms that have it. Settings of this command:
    parser, given.

    Examples:
      hearer compare examples/story.txt
      hearer compare examples/table3.conllu -a s-list -a sidner
      hearer compare examples/table5.conllu --only-differences -o table5.html
    """
    target = Target(output, force=force, read=[file])
    form = target.form(to, COMPARISONS)
    own, rest = opt.take(setting, InputSettings())
    profiles = side_by_side(algorithm or (), profile or PAPER, rest)
    language = profiles[0].analysis.language
    # Parse once, so that all algorithms get the same document.
    read = [
        in_language(discourse, language)
        for discourse in read_parsed([file] if file else None, text, source, own)
    ]
    each = [(one, dict.fromkeys(suited(how, one.language) for how in profiles)) for one in read]
    works = [(one, how) for one, suiting in each for how in suiting]
    left_out = {how.algorithm for how in profiles} - {how.algorithm for _, how in works}
    for name in sorted(left_out if read else ()):
        say(f"hearer: {name} is trained on English, and left out of other languages.")
    found = list(resolved(works, own))
    shown = comparison.render(found, to=form, only_differences=only_differences)
    target.write(shown, is_clean=form == "text")
