"""hearer why: why a pronoun means what it means.

why         the command
answered    the explanations of the pronouns that a question is about
shown       explanations as sentences, or as data
"""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

import hearer
from hearer.cli.arguments import Question, Where
from hearer.cli.asking import AskedPronouns, asked_of

if TYPE_CHECKING:
    from hearer.model import Explanation, Interpretation
    from hearer.profiles import Profile

Answer = tuple["Explanation", "Interpretation"]
AsJson = Annotated[bool, typer.Option("--json", help="As data, not as sentences.")]

EXAMPLES = """\b
Examples:
  hearer why examples/story.txt --at 3:58
  hearer why examples/table3.conllu:25
  hearer why --text "Anna met a judge. She won." --at 1:19 --json
"""


def why(
    *,
    question: Question,
    candidate: Annotated[
        str | None, typer.Option("--not", help="Why it is not this one.", metavar="CANDIDATE")
    ] = None,
    as_json: AsJson = False,
    where: Where,
    how: Profile,
) -> None:
    """Say why a pronoun means what it means: what was tested, in order, and what it failed.

    A place is what `hearer resolve` prints, with the file before it or without: story.txt:3:62 or
    3:62. Lines and columns count from 1. In a CoNLL-U file the line of the pronoun is enough; a
    line of a text stands for all its pronouns. If there is none, the nearest is taken, and the
    standard error says so.
    """
    told = answered(question, how, candidate)
    where.emit(shown(told, as_json=as_json, single=question.at is not None))


def answered(question: Question, how: Profile, candidate: str | None = None) -> list[Answer]:
    """The explanations of all pronouns that are asked about."""
    from hearer.cli.hearing import heard

    if question.at is not None:
        asked = [asked_of(question.documents, question.at, how)]
    else:
        everything = heard([(document, how) for document in question.documents])
        asked = [AskedPronouns(one, [*map(_place_of, one.resolutions)]) for one in everything]
    return [
        (found.why_not(one, candidate) if candidate else found.why(one), found)
        for found, pronouns in asked
        for one in pronouns
    ]


def _place_of(resolution: hearer.Resolution) -> tuple[int, int]:
    return resolution.pronoun.utterance, resolution.pronoun.head


def shown(told: list[Answer], *, as_json: bool, single: bool) -> str:
    """The explanations, one a line; as data an array, or one object for one place."""
    from hearer.harmless import as_json as in_json
    from hearer.views.why import explained

    if not as_json:
        return "".join(f"{one}\n" for one, _ in told)
    values = [asdict(explained(one, found)) for one, found in told]
    return in_json(values[0] if single and len(values) == 1 else values, indent=1) + "\n"
