"""GUM's words with the parse of the shipped parser: what the weighted S-list meets in raw text.

gum    the documents of a part, as ranker_examples.gum has them, but with predicted parses

Training on gold parses alone teaches nothing of how a parser errs. The parser was trained on the
same documents, so its errors here are fewer than they will be elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator

from hearer.evaluation.reparsing import reparsed
from hearer.model import Discourse
from training import ranker_examples
from training.ranker_gold import Gold

PARSER = "english"


def gum(part: str, *, all_genres: bool = False) -> Iterator[tuple[Discourse, Gold]]:
    """The documents of a part of GUM, parsed; the answers are gold's."""
    for discourse, gold in ranker_examples.gum(part, all_genres=all_genres):
        yield reparsed(discourse, PARSER), gold
