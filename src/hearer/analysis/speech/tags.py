"""Tags: the words beside a quotation that name its speaker, as in *said Mary to John*."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hearer.analysis.noun_phrase import noun_phrase
from hearer.lexicon import entries
from hearer.model.tree import Tree

NEAR = 3  # words between a quotation and the verb of saying
FIRST_WORDS = 6  # of a sentence that follows a quotation: the verb of saying is among them
HEARS = frozenset("ask assure beg beseech inform order remind tell warn".split())  # "told John"
LINKS = frozenset({"ccomp", "parataxis", "obj", "dep", "xcomp"})
SHARED = frozenset({"conj", "xcomp", "advcl"})  # clauses that share the subject of the one above
INTRODUCES = frozenset({":", "--", "—", "–", ":—", ":--"})
NOMINALS = frozenset({"PROPN", "PRON", "NOUN"})


class Tag(NamedTuple):
    """The heads of the speaker and the addressee in one utterance, 0 if there is none."""

    speaker: int
    addressee: int = 0
    text: str = ""  # "said Mary"


def find_tag(tree: Tree, marks: Sequence[bool]) -> Tag | None:
    """Return the tag of a quotation in the same utterance.

    A verb of saying that the parse links to the quotation goes before one that is only near it.
    """
    found = []
    for verb in _verbs_of_saying(tree):
        subject = 0 if marks[verb] else subject_of(tree, verb)
        if subject and not marks[subject]:
            is_near = _is_near(marks, verb) or _is_near(marks, subject)
            if is_near or _is_linked(tree, marks, verb):
                found.append((not _is_linked(tree, marks, verb), verb, subject))
    if not found:
        return None
    _, verb, subject = min(found)
    return _tag(tree, verb, subject)._replace(addressee=_addressee(tree, marks, verb))


def find_second_subject(tree: Tree, marks: Sequence[bool]) -> Tag | None:
    """Return the tag where the parse takes a quoted word for the subject: "Anna," said *he*."""
    for verb in _verbs_of_saying(tree):
        if not marks[verb] and _is_near(marks, verb):
            for child in tree.children[verb]:
                if tree.bases[child] == "nsubj" and not marks[child]:
                    return _tag(tree, verb, child)
    return None


def following_tag(tree: Tree) -> Tag | None:
    """Return the tag that is a sentence of its own after a quotation: *said Anna*."""
    for verb in _verbs_of_saying(tree):
        subject = tree.child(verb, "nsubj")
        if verb <= FIRST_WORDS and 0 < subject <= FIRST_WORDS:
            first, last = noun_phrase(tree, subject)
            if min(first, verb) <= 2 and (verb <= last + 2 or verb < first):
                return _tag(tree, verb, subject)
    return None


def introducing_tag(tree: Tree, marks: Sequence[bool]) -> Tag | None:
    """Return the subject of a clause that introduces a quotation: *She turned to him:*."""
    first = list(marks).index(True) if True in marks else len(tree) + 1
    if first == 1 or tree.forms[first - 1] not in INTRODUCES:
        return None
    for verb in reversed(list(_verbs_of_saying(tree))):
        if verb < first:
            subject = subject_of(tree, verb)
            return _tag(tree, verb, subject) if subject else None
    return acting_subject(tree, marks)


def acting_subject(tree: Tree, marks: Sequence[bool]) -> Tag | None:
    """Return the subject of the part of a sentence that is not quoted: *Anna smiled*."""
    clauses = [n for root in tree.roots for n in tree.children[root]]
    beside = (n for n in clauses if tree.bases[n] in {"parataxis", "conj"})
    for verb in (*tree.roots, *beside):
        subject = tree.child(verb, "nsubj")
        if subject and tree.upos[subject] in NOMINALS and not (marks[verb] or marks[subject]):
            return _tag(tree, verb, subject)
    return None


def subject_of(tree: Tree, verb: int) -> int:
    """Return the subject of a verb, or of the clause above if both share it."""
    while not (subject := tree.child(verb, "nsubj")) and tree.bases[verb] in SHARED:
        verb = tree.heads[verb]
    return subject


def _verbs_of_saying(tree: Tree) -> Iterator[int]:
    verbs = entries("speech_verbs")
    words = range(1, len(tree) + 1)  # `tree.words` may be a part of them
    return (n for n in words if tree.upos[n] == "VERB" and tree.lemmas[n] in verbs)


def _tag(tree: Tree, verb: int, subject: int) -> Tag:
    first, last = noun_phrase(tree, subject)
    return Tag(subject, text=tree.utterance.text_between(min(verb, first), max(verb, last)))


def _is_linked(tree: Tree, marks: Sequence[bool], verb: int) -> bool:
    if any(marks[child] for child in tree.children[verb] if tree.bases[child] in LINKS):
        return True
    return tree.bases[verb] in {"parataxis", "dep"} and marks[tree.heads[verb]]


def _is_near(marks: Sequence[bool], n: int) -> bool:
    return True in marks[max(1, n - NEAR) : n + NEAR + 1]


def _addressee(tree: Tree, marks: Sequence[bool], verb: int) -> int:
    """Return the head of the addressee: said *to John*; told *John*."""
    for child in tree.children[verb]:
        if marks[child] or tree.upos[child] not in NOMINALS:
            continue
        if tree.bases[child] == "obl" and tree.preposition(child) == "to":
            return child
        if tree.bases[child] in {"obj", "iobj"} and tree.lemmas[verb] in HEARS:
            return child
    return 0
