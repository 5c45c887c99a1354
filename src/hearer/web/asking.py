"""What a request says: every field that there is, and nothing else.

DocumentAsked     a text, or the content of a file in a format
HowAsked          how to hear: algorithm, profile, options, knowledge
DocumentHeard     both: what most requests begin with
KnowledgeSaid, CorrectionSaid
                  what the caller knows better
ResolveAsked, WhyAsked
                  what is asked besides, call by call

Their field names are those of the library; docs/options.md has the options.
"""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from hearer.errors import UsageError
from hearer.limits import MOST_DIGITS
from hearer.profiles import Profile, how_to_hear
from hearer.session.knowledge import Correction, Knowledge
from hearer.web.hearing import Said

Counted = Annotated[int, Field(ge=1, lt=10**MOST_DIGITS)]
OptionValue = bool | int | float | str | None


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


class DocumentAsked(Body):
    """A document: either `text`, or `document` and its `format`."""

    model_config = ConfigDict(
        json_schema_extra={"oneOf": [{"required": ["text"]}, {"required": ["document"]}]}
    )

    text: str = Field(default="", description="Raw text.", examples=["Anna met a judge. She won."])
    document: str = Field(default="", description="The content of a file in a format.")
    format: str | None = Field(
        default=None, description="The format of the document; its first lines tell, else."
    )
    name: str = Field(default="", max_length=200, description="What the document is called.")

    @model_validator(mode="after")
    def _is_one(self) -> Self:
        if ("text" in self.model_fields_set) == ("document" in self.model_fields_set):
            raise ValueError("say either text, or document and its format")
        if self.format is not None and "text" in self.model_fields_set:
            raise ValueError("a text has no format: say document instead")
        return self

    @property
    def said(self) -> Said:
        """What is to be read."""
        if "text" in self.model_fields_set:
            return Said(self.text, name=self.name)
        return Said(self.document, self.format or "", self.name)


class HowAsked(Body):
    """How to hear."""

    algorithm: str | None = Field(default=None, examples=["s-list"])
    profile: str | None = Field(default=None, examples=["paper"])
    options: dict[str, OptionValue] = Field(default={}, examples=[{"precision": 0.9}])
    knowledge: KnowledgeSaid = KnowledgeSaid()

    @property
    def how(self) -> Profile:
        """The profile that is asked for."""
        if self.options.get("precision") is not None:
            _require_share(self.options["precision"])
        return how_to_hear(self.algorithm, self.profile, self.options)


class DocumentHeard(DocumentAsked, HowAsked):
    """A document, and how to hear it."""


def _require_share(precision: OptionValue) -> None:
    is_share = isinstance(precision, float | int) and 0 < precision < 1
    if not is_share:
        raise UsageError("The option precision is a share between 0 and 1, as in 0.9.")


# Call by call ------------------------------------------------------------------------------------


class ResolveAsked(DocumentHeard):
    """What every pronoun was taken to mean."""

    to: str = Field(default="json", description="Any format that can be written.")


class WhyAsked(DocumentHeard):
    """Why a pronoun means what it means."""

    pronoun: str | Annotated[list[Counted], Field(min_length=2, max_length=2)] = Field(
        description="Its place in the text, line:column; or [utterance, word]; or the pronoun.",
        examples=["1:19", "she", [2, 1]],
    )
    which: Counted = Field(default=1, description="Which of several pronouns of that text.")
    part: Counted | None = Field(default=None, description="Which of several documents.")

    @property
    def question(self) -> str | tuple[int, int]:
        """The pronoun, as hearer asks for one."""
        if isinstance(self.pronoun, str):
            return self.pronoun
        return self.pronoun[0], self.pronoun[1]
