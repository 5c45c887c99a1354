"""The names of hearer.__all__ for type checkers."""

from os import PathLike
from pathlib import Path
from typing import Unpack, overload

from hearer.algorithms import ALGORITHMS as ALGORITHMS
from hearer.analysis.options import AnalysisOptions as AnalysisOptions
from hearer.analysis.speech import Quotation as Quotation
from hearer.analysis.speech import quotations as quotations
from hearer.api import compare as compare
from hearer.api import convert as convert
from hearer.api import evaluate as evaluate
from hearer.api import follow as follow
from hearer.api import trace as trace
from hearer.api import write as write
from hearer.corpora.job import corpus as corpus
from hearer.corpora.query import Corpus as Corpus
from hearer.corpora.query import CorpusAnswer as CorpusAnswer
from hearer.errors import HearerError as HearerError
from hearer.errors import InputError as InputError
from hearer.errors import MissingPackage as MissingPackage
from hearer.errors import OutputError as OutputError
from hearer.errors import StrictError as StrictError
from hearer.errors import UnknownName as UnknownName
from hearer.errors import UsageError as UsageError
from hearer.evaluation.experiment import Evaluation as Evaluation
from hearer.formats import FORMATS as FORMATS
from hearer.formats import Reading as Reading
from hearer.hearing import Hearer as Hearer
from hearer.hearing import listen as listen
from hearer.keywords import Options as Options
from hearer.keywords import ResolveOptions
from hearer.model import Attempt as Attempt
from hearer.model import Chain as Chain
from hearer.model import Constraint as Constraint
from hearer.model import Discourse as Discourse
from hearer.model import Element as Element
from hearer.model import Entity as Entity
from hearer.model import Explanation as Explanation
from hearer.model import Interpretation as Interpretation
from hearer.model import Label as Label
from hearer.model import Note as Note
from hearer.model import Problem as Problem
from hearer.model import ReferringExpression as ReferringExpression
from hearer.model import Resolution as Resolution
from hearer.model import Segment as Segment
from hearer.model import Step as Step
from hearer.model import Tested as Tested
from hearer.model import Utterance as Utterance
from hearer.model import Verdict as Verdict
from hearer.model import Word as Word
from hearer.profiles import DEFAULT as DEFAULT
from hearer.profiles import PAPER as PAPER
from hearer.profiles import Profile as Profile
from hearer.profiles import how_to_hear as how_to_hear
from hearer.reading import read as read
from hearer.session.knowledge import Correction as Correction
from hearer.session.knowledge import Corrections as Corrections
from hearer.session.knowledge import Knowledge as Knowledge
from hearer.session.knowledge import correct as correct
from hearer.session.knowledge import read_corrections as read_corrections
from hearer.session.knowledge import write_corrections as write_corrections
from hearer.session.listener import Change as Change
from hearer.session.listener import ChangeKind as ChangeKind
from hearer.session.listener import Guess as Guess
from hearer.session.listener import Heard as Heard
from hearer.session.listener import Listener as Listener
from hearer.session.session import Session as Session
from hearer.views.comparison import Comparison as Comparison
from hearer.views.rewriting.rewriter import Edit as Edit
from hearer.views.rewriting.rewriter import Left as Left
from hearer.views.rewriting.rewriter import Rewriting as Rewriting

__all__: list[str]
__version__: str

_Document = str | PathLike[str] | Discourse | Reading  # or a Doc of spaCy or Stanza
_Documents = list[_Document] | list[str] | list[Discourse] | list[Path]

# A list is an object, too: the first signature that fits counts.
@overload
def resolve(  # type: ignore[overload-overlap]
    x: _Documents, /, **options: Unpack[ResolveOptions]
) -> list[Interpretation]:
    """Resolve the pronouns of each document: see docs/options.md for the options."""

@overload
def resolve(x: object, /, **options: Unpack[ResolveOptions]) -> Interpretation:
    """Resolve the pronouns of a text, a Path, a Discourse, a Reading, a spaCy or Stanza document.

    A str is raw text, never a path. See docs/options.md for the options.
    """

@overload
def rewrite(  # type: ignore[overload-overlap]
    x: list[Interpretation] | _Documents,
    /,
    *,
    every: str = ...,
    **options: Unpack[ResolveOptions],
) -> list[Rewriting]:
    """Replace the pronouns of each text by what they refer to: see docs/rewriting.md."""

@overload
def rewrite(x: object, /, *, every: str = ..., **options: Unpack[ResolveOptions]) -> Rewriting:
    """Replace the pronouns of a text by what they refer to: see docs/rewriting.md."""
