"""Every choice that the paper or the specification leaves open, with the paper's as default.

The names are those of docs/specification/analysis.md 0 and s-list.md A; each value's comment says
what it stands for.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import StrEnum

from hearer.errors import UsageError
from hearer.escape import brief, quoted
from hearer.language import AUTO, code_of
from hearer.model.meaning import EnglishModel


class Temporal(StrEnum):
    """Which time expressions refer (Tables 3 to 5 show "each year", but not "last week")."""

    DETERMINED_ONLY = "determined-only"
    ALL = "all"
    NONE = "none"


class DirectSpeech(StrEnum):
    """What becomes of words in double quotes."""

    SKIP = "skip"  # they are not heard (footnote to section 3.3)
    CLAUSES = "clauses"  # skipped only where a quotation holds a verb: scare quotes are heard
    KEEP = "keep"


class FirstDefinite(StrEnum):
    """The status of a definite at first mention (docs/specification/s-list.md A.3, rule 10)."""

    BRAND_NEW = "BN"
    INFERRABLE = "I"
    ANCHORED = "BNA"  # Tetreault's choice
    UNUSED = "U"


class Anchors(StrEnum):
    """What anchors a brand-new entity (rule 9)."""

    POSSESSIVE = "poss"
    OF = "of"  # possessives and of-phrases
    ANY = "any"  # any prepositional phrase, as in German FunC


class Inferrables(StrEnum):
    """Where the links of inferrables come from (rule 7)."""

    NONE = "none"
    LEXICON = "lexicon"  # parts of wholes, lexicon/parts.txt


class Segments(StrEnum):
    """What opens a segment."""

    WALKER = "walker"
    PARAGRAPH = "paragraph"
    NONE = "none"  # the document is one


class Strictness(StrEnum):
    """How surely a candidate must clash with a pronoun to be ruled out."""

    STRICT = "strict"  # number, gender and sort as the lexicon has them
    LENIENT = "lenient"  # what is possible passes: groups and single persons may be they


class SortSource(StrEnum):
    """Who says what kind of thing a noun stands for."""

    AUTO = "auto"  # what the file or its parser states, else the English pipeline, and the lexicon
    NOUNS = "nouns"  # the same of common nouns; of names what is stated, and the lexicon
    STATED = "stated"  # what is stated, and the lexicon
    LEXICON = "lexicon"


@dataclass(frozen=True, slots=True, kw_only=True)
class AnalysisOptions:
    """How to read a parse. The defaults are the paper's, or reproduce its tables."""

    temporal: Temporal = Temporal.DETERMINED_ONLY
    direct_speech: DirectSpeech = DirectSpeech.SKIP
    first_definite: FirstDefinite = FirstDefinite.BRAND_NEW
    anchors: Anchors = Anchors.OF
    inferrables: Inferrables = Inferrables.NONE
    segments: Segments = Segments.WALKER
    relative_pronouns: bool = True  # they evoke what they modify (rule 3)
    appositives: bool = True  # they evoke what they elaborate (rule 4)
    ellipses: bool = True  # elliptical subjects evoke (rule 2)
    sorts: SortSource = SortSource.AUTO
    sortal: bool = True  # Tetreault's re-implementation had no sortal test
    demonstratives: bool = False  # this and that refer; the paper counts personal pronouns only
    memory: int = 4096  # how many entities are remembered as known
    model: EnglishModel = EnglishModel.SMALL
    language: str = AUTO  # of the document, "cs"; auto: as it states, or as its words show
    # What follows is not the paper's: the profile "default" sets it.
    all_pronouns: bool = False  # also broken off ("it it starts") and in unusual places
    pleonastic: bool = False  # pleonastic it is heard, so that an algorithm can tell it apart
    predicates: bool = False  # so are predicative noun phrases
    predication: bool = False  # they are said of their subject: Tim is *my brother*
    likeness: bool = False  # names and noun phrases are weighed against what was heard
    relatives_in_chains: bool = True  # GUM has no relative pronouns in its chains
    strictness: Strictness = Strictness.STRICT
    speakers: bool = False  # I, you and we are who speaks and is spoken to, he and she are not
    control: bool = False  # binding as counted: gaps; *a woman in her sixties* may be *her*
    cues: bool = False  # expressions carry governor and cues
    pointing: bool = False  # this, that, these, those and so are resolved, too
    ones: bool = False  # a green *one* is an apple, if that was named

    def __post_init__(self) -> None:
        said: object = self.language
        if said != AUTO and (not isinstance(said, str) or code_of(said) is None):
            raise UsageError(
                f"The option language cannot be {quoted(str(said))}; it may be {AUTO}, or a code, "
                "as de or cs."
            )

    def __repr__(self) -> str:
        own = [each for each in fields(self) if getattr(self, each.name) != each.default]
        said = ", ".join(f"{each.name}={getattr(self, each.name)!s}" for each in own)
        return brief(self, said or "as in the paper")


# The analysis of the default profile.
LENIENT = AnalysisOptions(
    all_pronouns=True,
    control=True,
    cues=True,
    demonstratives=True,
    direct_speech=DirectSpeech.KEEP,
    likeness=True,
    ones=True,
    pleonastic=True,
    pointing=True,
    predicates=True,
    predication=True,
    relatives_in_chains=False,
    segments=Segments.NONE,
    sortal=False,  # the ranker weighs sorts
    # Predicted sorts of names lose as many pronouns as they gain where the parse is not ours
    # (docs/specification/analysis.md 0.4).
    sorts=SortSource.NOUNS,
    speakers=True,
    strictness=Strictness.LENIENT,
)
