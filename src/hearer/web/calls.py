"""What single calls take besides a document and how it is heard.

ResolveAsked, RewriteAsked, WhyAsked, WhyNotAsked
TraceAsked, CompareAsked, ConvertAsked, BatchAsked
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from hearer.algorithms import ALGORITHMS
from hearer.formats.converting import known
from hearer.profiles import ALL, PAPER, Profile, side_by_side, to_compare
from hearer.web.asking import (
    TEXT,
    AskedOfOne,
    Body,
    Counted,
    DocumentAsked,
    DocumentName,
    FormatName,
    HowAlike,
    HowAsked,
    Part,
    example,
    offered,
    require_share,
)
from hearer.web.hearing import Said

CONLLU = "1\tAnna\tAnna\tPROPN\t_\t_\t0\troot\t_\t_\n\n"
MOST_COMPARED = 20
COMPARED = (*ALGORITHMS.names(), ALL)
To = Annotated[
    str,
    Field(
        description="Any format that can be written: GET /v1/formats.",
        json_schema_extra=offered((one.name for one in known() if one.write), optional=False),
    ),
]
Strict = Annotated[bool, Field(description="Whether problems of the document are an error (422).")]
Compared = Annotated[str, Field(json_schema_extra=offered(COMPARED, optional=False))]
Offset = Annotated[int, Field(ge=0, lt=10**9)]


class ResolveAsked(AskedOfOne):
    """What every pronoun was taken to mean."""

    to: To = "json"
    strict: Strict = False


class RewriteAsked(AskedOfOne):
    """The text with its pronouns spelled out."""

    style: Literal["replace", "annotate"] = Field(
        default="replace", description="Brennan, or she [Brennan]."
    )
    every: Literal["needed", "all", "first-in-sentence", "ambiguous"] = Field(
        default="needed", description="How often: where needed, or more."
    )
    pronouns: list[str] | None = Field(
        default=None, description="The only ones to be touched.", examples=[["she", "her"]]
    )
    protect: list[Annotated[list[Offset], Field(min_length=2, max_length=2)]] = Field(
        default=[], description="Ranges of code points that stay as they are.", examples=[[[0, 4]]]
    )


class WhyAsked(AskedOfOne):
    """Why a pronoun means what it means."""

    model_config = ConfigDict(json_schema_extra=example({"text": TEXT, "pronoun": "she"}))

    pronoun: str | Annotated[list[Counted], Field(min_length=2, max_length=2)] = Field(
        description="Its place in the text, line:column; or [utterance, word]; or the pronoun.",
        examples=["1:19", "she", [2, 1]],
    )
    which: Counted = Field(default=1, description="Which of several pronouns that read so.")

    @property
    def question(self) -> str | tuple[int, int]:
        """The pronoun, as hearer asks for one."""
        if isinstance(self.pronoun, str):
            return self.pronoun
        return self.pronoun[0], self.pronoun[1]


class WhyNotAsked(WhyAsked):
    """Why a pronoun does not mean somebody else."""

    model_config = ConfigDict(
        json_schema_extra=example({"text": TEXT, "pronoun": "she", "candidate": "judge"})
    )

    candidate: Annotated[str, Field(min_length=1)] = Field(
        description="An entity, its name, or other words that the text has for it."
    )


class TraceAsked(AskedOfOne):
    """The states of the list, as the paper's tables print them."""

    model_config = ConfigDict(json_schema_extra=example({"text": TEXT, "view": "terminal"}))

    view: Literal["html", "latex", "terminal"] = "html"


class CompareAsked(HowAlike, DocumentAsked):
    """What several algorithms make of a document."""

    model_config = ConfigDict(
        json_schema_extra=example({"text": TEXT, "algorithms": ["s-list", "bfp"]})
    )

    algorithms: list[Compared] = Field(
        default=[], max_length=MOST_COMPARED, description="Whom to compare; five, if none is named."
    )
    to: Literal["json", "text", "tsv", "html"] = "json"
    only_differences: bool = Field(default=False, description="Leave out what all agree on.")
    part: Part = None

    @property
    def each(self) -> tuple[Profile, ...]:
        """How each of the algorithms hears; all alike, unless a profile is named."""
        require_share(self.options)
        return side_by_side(to_compare(self.algorithms), self.profile or PAPER, self.options)


class ConvertAsked(Body):
    """A document in another format; nothing is resolved."""

    model_config = ConfigDict(
        json_schema_extra=example(
            {"document": CONLLU, "format": "conllu", "to": "json"}, document=False
        )
    )

    document: str = Field(description="The content of a file in a format.")
    text: str | None = Field(
        default=None, description="The text beside it, where it has one: brat."
    )
    format: FormatName = None
    name: DocumentName = ""
    part: Part = None
    to: To = "corefud"
    strict: Annotated[
        bool, Field(description="Whether problems, and what is lost, are an error (422).")
    ] = False

    @property
    def said(self) -> Said:
        """What is to be read."""
        return Said(self.document, self.format or "", self.name, beside=self.text)


class BatchAsked(HowAsked):
    """Many documents, all heard alike."""

    model_config = ConfigDict(
        json_schema_extra=example({"documents": [{"text": TEXT}], "to": "json"}, document=False)
    )

    documents: list[DocumentAsked] = Field(min_length=1)
    to: To = "json"
