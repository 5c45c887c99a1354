"""What words stand for and mean where they stand: told before an utterance is heard.

with_senses    an utterance with the sorts and meanings that are asked for
told_by        who is asked for them
"""

from __future__ import annotations

from dataclasses import replace

from hearer.algorithms.base import Needs
from hearer.analysis.options import SortSource
from hearer.model import Utterance
from hearer.parsers import ear, understood

ASKING = frozenset({SortSource.AUTO, SortSource.NOUNS})


def with_senses(utterance: Utterance, source: SortSource, needs: Needs) -> Utterance:
    """The utterance with sorts and meanings, as far as they are asked for and can be told."""
    told = understood(utterance, sorts=source in ASKING, meanings=needs.meanings)
    if source is SortSource.LEXICON:
        return replace(told, sorts=(), stated=()) if told.sorts or told.stated else told
    if source is SortSource.NOUNS and told.sorts != utterance.sorts:
        words = zip(told.sorts, told.upos, strict=True)
        return replace(told, sorts=tuple("" if upos == "PROPN" else sort for sort, upos in words))
    return told


def told_by(utterance: Utterance | None, source: SortSource, needs: Needs) -> str:
    """Who is asked, and of which version; "" if nobody is, or nobody is there who could tell."""
    if utterance is None or utterance.language:
        return ""
    return ear() if needs.meanings or source in ASKING else ""
