"""Who is called he or she first, and by name later."""

from __future__ import annotations

from hearer.hearing import Hearer, listen
from tests.analysis.parsed import discourse
from tests.cases import cases

SHE_SAW = "She/PRON/nsubj/2 saw/VERB/root/0"
SHE_STUDIED = "She/PRON/nsubj/2 studied/VERB/root/0 there/ADV/advmod/2"
HITCHINGS = (
    "Hitchings/PROPN/nsubj/2/Hitchings/Number=Sing opened/VERB/root/0 a/DET/det/4"
    " gallery/NOUN/obj/2"
)


def chains(*sentences: str, naming: bool = True) -> list[str]:
    found = listen(discourse(*sentences), profile="default", naming=naming)
    return [", ".join(map(str, chain.expressions)) for chain in found.chains]


@cases(__file__)
def test_a_chain_is(claim: str, sentences: str, chain: str) -> None:
    assert chain in chains(*sentences.split(" | ")), claim


def test_a_branch_that_learns_her_name_keeps_it_to_itself() -> None:
    """Who has no name yet is known to each copy of a hearer by itself."""
    here = Hearer()
    studied, hitchings = discourse(SHE_STUDIED, HITCHINGS).utterances
    for word in studied.words:
        here.hear(word)
    ahead = here.copy()
    for branch in (ahead, here):
        for word in hitchings.words:
            branch.hear(word)
        first, *_ = branch.finish().chains
        assert ", ".join(map(str, first.expressions)) == "she, Hitchings"


def test_who_is_met_in_a_branch_is_unknown_outside() -> None:
    here = Hearer()
    rain, studied, hitchings = discourse(
        "Rain/NOUN/nsubj/2 fell/VERB/root/0", SHE_STUDIED, HITCHINGS
    ).utterances
    for word in rain.words:
        here.hear(word)
    ahead = here.copy()
    for word in studied.words:
        ahead.hear(word)
    for word in hitchings.words:
        here.hear(word)
    names = {str(e): e.entity for e in here.finish().expressions}
    assert names["Hitchings"] == "HITCHINGS"


def test_only_by_option() -> None:
    assert "she, Hitchings" not in chains(SHE_STUDIED, HITCHINGS, naming=False)


@cases(__file__)
def test_no_other_expression_is_her_name(name: str, why: str) -> None:
    assert "she" in chains(SHE_STUDIED, name), why


def test_a_pronoun_and_a_name_that_binding_keeps_apart_are_two() -> None:
    (first, *_) = chains(SHE_STUDIED, f"{SHE_SAW} Hitchings/PROPN/nmod:poss/4 picture/NOUN/obj/2")
    assert "Hitchings" in first
    (first, *_) = chains(SHE_STUDIED, f"{SHE_SAW} Hitchings/PROPN/nsubj/2")
    assert "Hitchings" not in first


def test_who_is_first_spoken_of_in_the_same_utterance_is_not_named_in_it() -> None:
    """*She saw Hitchings' picture* (Principle C); cataphora is for the algorithm to see."""
    (first, *_) = chains(f"{SHE_SAW} Hitchings/PROPN/nmod:poss/4 picture/NOUN/obj/2")
    assert first == "she"


def test_who_has_a_name_gets_no_other() -> None:
    first, *_ = chains("Berta/PROPN/nsubj/2 left/VERB/root/0", SHE_STUDIED, HITCHINGS)
    assert first == "Berta, she"


def test_a_name_is_not_that_of_who_was_taken_back() -> None:
    """*Before she left, Anna ...*: she was Anna, so nobody waits for a name."""
    before = (
        "Before/SCONJ/mark/3 she/PRON/nsubj/3 left/VERB/advcl/6 ,/PUNCT/punct/3"
        " Anna/PROPN/nsubj/6/Anna/Number=Sing waved/VERB/root/0"
    )
    mia = "Mia/PROPN/nsubj/2/Mia/Number=Sing cried/VERB/root/0"
    assert chains(before, mia) == ["she, Anna", "Mia"]
    (_, found) = listen(discourse(before, mia), profile="default").chains
    assert str(found.entity) == "MIA"
