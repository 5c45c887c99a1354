"""Names with two titles: Mr. and Mrs. Novak, whatever the encoder makes of them.

join_couples    lets both titles, and what joins them, depend on the name
"""

from __future__ import annotations

from collections.abc import Sequence

from hearer.parsers.english.parse import Parse
from hearer.parsers.english.titles import WRITTEN_TITLES

AND = frozenset({"and", "And", "AND", "&"})
PARTS = frozenset({"flat", "compound", "flat:name"})
SUBJECTS = frozenset({"nsubj", "nsubj:pass"})


def join_couples(forms: Sequence[str], parse: Parse) -> None:
    """Let two titles and their *and* depend on the name behind them."""
    if AND.isdisjoint(forms):
        return
    for n in range(2, len(forms) - 1):
        is_joined = forms[n - 1] in AND and {forms[n - 2], forms[n]} <= WRITTEN_TITLES
        if is_joined and parse.upos[n + 1] == "PROPN":
            _join(parse, n - 1, _head_of_name(parse, n + 2))


def _head_of_name(parse: Parse, n: int) -> int:
    """The head of a name that begins with word `n`: *Hale*, *John* Smith."""
    while n < parse.heads[n - 1] and parse.relations[n - 1] in PARTS:
        n = parse.heads[n - 1]
    return n


def _join(parse: Parse, first: int, name: int) -> None:
    """Let the name stand where the first title stood, if that stood anywhere."""
    heads, relations, titles = parse.heads, parse.relations, (first, first + 2)
    over, relation = _place(parse, first, name)
    for n in range(1, len(heads) + 1):  # for *Mr.* and Mrs. Jones
        if first <= heads[n - 1] <= first + 2:
            heads[n - 1] = name
    heads[name - 1], relations[name - 1] = over, relation
    for title in titles:
        heads[title - 1], relations[title - 1] = name, "nmod:desc"
        parse.upos[title - 1] = "PROPN"
    heads[first], relations[first] = name, "cc"
    if relation in SUBJECTS and first > 1 and parse.upos[first - 2] == "ADP":
        _behind_preposition(parse, first - 1, name)


def _place(parse: Parse, first: int, name: int) -> tuple[int, str]:
    """What the couple hangs on, and how: as its name does, or a title, but in no circle."""
    own = range(first, name + 1)
    before = first - 1
    if parse.relations[name - 1] == "conj" and parse.heads[name - 1] > name:  # of what comes later
        is_object = before > 0 and parse.upos[before - 1] == "VERB"
        if is_object and not _is_below(parse, before, own):
            return before, "obj"
    words = (word for word in (name, *own) if not _is_below(parse, parse.heads[word - 1], own))
    word = next(words, name)
    return parse.heads[word - 1], parse.relations[word - 1]


def _is_below(parse: Parse, n: int, words: range) -> bool:
    """Whether a word is one of these, or hangs on one."""
    while n and n not in words:
        n = parse.heads[n - 1]
    return n != 0


def _behind_preposition(parse: Parse, preposition: int, name: int) -> None:
    """The party *for* Mr. and Mrs. Jones began: they are not its second subject."""
    before = preposition - 1
    if before and parse.upos[before - 1] == "NOUN":
        parse.heads[name - 1], parse.relations[name - 1] = before, "nmod"
        parse.heads[preposition - 1], parse.relations[preposition - 1] = name, "case"
