"""Documents of words that nobody has parsed: what the formats without a parse are read into.

BareSentence      words, what stands behind each, and who speaks
bare_utterance    an utterance of words, each hung on the first
bare_discourse    a document of such utterances, with its entities
is_bare           whether an utterance has words only
is_pronoun        whether some words are a pronoun, with a parse and without
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from hearer.formats.entities import Entities, Mention, in_text_order
from hearer.model import Discourse, Utterance

# The personal, possessive and reflexive pronouns of English (Quirk et al. 1985, Table 6.1).
PRONOUNS = frozenset(
    "i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his "
    "himself she her hers herself it its itself they them their theirs themselves themself".split()
)
_NO_TAG = frozenset({"X", "_", ""})


class BareSentence(NamedTuple):
    """Words, what stands behind each, and who speaks."""

    forms: tuple[str, ...]
    spaces: tuple[str, ...] = ()  # none: a blank behind every word
    speaker: str = ""
    begins_paragraph: bool = False


def bare_utterance(number: int, sentence: BareSentence, *, start: int = 0) -> Utterance:
    """An utterance without tags: every word hangs on the first.

    >>> bare_utterance(1, BareSentence(("She", "waits"))).heads
    (0, 1)
    """
    size = len(sentence.forms)
    return Utterance(
        number,
        sentence.forms,
        lemmas=tuple(form.lower() for form in sentence.forms),
        upos=("X",) * size,
        xpos=("_",) * size,
        features=("_",) * size,
        heads=(0, *[1] * (size - 1))[:size],
        relations=("root", *["dep"] * (size - 1))[:size],
        spaces=sentence.spaces or (" ",) * size,
        start=start,
        begins_paragraph=sentence.begins_paragraph,
        speaker=sentence.speaker,
    )


def bare_discourse(
    sentences: Iterable[BareSentence], *, name: str = "", path: str = "", before: str = ""
) -> Discourse:
    """A document of words without a parse; sentences without any are left out."""
    utterances: list[Utterance] = []
    start = len(before)
    for sentence in sentences:
        if sentence.forms:
            utterances.append(bare_utterance(len(utterances) + 1, sentence, start=start))
            start += len("".join(sentence.forms)) + len("".join(utterances[-1].spaces))
    return Discourse(tuple(utterances), name, path, Entities(), before=before, has_parse=False)


def with_entities(discourse: Discourse, mentions: Iterable[Mention]) -> Discourse:
    """The discourse with these entities, in text order; if it has words only, it says so."""
    has_parse = discourse.has_parse and not all(map(is_bare, discourse.utterances))
    return replace(discourse, source=Entities(in_text_order(mentions)), has_parse=has_parse)


def is_bare(utterance: Utterance) -> bool:
    """Whether nobody has tagged its words."""
    return _NO_TAG.issuperset(utterance.upos)


def is_pronoun(utterance: Utterance, first: int, last: int) -> bool:
    """Whether the words `first` to `last` are a pronoun: its tag tells, else its form.

    >>> is_pronoun(Utterance.of("She/PRON/nsubj/2 drives/VERB/root/0"), 1, 1)
    True
    """
    if first != last:
        return False
    if is_bare(utterance):
        return utterance.forms[first - 1].lower() in PRONOUNS
    return utterance.upos[first - 1] == "PRON"
