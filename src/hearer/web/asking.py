"""What a request says: every field that there is, and nothing else.

Body              a body, or an object in it
DocumentAsked     a text, or the content of a file in a format
HowAsked          how to hear: algorithm, profile, options, knowledge
HowAlike          the same without an algorithm, where several are asked for
DocumentHeard     both: what most requests begin with
KnowledgeSaid, CorrectionSaid
                  what the caller knows better
AskedOfOne        both, and which of several documents is meant
Counted, Part, OptionValue, FormatName, DocumentName, offered, example
                  what fields are made of

Their field names are those of the library; docs/options.md has the options. What single calls take
besides is in `calls`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from hearer.algorithms import ALGORITHMS
from hearer.errors import UsageError
from hearer.formats.converting import known
from hearer.limits import MOST_DIGITS
from hearer.profiles import PROFILES, Profile, how_to_hear
from hearer.session.knowledge import Correction, Knowledge
from hearer.web.hearing import Said

Counted = Annotated[int, Field(ge=1, lt=10**MOST_DIGITS)]
Part = Annotated[Counted | None, Field(description="Which of several documents in it.")]
OptionValue = bool | int | float | str | None
Schema = dict[str, Any]  # of JSON: as deep as it likes
TEXT = "Anna met a judge. She won."
ONE_OF_BOTH = [{"required": ["text"]}, {"required": ["document"]}]


def offered(names: Iterable[str], *, optional: bool = True) -> Schema:
    """For the schema: the names that a text may be. One that is none is refused by who knows."""
    return {"enum": [*names, *([None] if optional else ())]}


def example(body: Schema, *, document: bool = True) -> Callable[[Schema], None]:
    """For the schema: a body that works, and that a document is a text or the content of a file."""

    def extended(schema: Schema) -> None:
        schema["examples"] = [body]
        if document:
            schema["anyOf"] = ONE_OF_BOTH

    return extended


class Body(BaseModel):
    """A body, or an object in it: what has no field is refused, and nothing is converted."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False, frozen=True)


class CorrectionSaid(Body):
    """What a word refers to: an entity, "@3.1" for what that word does, "-" for nothing."""

    utterance: Counted
    word: Counted
    entity: Annotated[str, Field(min_length=1)]


class KnowledgeSaid(Body):
    """What the caller knows beforehand."""

    pronouns: dict[str, str] = Field(
        default={}, description="Names and their pronouns.", examples=[{"Alex": "they/them"}]
    )
    corrections: list[CorrectionSaid] = Field(default=[], description="Who is meant, whatever.")
    names: dict[str, str] = Field(
        default={}, description="What entities are called.", examples=[{"ANNA": "Anna Keller"}]
    )
    speakers: list[str] = Field(default=[], description="Who takes part in the conversation.")
    name_gender: bool = Field(default=True, description="Whether given names tell a gender.")

    def known(self) -> Knowledge | None:
        """The same as hearer takes it; nothing, if nothing is known."""
        corrections = [Correction(one.utterance, one.word, one.entity) for one in self.corrections]
        found = Knowledge(
            pronouns=self.pronouns,
            corrections=tuple(corrections),
            speakers=tuple(self.speakers),
            name_gender=self.name_gender,
            names=self.names,
        )
        return None if found == Knowledge() else found


FormatName = Annotated[
    str | None,
    Field(
        description="The format of the document; if there is none, its first lines tell.",
        json_schema_extra=offered(one.name for one in known() if one.read),
    ),
]
DocumentName = Annotated[str, Field(max_length=200, description="What the document is called.")]


class DocumentAsked(Body):
    """A document: either `text`, or `document` and its `format`."""

    model_config = ConfigDict(json_schema_extra=example({"text": TEXT}))

    text: str = Field(default="", description="Raw text.", examples=[TEXT])
    document: str = Field(
        default="",
        description="The content of a file in a format; brat's has its text beside it, in `text`.",
    )
    format: FormatName = None
    name: DocumentName = ""

    @model_validator(mode="after")
    def _is_said(self) -> Self:
        if not {"text", "document"} & self.model_fields_set:
            raise ValueError("say either text, or document and its format")
        if self.format is not None and "document" not in self.model_fields_set:
            raise ValueError("a text has no format: say document instead")
        return self

    @property
    def said(self) -> Said:
        """What is to be read."""
        if "document" not in self.model_fields_set:
            return Said(self.text, name=self.name)
        beside = self.text if "text" in self.model_fields_set else None
        return Said(self.document, self.format or "", self.name, beside=beside)


class HowAlike(Body):
    """How to hear, whoever resolves."""

    profile: str | None = Field(
        default=None, description="A set of options.", json_schema_extra=offered(PROFILES)
    )
    options: dict[str, OptionValue] = Field(
        default={}, description="Options by name.", examples=[{"precision": 0.9}]
    )
    knowledge: KnowledgeSaid = KnowledgeSaid()


class HowAsked(HowAlike):
    """How to hear."""

    algorithm: str | None = Field(
        default=None,
        description="Who resolves: GET /v1/algorithms.",
        json_schema_extra=offered(ALGORITHMS.names()),
    )

    @property
    def how(self) -> Profile:
        """The profile that is asked for."""
        require_share(self.options)
        return how_to_hear(self.algorithm, self.profile, self.options)


class DocumentHeard(HowAsked, DocumentAsked):
    """A document, and how to hear it."""

    model_config = ConfigDict(json_schema_extra=example({"text": TEXT}))


class AskedOfOne(DocumentHeard):
    """A question about one document, where a file has several."""

    part: Part = None


def require_share(options: dict[str, OptionValue]) -> None:
    """Raise if a precision is asked for that is none."""
    precision = options.get("precision")
    if precision is not None and not (isinstance(precision, float | int) and 0 < precision < 1):
        raise UsageError("The option precision is a share between 0 and 1, as in 0.9.")
