"""Pleonastic *it*: the probability that one has no antecedent, and the reasons.

A log-linear model. What a sentence says of an *it* has short names: in *It is hard to say*
`subject`, `adjective`, `follows:to`, `adjective>to`, `adjective:hard`, ... The worth of each is in
lexicon/it.txt, in thousandths of a nat (training/it.py); their sum is a probability.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from math import exp
from typing import NamedTuple

from hearer.analysis.exclude import AROUND, WEATHER, is_expletive, is_time, tells_the_clock
from hearer.model.lexicon import entries, table
from hearer.model.meaning import nobody
from hearer.model.tree import Tree

SURELY = 50  # hundredths: from here on it is called pleonastic
LEAST, MOST = 2, 98  # hundredths: never sure
REASONS = 3  # at most, that are told
WORTH_TELLING = 250  # thousandths
WORDS = {
    "around": "surroundings are told", "expl": "the parser calls it expletive",
    "idiom": "a known pattern", "space": "a distance is told", "time": "a time is told",
    "until": "“not until” stands before it", "weather": "the weather is told",
}  # fmt: skip
OPENING_WORDS = {
    "adverbial": "an adverbial clause", "aside": "an aside", "clause": "a clause",
    "ing": "-ing", "predicate": "a predicate", "relative": "a relative clause",
    "as_if": "as if …", "for_to": "for … to …", "to_only": "to …, with nothing after it",
    "who": "who …, that …",
}  # fmt: skip


class OfNothing(NamedTuple):
    """How probable it is that *it* stands for nothing, in hundredths, and why if it is."""

    hundredths: int
    because: str


def judged(tree: Tree, n: int) -> OfNothing:
    """The judgement on the *it* at word `n`.

    >>> from hearer.model import Utterance
    >>> rain = "It/PRON/nsubj/3 was/AUX/aux/3 raining/VERB/root/0/rain"
    >>> judged(Tree(Utterance.of(rain)), 1).hundredths > 50
    True
    """
    worth = _worth()
    weighed = {name: worth[name] for name in said_of(tree, n) if name in worth}
    total = worth.get("bias", 0) + sum(weighed.values())
    hundredths = round(100 / (1 + exp(-total / 1000)))
    because = _because(weighed) if hundredths >= SURELY else ""
    return OfNothing(min(MOST, max(LEAST, hundredths)), because)


@cache
def _worth() -> Mapping[str, int]:
    return {name: int(thousandths) for name, (thousandths,) in table("it").items()}


# In words -------------------------------------------------------------------------------------


def _because(weighed: Mapping[str, int]) -> str:
    """The two or three weightiest reasons; what tells the same counts once."""
    told: dict[str, int] = {}
    for name, worth in weighed.items():
        if words := _told(name):
            told[words] = told.get(words, 0) + worth
    reasons = sorted((worth, words) for words, worth in told.items() if worth >= WORTH_TELLING)
    return ", ".join(words for _, words in reasons[: -REASONS - 1 : -1])


@cache
def _told(name: str) -> str:
    """What is said of *it*, in words; "" for what one would not understand by itself."""
    if name in WORDS:
        return WORDS[name]
    said, _, opening = name.partition(">")
    kind, _, word = said.partition(":")
    if kind == "follows":
        return _clause(word)
    if kind == "meaning":
        return "what is said there asks for nobody" if int(word) > 0 else "it asks for somebody"
    if word and not word.endswith(LISTS):
        return f"“{word}”{'' if opening in {'', 'nothing'} else ' with such a clause'}"
    return _clause(opening) if opening else ""


def _clause(opening: str) -> str:
    if opening == "nothing":
        return "no clause follows"
    return f"a clause follows ({OPENING_WORDS.get(opening, f'{opening} …')})"


LISTS = ("_adjectives", "_verbs")  # of the lexicon


# Verbs that say nothing of *it* themselves: seems *clear*, stopped *raining*.
LINKING = frozenset({"become", "feel", "get", "grow", "look", "prove", "remain", "sound", "turn"})
RAISING = frozenset({"appear", "begin", "continue", "happen", "keep", "seem", "start", "stop"})
CLAUSES = frozenset({"acl", "advcl", "ccomp", "csubj", "parataxis", "xcomp"})
KINDS = {
    "ADJ": "adjective", "ADV": "adverb", "AUX": "be", "NOUN": "noun", "NUM": "number",
    "PRON": "pronoun", "PROPN": "name", "VERB": "verb",
}  # fmt: skip
# What introduces a clause, by the word it begins with; what is not here counts as "adverbial".
OPENINGS = {
    "as": "as_if", "for": "for", "how": "how", "if": "if", "like": "like", "that": "that",
    "though": "as_if", "to": "to", "until": "until", "what": "how", "when": "when",
    "where": "how", "whether": "if", "who": "who", "why": "how",
}  # fmt: skip
RELATIVES = frozenset({"that", "which", "who", "whom", "whose"})
WH = frozenset({"how", "what", "when", "where", "whether", "which", "who", "why"})
LEXICONS = {
    "verb": ("raising_verbs", "report_verbs"),
    "passive": ("cognitive_verbs", "report_verbs"),
    "adjective": ("modal_adjectives",),
    "noun": ("modal_adjectives",),
}
# What is V-ed is to be done: it is *recommended* to; not: it is expected to, said to.
ADVISING = frozenset(
    """advised agreed allowed decided forbidden permitted planned prohibited proposed recommended
    suggested""".split()
)
SPACE = frozenset("block foot kilometer kilometre km meter metre mile step way yard".split())
FAR = frozenset({"NUM", "few", "long", "short"})
PAST = frozenset({"half", "past", "quarter", "almost", "nearly", "to"})
LIGHT = frozenset(
    "bright chilly cold dark daylight daytime early freezing hot late light nighttime warm".split()
) | frozenset(WEATHER)
BEFORE = frozenset({"all", "as", "how", "that", "what", "whatever", "when"})
MODALS = frozenset({"can", "could", "may", "might", "should", "will", "would"})
MOST_BITS = 4  # in nats, the nobody of meanings is told apart up to this


class SaidOfIt(NamedTuple):
    """The word that says something of *it*, what *it* is to it, and what kind of word it is."""

    word: int
    role: str  # subject, object, other
    kind: str  # adjective, noun, name, passive, verb, ...
    over: int  # the verb over it, if that only links: seems *clear*


def said_of(tree: Tree, n: int) -> Iterator[str]:
    """All that the sentence says of the *it* at word `n`."""
    predicate = predicate_of(tree, n)
    clauses = dict.fromkeys(follows(tree, n, predicate)) or {"nothing": None}
    yield from _around(tree, n, predicate)
    yield from _by_word(tree, predicate, tuple(clauses))
    for clause in clauses:
        yield f"follows:{clause}"
        yield f"{predicate.role}.{predicate.kind}>{clause}"
        if tree.bases[n] == "expl":
            yield f"expl.{predicate.kind}>{clause}"
    yield from _by_encoder(tree, n)


# The predicate --------------------------------------------------------------------------------


def predicate_of(tree: Tree, n: int) -> SaidOfIt:
    """What says something of *it*: is *clear*; seems *clear*; make it *clear*; *take* it."""
    over = tree.heads[n]
    role, word = _role(tree, n, over), tree.child(over, "xcomp")
    is_raised = role == "subject" and tree.lemmas[over] in RAISING
    may_link = role == "object" or tree.lemmas[over] in LINKING
    if word > n and (is_raised or (may_link and tree.upos[word] in {"ADJ", "NOUN"})):
        return SaidOfIt(word, role, _kind(tree, word), over)
    return SaidOfIt(over, role, _kind(tree, over), 0)


def _role(tree: Tree, n: int, over: int) -> str:
    base = tree.bases[n]
    if base == "nsubj" or (base == "expl" and (n < over or tree.has(over, "cop"))):
        return "subject"
    return "object" if base in {"expl", "iobj", "obj"} else "other"


def _kind(tree: Tree, word: int) -> str:
    if tree.firsts[word].get("aux:pass") or "nsubj:pass" in tree.firsts[word]:
        return "passive"
    if "case" in tree.firsts[word] and tree.upos[word] != "NUM":
        return "phrase"
    return KINDS.get(tree.upos[word], "else")


# What follows ---------------------------------------------------------------------------------


def follows(tree: Tree, n: int, predicate: SaidOfIt) -> Iterator[str]:
    """The clauses that come after *it* and hang on its predicate, each by how it begins."""
    word, over = predicate.word, predicate.over
    for head in filter(None, (word, over)):
        for child in tree.children[head]:
            if child > max(n, head) and child != word and tree.bases[child] in CLAUSES:
                yield _opening(tree, child)
    if predicate.kind == "verb" and (held := tree.child(word, "obj", "obl")) > word:
        yield from (_opening(tree, c) for c in tree.exactly(held, "acl"))  # takes time *to*


def _opening(tree: Tree, clause: int) -> str:
    """How a clause begins: that, to, if, who, ...; a *to* may miss its object: easy to *use*."""
    first = tree.lemmas[tree.edges[clause][0]]
    if tree.relations[clause] == "acl:relcl":
        return "who" if first in RELATIVES else "relative"
    if tree.bases[clause] == "parataxis":
        return "aside"
    marks = [tree.lemmas[mark] for mark in tree.exactly(clause, "mark")]
    if "to" in marks:
        return "for_to" if "for" in marks else _infinitive(tree, clause)
    if marks:
        return OPENINGS.get(marks[0], "adverbial")
    if first in WH:
        return OPENINGS.get(first, "how")
    if tree.forms[clause].endswith("ing"):
        return "ing"
    return "clause" if tree.subject(clause) else "predicate"


def _infinitive(tree: Tree, verb: int) -> str:
    """To *use* ends there; to *use it* has all it needs."""
    has_more = any(child > verb and tree.upos[child] != "PUNCT" for child in tree.children[verb])
    return "to" if has_more or tree.has(verb, "cop") else "to_only"


# Around it ------------------------------------------------------------------------------------


def _around(tree: Tree, n: int, predicate: SaidOfIt) -> Iterator[str]:
    """Where *it* stands, and what the predicate has besides."""
    word, role, kind, over = predicate
    yield role
    yield f"{role}.{kind}"
    below = [tree.lemmas[child] for child in tree.children[word]]
    for name, is_so in (
        ("linked", over and role == "subject"),
        ("not", "not" in below or "n't" in below),
        ("modal", not MODALS.isdisjoint(below)),
        ("copula", "cop" in tree.firsts[word]),
        ("object_there", role == "subject" and "obj" in tree.firsts[word]),
        ("question", tree.forms[-1] == "?" and tree.heads[word] == 0),
        ("the", "the" in below),
        ("a", "a" in below),
        ("until", "until" in below),
        ("around", any(tree.lemmas[c] in AROUND for c in tree.exactly(word, "advmod"))),
        ("idiom", is_expletive(tree, n)),
        ("time", _is_time(tree, word)),
        ("space", tree.lemmas[word] in SPACE and not FAR.isdisjoint(_shapes(tree, word))),
        ("weather", _is_weather(tree, word)),
        ("subordinate", tree.bases[word] in {"advcl", "ccomp"}),
        ("last", n + 1 >= len(tree.forms) or tree.upos[n + 1] == "PUNCT"),
    ):
        if is_so:
            yield name
            yield f"{role}.{name}"
            yield f"{kind}.{name}"
    if (before := tree.lemmas[n - 1]) in BEFORE:
        yield f"before:{before}"
    if role != "subject":
        after = tree.lemmas[n + 1] if n < len(tree) else ""
        yield f"{tree.lemmas[tree.heads[n]]}_it_{after}"


def _is_time(tree: Tree, word: int) -> bool:
    if tells_the_clock(tree, word) or is_time(tree, word):
        return True
    around = (word, *tree.children[word])
    return tree.upos[word] == "NUM" and any(tree.lemmas[w] in PAST for w in around)


def _shapes(tree: Tree, word: int) -> set[str]:
    """What a noun has before it: long, NUM, ..."""
    below = tree.children[word]
    return {tree.lemmas[child] for child in below} | {tree.upos[child] for child in below}


def _is_weather(tree: Tree, word: int) -> bool:
    lemma = tree.lemmas[word]
    if tree.upos[word] == "VERB":
        return lemma in entries("weather_verbs") and "obj" not in tree.firsts[word]
    return lemma in LIGHT or lemma in entries("weather_predicates")


def _by_word(tree: Tree, predicate: SaidOfIt, clauses: tuple[str, ...]) -> Iterator[str]:
    """What the predicate is, alone and with what follows; and which lists it is on."""
    word, role, kind, over = predicate
    lemma = tree.lemmas[word]
    own = [f"{role}.{kind}:{lemma}", *([f"{role}_of:{tree.lemmas[over]}"] if over else ())]
    lists = [f"{role}.{kind}:{each}" for each in LEXICONS.get(kind, ()) if lemma in entries(each)]
    if kind == "passive" and tree.forms[word].lower() in ADVISING:
        lists.append(f"{role}.passive:advising_verbs")
    yield from own
    yield from (f"{name}>{clause}" for name in (*own, *lists) for clause in clauses)


def _by_encoder(tree: Tree, n: int) -> Iterator[str]:
    """What the parser calls it, and how much its meaning asks for nobody."""
    if tree.bases[n] == "expl":
        yield "expl"
    meaning = tree.utterance.meaning(n)
    if not meaning:
        yield "no_meaning"
        return
    yield f"meaning:{max(-MOST_BITS, min(MOST_BITS, round(nobody(meaning))))}"
