"""Rules that mend how words were tagged, where that costs a pronoun its antecedent.

    keep_names_whole    a component before the parser: no sentence begins inside a name

    mark_pronouns       "hers", "theirs": pronouns, never nouns
    mark_names          "an argument with Larible": a capital inside a sentence makes a name
    mark_verbs          "Brennan drives a car": a noun with subject and object is a verb

    RULES                  the three, in this order
    Rule, at_every_word    what a rule is, and a rule that looks at one word after the other

A rule takes a parsed Doc, changes it in place and returns how many places it changed.
"""

from collections.abc import Callable
from functools import wraps

from spacy.language import Language
from spacy.tokens import Doc, Token

Rule = Callable[[Doc], int]

_PRONOUNS: dict[str, str] = {
    "hers": "Gender=Fem|Number=Sing|Person=3|Poss=Yes|PronType=Prs",
    "theirs": "Number=Plur|Person=3|Poss=Yes|PronType=Prs",
    "ours": "Number=Plur|Person=1|Poss=Yes|PronType=Prs",
    "yours": "Person=2|Poss=Yes|PronType=Prs",
}

_THIRD_PERSON = "Mood=Ind|Number=Sing|Person=3|Tense=Pres|VerbForm=Fin"
# What stands before common nouns, and before names only exceptionally.
_COMMON = frozenset({"det", "nmod:poss", "amod", "nummod"})


@Language.component("hearer_whole_names")
def keep_names_whole(doc: Doc) -> Doc:
    """Forbid a sentence to begin between two names that nothing separates."""
    for token in doc[1:]:
        before = token.nbor(-1)
        names = token.tag_ == before.tag_ == "NNP"
        if names and before.whitespace_ and token.is_sent_start is None:
            token.is_sent_start = False
    return doc


def at_every_word(mends: Callable[[Token], bool]) -> Rule:
    """Make a rule of a function that mends one word, and says whether it changed anything."""

    @wraps(mends)
    def rule(doc: Doc) -> int:
        return sum(map(mends, doc))

    return rule


@at_every_word
def mark_pronouns(token: Token) -> bool:
    """Tag the possessive pronouns that stand alone."""
    features = _PRONOUNS.get(token.lower_)
    if not features or token.pos_ == "PRON":
        return False
    token.pos_, token.tag_ = "PRON", "PRP"
    token.set_morph(features)
    return True


def mark_names(doc: Doc) -> int:
    """Tag as names the bare nouns that have a capital inside a sentence, wherever they stand."""
    found = {token.text for token in doc if _may_be_name(token) and _stands_inside_sentence(token)}
    names = [token for token in doc if token.text in found and _may_be_name(token)] if found else []
    for name in names:
        _mark_name(name)
    return len(names)


def _may_be_name(word: Token) -> bool:
    """Say whether a word has a capital and nothing before it that goes with common nouns."""
    if word.tag_ != "NN" or word.pos_ != "NOUN" or len(word) < 2:
        return False
    if not (word.is_title and word.is_alpha):
        return False
    return not any(child.dep_ in _COMMON for child in word.lefts)


def _stands_inside_sentence(word: Token) -> bool:
    """Say whether words without capitals surround a word; in headings all have capitals."""
    if word.i == word.sent.start or not word.nbor(-1).is_alpha:
        return False
    words = [token for token in word.sent if token.is_alpha]
    with_capital = [token for token in words if token.is_title]
    return 2 * len(with_capital) < len(words)


@at_every_word
def mark_verbs(token: Token) -> bool:
    """Tag a plural noun as a verb where it heads a sentence and the parser gave it an object."""
    if token.tag_ != "NNS" or token.pos_ != "NOUN" or token.dep_ != "ROOT" or token.is_title:
        return False
    subject = _subject_before(token)
    if subject is None or not any(child.dep_ in {"obj", "iobj"} for child in token.rights):
        return False
    subject.dep_ = "nsubj"
    _mark_name(subject)
    token.pos_, token.tag_ = "VERB", "VBZ"
    token.set_morph(_THIRD_PERSON)
    return True


def _subject_before(token: Token) -> Token | None:
    """Return the word right before, if it begins the sentence and may be its subject."""
    if token.i != token.sent.start + 1:
        return None
    before = token.nbor(-1)
    if before.head != token or before.dep_ not in {"compound", "amod", "nsubj"}:
        return None
    return before if before.is_title and before.is_alpha else None


def _mark_name(word: Token) -> None:
    """Tag a word as a name: a singular noun without an article is hardly anything else."""
    if word.pos_ in {"NOUN", "ADJ"} and word.tag_ != "NNS":
        word.pos_, word.tag_, word.lemma_ = "PROPN", "NNP", word.text
        word.set_morph("Number=Sing")


RULES: tuple[Rule, ...] = (mark_pronouns, mark_names, mark_verbs)
