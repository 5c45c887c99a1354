"""What authors of algorithms, formats and parsers build on: values of the model, and base classes.

An algorithm is offered through the entry point group `hearer.algorithms`, a parser through
`hearer.parsers`, a format through `hearer.formats`: CONTRIBUTING.md has the steps, and
hearer.testing checks the contracts.
"""

# isort: off
from hearer import model
from hearer.algorithms.base import (
    Algorithm, AntecedentTest, Needs, NoOptions, Searching, Strategy, in_states, look_up,
)  # fmt: skip
from hearer.formats import Format, Holds, Reading
from hearer.formats.annotation import entities_in
from hearer.formats.decoding import decoded, lines_of
from hearer.formats.entities import NodePlace, in_words, mention_of
from hearer.formats.format import Problems
from hearer.formats.unparsed import BareSentence, bare_discourse, with_entities
from hearer.hearing import Analysis
from hearer.model import *  # noqa: F403 - all of its public names
from hearer.parsers import Parser
from hearer.registry import Registry

__all__ = [
    "Algorithm", "Analysis", "AntecedentTest", "BareSentence", "Format", "Holds", "Needs",
    "NoOptions", "NodePlace", "Parser", "Problems", "Reading", "Registry", "Searching", "Strategy",
    "bare_discourse", "decoded", "entities_in", "in_states", "in_words", "lines_of", "look_up",
    "mention_of", "with_entities",
]  # fmt: skip
__all__ += model.__all__
