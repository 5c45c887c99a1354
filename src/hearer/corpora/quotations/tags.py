"""The words beside a quotation that tell who speaks it: "said Anna", "she went on:".

Beside       who is named beside a quotation, how that tells the speaker, and in which words
tag_in       the tag in an utterance that quotes something
tag_behind   the tag that a sentence of its own is, behind a quotation: "Are you mad?" said Anna.
led_to       who acts in a sentence that leads to a quotation: She turned to him:
beat_of      who acts in a sentence beside a quotation: Anna smiled.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hearer.analysis.expressions.noun_phrase import noun_phrase
from hearer.analysis.lexicon import entries
from hearer.analysis.speech.quotations import find_tag, subject_of
from hearer.model.tree import Tree

BESIDE = 3  # words between a quotation and the verb that goes with it
NEAR = 6  # words from the beginning of a sentence in which its tag stands
INTRODUCES = frozenset({":", "--", "—", "–", ":—", ":--"})
PERSONS = frozenset({"PROPN", "PRON", "NOUN"})


class Beside(NamedTuple):
    """The head of who is named, and the words that tell."""

    utterance: int
    head: int
    words: str


def tag_in(tree: Tree, marks: Sequence[bool]) -> Beside | None:
    """The verb of saying beside what is quoted in an utterance, with its subject."""
    tag = find_tag(tree, tuple(marks))
    if tag:
        return Beside(tree.utterance.number, tag.speaker, tag.text)
    return _second_subject(tree, marks)


def _second_subject(tree: Tree, marks: Sequence[bool]) -> Beside | None:
    """A subject that parsers find besides a word of the quotation: "Anna," said *he*."""
    for verb in tree.words:
        is_said = tree.lemmas[verb] in entries("speech_verbs") and tree.upos[verb] == "VERB"
        if is_said and not marks[verb] and True in marks[max(1, verb - BESIDE) : verb + BESIDE + 1]:
            for child in tree.children[verb]:
                if tree.bases[child] == "nsubj" and not marks[child]:
                    return _beside(tree, verb, child)
    return None


def tag_behind(tree: Tree) -> Beside | None:
    """A sentence that begins with a verb of saying and its subject, or is not much more."""
    for verb in range(1, min(NEAR, len(tree)) + 1):
        if tree.upos[verb] == "VERB" and tree.lemmas[verb] in entries("speech_verbs"):
            subject = tree.child(verb, "nsubj")
            if 0 < subject <= NEAR and _is_first(tree, verb, subject):
                return _beside(tree, verb, subject)
    return None


def _is_first(tree: Tree, verb: int, subject: int) -> bool:
    """Whether nothing but the two and what belongs to the subject stands there before."""
    first, last = noun_phrase(tree, subject)
    return min(first, verb) <= 2 and (verb <= last + 2 or verb < first)


def led_to(tree: Tree, marks: Sequence[bool]) -> Beside | None:
    """The subject of a sentence that leads to what is said: "She turned to him:"."""
    first = marks.index(True) if True in marks else len(tree) + 1
    if first == 1 or tree.forms[first - 1] not in INTRODUCES:
        return None
    for verb in range(first - 1, 0, -1):
        if tree.upos[verb] == "VERB" and tree.lemmas[verb] in entries("speech_verbs"):
            subject = subject_of(tree, verb)
            return _beside(tree, verb, subject) if subject else None
    return beat_of(tree, marks)


def beat_of(tree: Tree, marks: Sequence[bool]) -> Beside | None:
    """The subject of a sentence, or of what is not quoted of it: "Anna smiled."."""
    for verb in (*tree.roots, *_clauses(tree)):
        subject = tree.child(verb, "nsubj")
        if subject and tree.upos[subject] in PERSONS and not (marks[verb] or marks[subject]):
            return _beside(tree, verb, subject)
    return None


def _clauses(tree: Tree) -> Iterator[int]:
    """Clauses on the level of the sentence, where a quotation is the root of it."""
    for root in tree.roots:
        yield from (n for n in tree.children[root] if tree.bases[n] in {"parataxis", "conj"})


def _beside(tree: Tree, verb: int, subject: int) -> Beside:
    first, last = noun_phrase(tree, subject)
    words = tree.utterance.text_between(min(verb, first), max(verb, last))
    return Beside(tree.utterance.number, subject, words)
