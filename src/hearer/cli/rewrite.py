"""hearer rewrite: a text with its pronouns spelled out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

import hearer
from hearer.cli.arguments import Where
from hearer.cli.coverage import PERSONAL
from hearer.cli.output import is_stdout, report
from hearer.errors import UsageError
from hearer.harmless import as_json, quoted
from hearer.limits import number_of
from hearer.model import Discourse, Interpretation
from hearer.profiles import Profile
from hearer.session.knowledge import Knowledge
from hearer.views.rewriting.rewriter import Every, Rewriting, Style

EXAMPLES = """\b
Examples:
  hearer rewrite --text "Anna met a judge. She thanked him."
  hearer rewrite examples/table3.conllu --style annotate --every first-in-sentence
"""


def rewrite(
    *,
    documents: list[Discourse],
    style: Annotated[
        Style, typer.Option(help="Brennan, or she [Brennan].", case_sensitive=False)
    ] = Style.REPLACE,
    every: Annotated[
        Every, typer.Option(help="How often: where needed, or more.", case_sensitive=False)
    ] = Every.NEEDED,
    pronoun: Annotated[
        list[str] | None, typer.Option(help="Only this pronoun; may be repeated.")
    ] = None,
    protect: Annotated[
        list[str] | None,
        typer.Option(help="Code points to leave as they are; may be repeated.", metavar="FROM:TO"),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Text, edits with offsets, and what was left, as JSON.")
    ] = False,
    where: Where,
    how: Profile,
    known: Knowledge | None,
) -> None:
    """Replace the pronouns of a text by who is meant.

    Quotations, code in backticks and web addresses stay as they are; a text with nothing to
    resolve comes back byte for byte. What --text gives is printed as a line; several documents of
    a file stand on lines of their own.
    """
    from hearer.cli.hearing import heard

    ranges = [_range(pair) for pair in protect or ()]
    found = list(heard([(discourse, how) for discourse in documents], known=known))
    report(problem for one in found for problem in one.problems[len(one.discourse.problems) :])
    _require_pronouns(pronoun or (), found)
    done = [
        hearer.rewrite(one, style=style, every=every, pronouns=pronoun, protect=ranges)
        for one in found
    ]
    where.emit(_as_json(done) if as_json else _texts(done, where, documents))


def _texts(done: Sequence[Rewriting], where: Where, documents: Sequence[Discourse]) -> str:
    """Each text on lines of its own; one that was typed ends a line where it is read."""
    texts = [str(one) for one in done]
    broken = [text if text.endswith("\n") else f"{text}\n" for text in texts[:-1]]
    is_typed = is_stdout(where.output) and not any(one.path for one in documents)
    is_open = is_typed and texts and not texts[-1].endswith("\n")
    return "".join((*broken, *texts[-1:])) + "\n" * bool(is_open)


def _require_pronouns(asked: Sequence[str], found: Sequence[Interpretation]) -> None:
    """Refuse what is no pronoun, so that nothing is left as it was by a slip."""
    heard = dict.fromkeys(r.pronoun.text.lower() for one in found for r in one.resolutions)
    for name in asked:
        if name.lower() not in {*PERSONAL, *heard}:
            there = ", ".join(heard) or "none"
            raise UsageError(f"There is no pronoun {quoted(name)}; in the text there is {there}.")


def _range(pair: str) -> tuple[int, int]:
    start, _, end = pair.partition(":")
    first, last = number_of(start), number_of(end)
    if first is None or last is None or first > last:
        raise UsageError(f"--protect wants FROM:TO, as in --protect 0:12, not {quoted(pair)}.")
    return first, last


EDITED = "start end new_start new_end original text".split()


def _as_json(done: list[Rewriting]) -> str:
    written = [
        {
            "text": one.text,
            "edits": [
                {**{name: getattr(edit, name) for name in EDITED}, "pronoun": edit.expression.text}
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
        for one in done
    ]
    chosen = written[0] if len(written) == 1 else written
    return as_json(chosen, indent=1) + "\n"
