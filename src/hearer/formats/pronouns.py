"""Whether a mention is a pronoun, with a parse and without.

is_pronoun     whether a run of words is one
is_unparsed    whether an utterance has words only
"""

from __future__ import annotations

from hearer.model import Utterance

__all__ = ["PRONOUNS", "is_pronoun", "is_unparsed"]

# The personal, possessive and reflexive pronouns of English (Quirk et al. 1985, Table 6.1).
PRONOUNS = frozenset(
    "i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his "
    "himself she her hers herself it its itself they them their theirs themselves themself".split()
)


def is_unparsed(utterance: Utterance) -> bool:
    """Whether nobody has tagged its words."""
    return set(utterance.upos) <= {"X", "_", ""}


def is_pronoun(utterance: Utterance, first: int, last: int) -> bool:
    """Whether the words `first` to `last` are a pronoun: its tag tells, else its form.

    >>> is_pronoun(Utterance.of("She/PRON/nsubj/2 drives/VERB/root/0"), 1, 1)
    True
    """
    if first != last:
        return False
    if is_unparsed(utterance):
        return utterance.forms[first - 1].lower() in PRONOUNS
    return utterance.upos[first - 1] == "PRON"
