"""What is tagged as a noun and names nothing that a pronoun could take up.

    NoEntity     why not
    no_entity    the first reason that holds of a word, if any

Dates, numbers, links, tags, code and signs, and set phrases such as *at last* or *for example*: the
parser has to call them something, and mostly calls them nouns or names.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import StrEnum
from functools import lru_cache

from hearer.analysis.expressions.partitives import is_measured, of_phrase
from hearer.lexicon import entries
from hearer.model.tree import Tree

LONGEST = 100  # letters of a word that is no code
LINK = re.compile(
    r"(?:https?:|ftp:|www\.)\S+|\S+@\S+\.\w+|[\w-]+\.(?:com|org|net|edu)(?:/\S*)?",
    re.IGNORECASE,
)
TAG = re.compile(r"[#@]\w[\w.-]*")
CODE = re.compile(
    r"\w*_\w+|\S*\w\.(?:py|js|txt|exe|md|html|json|sh)|\w+::\w+|\w+\(\)|--\w\S*|.*[{}\\|~^`].*"
)
MAYBE_CODE = re.compile(r"\S*[=<>$*/]\S*|\w+\(\S*|-\w\S*")
TIME = re.compile(r"\d{3}0['’]?s|[ap]\.m\.?|[ap]m|o'clock", re.IGNORECASE)
SIGN = re.compile(r"[\W_]+")
NUMBER = re.compile(
    r"[-+±~≈<>]?[$€£¥]?\d[\d.,:/–-]*(?:st|nd|rd|th|s|%|[ap]m|k|m|bn)?", re.IGNORECASE
)


class NoEntity(StrEnum):
    """Why a noun or a name stands for no entity that a pronoun could take up."""

    LINK = "a link or an address"
    TAG = "a tag"
    CODE = "code"
    NUMBER = "a mere number"
    DATE = "a date or a time of day"
    SIGN = "a sign"
    SET_PHRASE = "part of a set phrase"
    MEASURED = "what is counted, no entity apart"


def no_entity(tree: Tree, n: int) -> NoEntity | None:
    """Why word `n` stands for no entity, if it does not.

    >>> from hearer.model import Utterance
    >>> tree = Tree(Utterance.of("See/VERB/root/0 www.example.org/X/obj/1"))
    >>> no_entity(tree, 2)
    <NoEntity.LINK: 'a link or an address'>
    """
    spelled = _spelled(tree.forms[n], tree.upos[n])
    if spelled and not (spelled in COUNTABLE and _counts(tree, n)):
        return spelled
    for reason, holds in IN_CONTEXT:
        if holds(tree, n):
            return reason
    return None


@lru_cache(maxsize=4096)
def _spelled(form: str, upos: str) -> NoEntity | None:
    """What a word is by its spelling alone; told once for each, since most are simply words."""
    if form.isalpha() or len(form) > LONGEST:
        return None if form.isalpha() else NoEntity.CODE
    for reason, pattern, tags in SPELLINGS:
        if (not tags or upos in tags) and pattern.fullmatch(form):
            return reason
    return None


SPELLINGS: tuple[tuple[NoEntity, re.Pattern[str], frozenset[str]], ...] = (
    (NoEntity.SIGN, SIGN, frozenset()),
    (NoEntity.LINK, LINK, frozenset()),
    (NoEntity.TAG, TAG, frozenset()),
    (NoEntity.DATE, TIME, frozenset()),
    (NoEntity.NUMBER, NUMBER, frozenset({"NUM", "NOUN", "PROPN", "X", "SYM"})),
    (NoEntity.CODE, CODE, frozenset()),
    (NoEntity.CODE, MAYBE_CODE, frozenset({"X", "SYM"})),  # where the parser sees no word
)
COUNTABLE = frozenset({NoEntity.NUMBER, NoEntity.SIGN})


def _counts(tree: Tree, n: int) -> bool:
    """*The 300*, *12 of them*, *5 % of the voters* are somebody."""
    return "det" in tree.firsts[n] or of_phrase(tree, n) != 0


def _is_parted_tag(tree: Tree, n: int) -> bool:
    """*# moss*, where a tokenizer has parted it."""
    return tree.forms[n - 1] in {"#", "@"}


def _is_date(tree: Tree, n: int) -> bool:
    """*5 June*: a time noun and a number, with no determiner."""
    if tree.lemmas[n] not in entries("time_nouns") or tree.is_determined(n):
        return False
    return any(tree.upos[child] == "NUM" for child in tree.children[n])


def _is_set_phrase(tree: Tree, n: int) -> bool:
    """*At last*, *on the other hand*: word for word, from the preposition on."""
    first = tree.firsts[n].get("case", 0)
    if not 0 < first < n or "nmod" in tree.firsts[n]:
        return False
    phrase = " ".join(tree.forms[first : n + 1]).lower()
    return phrase in entries("set_phrases") or phrase in entries("preposition_idioms")


IN_CONTEXT: tuple[tuple[NoEntity, Callable[[Tree, int], bool]], ...] = (
    (NoEntity.TAG, _is_parted_tag),
    (NoEntity.DATE, _is_date),
    (NoEntity.SET_PHRASE, _is_set_phrase),
    (NoEntity.MEASURED, is_measured),
)
