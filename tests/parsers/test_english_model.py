"""The English pipeline we ship: conventions, lossless text, sorts, and every repair."""

from __future__ import annotations

from collections.abc import Callable

import pytest

spacy = pytest.importorskip("spacy")

from spacy.language import Language  # noqa: E402
from spacy.tokens import Doc, DocBin  # noqa: E402

from hearer.parsers.english import MODEL, load, repairs, tagging  # noqa: E402
from hearer.parsers.english.sorts import SORTS  # noqa: E402

VOCAB = spacy.blank("en").vocab

UD_RELATIONS = frozenset(
    "acl advcl advmod amod appos aux case cc ccomp clf compound conj cop csubj dep det discourse"
    " dislocated expl fixed flat goeswith iobj list mark nmod nsubj nummod obj obl orphan parataxis"
    " punct reparandum root vocative xcomp".split()
)

STORY = (
    "Dr. Eleanor Whitcombe opened the door.\n\n“Where is he?” asked Mrs. Reed. She didn’t know\n"
    "that John and Mary's trip had ended;  they'd seen each other.\tIt was 5 p.m. \n"
)


@pytest.fixture(scope="module")
def nlp() -> Language:
    return load()


def test_the_labels_are_universal_dependencies(nlp: Language) -> None:
    labels = nlp.get_pipe("parser").labels
    assert labels
    assert {label.lower().partition(":")[0] for label in labels} <= UD_RELATIONS


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "\n\n",
        "She left.",
        STORY,
        "  two  spaces ",
        "🙂 שלום עולם",
        "a\u00a0b\r\nc",
        "!!!???",
    ],
)
def test_no_character_is_lost_or_changed(nlp: Language, text: str) -> None:
    assert "".join(token.text_with_ws for token in nlp(text)) == text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("They didn't leave.", "They did n't leave ."),
        ("They didn’t leave.", "They did n’t leave ."),
        ("Mary's dog", "Mary 's dog"),
        ("the dogs' bowl", "the dogs ' bowl"),
        ("I'm gonna win", "I 'm gon na win"),
        ("We cannot go", "We can not go"),
        ("a well-known e-mail", "a well - known e-mail"),
        ("non-white voters", "non-white voters"),
        ("Stop!!! Why?!", "Stop !!! Why ?!"),
        ("Mr. Smith met Dr. Reed", "Mr. Smith met Dr. Reed"),
    ],
)
def test_words_are_cut_as_in_universal_dependencies(nlp: Language, text: str, words: str) -> None:
    assert [token.text for token in nlp.make_doc(text)] == words.split()


def test_the_papers_first_example_is_parsed(nlp: Language) -> None:
    doc = nlp("Brennan drives an Alfa Romeo. She drives too fast. Friedman races her on weekends.")
    subjects = [(token.text, token.pos_, token.head.text) for token in doc if token.dep_ == "nsubj"]
    assert subjects == [
        ("Brennan", "PROPN", "drives"),
        ("She", "PRON", "drives"),
        ("Friedman", "PROPN", "races"),
    ]


def test_sentences_come_from_the_parse(nlp: Language) -> None:
    doc = nlp("Brennan drives an Alfa Romeo. She drives too fast.")
    assert [str(sentence) for sentence in doc.sents] == [
        "Brennan drives an Alfa Romeo.",
        "She drives too fast.",
    ]


def test_a_simple_sentence_is_fully_analysed(nlp: Language) -> None:
    doc = nlp("The doctor gave her the books.")
    assert [token.pos_ for token in doc] == ["DET", "NOUN", "VERB", "PRON", "DET", "NOUN", "PUNCT"]
    assert [token.dep_ for token in doc] == ["det", "nsubj", "ROOT", "iobj", "det", "obj", "punct"]
    assert [token.lemma_ for token in doc[1:3]] == ["doctor", "give"]
    assert doc[3].morph.get("Gender") == ["Fem"]


@pytest.mark.parametrize(
    ("text", "word", "sort"),
    [
        ("The doctor arrived.", "doctor", "person"),
        ("Elizabeth smiled at Mr. Darcy.", "Darcy", "person"),
        ("Brennan drives an Alfa Romeo.", "Brennan", "person"),
        ("Her mother was tired.", "mother", "person"),
        ("She drove to London.", "London", "place"),
        ("They met on Monday.", "Monday", "time"),
        ("The dog barked loudly.", "dog", "animal"),
        ("She bought a new camera.", "camera", "object"),
        ("She drank some water.", "water", "substance"),
        ("The company hired her.", "company", "organization"),
        ("The theory is wrong.", "theory", "abstract"),
    ],
)
def test_obvious_nouns_have_their_sort(nlp: Language, text: str, word: str, sort: str) -> None:
    doc = nlp(text)
    assert next(token for token in doc if token.text == word)._.sort == sort


def test_every_nominal_has_a_sort_and_no_punctuation_has(nlp: Language) -> None:
    doc = nlp(STORY)
    nominals = [token for token in doc if token.pos_ in {"NOUN", "PROPN", "PRON"}]
    assert nominals
    assert all(token._.sort in SORTS for token in nominals)
    assert all(token._.sort == "" for token in doc if token.pos_ in {"PUNCT", "ADP", "SPACE"})


def test_sorts_survive_being_stored(nlp: Language) -> None:
    doc = nlp("The doctor drove to London.")
    sorts = [token._.sort for token in doc]
    assert [t._.sort for t in Doc(nlp.vocab).from_bytes(doc.to_bytes())] == sorts
    stored = DocBin(docs=[doc], store_user_data=True).get_docs(nlp.vocab)
    assert [t._.sort for t in next(iter(stored))] == sorts


def test_one_document_and_a_stream_give_the_same(nlp: Language) -> None:
    alone = nlp(STORY)
    _, in_stream = nlp.pipe(["She left.", STORY])
    assert [(t.dep_, t.head.i, t._.sort) for t in alone] == [
        (t.dep_, t.head.i, t._.sort) for t in in_stream
    ]


def test_the_model_is_small() -> None:
    assert sum(file.stat().st_size for file in MODEL.rglob("*") if file.is_file()) < 25_000_000


# The rules, each on a tree as the parser may get it wrong: word/UPOS/tag/head/relation.


def tree(text: str) -> Doc:
    rows = [row.split("/") for row in text.split()]
    return Doc(
        VOCAB,
        words=[row[0] for row in rows],
        pos=[row[1] for row in rows],
        tags=[row[2] for row in rows],
        heads=[int(row[3]) for row in rows],
        deps=[row[4] for row in rows],
        lemmas=[row[0].lower().removesuffix("ed") for row in rows],
    )


def relations(doc: Doc) -> str:
    return " ".join(f"{token.text}/{token.head.i}/{token.dep_}" for token in doc)


@pytest.mark.parametrize(
    ("rule", "wrong", "right"),
    [
        (
            repairs.find_inverted_speaker,
            "Go/VERB/VB/3/ccomp !/PUNCT/./0/punct ”/PUNCT/''/0/punct asked/VERB/VBD/3/ROOT"
            " Mrs./PROPN/NNP/5/nmod:desc Reed/PROPN/NNP/3/obj",
            "Go/3/ccomp !/0/punct ”/0/punct asked/3/ROOT Mrs./5/nmod:desc Reed/3/nsubj",
        ),
        (
            repairs.find_inverted_speaker,
            "No/INTJ/UH/2/discourse ”/PUNCT/''/0/punct asked/VERB/VBD/2/ROOT"
            " Anna/PROPN/NNP/5/nsubj ,/PUNCT/,/5/punct laughed/VERB/VBD/2/parataxis",
            "No/2/discourse ”/0/punct asked/2/ROOT Anna/2/nsubj ,/5/punct laughed/2/parataxis",
        ),
        (
            repairs.attach_titles,
            "Mrs./PROPN/NNP/2/nsubj Reed/PROPN/NNP/0/flat left/VERB/VBD/2/ROOT",
            "Mrs./1/nmod:desc Reed/2/nsubj left/2/ROOT",
        ),
        (
            repairs.join_names,
            "Anne/PROPN/NNP/2/nsubj Milbanke/PROPN/NNP/0/appos left/VERB/VBD/2/ROOT",
            "Anne/2/nsubj Milbanke/0/flat left/2/ROOT",
        ),
        (
            repairs.share_possessor,
            "John/PROPN/NNP/5/parataxis and/CCONJ/CC/2/cc Mary/PROPN/NNP/4/nmod:poss"
            " 's/PART/POS/2/case trip/NOUN/NN/5/nsubj ended/VERB/VBD/5/ROOT",
            "John/4/nmod:poss and/2/cc Mary/0/conj 's/2/case trip/5/nsubj ended/5/ROOT",
        ),
        (
            repairs.chain_appositives,
            "Anna/PROPN/NNP/8/nsubj ,/PUNCT/,/3/punct a/DET/DT/3/det doctor/NOUN/NN/0/appos"
            " ,/PUNCT/,/6/punct the/DET/DT/6/det mayor/NOUN/NN/8/parataxis ,/PUNCT/,/6/punct"
            " left/VERB/VBD/8/ROOT",
            "Anna/8/nsubj ,/3/punct a/3/det doctor/0/appos ,/6/punct the/6/det mayor/0/appos"
            " ,/6/punct left/8/ROOT",
        ),
        (
            repairs.chain_appositives,
            "Anna/PROPN/NNP/7/nsubj ,/PUNCT/,/3/punct a/DET/DT/3/det doctor/NOUN/NN/0/appos"
            " ,/PUNCT/,/6/punct the/DET/DT/6/det mayor/NOUN/NN/7/nsubj left/VERB/VBD/7/ROOT",
            "Anna/7/nsubj ,/3/punct a/3/det doctor/0/appos ,/6/punct the/6/det mayor/0/appos"
            " left/7/ROOT",
        ),
        (
            repairs.share_possessor,
            "saw/VERB/VBD/0/ROOT Tom/PROPN/NNP/0/obj and/CCONJ/CC/3/cc"
            " Anna/PROPN/NNP/5/nmod:poss 's/PART/POS/3/case house/NOUN/NN/0/obj",
            "saw/0/ROOT Tom/5/nmod:poss and/3/cc Anna/1/conj 's/3/case house/0/obj",
        ),
        (
            repairs.share_possessor,
            "saw/VERB/VBD/0/ROOT Tom/PROPN/NNP/0/obj and/CCONJ/CC/3/cc"
            " Anna/PROPN/NNP/1/conj 's/PART/POS/3/case house/NOUN/NN/0/obj",
            "saw/0/ROOT Tom/5/nmod:poss and/3/cc Anna/1/conj 's/3/case house/0/obj",
        ),
        (
            tagging.mark_verbs,
            "Ann/NOUN/NN/1/compound drives/NOUN/NNS/1/ROOT an/DET/DT/3/det Alfa/PROPN/NNP/1/obj",
            "Ann/1/nsubj drives/1/ROOT an/3/det Alfa/1/obj",
        ),
        (
            repairs.mark_reciprocals,
            "They/PRON/PRP/1/nsubj saw/VERB/VBD/1/ROOT each/DET/DT/3/det other/ADJ/JJ/1/obj",
            "They/1/nsubj saw/1/ROOT each/1/obj other/2/fixed",
        ),
    ],
)
def test_a_rule_mends_the_tree(rule: Callable[[Doc], int], wrong: str, right: str) -> None:
    doc = tree(wrong)
    assert rule(doc) == 1
    assert relations(doc) == right
    assert rule(doc) == 0
    assert relations(repairs.repair(tree(wrong))) == right  # so it is plugged in


def test_a_house_of_two_belongs_to_both(nlp: Language) -> None:
    _, _, tom, _, anna, _, house, _ = nlp("I saw Tom and Anna's house.")
    assert (tom.dep_, tom.head) == ("nmod:poss", house)
    assert (anna.dep_, anna.head) == ("conj", tom)


def test_each_other_is_a_pronoun() -> None:
    doc = tree("saw/VERB/VBD/0/ROOT each/DET/DT/2/det other/ADJ/JJ/0/obj")
    repairs.mark_reciprocals(doc)
    assert (doc[1].pos_, str(doc[1].morph)) == ("PRON", "ExtPos=PRON|PronType=Rcp")


def test_hers_is_a_pronoun() -> None:
    doc = tree("hers/NOUN/NN/1/nsubj won/VERB/VBD/1/ROOT")
    assert tagging.mark_pronouns(doc) == 1
    assert (doc[0].pos_, doc[0].tag_, doc[0].morph.get("Poss")) == ("PRON", "PRP", ["Yes"])


@pytest.mark.parametrize(
    ("parsed", "names"),
    [
        ("they/PRON/PRP/1/nsubj met/VERB/VBD/1/ROOT Larible/NOUN/NN/1/obj", ["Larible"]),
        ("they/PRON/PRP/1/nsubj met/VERB/VBD/1/ROOT larible/NOUN/NN/1/obj", []),
        (
            "they/PRON/PRP/1/nsubj met/VERB/VBD/1/ROOT the/DET/DT/3/det Larible/NOUN/NN/1/obj",
            [],  # a common noun with a capital, like the Court
        ),
        ("Ways/NOUN/NNS/1/nsubj To/PART/TO/1/mark Larible/NOUN/NN/2/ROOT", []),  # a heading
        ("Larible/NOUN/NN/1/nsubj left/VERB/VBD/1/ROOT", []),
    ],
)
def test_a_capital_inside_a_sentence_makes_a_name(parsed: str, names: list[str]) -> None:
    doc = tree(parsed)
    assert tagging.mark_names(doc) == len(names)
    assert [token.text for token in doc if token.pos_ == "PROPN"] == names


def test_an_object_of_saying_stays_an_object() -> None:
    spoken = "asked/VERB/VBD/1/ROOT"
    doc = tree(f"he/PRON/PRP/1/nsubj {spoken} Anna/PROPN/NNP/1/obj")
    assert repairs.find_inverted_speaker(doc) == 0


def test_no_sentence_begins_inside_a_name() -> None:
    words = ["met", "Anne", "Isabella", "Milbanke"]
    doc = Doc(VOCAB, words=words, tags=["VBD", "NNP", "NNP", "NNP"])
    tagging.keep_names_whole(doc)
    assert [token.is_sent_start for token in doc][2:] == [False, False]


@pytest.mark.parametrize(
    ("text", "subject", "verb"),
    [
        ("“Where is he?” asked Mrs. Whitcombe.", "Whitcombe", "asked"),
        ('"I am tired," said Anna.', "Anna", "said"),
    ],
)
def test_the_pipeline_finds_who_speaks(nlp: Language, text: str, subject: str, verb: str) -> None:
    doc = nlp(text)
    token = next(token for token in doc if token.text == subject)
    assert (token.dep_, token.head.text) == ("nsubj", verb)
