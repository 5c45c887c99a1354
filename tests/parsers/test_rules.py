"""The rules, each on a tree as the encoder may get it wrong: word/UPOS/head/relation."""

from __future__ import annotations

import pytest

from hearer.parsers.english import rules
from hearer.parsers.english.couples import join_couples
from hearer.parsers.english.parse import Parse
from hearer.parsers.english.questions import turn_questions
from tests.cases import cases


def tree(text: str) -> tuple[list[str], Parse]:
    rows = [row.split("/") for row in text.split()]
    forms, upos, heads, relations = (list(column) for column in zip(*rows, strict=True))
    nothing = ["_"] * len(forms)
    return forms, Parse(
        lemmas=[form.lower() for form in forms],
        upos=upos,
        xpos=list(nothing),
        features=list(nothing),
        heads=[*map(int, heads)],
        relations=relations,
        sorts=list(nothing),
        meanings=[],
    )


def shown(forms: list[str], parse: Parse) -> str:
    rows = zip(forms, parse.upos, parse.heads, parse.relations, strict=True)
    return " ".join("/".join(map(str, row)) for row in rows)


@pytest.mark.parametrize(
    ("rule", "wrong", "right"),
    [
        (
            rules.free_acts,
            "We/PRON/2/nsubj see/VERB/0/root the/DET/5/det clerk/NOUN/5/compound nod/NOUN/2/obj",
            "We/PRON/2/nsubj see/VERB/0/root the/DET/4/det clerk/NOUN/2/obj nod/VERB/2/xcomp",
        ),
        (
            rules.attach_titles,
            "With/ADP/2/case Mrs./PROPN/4/obl Reed/PROPN/2/flat left/VERB/0/root Tom/PROPN/4/nsubj",
            "With/ADP/3/case Mrs./PROPN/3/nmod:desc Reed/PROPN/4/obl left/VERB/0/root"
            " Tom/PROPN/4/nsubj",
        ),
        (
            rules.attach_titles,
            "MISS/PROPN/0/root BROOKE/PROPN/1/appos ./PUNCT/1/punct",
            "MISS/PROPN/2/nmod:desc BROOKE/PROPN/0/root ./PUNCT/2/punct",
        ),
        (
            rules.free_topics,
            "As/ADP/3/case for/ADP/1/fixed Ada/PROPN/6/obl ,/PUNCT/3/punct she/PRON/6/nsubj"
            " left/VERB/0/root",
            "As/ADP/3/case for/ADP/1/fixed Ada/PROPN/6/dislocated ,/PUNCT/3/punct"
            " she/PRON/6/nsubj left/VERB/0/root",
        ),
        (
            turn_questions,
            "Whose/PRON/3/nsubj are/AUX/3/cop these/PRON/6/ccomp ?/PUNCT/3/punct he/PRON/6/nsubj"
            " asked/VERB/0/root",
            "Whose/PRON/6/ccomp are/AUX/1/cop these/PRON/1/nsubj ?/PUNCT/1/punct he/PRON/6/nsubj"
            " asked/VERB/0/root",
        ),
        (
            join_couples,
            "We/PRON/2/nsubj met/VERB/0/root Dr./PROPN/6/nmod:desc and/CCONJ/6/cc"
            " Mrs./PROPN/6/nmod:desc Hale/PROPN/8/conj at/ADP/8/case noon/NOUN/2/obl",
            "We/PRON/2/nsubj met/VERB/0/root Dr./PROPN/6/nmod:desc and/CCONJ/6/cc"
            " Mrs./PROPN/6/nmod:desc Hale/PROPN/2/obj at/ADP/8/case noon/NOUN/2/obl",
        ),
        (
            join_couples,
            "Lord/PROPN/4/nmod:desc and/CCONJ/3/cc Lady/PROPN/1/conj Ashby/PROPN/5/nsubj"
            " left/VERB/0/root",
            "Lord/PROPN/4/nmod:desc and/CCONJ/4/cc Lady/PROPN/4/nmod:desc Ashby/PROPN/5/nsubj"
            " left/VERB/0/root",
        ),
        (  # the name hung on what hung on the first title
            join_couples,
            "Ms./PROPN/0/root and/CCONJ/4/cc Mr./PROPN/4/nmod:desc Kim/PROPN/5/nsubj"
            " sat/VERB/1/acl",
            "Ms./PROPN/4/nmod:desc and/CCONJ/4/cc Mr./PROPN/4/nmod:desc Kim/PROPN/0/root"
            " sat/VERB/4/acl",
        ),
        (
            join_couples,
            "A/DET/2/det gift/NOUN/8/nsubj for/ADP/4/case Mr/PROPN/7/nmod:desc &/CCONJ/6/cc"
            " Mrs/PROPN/7/nmod:desc Jones/PROPN/8/nsubj came/VERB/0/root",
            "A/DET/2/det gift/NOUN/8/nsubj for/ADP/7/case Mr/PROPN/7/nmod:desc &/CCONJ/7/cc"
            " Mrs/PROPN/7/nmod:desc Jones/PROPN/2/nmod came/VERB/0/root",
        ),
        (
            rules.join_names,
            "Mrs./PROPN/2/nmod:desc Holt/PROPN/5/nsubj -/PUNCT/2/punct Reed/PROPN/5/nsubj"
            " wept/VERB/0/root",
            "Mrs./PROPN/2/nmod:desc Holt/PROPN/5/nsubj -/PUNCT/2/punct Reed/PROPN/2/flat"
            " wept/VERB/0/root",
        ),
        (
            rules.join_names,
            "Miss/PROPN/3/nsubj Watson/PROPN/3/nsubj wept/VERB/0/root",
            "Miss/PROPN/2/nmod:desc Watson/PROPN/3/nsubj wept/VERB/0/root",
        ),
        (
            rules.join_names,
            "Farmer/PROPN/4/nmod:poss Holt/PROPN/4/nmod:poss 's/PART/2/case dog/NOUN/0/root",
            "Farmer/PROPN/4/nmod:poss Holt/PROPN/1/flat 's/PART/1/case dog/NOUN/0/root",
        ),
        (
            rules.join_names,
            "Anna/PROPN/6/nsubj and/CCONJ/4/cc her/PRON/4/nmod:poss son/NOUN/1/conj"
            " Tim/PROPN/1/conj left/VERB/0/root",
            "Anna/PROPN/6/nsubj and/CCONJ/4/cc her/PRON/4/nmod:poss son/NOUN/1/conj"
            " Tim/PROPN/4/appos left/VERB/0/root",
        ),
        (
            rules.appose_subjects,
            "The/DET/2/det vet/NOUN/6/nsubj ,/PUNCT/4/punct Parr/PROPN/6/nsubj ,/PUNCT/2/punct"
            " ran/VERB/0/root",
            "The/DET/2/det vet/NOUN/6/nsubj ,/PUNCT/4/punct Parr/PROPN/2/appos ,/PUNCT/2/punct"
            " ran/VERB/0/root",
        ),
        (
            rules.dislocate,
            "My/PRON/2/nmod:poss aunt/NOUN/5/vocative ,/PUNCT/2/punct she/PRON/5/nsubj"
            " left/VERB/0/root",
            "My/PRON/2/nmod:poss aunt/NOUN/5/dislocated ,/PUNCT/2/punct she/PRON/5/nsubj"
            " left/VERB/0/root",
        ),
        (
            rules.dislocate,
            "Tom/PROPN/4/vocative ,/PUNCT/1/punct she/PRON/4/nsubj left/VERB/0/root",
            "Tom/PROPN/4/vocative ,/PUNCT/1/punct she/PRON/4/nsubj left/VERB/0/root",
        ),
        (
            rules.chain_appositives,
            "Anna/PROPN/8/nsubj ,/PUNCT/4/punct a/DET/4/det doctor/NOUN/1/appos ,/PUNCT/7/punct"
            " the/DET/7/det mayor/NOUN/4/appos left/VERB/0/root",
            "Anna/PROPN/8/nsubj ,/PUNCT/4/punct a/DET/4/det doctor/NOUN/1/appos ,/PUNCT/7/punct"
            " the/DET/7/det mayor/NOUN/1/appos left/VERB/0/root",
        ),
        (
            rules.mark_reciprocals,
            "They/PRON/2/nsubj saw/VERB/0/root one/NUM/2/obj another/DET/3/fixed",
            "They/PRON/2/nsubj saw/VERB/0/root one/PRON/2/obj another/DET/3/fixed",
        ),
        (
            rules.mark_expletives,
            "It/PRON/3/nsubj is/AUX/3/cop hard/ADJ/0/root to/PART/5/mark stop/VERB/3/csubj",
            "It/PRON/3/expl is/AUX/3/cop hard/ADJ/0/root to/PART/5/mark stop/VERB/3/csubj",
        ),
        (
            rules.mark_expletives,
            "It/PRON/3/nsubj was/AUX/3/cop Anna/PROPN/0/root who/PRON/5/nsubj ran/VERB/3/acl:relcl",
            "It/PRON/3/expl was/AUX/3/cop Anna/PROPN/0/root who/PRON/5/nsubj ran/VERB/3/acl:relcl",
        ),
        (
            rules.mark_expletives,
            "It/PRON/4/nsubj was/AUX/4/cop a/DET/4/det car/NOUN/0/root that/PRON/6/obj"
            " burnt/VERB/4/acl:relcl",
            "It/PRON/4/nsubj was/AUX/4/cop a/DET/4/det car/NOUN/0/root that/PRON/6/obj"
            " burnt/VERB/4/acl:relcl",
        ),
    ],
)
def test_a_rule_mends_the_tree(rule: rules.Rule, wrong: str, right: str) -> None:
    for mending in (rule, rules.mend):  # it is plugged in, too
        forms, parse = tree(wrong)
        for _ in range(2):  # and what is right stays
            mending(forms, parse)
            assert shown(forms, parse) == right


@cases(__file__)
def test_what_is_no_mistake_stays(right: str) -> None:
    forms, parse = tree(right)
    rules.mend(forms, parse)
    assert shown(forms, parse) == right


def test_hers_says_whose_it_is() -> None:
    forms, parse = tree("Hers/NOUN/2/nsubj won/VERB/0/root")
    rules.mend(forms, parse)
    assert (parse.upos[0], parse.xpos[0]) == ("PRON", "PRP")
    assert parse.features[0] == "Gender=Fem|Number=Sing|Person=3|Poss=Yes|PronType=Prs"


def test_a_mine_is_no_pronoun() -> None:
    forms, parse = tree("The/DET/2/det mine/NOUN/3/nsubj closed/VERB/0/root")
    rules.mend(forms, parse)
    assert (parse.upos[1], parse.features[1]) == ("NOUN", "_")


def test_what_cannot_be_seen_is_nobody() -> None:
    forms, parse = tree("Anna/PROPN/2/nsubj met/VERB/0/root X/PROPN/2/obj Bob/PROPN/3/flat")
    forms[2] = "\x1b\u200b"
    rules.mend(forms, parse)
    assert (parse.upos[2], parse.relations[2]) == ("PUNCT", "punct")
