"""Which words speak of something, and so have a sort: GUM's ten entity types, in context.

    where_spoken_of    the sorts that the encoder gives, at words that may head a mention only

The encoder was asked at the heads of mentions only, and says something of any word.
"""

from __future__ import annotations

from collections.abc import Iterable

ALWAYS = frozenset({"NOUN", "PROPN", "PRON", "VERB"})
AS_HEADS = frozenset({"ADJ", "ADV", "DET", "NUM", "SYM", "X"})
MODIFYING = frozenset(
    """advmod amod case cc compound compound:prt det det:predet discourse fixed flat goeswith mark
    nmod:desc nummod punct""".split()
)


def where_spoken_of(
    sorts: Iterable[str], upos: Iterable[str], relations: Iterable[str]
) -> list[str]:
    """The sorts of the words that have one, and "" for the others.

    >>> where_spoken_of(["time", "person"], ["DET", "PRON"], ["det", "nsubj"])
    ['', 'person']
    """
    words = zip(sorts, upos, relations, strict=True)
    return [sort if _speaks(tag, relation) else "" for sort, tag, relation in words]


def _speaks(upos: str, relation: str) -> bool:
    return upos in ALWAYS or (upos in AS_HEADS and relation not in MODIFYING)
