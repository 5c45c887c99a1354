"""ClearNLP's labels, one after the other, against trees that the UD guidelines give."""

from __future__ import annotations

import pytest

from hearer.parsers.clearnlp import CLEAR_ONLY, RENAMED
from hearer.parsers.spacy import discourse_of
from tests.parsers.docs import doc, universal

# label, a sentence parsed as en_core_web_* parses it, and some words of the UD tree.
CASES = [
    ("dobj", "She/PRON/PRP/nsubj/2 saw/VERB/VBD/ROOT/0 him/PRON/PRP/dobj/2", ["him obj saw"]),
    (
        "prep pobj under a verb",
        "She/PRON/PRP/nsubj/2 sat/VERB/VBD/ROOT/0 in/ADP/IN/prep/2 it/PRON/PRP/pobj/3",
        ["in case it", "it obl sat"],
    ),
    (
        "prep pobj under a noun",
        "cars/NOUN/NNS/nsubj/5 of/ADP/IN/prep/1 the/DET/DT/det/4 judge/NOUN/NN/pobj/2"
        " burn/VERB/VBP/ROOT/0",
        ["of case judge", "judge nmod cars", "the det judge", "cars nsubj burn"],
    ),
    (
        "prep in prep",
        "came/VERB/VBD/ROOT/0 from/ADP/IN/prep/1 behind/ADP/IN/prep/2 doors/NOUN/NNS/pobj/3",
        ["from case doors", "behind case doors", "doors obl came"],
    ),
    (
        "pcomp that is a verb",
        "won/VERB/VBD/ROOT/0 by/ADP/IN/prep/1 waiting/VERB/VBG/pcomp/2",
        ["by mark waiting", "waiting advcl won"],
    ),
    (
        "pcomp in because of",
        "left/VERB/VBD/ROOT/0 because/SCONJ/IN/prep/1 of/ADP/IN/pcomp/2 him/PRON/PRP/pobj/2",
        ["because case him", "of fixed because", "him obl left"],
    ),
    (
        "prep without object",
        "people/NOUN/NNS/ROOT/0 she/PRON/PRP/nsubj/3 spoke/VERB/VBD/relcl/1 to/ADP/IN/prep/3",
        ["spoke acl:relcl people", "to obl spoke"],
    ),
    (
        "prep coordinated, one object",
        "ran/VERB/VBD/ROOT/0 in/ADP/IN/prep/1 and/CCONJ/CC/cc/2 around/ADP/IN/conj/2"
        " it/PRON/PRP/pobj/4",
        ["in case it", "around case it", "it obl ran"],
    ),
    (
        "prep coordinated, two objects",
        "ran/VERB/VBD/ROOT/0 to/ADP/IN/prep/1 her/PRON/PRP/pobj/2 and/CCONJ/CC/cc/2"
        " from/ADP/IN/conj/2 him/PRON/PRP/pobj/5",
        ["her obl ran", "to case her", "him conj her", "from case him", "and cc him"],
    ),
    (
        "agent",
        "seen/VERB/VBN/ROOT/0 by/ADP/IN/agent/1 her/PRON/PRP/pobj/2",
        ["by case her", "her obl:agent seen"],
    ),
    (
        "dative that is a noun",
        "gave/VERB/VBD/ROOT/0 her/PRON/PRP/dative/1 it/PRON/PRP/dobj/1",
        ["her iobj gave", "it obj gave"],
    ),
    (
        "dative with a preposition",
        "gave/VERB/VBD/ROOT/0 it/PRON/PRP/dobj/1 to/ADP/IN/dative/1 her/PRON/PRP/pobj/3",
        ["to case her", "her obl gave", "it obj gave"],
    ),
    (
        "poss and its case",
        "Anna/PROPN/NNP/poss/3 's/PART/POS/case/1 car/NOUN/NN/nsubj/4 burns/VERB/VBZ/ROOT/0"
        " him/PRON/PRP/dobj/4",
        ["Anna nmod:poss car", "'s case Anna", "car nsubj burns"],
    ),
    (
        "relcl",
        "men/NOUN/NNS/ROOT/0 who/PRON/WP/nsubj/3 left/VERB/VBD/relcl/1",
        ["left acl:relcl men", "who nsubj left"],
    ),
    (
        "nsubjpass auxpass",
        "She/PRON/PRP/nsubjpass/3 was/AUX/VBD/auxpass/3 seen/VERB/VBN/ROOT/0",
        ["She nsubj:pass seen", "was aux:pass seen"],
    ),
    (
        "csubjpass",
        "Winning/VERB/VBG/csubjpass/3 was/AUX/VBD/auxpass/3 seen/VERB/VBN/ROOT/0",
        ["Winning csubj:pass seen"],
    ),
    (
        "attr after another verb",
        "She/PRON/PRP/nsubj/2 became/VERB/VBD/ROOT/0 judge/NOUN/NN/attr/2",
        ["judge xcomp became", "She nsubj became"],
    ),
    (
        "attr with expletive there",
        "There/PRON/EX/expl/2 is/VERB/VBZ/ROOT/0 a/DET/DT/det/4 man/NOUN/NN/attr/2",
        ["There expl is", "is root -", "man nsubj is"],
    ),
    (
        "acomp after be, in a subordinate clause",
        "knows/VERB/VBZ/ROOT/0 that/SCONJ/IN/mark/4 she/PRON/PRP/nsubj/4 is/AUX/VBZ/ccomp/1"
        " happy/ADJ/JJ/acomp/4",
        ["happy ccomp knows", "is cop happy", "she nsubj happy", "that mark happy"],
    ),
    (
        "acomp after another verb",
        "She/PRON/PRP/nsubj/2 seems/VERB/VBZ/ROOT/0 happy/ADJ/JJ/acomp/2",
        ["happy xcomp seems"],
    ),
    (
        "prep after be",
        "She/PRON/PRP/nsubj/2 is/AUX/VBZ/ROOT/0 in/ADP/IN/prep/2 Rome/PROPN/NNP/pobj/3",
        ["Rome root -", "is cop Rome", "in case Rome", "She nsubj Rome"],
    ),
    (
        "advmod of place after be",
        "He/PRON/PRP/nsubj/2 is/AUX/VBZ/ROOT/0 here/ADV/RB/advmod/2 not/PART/RB/neg/2",
        ["here root -", "is cop here", "He nsubj here", "not advmod here"],
    ),
    ("neg", "go/VERB/VB/ROOT/0 not/PART/RB/neg/1", ["not advmod go"]),
    ("prt", "gave/VERB/VBD/ROOT/0 up/ADP/RP/prt/1", ["up compound:prt gave"]),
    ("oprd", "named/VERB/VBD/ROOT/0 him/PRON/PRP/dobj/1 king/NOUN/NN/oprd/1", ["king xcomp named"]),
    (
        "preconj",
        "both/CCONJ/CC/preconj/2 she/PRON/PRP/ROOT/0 and/CCONJ/CC/cc/2 he/PRON/PRP/conj/2",
        ["both cc:preconj she", "and cc he", "he conj she"],
    ),
    (
        "predet",
        "all/DET/PDT/predet/3 the/DET/DT/det/3 men/NOUN/NNS/ROOT/0",
        ["all det:predet men", "the det men"],
    ),
    (
        "npadvmod under a verb",
        "left/VERB/VBD/ROOT/0 this/DET/DT/det/3 week/NOUN/NN/npadvmod/1",
        ["week obl:unmarked left"],
    ),
    (
        "npadvmod under a noun",
        "week/NOUN/NN/npadvmod/2 end/NOUN/NN/ROOT/0",
        ["week nmod:unmarked end"],
    ),
    (
        "nmod without a preposition",
        "nice/ADJ/JJ/nmod/3 school/NOUN/NN/nmod/3 bus/NOUN/NN/ROOT/0 stops/VERB/VBZ/relcl/3",
        ["nice amod bus", "school compound bus"],
    ),
    (
        "quantmod nummod",
        "about/ADV/RB/quantmod/2 ten/NUM/CD/nummod/3 men/NOUN/NNS/ROOT/0",
        ["about advmod ten", "ten nummod men"],
    ),
    ("intj", "Oh/INTJ/UH/intj/2 go/VERB/VB/ROOT/0", ["Oh discourse go"]),
    ("meta", "x/X/XX/meta/2 go/VERB/VB/ROOT/0", ["x parataxis go"]),
    (
        "conj in a chain",
        "ate/VERB/VBD/ROOT/0 figs/NOUN/NNS/dobj/1 ,/PUNCT/,/punct/2 nuts/NOUN/NNS/conj/2"
        " and/CCONJ/CC/cc/4 eggs/NOUN/NNS/conj/4",
        ["nuts conj figs", "eggs conj figs", "and cc eggs"],
    ),
    (
        "aux to, subject of an infinitive",
        "wants/VERB/VBZ/ROOT/0 him/PRON/PRP/nsubj/4 to/PART/TO/aux/4 go/VERB/VB/ccomp/1"
        " home/ADV/RB/npadvmod/4",
        ["him obj wants", "to mark go", "go xcomp wants", "home obl:unmarked go"],
    ),
    (
        "ccomp with tense keeps its subject",
        "says/VERB/VBZ/ROOT/0 he/PRON/PRP/nsubj/3 saw/VERB/VBD/ccomp/1 it/PRON/PRP/dobj/3",
        ["he nsubj saw", "saw ccomp says"],
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("parsed", "expected"), [case[1:] for case in CASES], ids=[c[0] for c in CASES]
)
def test_a_clearnlp_tree_becomes_the_universal_one(parsed: str, expected: list[str]) -> None:
    found = universal(parsed)
    assert [line for line in expected if line not in found] == []


def test_the_predicate_heads_a_copular_clause_with_all_its_dependents() -> None:
    parsed = (
        "Now/ADV/RB/advmod/3 she/PRON/PRP/nsubj/3 is/AUX/VBZ/ROOT/0 a/DET/DT/det/5"
        " judge/NOUN/NN/attr/3 of/ADP/IN/prep/5 men/NOUN/NNS/pobj/6 !/PUNCT/./punct/3"
    )
    assert universal(parsed) == [
        "Now advmod judge",
        "she nsubj judge",
        "is cop judge",
        "a det judge",
        "judge root -",
        "of case men",
        "men nmod judge",
        "! punct judge",
    ]


def test_every_label_of_clearnlp_has_a_test() -> None:
    tried = {word.split("/")[3] for case in CASES for word in case[1].split()} | {"attr"}
    old = {
        "complm",
        "hmod",
        "hyph",
        "infmod",
        "nn",
        "num",
        "number",
        "partmod",
        "possessive",
        "rcmod",
    }
    assert CLEAR_ONLY - tried - old == set()


def test_old_labels_are_only_renamed() -> None:
    for label in ("complm", "hmod", "infmod", "nn", "num", "partmod", "possessive", "rcmod"):
        assert universal(f"x/NOUN/NN/{label}/2 y/NOUN/NN/ROOT/0")[0] == f"x {RENAMED[label]} y"


def test_universal_dependencies_are_left_alone() -> None:
    parsed = (
        "She/PRON/PRP/nsubj/4 is/AUX/VBZ/cop/4 in/ADP/IN/case/4 Rome/PROPN/NNP/ROOT/0"
        " and/CCONJ/CC/cc/6 Milan/PROPN/NNP/conj/4 of/ADP/IN/case/8 Italy/PROPN/NNP/nmod/6"
    )
    kept = [f"{w.split('/')[0]} {w.split('/')[3]}" for w in parsed.replace("ROOT", "root").split()]
    assert [line.rpartition(" ")[0] for line in universal(parsed)] == kept


def test_missing_parts_of_speech_and_features_come_from_the_tags() -> None:
    made = doc("These//DT/det/2 judges//NNS/nsubj/3 saw//VBD/ROOT/0 her//PRP/dobj/3")
    (utterance,) = discourse_of(made).utterances
    assert utterance.upos == ("DET", "NOUN", "VERB", "PRON")
    assert utterance.features == (
        "Number=Plur|PronType=Dem",
        "Number=Plur",
        "Mood=Ind|Tense=Past|VerbForm=Fin",
        "PronType=Prs",
    )
