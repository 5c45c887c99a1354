"""The English pipeline we ship: conventions, trees, sorts, and what was promised of the old one."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from hearer.model import Sort, Utterance
from hearer.model.meaning import SIZE
from hearer.model.tree import circles
from hearer.parsers.english import MODEL, shipped
from tests.cases import cases
from tests.parsers.parses import needs_model, relations_of, sort_of

pytestmark = needs_model

UD_RELATIONS = frozenset(
    "acl advcl advmod amod appos aux case cc ccomp clf compound conj cop csubj dep det discourse"
    " dislocated expl fixed flat goeswith iobj list mark nmod nsubj nummod obj obl orphan parataxis"
    " punct reparandum root vocative xcomp".split()
)
UPOS = frozenset(
    "ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X".split()
)
STORY = (
    "Dr. Eleanor Whitcombe opened the door.\n\n“Where is he?” asked Mrs. Reed. She didn’t know\n"
    "that John and Mary's trip had ended;  they'd seen each other.\tIt was 5 p.m. \n"
)


def parsed(text: str) -> list[Utterance]:
    return [*shipped().parse(text)]


def only(text: str) -> Utterance:
    (utterance,) = parsed(text)
    return utterance


def test_whatever_it_says_is_universal_dependencies() -> None:
    utterances = parsed(STORY)
    assert utterances
    for utterance in utterances:
        assert {relation.partition(":")[0] for relation in utterance.relations} <= UD_RELATIONS
        assert set(utterance.upos) <= UPOS
        assert utterance.heads.count(0) == 1
        assert utterance.relations[utterance.heads.index(0)] == "root"
        assert utterance.relations.count("root") == 1
        assert not circles(utterance.heads)


@cases(__file__)
def test_words_are_cut_as_in_universal_dependencies(text: str, words: str) -> None:
    assert only(text).forms == tuple(words.split())


@cases(__file__)
def test_sentences_end_where_they_should(text: str, sentences: list[str]) -> None:
    found = parsed(text.replace("\\n", "\n"))
    assert [utterance.text for utterance in found] == sentences


def test_the_papers_first_example_is_parsed() -> None:
    found = parsed("Brennan drives an Alfa Romeo. She drives too fast. Friedman races her.")
    subjects = [
        (utterance.forms[n], utterance.upos[n], utterance.forms[utterance.heads[n] - 1])
        for utterance in found
        for n, relation in enumerate(utterance.relations)
        if relation == "nsubj"
    ]
    assert subjects == [
        ("Brennan", "PROPN", "drives"),
        ("She", "PRON", "drives"),
        ("Friedman", "PROPN", "races"),
    ]


def test_a_simple_sentence_is_fully_analysed() -> None:
    found = only("The doctor gave her the books.")
    assert found.upos == ("DET", "NOUN", "VERB", "PRON", "DET", "NOUN", "PUNCT")
    assert found.relations == ("det", "nsubj", "root", "iobj", "det", "obj", "punct")
    assert found.heads == (2, 3, 0, 3, 6, 3, 3)
    assert found.lemmas == ("the", "doctor", "give", "she", "the", "book", ".")
    assert "Gender=Fem" in found.features[3]
    assert found.features[6] == "_"


@cases(__file__)
def test_obvious_nouns_have_their_sort(text: str, word: str, sort: str) -> None:
    assert sort_of(only(text), word) == sort


def test_every_nominal_has_a_sort_and_no_punctuation_has() -> None:
    words = [pair for u in parsed(STORY) for pair in zip(u.upos, u.sorts, strict=True)]
    nominals = [sort for upos, sort in words if upos in {"NOUN", "PROPN", "PRON"}]
    assert nominals
    assert set(nominals) <= {sort.value for sort in Sort}
    assert {sort for upos, sort in words if upos in {"PUNCT", "ADP", "AUX"}} == {""}


@cases(__file__)
def test_what_pronouns_depend_on_is_found(text: str, told: str) -> None:
    assert told in relations_of(only(text))


def test_each_other_is_reciprocal() -> None:
    for text in ("They saw each other.", "They helped one another."):
        found = only(text)
        assert found.features[2] == "ExtPos=PRON|PronType=Rcp"


@pytest.mark.parametrize("word", ["hers", "theirs", "ours", "yours"])
def test_a_possessive_alone_is_a_pronoun(word: str) -> None:
    found = only(f"I liked {word} best.")
    assert (found.upos[2], found.xpos[2]) == ("PRON", "PRP")
    assert "Poss=Yes" in found.features[2]


def test_a_name_is_a_name_where_nobody_knows_it() -> None:
    assert only("They had an argument with Larible.").upos[5] == "PROPN"


def test_the_model_is_small() -> None:
    assert sum(file.stat().st_size for file in MODEL.rglob("*") if file.is_file()) < 29_000_000


def test_every_word_has_a_meaning_whoever_found_the_words() -> None:
    (alone,) = shipped().parse("The old judge thanked her for it.")
    assert [len(meaning) for meaning in alone.meanings] == [SIZE] * len(alone)
    assert len(set(alone.meanings)) == len(alone)
    given = replace(alone, meanings=(), upos=("X",) * len(alone))
    assert shipped().senses(given) == replace(alone, upos=given.upos)


def test_a_full_stop_makes_no_difference_to_given_words() -> None:
    sentence = "Carl/PROPN/nsubj/2 works/VERB/root/0 at/ADP/case/4 HP/PROPN/obl/2"
    with_stop = shipped().senses(Utterance.of(f"{sentence} ./PUNCT/punct/2"))
    without = shipped().senses(Utterance.of(sentence))
    assert without.sorts == with_stop.sorts[:4]
    assert (without.sorts[0], without.sorts[3]) == ("person", "organization")
    assert without.meanings == with_stop.meanings[:4]


def test_a_meaning_depends_on_the_sentence() -> None:
    one, other = only("The judge thanked her."), only("The judge broke it.")
    assert one.meanings[1] != other.meanings[1]


def test_a_short_sentence_is_not_cut_behind_its_verb() -> None:
    names, verbs = ("Peter", "Jane", "Olaf"), ("admires", "likes", "loves", "envies", "pities")
    for subject, verb, text in product(names, verbs, ("He often calls him.", "She came for tea.")):
        found = shipped().parse(f"{subject} {verb} Tom. {text}")
        assert [len(utterance) for utterance in found] == [4, 5], (subject, verb, text)


def test_a_line_may_end_a_sentence_without_a_mark() -> None:
    lines = "The rose is red\nThe violet is blue\nShe sang it to her brother at noon\nHe left"
    assert len([*shipped().parse(lines)]) > 1
