"""What an algorithm makes of the paper's texts, and of sentences parsed by hand."""

from __future__ import annotations

from functools import cache

from hearer.formats import conllu
from hearer.hearing import listen
from hearer.model import Discourse, Interpretation
from hearer.profiles import how_to_hear
from tests.conftest import EXAMPLES

# Strube (1998), example 5; the specification's "example 5".
SACKS = "Jim/PROPN/nsubj/2 pulled/VERB/root/0/pull/VerbForm=Fin the/DET/det/5 burlap/NOUN/compound/5 sacks/NOUN/obj/2/sack/Number=Plur off/ADP/case/8 the/DET/det/8 deer/NOUN/obl/2 and/CCONJ/cc/11 Liz/PROPN/nsubj/11 looked/VERB/conj/2/look/VerbForm=Fin at/ADP/case/13 them/PRON/obl/11"


@cache
def paper_texts() -> dict[str, Discourse]:
    """The examples of the paper: table3, table3-prime, table4, table4-prime, table5."""
    paths = sorted(EXAMPLES.glob("table*.conllu"))
    found = [d for path in paths for d in conllu.discourses(conllu.read(str(path)))]
    return {discourse.name: discourse for discourse in found}


def in_paper(name: str, algorithm: str, **options: object) -> list[str]:
    """The pronouns of a text of the paper: "1d she FRIEDMAN"."""
    found = listen(paper_texts()[name], profile=how_to_hear(algorithm, settings=options))
    labels = {utterance.number: utterance.name for utterance in found.discourse.utterances}
    return [f"{labels[r.pronoun.utterance]} {r.pronoun.text} {r.entity}" for r in found.resolutions]


def notes(found: Interpretation) -> list[str]:
    """All that the trace shows of an algorithm's own structures."""
    return [str(note) for step in found.steps for part in step.parts for note in part.notes]
