"""Ready-made questions: what each is called, what it takes, and how it is drawn.

QUESTIONS        the questions by name
ReadyQuestion    one of them; its SQL stands in the file of its name
question         the one of a name
Drawing          which of the columns are drawn, and how
Taken            what a question may take: a document, how many, how often
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import files

from hearer.corpora.asked.chart import ChartKind
from hearer.errors import UnknownName, UsageError, did_you_mean
from hearer.harmless import quoted

Taken = str | int
DOCUMENT: Mapping[str, Taken] = {"document": "*"}
PARAMETER = re.compile(r"\$([a-z]+)\b")
BAR, LINE = ChartKind
MENTIONS = ("names", "nouns", "pronouns", "speaker_pronouns")


@dataclass(frozen=True, slots=True)
class Drawing:
    """Which columns are drawn: `x` along, `y` as figures, a bar or line for each of `series`.

    Without `y` the rows are counted.
    """

    x: str
    y: tuple[str, ...]
    kind: ChartKind = BAR
    series: str | None = None
    adds_up: bool = True
    y_axis: str = ""  # what the figures are called together
    beside: str = ""  # a column whose value stands behind that of `x`


@dataclass(frozen=True, slots=True)
class ReadyQuestion:
    """A question with a name; `takes` are its options with what they are if nobody says."""

    name: str
    title: str
    drawing: Drawing
    takes: Mapping[str, Taken] = field(default_factory=dict)

    @property
    def sql(self) -> str:
        """What is asked, with $names for what it takes."""
        return (files(__package__) / f"{self.name}.sql").read_text(encoding="utf-8")

    @property
    def is_by_document(self) -> bool:
        """Whether its rows are of documents, and none is a document."""
        return "document" in self.takes and self.drawing.x != "document"

    def taking(self, given: Mapping[str, Taken | None]) -> dict[str, Taken]:
        """What it takes, with all that is given; None is not given."""
        chosen = {name: value for name, value in given.items() if value is not None}
        for name, value in chosen.items():
            if name not in self.takes:
                raise UsageError(f"The question {self.name!r} {_takes_instead(name, self.takes)}.")
            if type(value) is not type(self.takes[name]):
                kind = "a number" if isinstance(self.takes[name], int) else "a text"
                raise UsageError(f"{name} is {kind}, not {quoted(str(value))}.")
        return {**self.takes, **chosen}

    def spelled(self, given: Mapping[str, Taken | None]) -> str:
        """The SQL as it can be run and changed, with what it takes written in it."""
        taken = self.taking(given)
        return PARAMETER.sub(lambda found: _literal(taken[found[1]]), self.sql)


def question(name: str) -> ReadyQuestion:
    """The question of a name."""
    if name not in QUESTIONS:
        raise UnknownName("question", name, QUESTIONS)
    return QUESTIONS[name]


def _takes_instead(name: str, takes: Mapping[str, Taken]) -> str:
    known = ", ".join(takes)
    return f"takes no {name}{did_you_mean(name, takes)}; " + (
        f"it takes {known}" if known else "it takes nothing"
    )


def _literal(value: Taken) -> str:
    if isinstance(value, int):
        return str(value)
    quote = "'"
    return f"'{value.replace(quote, quote * 2)}'"


QUESTIONS: Mapping[str, ReadyQuestion] = {
    one.name: one
    for one in (
        ReadyQuestion(
            "characters",
            "Characters: names, mentions, and how much they speak",
            Drawing("name", MENTIONS, y_axis="mentions"),
            {**DOCUMENT, "least": 2},
        ),
        ReadyQuestion(
            "quotes-by-speaker",
            "Quotations by speaker",
            Drawing("speaker", ("quotations",)),
            {**DOCUMENT, "least": 1},
        ),
        ReadyQuestion(
            "quotations",
            "Who says what, in order",
            Drawing("speaker", (), y_axis="quotations"),
            {**DOCUMENT, "speaker": "*"},
        ),
        ReadyQuestion(
            "over-time",
            "Mentions of the most frequent characters, from the beginning to the end",
            Drawing("part", ("mentions",), kind=LINE, series="name"),
            {**DOCUMENT, "most": 6},
        ),
        ReadyQuestion(
            "together",
            "Who is mentioned with whom, in how many utterances",
            Drawing("one", ("utterances",), beside="another"),
            {**DOCUMENT, "least": 2},
        ),
        ReadyQuestion(
            "entities",
            "What is talked about most",
            Drawing("name", ("mentions",)),
            {**DOCUMENT, "least": 2},
        ),
        ReadyQuestion(
            "pronouns",
            "Pronouns: how often heard, how often resolved, how surely",
            Drawing("pronoun", ("resolved", "unresolved"), y_axis="pronouns"),
            {**DOCUMENT, "least": 1},
        ),
        ReadyQuestion(
            "pronouns-by-distance",
            "Resolved pronouns by the distance of their antecedents, in utterances",
            Drawing("distance", ("he", "she", "it", "they", "others"), y_axis="pronouns"),
            {**DOCUMENT, "most": 10},
        ),
        ReadyQuestion(
            "antecedents",
            "What pronouns are resolved to",
            Drawing("antecedent", ("pronouns",)),
            DOCUMENT,
        ),
        ReadyQuestion(
            "labels", "What became of the pronouns", Drawing("label", ("pronouns",)), DOCUMENT
        ),
        ReadyQuestion(
            "unresolved",
            "Pronouns without an antecedent: where, and why",
            Drawing("pronoun", (), series="label", y_axis="pronouns"),
            DOCUMENT,
        ),
        ReadyQuestion(
            "confidence",
            "Resolved pronouns by confidence",
            Drawing("at_least", ("pronouns",)),
            DOCUMENT,
        ),
        ReadyQuestion(
            "transitions", "Centering transitions", Drawing("transition", ("utterances",)), DOCUMENT
        ),
        ReadyQuestion(
            "documents",
            "Documents: what is in each",
            Drawing("document", ("resolved", "unresolved"), y_axis="pronouns"),
            DOCUMENT,
        ),
        ReadyQuestion(
            "failed", "Documents without a result", Drawing("code", (), y_axis="documents")
        ),
        ReadyQuestion(
            "problems", "Problems in the inputs, by code", Drawing("code", ("problems",)), DOCUMENT
        ),
    )
}
