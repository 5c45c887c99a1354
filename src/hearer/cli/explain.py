"""Commands that show how pronouns are resolved: trace, why, rewrite, listen, compare."""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated

import typer

import hearer
from hearer.cli import options as opt
from hearer.cli.inputs import At, documents_of, file_and_place, opened, read_one, resolved
from hearer.cli.options import InputSettings
from hearer.cli.output import check, emit, form_of, is_stdout, report, screen, write
from hearer.cli.process import FAILED, say
from hearer.errors import InputError, UsageError
from hearer.formats.decoding import Lines
from hearer.formats.json_values import dumped
from hearer.harmless import as_json, printable, quoted
from hearer.languages import heard_in, in_language
from hearer.profiles import PAPER, how_to_hear, side_by_side, to_compare
from hearer.views import comparison
from hearer.views.lines import document_names
from hearer.views.places import places_of
from hearer.views.rewriting.rewriter import Every, Style
from hearer.views.why import Question, explained
from hearer.views.words import meant

TRACES, EXPLANATIONS = ("text", "html", "latex"), ("text", "json")
COMPARISONS, LINES = ("text", "tsv", "json", "html"), ("text", "jsonl")
MAX_WIDTH = 100  # columns of a trace: longer lines are hard to read
TYPING = "hearer: type, and it is resolved line by line; Ctrl-D on an empty line is the end."
BLOCK = 65536  # bytes read at once


def trace(
    file: opt.File = None,
    *,
    text: opt.Text = None,
    source: opt.From = None,
    to: Annotated[str | None, opt.to_option(*TRACES)] = None,
    output: opt.Output = None,
    force: opt.Force = False,
    algorithm: opt.Algorithm = None,
    profile: opt.ProfileName = None,
    setting: opt.Settings = None,
    document: opt.Document = None,
) -> None:
    """Show the discourse entities after every word.

    Below each pronoun stands what was tested for it, as in the paper's tables. The profile is
    paper, unless one is given; default is what `hearer resolve` uses. Settings of this command:
    parser, given, strict, corrections.

    Examples:
      hearer trace examples/table3.conllu
      hearer trace --text "Anna met a judge. She thanked him."
      hearer trace examples/story.txt --profile default -o story.html
    """
    check([output], force=force, read=[file])
    form = form_of(to, output, TRACES)
    own, rest = opt.take(setting, InputSettings())
    how = how_to_hear(algorithm, profile or (None if algorithm else PAPER.name), rest)
    readings = opened([file] if file else None, text, source)
    everything = documents_of(readings, strict=own.strict)[0]
    known = {str(n): one for n, one in enumerate(everything, start=1)}
    known |= {one.name: one for one in everything if one.name}
    names = ", ".join(printable(one.name) or n for n, one in known.items() if n != one.name)
    if document is not None and document not in known:
        raise UsageError(f"There is no document {quoted(document)}; there is {names}.")
    chosen = everything if document is None else [known[document]]
    if form == "html" and len(chosen) > 1:
        raise UsageError(f"A page shows one document: choose with --document: {names}")
    found = list(resolved([(one, how) for one in chosen], own))
    if _report_new(found) and own.strict:
        raise typer.Exit(FAILED)
    color, width = screen(output)
    style = {"color": color, "width": min(width, MAX_WIDTH)} if width and form == "text" else {}
    shown = [hearer.trace(x, view="terminal" if form == "text" else form, **style) for x in found]
    if form == "text" and len(found) > 1:
        titles = [printable(one.name) or f"document {n}" for n, one in enumerate(chosen, start=1)]
        shown = [f"{x}\n{'=' * len(x)}\n\n{y}" for x, y in zip(titles, shown, strict=True)]
    write({output: "\n".join(shown)}, force=force, read=[file], is_clean=form == "text")


def _report_new(found: Sequence[hearer.Interpretation]) -> bool:
    """Report problems that were found while documents were resolved."""
    return report(x for one in found for x in one.problems[len(one.discourse.problems) :])


def why(
    file: opt.File = None,
    *,
    text: opt.Text = None,
    source: opt.From = None,
    at: opt.At = None,
    candidate: opt.Candidate = None,
    to: Annotated[str | None, opt.to_option(*EXPLANATIONS)] = None,
    output: opt.Output = None,
    force: opt.Force = False,
    algorithm: opt.Algorithm = None,
    profile: opt.ProfileName = None,
    setting: opt.Settings = None,
    precision: opt.Precision = None,
) -> None:
    """Explain why a pronoun means what it means.

    A place is given as `hearer resolve` prints it, with the file or without: story.txt:3:62 or
    3:62, counted from 1; a line alone stands for all its pronouns. A candidate is a name, a part
    of it, or other words of the text for it. Settings of this command: parser, given, strict,
    corrections.

    Examples:
      hearer why examples/story.txt --at 3:58
      hearer why examples/table3.conllu:25
      hearer why examples/story.txt --at 4:64 --not Keller
      hearer why --text "Anna met a judge. She won." --at 1:19 --to json
    """
    file, place = file_and_place(file, at)
    check([output], force=force, read=[file])
    form = form_of(to, output, EXPLANATIONS)
    own, rest = opt.take(setting, InputSettings())
    how = how_to_hear(algorithm, profile, opt.with_precision(rest, precision))
    documents = read_one(file, text, source, own)
    chosen = [_document(documents, place)] if place else documents
    explanations = [
        (found.why_not(one, candidate) if candidate else found.why(one), found)
        for found in resolved([(document, how) for document in chosen], own)
        for one in _pronouns(found, place)
    ]
    if form == "text":
        shown = "".join(f"{one}\n" for one, _ in explanations)
    else:
        values = [asdict(explained(*one)) for one in explanations]
        shown = as_json(values[0] if place and len(values) == 1 else values, indent=1) + "\n"
    write({output: shown}, force=force, read=[file])


def _pronouns(found: hearer.Interpretation, at: At | None) -> Sequence[Question]:
    """Return the pronouns at a place; of a line, all."""
    if at is None or at.column:
        return [f"{at.line}:{at.column}"] if at else found.resolutions
    places = places_of(found.discourse)
    pronouns = [one.pronoun for one in found.resolutions]
    here = [x for x in pronouns if places.of(x.utterance, x.own_words[0]).line == at.line]
    return here or [f"{at.line}:1"]  # an error, which names the nearest


def _document(documents: Sequence[hearer.Discourse], at: At) -> hearer.Discourse:
    """Return the document that a place is in: by name or number before the line, else by line."""
    names = document_names(documents)
    if not at.document and documents and not any(names):
        return next((x for x in documents if at.line <= places_of(x).last_line), documents[-1])
    known = {str(n): one for n, one in enumerate(documents, start=1)}
    known |= zip(names, documents, strict=True)
    if at.document not in known:
        some = ", ".join(names[:3])
        raise UsageError(f"Say --at DOCUMENT:LINE:COLUMN, with a document of it: {some} …")
    return known[at.document]


@dataclass(frozen=True, slots=True)
class RewriteSettings(InputSettings):
    """Settings of `rewrite`; `pronouns` is a list with commas."""

    every: Every = Every.NEEDED
    pronouns: str | None = None


def rewrite(
    file: opt.File = None,
    *,
    text: opt.Text = None,
    source: opt.From = None,
    style: Annotated[
        Style,
        typer.Option(help="Brennan, or she [Brennan].", case_sensitive=False, show_default=False),
    ] = Style.REPLACE,
    to: Annotated[str | None, opt.to_option(*EXPLANATIONS)] = None,
    output: opt.Output = None,
    force: opt.Force = False,
    algorithm: opt.Algorithm = None,
    profile: opt.ProfileName = None,
    setting: opt.Settings = None,
    precision: opt.Precision = None,
) -> None:
    """Replace the pronouns of a text by names.

    Quotations, code in backticks and web addresses stay as they are; a text with nothing to
    resolve is unchanged byte for byte. JSON has the edits with their offsets, and the pronouns
    that were left. Settings of this command: every (needed, all, first-in-sentence, ambiguous),
    pronouns (only these, as in she,her), parser, given, strict, corrections.

    Examples:
      hearer rewrite --text "Anna met a judge. She thanked him."
      hearer rewrite examples/table3.conllu --style annotate --set every=first-in-sentence
    """
    check([output], force=force, read=[file])
    form = form_of(to, output if Path(output or "").suffix == ".json" else None, EXPLANATIONS)
    own, rest = opt.take(setting, RewriteSettings())
    how = how_to_hear(algorithm, profile, opt.with_precision(rest, precision))
    documents = read_one(file, text, source, own)
    found = list(resolved([(discourse, how) for discourse in documents], own))
    _report_new(found)
    only = own.pronouns.split(",") if own.pronouns else None
    done = [hearer.rewrite(one, style=style, every=own.every, pronouns=only) for one in found]
    if form == "json":
        values = [one.as_json() for one in done]
        shown = as_json(values[0] if len(values) == 1 else values, indent=1) + "\n"
    else:
        is_typed = is_stdout(output) and not any(one.path for one in documents)
        texts = [str(one) for one in done]
        ended = texts if is_typed else texts[:-1]
        shown = "".join(one if one.endswith("\n") else f"{one}\n" for one in ended)
        shown += "".join(texts[len(ended) :])
    write({output: shown}, force=force, read=[file])


def listen(
    *,
    to: Annotated[str | None, opt.to_option(*LINES)] = None,
    algorithm: opt.Algorithm = None,
    profile: opt.ProfileName = None,
    setting: opt.Settings = None,
    precision: opt.Precision = None,
) -> None:
    """Resolve the standard input word by word, as it arrives.

    No answer waits for later words; a guess that a later word refutes is revised or withdrawn by
    a line of its own. Settings of this command: parser.

    Examples:
      hearer listen
      hearer listen --to jsonl
    """
    own, rest = opt.take(setting, InputSettings())
    how = how_to_hear(algorithm, profile, opt.with_precision(rest, precision))
    is_json = form_of(to, None, LINES) == "jsonl"
    listener, lines = hearer.Listener(profile=how, parser=own.parser), Lines()

    def show(heard: Iterator[hearer.Heard]) -> None:
        for change in (one for at_word in heard for one in at_word.changes):
            row = {"event": change.kind.value, **change.guess.row}
            emit(f"{dumped(row) if is_json else _line(change, lines)}\n")

    for fragment in _fragments():
        lines.add(fragment)
        show(listener.hear(fragment))
    show(listener.finish())


def _fragments() -> Iterator[str]:
    """Yield the standard input as it arrives."""
    if sys.stdin is None:
        raise InputError("The standard input is closed, and there is nothing else to listen to.")
    if sys.stdin.isatty():
        say(TYPING)
    decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
    while block := os.read(sys.stdin.fileno(), BLOCK):
        yield decoder.decode(block)
    yield decoder.decode(b"", final=True)


def _line(change: hearer.Change, lines: Lines) -> str:
    """Return a change as a line: the place of the pronoun, what it means, what it meant before."""
    resolution, before = change.guess.resolution, change.instead_of
    mention = change.guess.row["pronoun"]
    start = mention.get("start") if isinstance(mention, dict) else None
    place = lines.place(start) if isinstance(start, int) else ""
    line = f"{place}  {printable(resolution.pronoun.text)} →"
    if change.kind is hearer.ChangeKind.WITHDRAWN:
        return f"{line} taken back"
    was = f", not {meant(before.resolution)}" if before else ""
    return f"{line} {meant(resolution)}{was}"


def compare(
    file: opt.File = None,
    *,
    text: opt.Text = None,
    source: opt.From = None,
    algorithm: opt.Algorithms = None,
    profile: opt.ProfileName = None,
    setting: opt.Settings = None,
    only_differences: opt.OnlyDifferences = False,
    to: Annotated[str | None, opt.to_option(*COMPARISONS)] = None,
    output: opt.Output = None,
    force: opt.Force = False,
) -> None:
    """Show how several algorithms resolve each pronoun.

    Where they differ, lines below say why. Without -a these are compared: weighted-s-list (the
    default), s-list, bfp, lappin-leass, hobbs. All use the paper profile, unless one is given; an
    option goes to all algorithms that have it. Settings of this command: parser, given, strict.

    Examples:
      hearer compare examples/story.txt
      hearer compare examples/table3.conllu -a s-list -a sidner
      hearer compare examples/table5.conllu --only-differences -o table5.html
    """
    check([output], force=force, read=[file])
    form = form_of(to, output, COMPARISONS)
    own, rest = opt.take(setting, InputSettings())
    profiles = side_by_side(to_compare(algorithm or ()), profile or PAPER, rest)
    language = profiles[0].analysis.language
    # Parse once, so that all algorithms get the same document.
    read = [in_language(discourse, language) for discourse in read_one(file, text, source, own)]
    works = [(one, suiting) for one in read for suiting in heard_in(profiles, one)]
    left_out = (how for one in read for how in profiles if how not in heard_in(profiles, one))
    for name in dict.fromkeys(how.algorithm for how in left_out):
        say(f"hearer: {name} is learnt from English, and left out of other languages.")
    found = list(resolved(works, own))
    color, width = screen(output)
    shown = comparison.render(
        found, to=form, only_differences=only_differences, color=color, width=width or 80
    )
    write({output: shown}, force=force, read=[file], is_clean=form == "text")
