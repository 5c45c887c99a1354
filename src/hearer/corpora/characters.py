"""Who is called what: the names of the persons of a story, and of all else that has any.

Character     an entity, what it is best called, and all that it is called
cast          those of a document that was heard
aliases       names, the most frequent first; nouns only of who has no name; never a pronoun
best_name     the one of them to go by

`Interpretation.names` calls an entity so that a sentence can go on with it: *her cousin Edith*. In
a table of a whole novel most names have been heard often, and what was heard once decides nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from hearer.corpora.tables.layout import Layout
from hearer.model import Chain, Entity, Interpretation, Kind, ReferringExpression, Utterance
from hearer.model.names import LONGEST_NAME, TITLES

# Whoever is introduced with a name: "the assistant, *Anna Keller*", "a certain *Mr. Darcy*".
MAY_NAME = frozenset({Kind.APPOSITIVE, Kind.DEFINITE, Kind.INDEFINITE, Kind.BARE, Kind.POSSESSED})
NOUNS = MAY_NAME | {Kind.QUANTIFIED}
AROUND = " ,;:.!?-–—()[]\"'“”‘’«»`"  # what a parser may leave at the edges of a name
WHOSE = ("'s", "’s", "'", "’")
NO_PART = frozenset("of to in from with by for at on and or but".split())  # of a name, in front
SAID_OF = frozenset(
    "poor dear old little young good the".split()
)  # not of one that is heard without
PERSONS = {
    **dict.fromkeys(("i", "me", "my", "mine", "myself"), "I"),
    **dict.fromkeys(("we", "us", "our", "ours", "ourselves"), "we"),
}
# What a name has that is heard once with something before it: *Book First Strether*, *Honest Tom*.
NO_NAME = SAID_OF | frozenset(
    """book chapter part volume act scene letter preface first second third last a an my our your
    his her their its this that no all mere dearest sweet great big brave honest happy unhappy
    i esq esq. madam north south east west""".split()
)
PARTICLES = frozenset("de di da del della du la le van von der den ten zu".split())
MARRIED = frozenset("mrs mrs. lady".split())  # whose last name is of a daughter, too
OFTEN = 2


class Character(NamedTuple):
    """An entity, what it is best called ("" if nobody named it), and all that it is called."""

    chain: Chain
    name: str
    aliases: Sequence[str]
    names: int  # how many of its expressions are names

    @property
    def expressions(self) -> Sequence[ReferringExpression]:
        return self.chain.expressions


def cast(found: Interpretation, layout: Layout) -> Mapping[Entity, Character]:
    """All entities of a document, in the order they come in."""
    known = layout.utterances
    return {chain.entity: _character(chain, known) for chain in found.chains}


def _character(chain: Chain, known: Mapping[int, Utterance]) -> Character:
    expressions = chain.expressions
    named = [one.text for one in expressions if _is_named(one, known.get(one.utterance))]
    if named:
        forms = _forms(named)
        return Character(chain, best_name(forms), list(forms), len(named))
    if speaking := _speaking(expressions):
        return Character(chain, speaking, (), 0)
    said = chain.name.casefold().split()
    nouns = _forms(one.text for one in expressions if one.kind in NOUNS)
    return Character(chain, chain.name, [one for one in nouns if one.casefold() not in said], 0)


def _is_named(expression: ReferringExpression, utterance: Utterance | None) -> bool:
    """Whether it is a name: its kind says so, or the part of speech of its head."""
    if expression.kind is Kind.NAME:
        return True
    if expression.kind not in MAY_NAME or utterance is None:
        return False
    return 0 < expression.head <= len(utterance) and utterance.upos[expression.head - 1] == "PROPN"


def _speaking(expressions: Sequence[ReferringExpression]) -> str:
    """I, you or we, if that is what somebody without a name is mostly called."""
    spoken = [one.text.lower() for one in expressions if one.kind is Kind.SPEAKER]
    if 2 * len(spoken) <= len(expressions):
        return ""
    return Counter(PERSONS.get(form, "you") for form in spoken).most_common(1)[0][0]


# Names ----------------------------------------------------------------------------------------


def aliases(texts: Iterable[str]) -> list[str]:
    """Names or nouns, the most frequent first: "Mr. Darcy", "Darcy".

    What stands around them is not of them, and spellings in other capitals are one alias.

    >>> aliases(["DARCY", "Mr. Darcy's", "Mr. Darcy ,", "Darcy"])
    ['Darcy', 'Mr. Darcy']
    """
    return list(_forms(texts))


def _forms(texts: Iterable[str]) -> dict[str, int]:
    """Aliases with how often they are heard."""
    bare = Counter(filter(None, map(_bare, texts)))
    if len(bare) < 2:  # so of most
        return dict(bare)
    spellings: dict[str, list[str]] = {}
    for text in bare:
        spellings.setdefault(text.casefold(), []).append(text)
    often = {_best(alike, bare): sum(map(bare.__getitem__, alike)) for alike in spellings.values()}
    return dict(sorted(often.items(), key=lambda form: -form[1]))


def _bare(text: str) -> str:
    """A name without what is not of it; the point of "Jr." stays."""
    bare = text.strip(AROUND)
    for ending in WHOSE:
        bare = bare.removesuffix(ending)
    first, _, rest = bare.partition(" ")
    while rest and first.lower() in NO_PART:
        bare = rest
        first, _, rest = bare.partition(" ")
    return f"{bare}." if text.rstrip().endswith(f" {bare}.") or _ends_short(text, bare) else bare


def _ends_short(text: str, bare: str) -> bool:
    """Whether a point belongs to the last word: John Smith Jr."""
    return " " in bare and len(bare.rsplit(" ", 1)[1]) < 4 and text.rstrip().endswith(f"{bare}.")


def _best(alike: Sequence[str], often: Mapping[str, int]) -> str:
    """The most frequent spelling; one that is not shouted, if there is one."""
    return max(alike, key=lambda text: (not text.isupper(), often[text]))


def best_name(forms: Mapping[str, int]) -> str:
    """The name to go by: the fullest of those that say the most frequent, and more.

    Where that is one word, a name heard once is taken, too, if there is nothing else in it, and
    no other is against it.

    >>> best_name({"Curtis": 20, "Curtis Waring": 3, "Florence Linden": 1})
    'Curtis Waring'
    >>> best_name({"Mary": 2, "Mary Quill": 1})
    'Mary Quill'
    >>> best_name({"Jo": 17, "Poor Jo": 2})
    'Jo'
    """
    heard = [form for form in forms if not _is_said_of(form, forms)] or [*forms]
    usual = max(heard, key=forms.__getitem__, default="")
    words = _words(usual)
    full = [one for one in heard if words <= _words(one) and len(one.split()) <= LONGEST_NAME]
    often = max((usual, *(one for one in full if forms[one] >= OFTEN)), key=_length)
    if _length(often) > 1 or not MARRIED.isdisjoint(usual.casefold().split()):
        return often
    once = [one for one in full if forms[one] < OFTEN and _is_all_name(one)]
    fullest = max(once, key=_length, default=often)
    agree = all(_words(one) <= _words(fullest) for one in once)
    return max((often, fullest), key=_length) if agree else often


def _length(form: str) -> int:
    return len(_words(form))


def _is_all_name(form: str) -> bool:
    """Whether there are only names in it: Mary Quill; not Book First Strether, her cousin Edith."""
    words = form.split()
    if any(word.casefold() in NO_NAME or word.endswith(WHOSE) for word in words):
        return False
    shouted = any(len(word) > 1 and word.isupper() and "." not in word for word in words)
    return not shouted and all(word[0].isupper() or word in PARTICLES for word in words)


def _words(form: str) -> frozenset[str]:
    """What a name says, without titles."""
    words = frozenset(form.casefold().split())
    return words - TITLES or words


def _is_said_of(form: str, forms: Mapping[str, int]) -> bool:
    """Whether a name is another one with something said of it: Poor Jo, the Duchess."""
    first, _, rest = form.partition(" ")
    return first.lower() in SAID_OF and rest in forms
