"""What is not asked of another language than English, in sentences for people.

skipped    what was left out of the analysis of a document, and what could not be told
"""

from __future__ import annotations

from collections.abc import Iterator

from hearer.analysis.universal.plain import shown
from hearer.analysis.universal.reading import is_pronoun
from hearer.harmless import number_and
from hearer.language import called
from hearer.model import Discourse, Utterance
from hearer.model.text import EmptyNode

LEFT_OUT = (
    "sorts, pleonastic pronouns that the tree does not call expl, verbs of saying, idioms, times, "
    "titles and given names"
)


def skipped(discourse: Discourse) -> Iterator[str]:
    """What was left out, and what could not be told; each a sentence without its full stop."""
    language = called(discourse.language)
    yield (
        f"it is read as {language}, by Universal Dependencies alone; left out are {LEFT_OUT}, "
        "which need lists of words"
    )
    pronouns = [one for u in discourse.utterances for one in _pronouns(u)]
    untold = sum(not is_told for is_told in pronouns)
    if untold:
        yield (
            f"of {number_and(len(pronouns), 'pronoun')} {untold} without PronType and without a "
            "form that we know: not heard"
        )
    if not any(set(utterance.features) - {"_"} for utterance in discourse.utterances):
        yield "no word has features, so agreement rules out little"
    others = [one for u in discourse.utterances for one in u.empty_nodes if not is_pronoun(one)]
    if others:
        yield f"{number_and(len(others), 'empty node')} {_are(others)} no pronoun, and not heard"


def _are(several: list[EmptyNode]) -> str:
    return "is" if len(several) == 1 else "are"


def _pronouns(utterance: Utterance) -> Iterator[bool]:
    """For every pronoun whether it is told which one it is."""
    for index, upos in enumerate(utterance.upos):
        if upos == "PRON":
            told = utterance.features[index]
            is_told = any(name in told for name in ("PronType=", "Person=", "Reflex=", "Poss="))
            yield is_told or shown(utterance, index) is not None
