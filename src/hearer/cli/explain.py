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
from hearer.algorithms import ALGORITHMS
from hearer.cli import options as opt
from hearer.cli.inputs import At, documents_of, file_and_place, opened, read_one, resolved
from hearer.cli.options import InputSettings
from hearer.cli.output import check, emit, form_of, is_stdout, report, screen, write
from hearer.cli.process import FAILED, say
from hearer.errors import InputError, UsageError
from hearer.formats.decoding import Lines, Place
from hearer.formats.json_values import dumped
from hearer.harmless import as_json, printable, quoted
from hearer.languages import heard_in, in_language
from hearer.limits import number_of
from hearer.model import Discourse, Interpretation, Kind
from hearer.profiles import DEFAULT, FIVE, PAPER, side_by_side, to_compare
from hearer.session.live import Change, ChangeKind, Guess, Heard
from hearer.views import comparison
from hearer.views.lines import document_names
from hearer.views.places import WordSpan, places_of
from hearer.views.rewriting.rewriter import Every, Rewriting, Style
from hearer.views.why import explained
from hearer.views.words import meant, unnamed

TRACES = ("text", "html", "latex")
EXPLANATIONS = ("text", "json")
COMPARISONS = ("text", "tsv", "json", "html")
LINES = ("text", "jsonl")
MAX_WIDTH = 100  # columns of a trace: longer lines are hard to read
NEARBY = 3  # lines between a place and the pronoun that is taken instead
MAX_NAMED = 3
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
    document: Annotated[
        str | None, opt.option("--document NAME", "Only this document: its name, or number.")
    ] = None,
) -> None:
    """Show the discourse entities after every word.

    Below each pronoun stands what was tested for it, as in the paper's tables. Without --profile
    this is the paper profile (Strube 1998 to the letter); --profile default shows what `hearer
    resolve` does. Settings of this command: parser, given, strict, corrections.

    Examples:
      hearer trace examples/table3.conllu
      hearer trace --text "Anna met a judge. She thanked him."
      hearer trace examples/table5.conllu -o table5.html
      hearer trace examples/story.txt --profile default --to html -o story.html
    """
    check([output], force=force, read=[file])
    form = form_of(to, output, TRACES)
    own, rest = opt.take(setting, InputSettings())
    how = opt.how(algorithm, profile or (None if algorithm else PAPER.name), rest, own)
    readings = opened([file] if file else None, text, source)
    chosen = _chosen(documents_of(readings, strict=own.strict)[0], document)
    if form == "html" and len(chosen) > 1:
        raise UsageError(f"A page shows one document: choose with --document: {_names(chosen)}")
    found = list(resolved([(one, how) for one in chosen], own))
    new = (problem for one in found for problem in one.problems[len(one.discourse.problems) :])
    if report(new) and own.strict:
        raise typer.Exit(FAILED)
    color, width = screen(output)
    style = {"color": color, "width": min(width, MAX_WIDTH)} if width and form == "text" else {}
    view = "terminal" if form == "text" else form
    shown = [hearer.trace(one, view=view, **style) for one in found]
    if form == "text" and len(found) > 1:
        titles = [printable(one.name) or f"document {n}" for n, one in enumerate(chosen, start=1)]
        shown = [f"{x}\n{'=' * len(x)}\n\n{y}" for x, y in zip(titles, shown, strict=True)]
    write({output: "\n".join(shown)}, force=force, read=[file], is_clean=form == "text")


def _chosen(documents: list[Discourse], name: str | None) -> list[Discourse]:
    chosen = [one for one in documents if name in {None, one.name}]
    number = number_of(name or "") or 0
    if not chosen and 0 < number <= len(documents):
        return [documents[number - 1]]
    if not chosen and name is not None:
        raise UsageError(f"There is no document {quoted(name)}; there is {_names(documents)}.")
    return chosen


def _names(documents: Sequence[Discourse]) -> str:
    return ", ".join(printable(one.name) or str(n) for n, one in enumerate(documents, start=1))


# why ---------------------------------------------------------------------------------------------


def why(
    file: opt.File = None,
    *,
    text: opt.Text = None,
    source: opt.From = None,
    at: Annotated[
        str | None,
        opt.option("--at LINE:COLUMN", "The place, as `hearer resolve` prints it; default: all."),
    ] = None,
    candidate: Annotated[
        str | None, opt.option("--not CANDIDATE", "Explain why it is not this one.")
    ] = None,
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
    3:62. Lines and columns count from 1. In a CoNLL-U file the line of the pronoun is enough; the
    line of a text stands for all its pronouns. If there is none, the nearest is taken, with a
    note. A candidate is a name, a part of it, or other words of the text for it. Settings of this
    command: parser, given, strict, corrections.

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
    how = opt.how(algorithm, profile, rest, own, precision=precision)
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


def _pronouns(found: Interpretation, at: At | None) -> list[tuple[int, int]]:
    """Return the pronouns at a place, or the nearest; of a line without a column, all."""
    pronouns = [one.pronoun for one in found.resolutions]
    if at is None:
        return [(one.utterance, one.head) for one in pronouns]
    places, place = places_of(found.discourse), Place(at.line, at.column or 1)
    speakers = (one for one in found.expressions if one.kind is Kind.SPEAKER)  # I, you, we
    spans = {
        WordSpan(one.utterance, one.own_words[0], one.own_words[-1]): one
        for one in sorted((*speakers, *pronouns), key=lambda one: one.order)
    }
    near = sorted(spans, key=lambda span: places.distance(place, span))
    if not near:
        raise UsageError("There is no pronoun in it that is looked up.")
    lines, columns = places.distance(place, near[0])
    shown = [f"“{spans[one].text}” at {places.of(one.utterance, one.first)}" for one in near]
    if lines > NEARBY or at.line > places.last_line:
        some = ", ".join(shown[:MAX_NAMED])
        raise UsageError(
            f"There is no pronoun near {at}; the last line is {places.last_line}, the nearest "
            f"pronouns are {some}."
        )
    if not at.column and not lines:
        near = [span for span in spans if not places.distance(place, span)[0]]
    elif lines or columns:
        say(f"hearer: There is no pronoun to look up at {at}; the nearest is {shown[0]}.")
    chosen = near if not at.column and not lines else near[:1]
    return [(spans[one].utterance, spans[one].head) for one in chosen]


def _document(documents: Sequence[Discourse], at: At) -> Discourse:
    """Return the document that a place is in: by name or number before the line, else by line."""
    names, path = document_names(documents), documents[0].path if documents else ""
    of = at.of.removeprefix(path).removeprefix(Path(path).name).removeprefix(":")
    if documents and not of and not any(names):
        return next((x for x in documents if at.line <= places_of(x).last_line), documents[-1])
    known = {str(n): one for n, one in enumerate(documents, start=1)}
    known |= zip(names, documents, strict=True)
    if of not in known:
        some = ", ".join(names[:MAX_NAMED])
        raise UsageError(f"Say --at DOCUMENT:LINE:COLUMN, with a document of it: {some} …")
    return known[of]


# rewrite -----------------------------------------------------------------------------------------


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
    resolve is unchanged byte for byte. JSON has the text, the edits with their offsets, and the
    pronouns that were left, with reasons. Settings of this command: every (needed, all,
    first-in-sentence or ambiguous), pronouns (only these, as in she,her), parser, given, strict,
    corrections.

    Examples:
      hearer rewrite --text "Anna met a judge. She thanked him."
      hearer rewrite examples/table3.conllu --style annotate --set every=first-in-sentence
    """
    check([output], force=force, read=[file])
    form = form_of(to, output if Path(output or "").suffix == ".json" else None, EXPLANATIONS)
    own, rest = opt.take(setting, RewriteSettings())
    how = opt.how(algorithm, profile, rest, own, precision=precision)
    documents = read_one(file, text, source, own)
    found = list(resolved([(discourse, how) for discourse in documents], own))
    report(problem for one in found for problem in one.problems[len(one.discourse.problems) :])
    pronouns = own.pronouns.split(",") if own.pronouns else None
    rewritten = [
        hearer.rewrite(one, style=style, every=own.every, pronouns=pronouns) for one in found
    ]
    if form == "json":
        values = [_as_value(one) for one in rewritten]
        shown = as_json(values[0] if len(values) == 1 else values, indent=1) + "\n"
    else:
        texts = [str(one) for one in rewritten]
        ended = [one if one.endswith("\n") else f"{one}\n" for one in texts[:-1]]
        shown = "".join((*ended, *texts[-1:]))
        is_typed = is_stdout(output) and not any(one.path for one in documents)
        shown += "\n" * bool(is_typed and texts and not texts[-1].endswith("\n"))
    write({output: shown}, force=force, read=[file])


def _as_value(one: Rewriting) -> dict[str, object]:
    fields = "start end new_start new_end original text".split()
    return {
        "text": one.text,
        "edits": [
            {**{name: getattr(edit, name) for name in fields}, "pronoun": edit.expression.text}
            for edit in one.edits
        ],
        "left": [
            {
                "pronoun": left.expression.text,
                "utterance": left.expression.utterance,
                "word": left.expression.head,
                "reason": str(left.reason),
            }
            for left in one.left
        ],
    }


# listen ------------------------------------------------------------------------------------------


def listen(
    *,
    to: Annotated[str | None, opt.to_option(*LINES)] = None,
    algorithm: opt.Algorithm = None,
    profile: opt.ProfileName = None,
    setting: opt.Settings = None,
    precision: opt.Precision = None,
) -> None:
    """Resolve the standard input word by word, as it arrives.

    The sentence so far is parsed again after each word, so that no answer waits for later words; a
    guess that a later word refutes is revised or withdrawn by a line of its own. Settings of this
    command: parser.

    Examples:
      hearer listen
      hearer listen --to jsonl
    """
    own, rest = opt.take(setting, InputSettings())
    how = opt.how(algorithm, profile, rest, own, precision=precision)
    is_json = form_of(to, None, LINES) == "jsonl"
    listener, lines = hearer.Listener(profile=how, parser=own.parser), Lines()

    def show(heard: Iterator[Heard]) -> None:
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


def _line(change: Change, lines: Lines) -> str:
    """Return a change as a line: the place of the pronoun, what it means, what it meant before."""

    def place(mention: object) -> str:
        start = mention.get("start") if isinstance(mention, dict) else None
        return "" if start is None else str(lines.place(start))

    def meaning(guess: Guess) -> str:
        found, at = guess.resolution.antecedent, place(guess.row["antecedent"])
        return meant(guess.resolution, unnamed(found.expression, at) if found and at else "")

    guess, before = change.guess, change.instead_of
    line = f"{place(guess.row['pronoun'])}  {printable(guess.resolution.pronoun.text)} →"
    if change.kind is ChangeKind.WITHDRAWN:
        return f"{line} taken back"
    if before is None:
        return f"{line} {meaning(guess)}"
    was = meaning(before)
    instead = f", not {was}" if before.resolution.antecedent else f" (before: {was})"
    return f"{line} {meaning(guess)}{instead}"


# compare -----------------------------------------------------------------------------------------


def compare(
    file: opt.File = None,
    *,
    text: opt.Text = None,
    source: opt.From = None,
    algorithm: opt.Algorithms = None,
    profile: opt.ProfileName = None,
    setting: opt.Settings = None,
    only_differences: Annotated[
        bool, opt.option("--only-differences", "Leave out pronouns that all agree on.")
    ] = False,
    to: Annotated[str | None, opt.to_option(*COMPARISONS)] = None,
    output: opt.Output = None,
    force: opt.Force = False,
) -> None:
    """Show how several algorithms resolve each pronoun.

    Where they differ, lines below say why. Without -a these are compared: weighted-s-list (the
    default), s-list, bfp, lappin-leass, hobbs. An option of --set goes to all algorithms that
    have it. Without --profile all use the paper profile (Strube 1998), so that only the
    algorithms differ. Settings of this command: parser, given, strict.

    Examples:
      hearer compare examples/story.txt
      hearer compare examples/table3.conllu -a s-list -a sidner
      hearer compare examples/table5.conllu --only-differences -o table5.html
    """
    check([output], force=force, read=[file])
    form = form_of(to, output, COMPARISONS)
    own, rest = opt.take(setting, InputSettings())
    with opt.suggesting(own):
        profiles = side_by_side(to_compare(algorithm or ()), profile or PAPER, rest)
    # Parse once, so that all algorithms get the same document.
    read = [
        in_language(discourse, profiles[0].analysis.language)
        for discourse in read_one(file, text, source, own)
    ]
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
    if form != "text":
        return
    if profile is None and DEFAULT.algorithm in {how.algorithm for _, how in works}:
        say(
            "hearer: all use the paper profile; hearer resolve uses more, and may answer "
            f"otherwise: --profile {DEFAULT.name} lets {DEFAULT.algorithm} hear the same."
        )
    if not algorithm:
        known = len(ALGORITHMS.names())
        say(f"hearer: compared {len(FIVE)} of {known} algorithms; -a all compares all of them.")
