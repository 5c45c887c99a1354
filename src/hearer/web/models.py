"""Bodies of requests. They are strict: unknown fields and values of another type are refused."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from hearer.algorithms import ALGORITHMS
from hearer.formats.converting import known
from hearer.model.state import MOST
from hearer.profiles import ALL, PAPER, PROFILES, Profile, how_to_hear, side_by_side
from hearer.session.knowledge import Correction, Knowledge
from hearer.web.documents import Source

Schema = dict[str, Any]
TEXT = "Anna met a judge. She won."
SESSION_ID = "[A-Za-z0-9_-]{16,64}"


def _enum(names: Iterable[str], description: str = "", *, optional: bool = True) -> Any:
    """Return a field with names for the schema; the library refuses others with a suggestion."""
    schema: Schema = {"enum": [*names, *([None] if optional else ())]}
    return Field(description=description or None, json_schema_extra=schema)


def _config(example: Schema | None = None, **more: object) -> ConfigDict:
    """Return a configuration that adds an example, and the rule for documents, to the schema."""

    def extend(schema: Schema) -> None:
        schema["examples"] = [example or {"text": TEXT, **more}]
        if example is None:
            schema["anyOf"] = [{"required": ["text"]}, {"required": ["document"]}]

    return ConfigDict(json_schema_extra=extend)


READ, WRITTEN = ([one.name for one in known() if getattr(one, way)] for way in ("read", "write"))
Number = Annotated[int, Field(ge=1, lt=MOST)]
Part = Annotated[Number | None, Field(description="The number of the document, of several.")]
FormatName = Annotated[str | None, _enum(READ, "The format; if it is missing, it is detected.")]
DocumentName = Annotated[str, Field(max_length=200)]
To = Annotated[str, _enum(WRITTEN, "The format of the answer: GET /v1/formats.", optional=False)]
Strict = Annotated[bool, Field(description="Refuse documents with problems or losses (422).")]
Every = Literal["needed", "all"]
Compared = Annotated[str, _enum((*ALGORITHMS.names(), ALL), optional=False)]
OptionValue = bool | int | float | str | None
Algorithm = Annotated[str | None, _enum(ALGORITHMS.names(), "One of GET /v1/algorithms.")]


class Body(BaseModel):
    """The body of a request, or an object in one."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False, frozen=True)


class CorrectionModel(Body):
    """What a word refers to: an entity, "@3.1" for that of another word, "-" for nothing."""

    utterance: Number
    word: Number
    entity: Annotated[str, Field(min_length=1)]


class KnowledgeModel(Body):
    """Facts that hold whatever the text says: pronouns of names, antecedents, display names."""

    pronouns: dict[str, str] = {}  # {"Alex": "they/them"}
    corrections: list[CorrectionModel] = []
    names: dict[str, str] = {}  # {"ANNA": "Anna Keller"}
    speakers: list[str] = []

    def knowledge(self) -> Knowledge | None:
        """Return the same for the library, or None if it is empty."""
        corrections = tuple(Correction(**one.model_dump()) for one in self.corrections)
        several = {"corrections": corrections, "speakers": tuple(self.speakers)}
        found = Knowledge(**{**dict(self), **several})
        return None if found == Knowledge() else found


class DocumentModel(Body):
    """A document: raw `text`, or the content of a file and its `format`; for brat both."""

    model_config = _config()

    text: str = ""
    document: str = ""
    format: FormatName = None
    name: DocumentName = ""

    @model_validator(mode="after")
    def _has_content(self) -> Self:
        if not {"text", "document"} & self.model_fields_set:
            raise ValueError("say either text, or document and its format")
        if self.format is not None and "document" not in self.model_fields_set:
            raise ValueError("a text has no format: say document instead")
        return self

    @property
    def source(self) -> Source:
        if "document" not in self.model_fields_set:
            return Source(self.text, name=self.name)
        text = self.text if "text" in self.model_fields_set else None
        return Source(self.document, self.format or "", self.name, text)


class OptionsModel(Body):
    """Options for every algorithm."""

    profile: Annotated[str | None, _enum(PROFILES, "A set of options.")] = None
    options: dict[str, OptionValue] = {}  # {"precision": 0.9}
    knowledge: KnowledgeModel = KnowledgeModel()


class AlgorithmModel(OptionsModel):
    """An algorithm and its options."""

    algorithm: Algorithm = None

    def resolved_profile(self) -> Profile:
        return how_to_hear(self.algorithm, self.profile, self.options)


class DocumentRequest(AlgorithmModel, DocumentModel):
    """A document, or one of several in a file, and how to resolve it."""

    part: Part = None


class ResolveRequest(DocumentRequest):
    """A document to resolve, and the format of the answer."""

    to: To = "json"
    strict: Strict = False


class RewriteRequest(DocumentRequest):
    """A document whose pronouns are replaced: where needed, or all of them."""

    every: Every = "needed"


class WhyRequest(DocumentRequest):
    """A pronoun whose resolution is explained."""

    model_config = _config(pronoun="she")

    pronoun: str | Annotated[list[Number], Field(min_length=2, max_length=2)] = Field(
        description="Its position, line:column or [utterance, word]; or the pronoun itself.",
        examples=["1:19", "she", [2, 1]],
    )
    which: Number = Field(default=1, description="The number of the pronoun, of equal ones.")

    @property
    def question(self) -> str | tuple[int, int]:
        if isinstance(self.pronoun, str):
            return self.pronoun
        return self.pronoun[0], self.pronoun[1]


class WhyNotRequest(WhyRequest):
    """A pronoun, and an entity, its name, or other words for it."""

    model_config = _config(pronoun="she", candidate="judge")

    candidate: Annotated[str, Field(min_length=1)]


class TraceRequest(DocumentRequest):
    """A document whose list states are shown."""

    model_config = _config(view="terminal")

    view: Literal["html", "latex", "terminal"] = "html"


class CompareRequest(OptionsModel, DocumentModel):
    """A document, and the algorithms to compare on it: five if none is named."""

    model_config = _config(algorithms=["s-list", "bfp"])

    algorithms: list[Compared] = Field(default=[], max_length=20)
    to: Literal["json", "text", "tsv", "html"] = "json"
    only_differences: bool = False
    part: Part = None

    def profiles(self) -> tuple[Profile, ...]:
        """Return a profile for each algorithm, all with the same options."""
        return side_by_side(self.algorithms, self.profile or PAPER, self.options)


class SessionRequest(AlgorithmModel):
    """Options of a new session, and its id, if it is not to be random."""

    id: str = Field(default="", pattern=f"^({SESSION_ID})?$")


class TurnRequest(Body):
    """One turn of a conversation; with a number it is resolved once, however often it is sent."""

    text: str
    speaker: str = Field(default="", max_length=200)
    number: Number | None = None


class ExportRequest(DocumentRequest):
    """A file that the studio saves: a format, or one of the kinds in routes/studio.py."""

    to: str = "json"
    every: Every = "needed"


class LiveMessage(Body):
    """A message to /v1/listen; exactly one field is set."""

    begin: AlgorithmModel | None = None
    text: str | None = None
    end: Literal[True] | None = None
