"""Sentences of any length in the shapes that algorithms stumble over, made by rule from a seed.

SHAPES      the shapes by name: each makes the words of one sentence
sentence    one sentence of so many words (eight at least), as a document
document    the same shape in many sentences of ordinary length
two         names in one sentence, pronouns in the next: what BFP has its readings of
one_word    a sentence with one word of so many characters
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from random import Random
from typing import NamedTuple, TypeAlias

from hearer.model import Discourse, Utterance

ORDINARY = 24  # words in a sentence of a document
PRONOUNS = (
    ("he", "Case=Nom|Gender=Masc|Number=Sing|Person=3|PronType=Prs"),
    ("she", "Case=Nom|Gender=Fem|Number=Sing|Person=3|PronType=Prs"),
    ("it", "Gender=Neut|Number=Sing|Person=3|PronType=Prs"),
    ("they", "Case=Nom|Number=Plur|Person=3|PronType=Prs"),
)
FEMALE, MALE = ("Anna", "Berta", "Clara", "Dora", "Emma"), ("Adam", "Ben", "Carl", "Dan", "Eric")
NOUNS = "judge lawyer driver car house garden letter court book street river dog".split()
VERBS = "see meet thank praise follow like hear".split()
NAME = "Number=Sing"
FINITE = "Mood=Ind|Tense=Past|VerbForm=Fin"


class W(NamedTuple):
    """A word: its form, tag, the word it hangs on (0 is the root), how, lemma and features."""

    form: str
    upos: str
    head: int
    relation: str
    lemma: str = ""
    features: str = "_"


Shape: TypeAlias = Callable[[int, Random], list[W]]


def sentence(shape: str, words: int, seed: int = 1) -> Discourse:
    """One sentence of so many words."""
    return _discourse(shape, [SHAPES[shape](words, Random(seed))])


def document(shape: str, words: int, seed: int = 1) -> Discourse:
    """So many words in sentences of ordinary length."""
    random = Random(seed)
    full, rest = divmod(words, ORDINARY)
    lengths = [ORDINARY] * full + [rest] * (rest > 7)
    return _discourse(shape, [SHAPES[shape](length, random) for length in lengths])


def two(words: int, seed: int = 1) -> Discourse:
    """Half of the words as names in one sentence, half as pronouns in the next."""
    random = Random(seed)
    return _discourse("two", [_nouns(words // 2, random), _pronouns(words // 2, random)])


def one_word(characters: int, seed: int = 1) -> Discourse:
    """A sentence with one word of so many characters: the digits of a key, in hex."""
    key = "".join(Random(seed).choices("0123456789abcdef", k=characters))
    first = [_name("Anna", 2), W("read", "VERB", 0, "root", "read", FINITE), _noun(key, 2, "obj")]
    then = [_pronoun(Random(seed), 2, "nsubj"), W("slept", "VERB", 0, "root", "sleep", FINITE)]
    return _discourse("one word", [first, then])


def _discourse(name: str, sentences: list[list[W]]) -> Discourse:
    utterances, start = [], 0
    for number, words in enumerate(sentences, start=1):
        forms, upos, heads, relations, lemmas, features = zip(*words, strict=True)
        one = Utterance(
            number=number,
            forms=forms,
            lemmas=tuple(lemma or form.lower() for lemma, form in zip(lemmas, forms, strict=True)),
            upos=upos,
            xpos=("_",) * len(forms),
            features=features,
            heads=heads,
            relations=relations,
            spaces=(" ",) * len(forms),
            start=start,
            begins_paragraph=number == 1,
            name=str(number),
        )
        start += len(one.written)
        utterances.append(one)
    return Discourse(tuple(utterances), name=name)


# The shapes -----------------------------------------------------------------------------------


def _pronouns(words: int, random: Random) -> list[W]:
    """Anna saw him, her, it, them …: all hang on one verb."""
    some = [_pronoun(random, 2, "obl") for _ in range(words - 2)]
    return [_name(random.choice(FEMALE), 2), W("saw", "VERB", 0, "root", "see", FINITE), *some]


def _clauses(words: int, random: Random) -> list[W]:
    """Anna met a judge, she thanked him, …: clauses side by side."""
    made: list[W] = []
    while len(made) < words:
        verb = len(made) + 2
        root = (0, "root") if verb == 2 else (2, "parataxis")
        is_named = random.random() < 0.3
        subject = _anybody(random, verb) if is_named else _pronoun(random, verb, "nsubj")
        made += [
            subject,
            _verb(random, *root),
            _pronoun(random, verb, "obj"),
            W(",", "PUNCT", verb, "punct"),
        ]
    return _cut(made, words)


def _nouns(words: int, random: Random) -> list[W]:
    """Anna met Ben, the judge, Clara3, …: as many entities as there are nouns."""
    numbers = count(1)
    made = [_name("Anna", 2), W("met", "VERB", 0, "root", "meet", FINITE)]
    while len(made) < words:
        if random.random() < 0.5:
            made.append(_name(f"{random.choice(FEMALE + MALE)}{next(numbers)}", 2, "obl"))
        else:
            made.append(W("the", "DET", len(made) + 2, "det", "the", "Definite=Def|PronType=Art"))
            made.append(_noun(f"{random.choice(NOUNS)}", 2, "obl"))
        if random.random() < 0.2:
            made.append(_pronoun(random, 2, "obl"))
    return _cut(made, words)


def _chain(words: int, random: Random) -> list[W]:
    """The letter of Anna of the judge of him …: every noun hangs on the one before it."""
    made = [_noun("letter", 0, "root")]
    above = 1
    while len(made) < words:
        place = len(made) + 2
        made.append(W("of", "ADP", place, "case"))
        made.append(_anything(random, above, "nmod"))
        above = place
    return _cut(made, words)


def _left_chain(words: int, random: Random) -> list[W]:
    """Anna's judge's dog's …: every noun hangs on the next."""
    made = [
        _anything(random, n + 1, "nmod:poss") if n % 2 else _noun("dog", n + 1, "compound")
        for n in range(1, words - 1)
    ]
    return [*made, _noun("dog", words, "nsubj"), W("slept", "VERB", 0, "root", "sleep", FINITE)]


def _coordination(words: int, random: Random) -> list[W]:
    """Anna, Ben, the judge … met: all hang on the first, as in Universal Dependencies."""
    return _coordinated(words, random, is_chain=False)


def _conj_chain(words: int, random: Random) -> list[W]:
    """The same, each hanging on the one before it, as some parsers have it."""
    return _coordinated(words, random, is_chain=True)


def _coordinated(words: int, random: Random, *, is_chain: bool) -> list[W]:
    """What is coordinated, then a clause about them."""
    made = [_name("Anna", words - 1)]
    above = 1
    while len(made) < words - 2:
        place = len(made) + 2
        made.append(W("and", "CCONJ", place, "cc"))
        made.append(_anything(random, above, "conj"))
        above = place if is_chain else 1
    made = _cut(made, words - 2, above=words - 1)
    verb = W("met", "VERB", 0, "root", "meet", FINITE)
    return [*made, verb, _pronoun(random, words - 1, "obj")]


def _relatives(words: int, random: Random) -> list[W]:
    """The judge who saw a lawyer who saw him …: relative clauses in each other."""
    made = [_noun("judge", 0, "root")]
    above = 1
    while len(made) < words:
        verb = len(made) + 2
        made.append(W("who", "PRON", verb, "nsubj", "who", "PronType=Rel"))
        made.append(W("saw", "VERB", above, "acl:relcl", "see", FINITE))
        made.append(_pronoun(random, verb, "iobj"))
        made.append(_anybody(random, verb, "obj"))
        above = verb + 2
    return _cut(made, words)


def _complements(words: int, random: Random) -> list[W]:
    """Anna said that she said that he …: clauses in each other."""
    made = [_name("Anna", 2), W("said", "VERB", 0, "root", "say", FINITE)]
    above = 2
    while len(made) < words:
        verb = len(made) + 3
        made.append(W("that", "SCONJ", verb, "mark"))
        made.append(_pronoun(random, verb, "nsubj"))
        made.append(W("said", "VERB", above, "ccomp", "say", FINITE))
        above = verb
    return _cut(made, words)


def _quotes(words: int, random: Random) -> list[W]:
    """“I saw her,” she said, “you …”: direct speech and who says it, in one sentence."""
    made: list[W] = []
    while len(made) < words:
        saw, said = len(made) + 3, len(made) + 7
        root = (0, "root") if said == 7 else (7, "parataxis")
        quote = W('"', "PUNCT", saw, "punct")
        i = W("I", "PRON", saw, "nsubj", "I", "Case=Nom|Number=Sing|Person=1|PronType=Prs")
        made += [quote, i, _verb(random, said, "ccomp"), _pronoun(random, saw, "obj"), quote]
        made += [
            _anybody(random, said),
            W("said", "VERB", *root, "say", FINITE),
            W(",", "PUNCT", said, "punct"),
        ]
    return _cut(made, words)


SHAPES: dict[str, Shape] = {
    "pronouns": _pronouns,
    "clauses": _clauses,
    "nouns": _nouns,
    "chain": _chain,
    "left chain": _left_chain,
    "coordination": _coordination,
    "conj chain": _conj_chain,
    "relatives": _relatives,
    "complements": _complements,
    "quotes": _quotes,
}


# Words ----------------------------------------------------------------------------------------


def _cut(words: list[W], length: int, above: int | None = None) -> list[W]:
    """The first words; one that hung on a word beyond them hangs on the root, or on `above`."""
    kept = words[:length]
    stem = above or 1 + [word.head for word in kept].index(0)
    return [word._replace(head=stem) if word.head > length else word for word in kept]


def _pronoun(random: Random, head: int, relation: str) -> W:
    form, features = random.choice(PRONOUNS)
    return W(form, "PRON", head, relation, form, features)


def _name(form: str, head: int, relation: str = "nsubj") -> W:
    return W(form, "PROPN", head, relation, form, NAME)


def _noun(form: str, head: int, relation: str) -> W:
    return W(form, "NOUN", head, relation, form, NAME)


def _verb(random: Random, head: int, relation: str) -> W:
    lemma = random.choice(VERBS)
    return W(f"{lemma}ed", "VERB", head, relation, lemma, FINITE)


def _anybody(random: Random, head: int, relation: str = "nsubj") -> W:
    return _name(random.choice(FEMALE + MALE), head, relation)


def _anything(random: Random, head: int, relation: str) -> W:
    """A name, a noun or a pronoun."""
    makers: tuple[Callable[[], W], ...] = (
        lambda: _anybody(random, head, relation),
        lambda: _noun(random.choice(NOUNS), head, relation),
        lambda: _pronoun(random, head, relation),
    )
    return random.choice(makers)()
