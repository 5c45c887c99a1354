"""Rules that mend what the encoder gets wrong and pronouns suffer from.

    mend                all of them, in this order

    tell_he             read as "she", as alike.py says
    mark_unseen         control characters and the like: no words, so nobody means them
    mark_possessives    "hers", "theirs": whose they are is in the features
    mark_reciprocals    "each other", "one another": one pronoun
    attach_titles       "Mrs. Whitcombe": the title depends on the name
    join_couples        "Mr. and Mrs. Oak": one name with two titles
    join_names          "Farmer Oak smiled", "O'Hara-Smythe left": one name, not two subjects
    appose_subjects     "the lawyer, Ms. Park, called": neither are these
    turn_questions      "whose are these": what is asked is the predicate
    dislocate           "my sister, she left", "Judge Holt he left": said again by a pronoun
    free_topics         "as for Anna, she left": neither does she leave for Anna
    make_calls          "Tom called Anna": that is no name of his
    free_acts           "seen the guard wave": he waves, it is no wave
    chain_appositives   "Anna, a doctor, the mayor of Ely": both stand for Anna
    mark_expletives     "how hard it is to stop", "it was Anna who left": it means nothing

A rule takes the words of a sentence and its parse, and changes that in place. Universal
Dependencies throughout. Each mends more than it spoils on GUM and EWT; what the encoder has learnt
(who speaks in inverted clauses, whose trip John and Mary's is, names of several words) needs none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from unicodedata import category

from hearer.model import ROOT
from hearer.parsers.english.alike import tell_he
from hearer.parsers.english.calls import make_calls
from hearer.parsers.english.couples import join_couples
from hearer.parsers.english.parse import Parse
from hearer.parsers.english.pieces import UNSEEN
from hearer.parsers.english.questions import turn_questions
from hearer.parsers.english.titles import WRITTEN_TITLES

Rule = Callable[[Sequence[str], Parse], None]

RECIPROCALS = frozenset({("each", "other"), ("one", "another")})
FIRST_WORDS = frozenset(word for first, _ in RECIPROCALS for word in (first, first.title()))
POSSESSIVES = {
    "mine": "Number=Sing|Person=1|Poss=Yes|PronType=Prs",
    "ours": "Number=Plur|Person=1|Poss=Yes|PronType=Prs",
    "yours": "Person=2|Poss=Yes|PronType=Prs",
    "hers": "Gender=Fem|Number=Sing|Person=3|Poss=Yes|PronType=Prs",
    "theirs": "Number=Plur|Person=3|Poss=Yes|PronType=Prs",
}
HYPHENS = frozenset("-\u2010\u2011")
ARTICLES = frozenset({"the", "a", "an"})
INDEFINITE = frozenset({"a", "an"})
DEMONSTRATIVES = frozenset({"this", "that", "these", "those"})
IT = frozenset({"it", "It", "IT"})
SUBJECTS = frozenset({"nsubj", "nsubj:pass"})
NOMINAL = SUBJECTS | {"obj", "iobj", "obl", "nmod", "nmod:poss", "appos", "vocative", "conj"}
SET_FREE = SUBJECTS | {"vocative"}
PERCEIVING = frozenset({"see", "hear", "watch", "notice", "let", "make"})
ACTS = frozenset(
    "bow climb cough cry dance dive fall jump laugh leap nod run scream shout shrug sigh skip "
    "sleep slip smile sneeze stumble swim turn walk wave wink yawn".split()
)  # that are nouns, too
REPRISES = frozenset({"he", "she", "it", "they"})
DETERMINERS = frozenset({"det", "nmod:poss"})
CLAUSES = frozenset({"csubj", "csubj:pass"})  # as subjects
RELATIVE_CLAUSES = frozenset({"acl:relcl", "advcl:relcl"})


def mend(forms: Sequence[str], parse: Parse) -> None:
    """Apply every rule to a parsed sentence."""
    for rule in RULES:
        rule(forms, parse)


def mark_unseen(forms: Sequence[str], parse: Parse) -> None:
    """Take what cannot be seen for punctuation."""
    for n, form in enumerate(forms):
        if not form.isprintable() and all(category(letter) in UNSEEN for letter in form):
            parse.upos[n], parse.xpos[n], parse.features[n] = "PUNCT", "NFP", "_"
            if parse.heads[n] != ROOT:
                parse.relations[n] = "punct"


def mark_possessives(forms: Sequence[str], parse: Parse) -> None:
    """Say of possessive pronouns that stand alone whose they are; too rare to be learnt."""
    for n, form in enumerate(forms):
        features = POSSESSIVES.get(form.lower())
        if features and (parse.upos[n] == "PRON" or form.lower() != "mine"):  # a mine is a noun
            parse.upos[n], parse.xpos[n], parse.features[n] = "PRON", "PRP", features


def mark_reciprocals(forms: Sequence[str], parse: Parse) -> None:
    """Mark "each other" and "one another", whose second word is fixed to the first."""
    for n, second in _before_another(forms, FIRST_WORDS):
        is_one = parse.heads[second - 1] == n and parse.relations[second - 1] == "fixed"
        if is_one and (forms[n - 1].lower(), forms[second - 1].lower()) in RECIPROCALS:
            parse.features[n - 1] = "ExtPos=PRON|PronType=Rcp"
            if parse.upos[n - 1] == "NUM":
                parse.upos[n - 1] = "PRON"


def attach_titles(forms: Sequence[str], parse: Parse) -> None:
    """Let a title depend on the name behind it where the name was hung on the title."""
    heads, relations = parse.heads, parse.relations
    for title, name in _before_another(forms, WRITTEN_TITLES):
        hangs = heads[name - 1] == title and relations[name - 1] in {"flat", "appos"}
        if not hangs or parse.upos[name - 1] != "PROPN" or _has_determiner(parse, title):
            continue
        heads[:] = [name if head == title else head for head in heads]
        heads[name - 1], relations[name - 1] = heads[title - 1], relations[title - 1]
        heads[title - 1], relations[title - 1] = name, "nmod:desc"


def join_names(forms: Sequence[str], parse: Parse) -> None:
    """Make one name of two words that hang on the same word, both as its subject, say.

    So with a noun and a name: Tanaka and his wife *Yuki*. A hyphen may stand between.
    """
    heads, relations, upos = parse.heads, parse.relations, parse.upos
    for n in range(1, len(forms)):
        before = n - 2 if n > 1 and forms[n - 1] in HYPHENS else n - 1
        is_twice = heads[n] == heads[before] and relations[n] == relations[before]
        if not is_twice or relations[n] not in NOMINAL or upos[n] != "PROPN":
            continue
        if upos[before] == "NOUN" and before == n - 1 and _has_determiner(parse, n):
            heads[n], relations[n] = n, "appos"
        elif upos[before] == "PROPN":
            is_title = forms[before] in WRITTEN_TITLES
            part, whole = (before + 1, n + 1) if is_title else (n + 1, before + 1)
            heads[:] = [whole if head == part else head for head in heads]
            heads[part - 1], relations[part - 1] = whole, "nmod:desc" if is_title else "flat"


def appose_subjects(forms: Sequence[str], parse: Parse) -> None:
    """Make the second subject of a verb, a name between commas, the appositive of the first."""
    heads, relations = parse.heads, parse.relations
    subjects = [n for n, relation in enumerate(relations, start=1) if relation in SUBJECTS]
    for first, second in pairwise(subjects):
        is_twice = heads[first - 1] == heads[second - 1] and parse.upos[first - 1] == "NOUN"
        if is_twice and parse.upos[second - 1] == "PROPN" and _is_set_off(forms, parse, second):
            heads[second - 1], relations[second - 1] = first, "appos"


def dislocate(forms: Sequence[str], parse: Parse) -> None:
    """Take a noun phrase for dislocated where a pronoun right behind it is the subject."""
    heads, relations, upos = parse.heads, parse.relations, parse.upos
    for n, form in enumerate(forms):
        if form not in REPRISES or relations[n] not in SUBJECTS or n == 0:
            continue
        noun = n - 1 - (forms[n - 1] == ",")
        if upos[noun] not in {"NOUN", "PROPN"} or relations[noun] not in SET_FREE:
            continue
        if heads[noun] == heads[n] and (noun == n - 1 or _has_determiner(parse, noun + 1)):
            relations[noun] = "dislocated"


def free_topics(forms: Sequence[str], parse: Parse) -> None:
    """Take what stands behind *as for* or *as to*, before its verb, for dislocated."""
    for n, second in enumerate(forms[1:], start=1):
        topic = parse.heads[n - 1]
        if second not in {"for", "to"} or forms[n - 1] not in {"As", "as"} or topic < n:
            continue
        is_topic = parse.relations[topic - 1] == "obl" and parse.heads[topic - 1] > topic
        if is_topic and parse.relations[n] == "fixed":
            parse.relations[topic - 1] = "dislocated"


def _is_set_off(forms: Sequence[str], parse: Parse, word: int) -> bool:
    """Whether a word and what hangs on it stand between commas."""
    parts = (n for n, head in enumerate(parse.heads, start=1) if head == word)
    phrase = [word, *(n for n in parts if parse.relations[n - 1] != "punct")]
    around = (min(phrase) - 2, max(phrase))
    return around[0] >= 0 and around[1] < len(forms) and {forms[n] for n in around} == {","}


def _before_another(forms: Sequence[str], some: frozenset[str]) -> list[tuple[int, int]]:
    """The numbers of words that are among `some`, each with that of the next word."""
    return [(n, n + 1) for n, form in enumerate(forms[:-1], start=1) if form in some]


def _has_determiner(parse: Parse, word: int) -> bool:
    words = zip(parse.heads, parse.relations, strict=True)
    return any(head == word and relation in DETERMINERS for head, relation in words)


def free_acts(forms: Sequence[str], parse: Parse) -> None:
    """Let somebody act who is seen to: not the name of a kind of wave."""
    if PERCEIVING.isdisjoint(parse.lemmas):
        return
    for act, (lemma, over) in enumerate(zip(parse.lemmas, parse.heads, strict=True), start=1):
        who = act - 1
        if lemma not in ACTS or forms[act - 1] != lemma or parse.relations[act - 1] != "obj":
            continue
        is_seen = parse.lemmas[over - 1] in PERCEIVING
        if (
            is_seen
            and who
            and parse.relations[who - 1] == "compound"
            and parse.heads[who - 1] == act
        ):
            _free(parse, act, who)


def _free(parse: Parse, act: int, who: int) -> None:
    for n, head in enumerate(parse.heads):
        if head == act and n < who:
            parse.heads[n] = who
    parse.heads[who - 1], parse.relations[who - 1] = parse.heads[act - 1], "obj"
    parse.relations[act - 1], parse.upos[act - 1], parse.xpos[act - 1] = "xcomp", "VERB", "VB"
    parse.features[act - 1], parse.sorts[act - 1] = "VerbForm=Inf", ""


def chain_appositives(forms: Sequence[str], parse: Parse) -> None:
    """Hang the appositive of an appositive on the name that the first one stands for."""
    heads, relations = parse.heads, parse.relations
    if relations.count("appos") < 2:
        return
    for n, first in enumerate(heads):
        if relations[n] != "appos" or relations[first - 1] != "appos":
            continue
        named = heads[first - 1]
        if parse.upos[named - 1] == "PROPN" and _begins_with_article(forms, parse, n + 1):
            heads[n] = named


def _begins_with_article(forms: Sequence[str], parse: Parse, word: int) -> bool:
    """Whether an article behind a comma is the first thing that hangs on a word."""
    phrase = (n for n, head in enumerate(parse.heads, start=1) if head == word)
    words = [n for n in phrase if parse.relations[n - 1] != "punct"]
    first = min((*words, word))
    return first > 1 and forms[first - 1].lower() in ARTICLES and forms[first - 2] == ","


def mark_expletives(forms: Sequence[str], parse: Parse) -> None:
    """Take "it" for an expletive beside a clause that is the subject, and in a cleft sentence."""
    if IT.isdisjoint(forms):
        return
    dependents = _dependents(parse)
    for n, form in enumerate(forms):
        if form in IT and parse.relations[n] in SUBJECTS:
            predicate = parse.heads[n]
            beside = {parse.relations[each - 1] for each in dependents[predicate]}
            if beside & CLAUSES or _is_cleft(forms, parse, dependents, predicate):
                parse.relations[n] = "expl"


def _is_cleft(
    forms: Sequence[str], parse: Parse, all_dependents: Sequence[Sequence[int]], predicate: int
) -> bool:
    """Whether somebody said to be the one has a relative clause: by name, as *this*, or as who."""
    dependents = all_dependents[predicate]
    relations = {parse.relations[each - 1] for each in dependents}
    if "cop" not in relations or not relations & RELATIVE_CLAUSES:
        return False
    clauses = [each for each in dependents if parse.relations[each - 1] in RELATIVE_CLAUSES]
    pronouns = {forms[each - 1] for clause in clauses for each in all_dependents[clause]}
    words = {forms[each - 1].lower() for each in dependents}
    is_pointed_at = parse.upos[predicate - 1] == "PROPN" or words & DEMONSTRATIVES
    return ("who" in pronouns and not words & INDEFINITE) or bool(
        is_pointed_at and "that" in pronouns
    )


def _dependents(parse: Parse) -> list[list[int]]:
    """The words that depend on each word."""
    dependents: list[list[int]] = [[] for _ in range(len(parse.heads) + 1)]
    for n, head in enumerate(parse.heads, start=1):
        dependents[head].append(n)
    return dependents


RULES: tuple[Rule, ...] = (
    tell_he,
    mark_unseen,
    mark_possessives,
    mark_reciprocals,
    attach_titles,
    join_couples,
    join_names,
    appose_subjects,
    turn_questions,
    dislocate,
    free_topics,
    make_calls,
    free_acts,
    chain_appositives,
    mark_expletives,
)
