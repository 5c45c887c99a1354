"""Patterns of *it* that stands for nothing, each with a neighbour that is not meant."""

from __future__ import annotations

import pytest

from hearer.analysis.expressions.cues import OF_PRONOUNS
from hearer.analysis.expressions.exclusions import is_pleonastic_it
from hearer.analysis.expressions.expletives import PATTERNS, is_expletive
from hearer.analysis.expressions.judge import SURELY, judged
from hearer.model import Cue, Utterance
from hearer.model.tree import Tree

EXPLETIVE = {
    "_is_clock_time": "It/PRON/nsubj/4/it is/AUX/cop/4/be about/ADV/advmod/4/about 4:00/NUM/root/0/4:00",
    "_is_span_of_time": "It/PRON/nsubj/3/it is/AUX/cop/3/be spring/NOUN/root/0/spring",
    "_is_weather": "It/PRON/nsubj/3/it is/AUX/cop/3/be nice/ADJ/root/0/nice outside/ADV/advmod/3/outside",
    "_is_topic": (
        "When/ADV/advmod/3/when it/PRON/nsubj/3/it comes/VERB/advcl/6/come to/ADP/case/5/to sleep/NOUN/obl/3/sleep works/VERB/root/0/work"
    ),
    "_is_just_that": (
        "It/PRON/nsubj:outer/6/it 's/AUX/cop/6/be just/ADV/advmod/6/just that/SCONJ/mark/6/that she/PRON/nsubj/6/she left/VERB/root/0/leave"
    ),
    "_is_as_if": (
        "It/PRON/nsubj/2/it looks/VERB/root/0/look as/SCONJ/mark/6/as if/SCONJ/fixed/3/if she/PRON/nsubj/6/she left/VERB/advcl/2/leave"
    ),
    "_is_plea": (
        "May/AUX/aux/3/may it/PRON/nsubj/3/it please/VERB/root/0/please the/DET/det/5/the Court/PROPN/obj/3/Court"
    ),
    "_is_in_idiom": (
        "They/PRON/nsubj/2/they hit/VERB/root/0/hit it/PRON/obj/2/it off/ADP/compound:prt/2/off"
    ),
    "_is_surroundings": (
        "They/PRON/nsubj/2/they love/VERB/root/0/love it/PRON/obj/2/it here/ADV/advmod/2/here"
    ),
    "_is_half_of_it": (
        "You/PRON/nsubj/2/you know/VERB/root/0/know the/DET/det/4/the half/NOUN/obj/2/half of/ADP/case/6/of it/PRON/nmod/4/it"
    ),
}
REFERRING = {
    "a thing's price": "It/PRON/nsubj/3/it is/AUX/cop/3/be 400/NUM/root/0/400",
    "the day": "It/PRON/nsubj/4/it is/AUX/cop/4/be the/DET/det/4/the day/NOUN/root/0/day",
    "day two": "It/PRON/nsubj/3/it is/AUX/cop/3/be day/NOUN/root/0/day two/NUM/nummod/3/two",
    "nice": "It/PRON/nsubj/3/it is/AUX/cop/3/be nice/ADJ/root/0/nice",
    "it comes to a stop": (
        "It/PRON/nsubj/2/it comes/VERB/root/0/come to/ADP/case/5/to a/DET/det/5/a stop/NOUN/obl/2/stop"
    ),
    "it looks good": "It/PRON/nsubj/2/it looks/VERB/root/0/look good/ADJ/xcomp/2/good",
    "it pleases": "It/PRON/nsubj/2/it pleases/VERB/root/0/please her/PRON/obj/2/she",
    "they hit it": "They/PRON/nsubj/2/they hit/VERB/root/0/hit it/PRON/obj/2/it",
    "they love it": "They/PRON/nsubj/2/they love/VERB/root/0/love it/PRON/obj/2/it",
    "half of it": (
        "You/PRON/nsubj/2/you ate/VERB/root/0/eat half/NOUN/obj/2/half of/ADP/case/5/of it/PRON/nmod/3/it"
    ),
}


def the_it(parsed: str) -> tuple[Tree, int]:
    tree = Tree(Utterance.of(parsed))
    return tree, tree.lemmas.index("it")


@pytest.mark.parametrize("name", EXPLETIVE)
def test_it_stands_for_nothing(name: str) -> None:
    tree, n = the_it(EXPLETIVE[name])
    assert [p.__name__ for p in PATTERNS if p(tree, n, tree.heads[n])] == [name]
    assert is_expletive(tree, n)


@pytest.mark.parametrize("parsed", REFERRING.values(), ids=REFERRING)
def test_it_may_refer(parsed: str) -> None:
    assert not is_expletive(*the_it(parsed))


def test_every_pattern_has_its_example() -> None:
    assert list(EXPLETIVE) == [pattern.__name__ for pattern in PATTERNS]


def test_the_paper_is_not_touched() -> None:
    """What the paper leaves out stays as it was: a judge knows more, and excludes nothing."""
    tree, n = the_it(EXPLETIVE["_is_in_idiom"])
    assert not is_pleonastic_it(tree, n)
    assert judged(tree, n).hundredths >= SURELY


def test_what_is_frozen_is_no_weather() -> None:
    """*It* freezes, but: you can freeze *it*."""
    holds = dict(OF_PRONOUNS)[Cue.WEATHER]
    assert holds(*the_it("It/PRON/nsubj/2/it freezes/VERB/root/0/freeze"))
    assert not holds(*the_it("You/PRON/nsubj/2/you freeze/VERB/root/0/freeze it/PRON/obj/2/it"))
