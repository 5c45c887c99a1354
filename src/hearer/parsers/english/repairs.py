"""Rules that mend what the statistical parser gets wrong and pronouns suffer from.

    repair                 the component: the rules of `tagging`, then these, in their order

    mark_reciprocals       "each other", "one another": one pronoun
    attach_titles          "Mrs. Whitcombe": the title depends on the name
    join_names             "Anne Isabella Milbanke": one name, headed by its first word
    share_possessor        "John and Mary's trip": both of them possess it
    find_inverted_speaker  "asked Mrs. Whitcombe": she is the subject
    chain_appositives      "Anna, a doctor, the mayor of Ely, ...": both stand for Anna

A rule takes a parsed Doc, changes it in place and returns how many places it changed.
Universal Dependencies throughout; a name's head is its first word (`flat`).
"""

from pathlib import Path

from spacy.language import Language
from spacy.tokens import Doc, Token

from hearer.parsers.english import tagging
from hearer.parsers.english.tagging import Rule, at_every_word

QUOTES = frozenset({'"', "”", "“", "''", "'", "’", "‘", "``", "»", "«"})
# Verbs that report direct speech and invert with their subject.
SPEECH_VERBS = frozenset(Path(__file__).with_name("speech_verbs.txt").read_text("utf-8").split())
TITLES = frozenset(Path(__file__).with_name("titles.txt").read_text("utf-8").split())
RECIPROCALS = frozenset({("each", "other"), ("one", "another")})
NOMINAL = frozenset({"NOUN", "PROPN", "PRON"})
# A phrase goes on behind these.
_BEFORE_HEAD = frozenset("flat compound nmod:desc nmod:poss case det fixed amod nummod".split())
_TENSED = frozenset({"VBD", "VBZ", "VBP"})
_NOT_A_SPEAKER = frozenset("me him us them himself herself themselves that".split())
# How the parser attaches the second word of a name it did not see as one.
_LOOSE_NAME = frozenset({"parataxis", "dep", "list", "appos"})
# What "John" of "John and Mary's trip" is when the parser did not see the coordination.
_LOOSE = frozenset({"nmod:poss", "compound", "dep", "parataxis", "vocative", "discourse", "nmod"})


@Language.component("hearer_repairs")
def repair(doc: Doc) -> Doc:
    """Apply every rule to a parsed Doc."""
    for rule in (*tagging.RULES, *RULES):
        rule(doc)
    return doc


@at_every_word
def mark_reciprocals(first: Token) -> bool:
    """Analyse "each other" and "one another" as a fixed pronoun headed by its first word."""
    second = _next(first)
    if second is None or (first.lower_, second.lower_) not in RECIPROCALS:
        return False
    is_new = bool(second.head != first)
    if is_new and (second in first.subtree or not _move(first, second.head, second.dep_)):
        return False
    if is_new:
        _move_children(second, first)
        _move(second, first, "fixed")
    second.dep_ = "fixed"
    first.set_morph("ExtPos=PRON|PronType=Rcp")
    first.pos_ = "PRON"
    return is_new


@at_every_word
def attach_titles(title: Token) -> bool:
    """Let a title before a name depend on the name's head as `nmod:desc`."""
    name = _next(title) if title.lower_ in TITLES and title.is_title else None
    if name is None or name.pos_ != "PROPN" or name.lower_ in TITLES or name.sent != title.sent:
        return False
    if name.head == title and name.dep_ in {"flat", "appos"}:
        return _swap(title, name)
    if title.head != name or title.dep_ == "nmod:desc" or name.dep_ == "flat":
        return False
    title.dep_ = "nmod:desc"
    return True


def _swap(title: Token, name: Token) -> bool:
    """Turn title → name into name → title; what hung on the title now hangs on the name."""
    if title.dep_ == "ROOT" or any(child.pos_ == "DET" for child in title.lefts):
        return False
    name.head, name.dep_ = title.head, title.dep_
    title.head, title.dep_ = name, "nmod:desc"
    _move_children(title, name)
    return True


@at_every_word
def join_names(second: Token) -> bool:
    """Hang a name's later word on its first where the parser left it loose."""
    if second.dep_ not in _LOOSE_NAME or not second.i:
        return False
    first = second.nbor(-1)
    if not (first.tag_ == second.tag_ == "NNP" and first.pos_ == second.pos_ == "PROPN"):
        return False
    if first.lower_ in TITLES or not first.whitespace_:
        return False
    head = first.head if first.dep_ == "flat" else first
    return head.dep_ not in {"compound", "nmod:desc"} and _move(second, head, "flat")


@at_every_word
def share_possessor(conjunction: Token) -> bool:
    """Read "John and Mary's trip" as the trip of both, where "John" was left without a place."""
    if conjunction.lower_ != "and" or not 1 <= conjunction.i < len(conjunction.doc) - 3:
        return False
    first, second, mark = (conjunction.nbor(n) for n in (-1, 1, 2))
    if mark.tag_ != "POS" or first.pos_ != "PROPN" or second.pos_ != "PROPN":
        return False
    owned = second.head if second.dep_ == "nmod:poss" else _phrase_after(mark)
    if owned is None or owned.i <= second.i or not _without_place(first, owned):
        return False
    if not _move(first, owned, "nmod:poss"):
        return False
    if second.head != first and not _move(second, first, ""):
        return False
    second.dep_ = "conj"
    _move(conjunction, second, "cc")
    return True


def _without_place(first: Token, owned: Token) -> bool:
    """Say whether "John" depends on nothing sensible, or is what the trip is already."""
    if owned.head == first or first.head == owned:
        return False
    return first.dep_ in _LOOSE or (first.head == owned.head and first.dep_ == owned.dep_)


@at_every_word
def find_inverted_speaker(verb: Token) -> bool:
    """Make the noun phrase right after a verb of speech that follows a quote its subject."""
    if verb.pos_ != "VERB" or verb.tag_ not in _TENSED or not verb.i:
        return False
    if verb.nbor(-1).text not in QUOTES or verb.lemma_.lower() not in SPEECH_VERBS:
        return False
    if any(child.dep_.startswith(("nsubj", "csubj", "expl")) for child in verb.children):
        return False
    speaker = _phrase_after(verb)
    if speaker is None or speaker.pos_ not in NOMINAL or speaker.lower_ in _NOT_A_SPEAKER:
        return False
    if speaker.head != verb:
        return _move(speaker, verb, "nsubj")
    speaker.dep_ = "nsubj"
    return True


def _phrase_after(token: Token) -> Token | None:
    """Return the head of the phrase that begins right after a word."""
    word = _next(token)
    if word is None or word.sent != token.sent:
        return None
    while word.head.i > word.i and word.dep_ in _BEFORE_HEAD:
        word = word.head
    return word


@at_every_word
def chain_appositives(token: Token) -> bool:
    """Hang a second appositive on what the first one stands for."""
    if token.pos_ not in NOMINAL or token.dep_ not in {"parataxis", "nsubj", "appos"}:
        return False
    if any(child.dep_.startswith(("nsubj", "cop", "expl")) for child in token.children):
        return False
    comma = _comma_before(token)
    if comma is None:
        return False
    above = (comma.nbor(-1), *comma.nbor(-1).ancestors)
    named = next((word.head for word in above if word.dep_ == "appos"), None)
    if named is None or token.head == named or not _may_stand_for(token, named):
        return False
    return _move(token, named, "appos")


def _comma_before(token: Token) -> Token | None:
    """Return the comma before a phrase that begins with an article."""
    start = token.left_edge
    comma = start if start.text == "," else start.nbor(-1) if start.i else start
    if comma.text != "," or comma.i < 1 or comma.i + 1 >= len(token.doc):
        return None
    return comma if comma.nbor(1).lower_ in {"the", "a", "an"} else None


def _may_stand_for(token: Token, named: Token) -> bool:
    """Say whether a phrase is loose, a second subject beside the first, or hung too low."""
    if token.dep_ == "nsubj":
        return bool(named.dep_ == "nsubj" and named.head == token.head)
    too_low = token.head.dep_ == "appos" and token.head.head == named
    return token.dep_ != "appos" or bool(too_low and named.pos_ == "PROPN")


def _next(token: Token) -> Token | None:
    return token.nbor(1) if token.i + 1 < len(token.doc) else None


def _move(token: Token, head: Token, dep: str) -> bool:
    """Give a token another head unless that would close a circle or leave its sentence."""
    if token.dep_ == "ROOT" or token.sent != head.sent or token.is_ancestor(head) or token == head:
        return False
    token.head, token.dep_ = head, dep
    return True


def _move_children(old: Token, new: Token) -> None:
    for child in list(old.children):
        if child != new:
            child.head = new


RULES: tuple[Rule, ...] = (
    mark_reciprocals,
    attach_titles,
    join_names,
    share_possessor,
    find_inverted_speaker,
    chain_appositives,
)
