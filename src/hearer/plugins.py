"""What authors build on: of algorithms, of formats, of parsers, and of other ways to hear.

    Strategy, NoOptions        an algorithm: its fields are its state, its options a frozen value
    look_up, in_states         test candidates in an order until one passes
    Searching, SearchOptions   an algorithm that is an order of search and little else
    AntecedentTest, Needs      what it is given, and what it says it needs
    Part, given                state in parts; a field that is no state (options, tables)
    ReferringExpression, Outline, Element, Entity, Familiarity, Kind
                               what it hears, and what it keeps
    Step, Event, Resolution, Attempt, Verdict, Constraint, Note
                               what it answers, with the reason
    Format, Holds, Reading     a format, what it holds, and what is read from a file
    decoded, lines_of, Problems
                               from bytes to lines as every format does it, and what is wrong
    BareSentence, bare_discourse, with_entities, mention_of, NodePlace
                               documents of words without a parse, and their entities
    entities_in, in_words      the entities of what was understood, and the words of a mention
    Parser                     text to utterances
    Analysis                   whoever reads expressions off the parse
    Registry                   how all of them are found by name

An algorithm is offered through the entry point group `hearer.algorithms`, a parser through
`hearer.parsers`, a format through `hearer.formats`: CONTRIBUTING.md has the steps, and
hearer.testing the contracts.
"""

from hearer.algorithms.base import (
    Algorithm,
    AntecedentTest,
    Needs,
    NoOptions,
    Searching,
    SearchOptions,
    Strategy,
    in_states,
    look_up,
)
from hearer.formats import Format, Holds, Reading
from hearer.formats.annotation import entities_in
from hearer.formats.decoding import decoded, lines_of
from hearer.formats.entities import NodePlace, in_words, mention_of
from hearer.formats.format import Problems
from hearer.formats.unparsed import BareSentence, bare_discourse, with_entities
from hearer.hearing import Analysis
from hearer.model import (
    Attempt,
    Constraint,
    Element,
    Entity,
    Event,
    Familiarity,
    Kind,
    Note,
    Outline,
    ReferringExpression,
    Resolution,
    Step,
    Verdict,
)
from hearer.model.state import Part, given
from hearer.parsers import Parser
from hearer.registry import Registry

__all__ = [
    "Algorithm",
    "Analysis",
    "AntecedentTest",
    "Attempt",
    "BareSentence",
    "Constraint",
    "Element",
    "Entity",
    "Event",
    "Familiarity",
    "Format",
    "Holds",
    "Kind",
    "Needs",
    "NoOptions",
    "NodePlace",
    "Note",
    "Outline",
    "Parser",
    "Part",
    "Problems",
    "Reading",
    "ReferringExpression",
    "Registry",
    "Resolution",
    "SearchOptions",
    "Searching",
    "Step",
    "Strategy",
    "Verdict",
    "bare_discourse",
    "decoded",
    "entities_in",
    "given",
    "in_states",
    "in_words",
    "lines_of",
    "look_up",
    "mention_of",
    "with_entities",
]
