"""What is answered: the shapes, for the OpenAPI. The values themselves are those of the views.

RewriteAnswer, CompareAnswer, BatchAnswer
SessionAnswer, TurnAnswer, TurnsAnswer
ExampleAnswer, FilmAnswer, RefusedAnswer
VersionAnswer, AlgorithmAnswer, FormatAnswer, StatusAnswer

A field may be added to any of them: whoever reads them passes over what they do not know.
"""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field


class Shape(BaseModel):
    """The shape of an object in an answer."""

    model_config = ConfigDict(extra="allow")


class EditTold(Shape):
    """Code points `start` to `end` of the original, now `new_start` to `new_end`."""

    start: int
    end: int
    new_start: int
    new_end: int
    original: str
    text: str
    pronoun: str


class LeftTold(Shape):
    """A pronoun that stayed, and why."""

    pronoun: str
    utterance: int
    word: int
    reason: str


class RewriteAnswer(Shape):
    """The new text, what was changed, and what was left."""

    text: str
    edits: list[EditTold]
    left: list[LeftTold]


class PronounCompared(Shape):
    """What each algorithm takes a pronoun to mean."""

    line: int
    column: int
    utterance: int
    word: int
    pronoun: str
    differ: bool
    answers: list[dict[str, Any]]


class CompareAnswer(Shape):
    """What several algorithms make of a document."""

    document: str
    algorithms: list[str]
    named: dict[str, list[int]] = Field(
        description="Where each entity is named first: the numbers of utterance and word."
    )
    pronouns: list[PronounCompared]


class DocumentTold(Shape):
    """What a document of a batch came to: its content, or a problem."""

    name: str | None = None
    content: Any = Field(default=None, description="For json an object, else the text of the file.")
    problem: dict[str, Any] | None = None


class BatchAnswer(Shape):
    """What each document came to, in order."""

    results: list[DocumentTold]


class SessionAnswer(Shape):
    """How a session hears, and how far it went."""

    id: str
    algorithm: str
    profile: str
    turns: int
    created: str
    used: str
    ends: str = Field(description="When it is forgotten, if nobody uses it.")


class TurnAnswer(Shape):
    """What was understood of a turn: as /v1/resolve says it, with the number of the turn."""

    number: int
    utterances: list[dict[str, Any]]
    resolutions: list[dict[str, Any]]


class TurnTold(Shape):
    """What was said in a turn."""

    number: int
    text: str
    speaker: str
    said: str = Field(description="When.")


class TurnsAnswer(Shape):
    """What was said, turn by turn."""

    turns: list[TurnTold]
    next: int | None = Field(description="The turn after which to go on, if there are more.")


class ExampleAnswer(Shape):
    """A document to begin with: a text, or a document and its format."""

    name: str
    title: str


class FilmAnswer(Shape):
    """All that the studio shows of a document."""

    algorithm: str
    profile: str
    problems: list[str]
    utterances: list[dict[str, Any]]
    entities: list[dict[str, Any]]
    mentions: list[dict[str, Any]]
    pronouns: list[dict[str, Any]]
    film: dict[str, Any]


class RefusedAnswer(Shape):
    """Why a document cannot be shown."""

    problem: dict[str, Any]


class VersionAnswer(Shape):
    """The version of hearer, and of its English model."""

    hearer: str
    model: str | None


class AlgorithmAnswer(Shape):
    """Who can resolve."""

    name: str
    is_default: bool
    summary: str
    reference: str
    profile: str = Field(description="The profile that goes with it.")
    options: list[str] = Field(description="The names of all options that can be set.")


class FormatAnswer(Shape):
    """What can be read and written."""

    name: str
    description: str
    suffixes: list[str]
    read: bool
    written: bool
    media_type: str


class StatusAnswer(Shape):
    """How the server is."""

    status: str
