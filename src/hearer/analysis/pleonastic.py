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

from hearer.analysis.exclude import AROUND, WEATHER, is_expletive, is_time
from hearer.model.lexicon import data, entries, table, words
from hearer.model.meaning import nobody
from hearer.model.tree import Tree

SURELY = 50  # hundredths: from here on it is called pleonastic
LEAST, MOST = 2, 98  # hundredths: never sure
REASONS = 3  # at most
MOST_BITS = 4  # in nats, the nobody of meanings is told apart up to this
LINKING, RAISING, CLAUSES, RELATIVES, WH, ADVISING = words(
    "it", "linking raising clauses relatives wh advising"
)
SPACE, FAR, PAST, LIGHT, BEFORE, MODALS = words("it", "space far past light before modals")
KINDS, OPENINGS, LEXICONS, REASON_WORDS = (
    data("it")[name] for name in ("kinds", "openings", "lexicons", "reasons")
)
# As lemmas: ^ begins a sentence, a stop is any punctuation.
IDIOMS = [tuple(line.split()) for line in sorted(entries("it_idioms"))]


class OfNothing(NamedTuple):
    """How probable it is that *it* stands for nothing, in hundredths, and why if it is."""

    hundredths: int
    because: str


def judged(tree: Tree, n: int) -> OfNothing:
    """The judgement on the *it* at word `n`."""
    worth = _worth()
    weighed = {name: worth[name] for name in said_of(tree, n) if name in worth}
    hundredths = round(100 / (1 + exp(-(worth["bias"] + sum(weighed.values())) / 1000)))
    because = ""
    if hundredths >= SURELY:
        told = sorted((-weighed[name], name) for name in weighed if name in REASON_WORDS)
        because = ", ".join(REASON_WORDS[name] for least, name in told[:REASONS] if least < 0)
    return OfNothing(min(MOST, max(LEAST, hundredths)), because)


def idiom_at(tree: Tree, n: int) -> str:
    """Return the idiom that the *it* at word `n` is a part of, "" if there is none: *go for it*."""
    lemmas = ("^", *tree.lemmas[1:], "$")
    for idiom in filter({".", *lemmas}.issuperset, IDIOMS):
        place = n - idiom.index("it")
        end = place + len(idiom)
        if place < 0 or end > len(lemmas):
            continue
        pairs = zip(idiom, lemmas[place:end], strict=True)
        if all(word == lemma or (word == "." and not lemma.isalnum()) for word, lemma in pairs):
            return " ".join(word for word in idiom if word not in "^.")
    return ""


@cache
def _worth() -> Mapping[str, int]:
    return {name: int(thousandths) for name, (thousandths,) in table("it").items()}


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
    is_expl, meaning = tree.bases[n] == "expl", tree.utterance.meaning(n)
    yield from _around(tree, n, predicate)
    yield from _by_word(tree, predicate, tuple(clauses))
    for clause in clauses:
        yield f"follows:{clause}"
        yield f"{predicate.role}.{predicate.kind}>{clause}"
        if is_expl:
            yield f"expl.{predicate.kind}>{clause}"
    if is_expl:
        yield "expl"
    bits = max(-MOST_BITS, min(MOST_BITS, round(nobody(meaning)))) if meaning else 0
    yield f"meaning:{bits}" if meaning else "no_meaning"


# The predicate --------------------------------------------------------------------------------


def predicate_of(tree: Tree, n: int) -> SaidOfIt:
    """What says something of *it*: is *clear*; seems *clear*; make it *clear*; *take* it."""
    over, base = tree.heads[n], tree.bases[n]
    is_before = base == "expl" and (n < over or tree.has(over, "cop"))
    role = "object" if base in {"expl", "iobj", "obj"} else "other"
    if base == "nsubj" or is_before:
        role = "subject"
    word = tree.child(over, "xcomp")
    is_raised = role == "subject" and tree.lemmas[over] in RAISING
    may_link = role == "object" or tree.lemmas[over] in LINKING
    if word > n and (is_raised or (may_link and tree.upos[word] in {"ADJ", "NOUN"})):
        return SaidOfIt(word, role, _kind(tree, word), over)
    return SaidOfIt(over, role, _kind(tree, over), 0)


def _kind(tree: Tree, word: int) -> str:
    below = tree.firsts[word]
    if below.get("aux:pass") or "nsubj:pass" in below:
        return "passive"
    if "case" in below and tree.upos[word] != "NUM":
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
    first = tree.lemmas[tree.edges(clause)[0]]
    if tree.relations[clause] == "acl:relcl":
        return "who" if first in RELATIVES else "relative"
    if tree.bases[clause] == "parataxis":
        return "aside"
    marks = [tree.lemmas[mark] for mark in tree.exactly(clause, "mark")]
    if "to" in marks:
        below = tree.children[clause]
        has_more = any(child > clause and tree.upos[child] != "PUNCT" for child in below)
        is_whole = has_more or tree.has(clause, "cop")
        return "for_to" if "for" in marks else "to" if is_whole else "to_only"
    if marks:
        return OPENINGS.get(marks[0], "adverbial")
    if first in WH:
        return OPENINGS.get(first, "how")
    if tree.forms[clause].endswith("ing"):
        return "ing"
    return "clause" if tree.subject(clause) else "predicate"


# Around it ------------------------------------------------------------------------------------


def _around(tree: Tree, n: int, predicate: SaidOfIt) -> Iterator[str]:
    """Where *it* stands, and what the predicate has besides."""
    word, role, kind, over = predicate
    yield role
    yield f"{role}.{kind}"
    children, firsts, lemma = tree.children[word], tree.firsts[word], tree.lemmas[word]
    below = {tree.lemmas[child] for child in children}
    is_past = tree.upos[word] == "NUM" and not PAST.isdisjoint({lemma, *below})
    for name, is_so in (
        ("linked", over and role == "subject"),
        ("not", "not" in below or "n't" in below),
        ("modal", not MODALS.isdisjoint(below)),
        ("copula", "cop" in firsts),
        ("object_there", role == "subject" and "obj" in firsts),
        ("question", tree.forms[-1] == "?" and tree.heads[word] == 0),
        ("the", "the" in below),
        ("a", "a" in below),
        ("until", "until" in below),
        ("around", any(tree.lemmas[c] in AROUND for c in tree.exactly(word, "advmod"))),
        ("idiom", is_expletive(tree, n)),
        ("time", is_past or is_time(tree, word)),
        ("space", lemma in SPACE and not FAR.isdisjoint(below | {tree.upos[c] for c in children})),
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


def _is_weather(tree: Tree, word: int) -> bool:
    lemma = tree.lemmas[word]
    if tree.upos[word] == "VERB":
        return lemma in entries("weather_verbs") and "obj" not in tree.firsts[word]
    return lemma in LIGHT or lemma in WEATHER or lemma in entries("weather_predicates")


def _by_word(tree: Tree, predicate: SaidOfIt, clauses: tuple[str, ...]) -> Iterator[str]:
    """What the predicate is, alone and with what follows; and which lists it is on."""
    word, role, kind, over = predicate
    lemma = tree.lemmas[word]
    own = [f"{role}.{kind}:{lemma}", *([f"{role}_of:{tree.lemmas[over]}"] if over else ())]
    lists = [each for each in LEXICONS.get(kind, "").split() if lemma in entries(each)]
    if kind == "passive" and tree.forms[word].lower() in ADVISING:
        lists.append("advising_verbs")
    names = (*own, *(f"{role}.{kind}:{each}" for each in lists))
    yield from own
    yield from (f"{name}>{clause}" for name in names for clause in clauses)
