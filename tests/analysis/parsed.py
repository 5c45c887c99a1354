"""Sentences parsed by hand, in one line: FORM/UPOS/RELATION/HEAD[/LEMMA[/FEATURES]]."""

from __future__ import annotations

from typing import Any

from hearer.analysis.draft import Draft
from hearer.analysis.options import AnalysisOptions
from hearer.analysis.reader import TreeReader
from hearer.hearing import listen
from hearer.model import Discourse, Interpretation, Utterance
from hearer.model.tree import Tree

PARAGRAPH = "¶ "  # before a sentence that begins a paragraph


def discourse(*sentences: str) -> Discourse:
    return Discourse(
        tuple(
            Utterance.of(
                sentence.removeprefix(PARAGRAPH),
                number=number,
                begins_paragraph=sentence.startswith(PARAGRAPH),
            )
            for number, sentence in enumerate(sentences, start=1)
        )
    )


def heard(*sentences: str, **options: Any) -> Interpretation:
    """What the paper's profile makes of sentences; of sorts only the lexicon tells."""
    return listen(discourse(*sentences), profile="paper", **{"sorts": "stated", **options})


def last_state(*sentences: str, **options: Any) -> str:
    return str(heard(*sentences, **options).steps[-1])


def resolved(*sentences: str, **options: Any) -> list[str]:
    """The pronouns and what they were taken to mean: "she BRENNAN"."""
    return [f"{r.pronoun.text} {r.entity}" for r in heard(*sentences, **options).resolutions]


def texts(sentence: str, **options: Any) -> list[str]:
    """The referring expressions of a sentence."""
    return [draft.text for draft in found_in(sentence, **options)]


def found_in(sentence: str, **options: Any) -> list[Draft]:
    tree = Tree(Utterance.of(sentence))
    return TreeReader(AnalysisOptions(**options)).read(tree, (False,) * (len(tree) + 1))


BRENNAN = (
    "Brennan/PROPN/nsubj/2 drives/VERB/root/0 an/DET/det/4 Alfa/PROPN/obj/2 Romeo/PROPN/flat/4"
)
SHE_DRIVES = "She/PRON/nsubj/2 drives/VERB/root/0 fast/ADV/advmod/2"
SHE_WINS = "She/PRON/nsubj/2 wins/VERB/root/0"
WEATHER = "The/DET/det/2 weather/NOUN/nsubj/4 was/AUX/cop/4 bad/ADJ/root/0"
FRIEDMAN_RACES = (
    "Friedman/PROPN/nsubj/2 races/VERB/root/0 on/ADP/case/4 weekends/NOUN/obl/2/weekend"
)
