"""What the list of a trace is called, what its order is, and when something leaves it.

Caption       that of one algorithm's list
caption_of    the caption of an algorithm; of one that is not ours, what holds of all
"""

from __future__ import annotations

from typing import NamedTuple


class Caption(NamedTuple):
    """A list: its name, its order, and why something leaves it at the end of an utterance.

    `waits` says that an algorithm hears an utterance to its end before it understands it.
    """

    name: str
    order: str
    left: str = ""
    waits: bool = False


NOT_REALIZED = "not realized in this utterance"
TOO_OLD = "too far back"
CENTERS = Caption("Cf, the forward-looking centers of the last utterance read", "", "", waits=True)
BY_ROLE = CENTERS._replace(order="by grammatical role: subject, object, others")
SEARCHED = Caption("The order of search", "", TOO_OLD)
FOCI = "The foci, and what may become one"
PREVIOUS = "What the previous utterance offers"

CAPTIONS = {
    "bfp": BY_ROLE,
    "bfp-carter": BY_ROLE,
    "bfp-kameyama": BY_ROLE,
    "functional-centering": Caption(
        "Cf, the forward-looking centers of the utterance so far",
        "by information status (hearer-old, mediated, hearer-new), then by position",
    ),
    "hobbs": SEARCHED._replace(
        order="this sentence and the one before, left to right; the tree decides on the steps"
    ),
    "kameyama": BY_ROLE,
    "lappin-leass": Caption(
        "The most salient entities", "by salience, which halves with each sentence", TOO_OLD
    ),
    "lrc": SEARCHED._replace(order="this utterance from left to right, then Cf of the one before"),
    "lrc-f": SEARCHED._replace(
        order="this utterance, what precedes the subject last, then Cf of the one before"
    ),
    "lrc-p": SEARCHED._replace(
        order="this utterance, pronouns first, what precedes the subject last, then the one before"
    ),
    "most-recent": SEARCHED._replace(order="the nearest first"),
    "parallelism": SEARCHED._replace(
        order="the nearest first; only what has the pronoun's grammatical function is tested"
    ),
    "previous-first": Caption(PREVIOUS, "its first noun phrase, and nothing else", TOO_OLD),
    "previous-subject": Caption(PREVIOUS, "its subject, and nothing else", TOO_OLD),
    "raft-rapr": Caption(FOCI, "subject focus, current focus, then the potential ones", waits=True),
    "random": SEARCHED._replace(order="each utterance in an order drawn at random"),
    "s-list": Caption(
        "The S-list",
        "by information status (hearer-old, mediated, hearer-new), then the latest "
        "utterance first, and in it from left to right",
        NOT_REALIZED,
    ),
    "s-list-tetreault": Caption(
        "The S-list",
        "by information status, told by determiners alone, then the latest utterance first",
        NOT_REALIZED,
    ),
    "sidner": Caption(FOCI, "discourse focus first, then actor focus", waits=True),
    "ssk": Caption(
        "The stock of shared knowledge", "the most activated first", TOO_OLD, waits=True
    ),
    "weighted-s-list": Caption(
        "The weighted S-list",
        "by how often what has such a form and role is taken up again, less for every sentence "
        "since",
        "not realized for some utterances",
    ),
}


def caption_of(algorithm: str) -> Caption:
    """The caption of an algorithm's list.

    >>> caption_of("s-list").name, caption_of("my-own").name
    ('The S-list', 'The list of my-own')
    """
    return CAPTIONS.get(algorithm) or Caption(
        f"The list of {algorithm}" if algorithm else "The list", "as the algorithm orders it"
    )
