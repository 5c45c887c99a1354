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

from hearer.analysis.expressions.partitives import counted_by, is_measured
from hearer.analysis.lexicon import entries
from hearer.model.tree import Tree

LINK = re.compile(
    r"(?:https?:|ftp:|www\.)\S+|\S+@\S+\.\w+|[\w-]+\.(?:com|org|net|edu)(?:/\S*)?",
    re.IGNORECASE,
)
TAG = re.compile(r"[#@]\w[\w.-]*")
CODE = re.compile(
    r"\w*_\w+|\S*\w\.(?:py|js|txt|exe|md|html|json|sh)|\w+::\w+|\w+\(\)|--\w\S*|.*[{}\\|~^`].*"
)
MAYBE_CODE = re.compile(r"\S*[=<>$*/]\S*|\w+\(\S*|-\w\S*")  # where the parser sees no word
DECADE = re.compile(r"\d{3}0['’]?s")
CLOCK = frozenset("a.m a.m. am o'clock p.m p.m. pm".split())
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
    for reason, holds in REASONS:
        if holds(tree, n):
            return reason
    return None


def _is_link(tree: Tree, n: int) -> bool:
    return LINK.fullmatch(tree.forms[n]) is not None


def _is_tag(tree: Tree, n: int) -> bool:
    """*#moss*, also where a tokenizer has parted it."""
    return tree.forms[n - 1] in {"#", "@"} or TAG.fullmatch(tree.forms[n]) is not None


def _is_code(tree: Tree, n: int) -> bool:
    if CODE.fullmatch(tree.forms[n]):
        return True
    return tree.upos[n] in {"X", "SYM"} and MAYBE_CODE.fullmatch(tree.forms[n]) is not None


def _is_sign(tree: Tree, n: int) -> bool:
    """A smiley, a dash, a bullet: no letter in it, and no digit; but *%* of something."""
    return not any(map(str.isalnum, tree.forms[n])) and not counted_by(tree, n)


def _is_number(tree: Tree, n: int) -> bool:
    """*300*, *3.5*, *10:30*; but *the 300* and *12 of them* are somebody."""
    if tree.upos[n] not in {"NUM", "NOUN", "PROPN", "X", "SYM"} or "det" in tree.firsts[n]:
        return False
    if not NUMBER.fullmatch(tree.forms[n]):
        return False
    return not any(tree.preposition(child) == "of" for child in tree.exactly(n, "nmod"))


def _is_date(tree: Tree, n: int) -> bool:
    """*5 June*, *10 a.m.*, *the 1960s*: a time noun and a number, with no determiner."""
    lemma = tree.lemmas[n]
    if tree.forms[n].lower() in CLOCK or DECADE.fullmatch(tree.forms[n]):
        return True
    if lemma not in entries("time_nouns") or tree.is_determined(n):
        return False
    return any(tree.upos[child] == "NUM" for child in tree.children[n])


def _is_set_phrase(tree: Tree, n: int) -> bool:
    """*At last*, *on the other hand*: word for word, from the preposition on."""
    first = tree.firsts[n].get("case", 0)
    if not 0 < first < n or "nmod" in tree.firsts[n]:
        return False
    phrase = " ".join(tree.forms[first : n + 1]).lower()
    return phrase in entries("set_phrases") or phrase in entries("preposition_idioms")


REASONS: tuple[tuple[NoEntity, Callable[[Tree, int], bool]], ...] = (
    (NoEntity.SIGN, _is_sign),
    (NoEntity.LINK, _is_link),
    (NoEntity.TAG, _is_tag),
    (NoEntity.NUMBER, _is_number),
    (NoEntity.CODE, _is_code),
    (NoEntity.DATE, _is_date),
    (NoEntity.SET_PHRASE, _is_set_phrase),
    (NoEntity.MEASURED, is_measured),
)
