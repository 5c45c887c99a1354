"""Where the words of a discourse stand in its text.

word_starts    the code point at which each word starts, by utterance and word
"""

from __future__ import annotations

from hearer.model import Discourse


def word_starts(discourse: Discourse) -> dict[tuple[int, int], int]:
    """Where each word starts in the text of the discourse, wherever that comes from.

    >>> from hearer.model import Utterance
    >>> word_starts(Discourse((Utterance.of("She/PRON/nsubj/2 wins/VERB/root/0"),)))
    {(1, 1): 0, (1, 2): 4}
    """
    starts, start = {}, len(discourse.before)
    for utterance in discourse.utterances:
        for n, form in enumerate(utterance.forms, start=1):
            starts[utterance.number, n] = start
            start += len(form) + len(utterance.spaces[n - 1])
    return starts
