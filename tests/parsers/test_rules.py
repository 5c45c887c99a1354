"""The rules, each on a tree as the encoder may get it wrong: word/UPOS/head/relation."""

from __future__ import annotations

from hearer.parsers.english import parser as rules
from hearer.parsers.english.encoder import Parse
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


@cases(__file__)
def test_a_rule_mends_the_tree(rule: str, wrong: str, right: str) -> None:
    for mending in (getattr(rules, rule), rules.mend):  # it is plugged in, too
        forms, parse = tree(wrong)
        for _ in range(2):  # and what is right stays
            mending(forms, parse)
            assert shown(forms, parse) == right


@cases(__file__)
def test_what_is_no_mistake_stays(right: str) -> None:
    forms, parse = tree(right)
    rules.mend(forms, parse)
    assert shown(forms, parse) == right


def test_what_cannot_be_seen_is_nobody() -> None:
    forms, parse = tree("Anna/PROPN/2/nsubj met/VERB/0/root X/PROPN/2/obj Bob/PROPN/3/flat")
    forms[2] = "\x1b\u200b"
    rules.mend(forms, parse)
    assert (parse.upos[2], parse.relations[2]) == ("PUNCT", "punct")


def test_each_other_is_no_determiner_of_a_plural() -> None:
    forms, parse = tree(
        "They/PRON/2/nsubj sent/VERB/0/root each/DET/5/det other/ADJ/5/amod NOUN/NOUN/2/obj"
    )
    rules.mend(forms, parse)
    assert parse.relations[2] == "det"  # each other letter
    parse.features[4] = "Number=Plur"
    rules.mend(forms, parse)
    assert (parse.heads[2], parse.relations[2], parse.features[2]) == (2, "iobj", "PronType=Rcp")
    assert (parse.heads[3], parse.relations[3]) == (3, "fixed")
