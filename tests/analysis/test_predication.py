"""The default profile: predicates and appositives say what something is, names modify."""

from __future__ import annotations

from tests.analysis.parsed import heard
from tests.cases import cases

READ = {"predicates": True, "predication": True, "demonstratives": True}


def chains(*sentences: str, **options: bool) -> list[list[str]]:
    found = heard(*sentences, **(READ | options))
    return [[e.text for e in chain.expressions] for chain in found.chains]


@cases(__file__)
def test_what_describes_or_is_denied_asked_or_possible_evokes_nothing(sentence: str) -> None:
    assert all(len(chain) == 1 for chain in chains(sentence))


def test_the_owner_of_his_house_may_be_he() -> None:
    """Binding looks at the subject, not at the noun phrase that says what it is."""
    owner = "John/PROPN/nsubj/4 was/AUX/cop/4 the/DET/det/4 owner/NOUN/root/0 of/ADP/case/7 his/PRON/nmod:poss/7 house/NOUN/nmod/4"

    assert ["John", "his"] in chains(owner)


@cases(__file__)
def test_not_every_appositive_says_what_its_noun_is(sentence: str) -> None:
    assert all(len(chain) == 1 for chain in chains(sentence))
    assert any(len(chain) == 2 for chain in chains(sentence, predication=False))


@cases(__file__)
def test_an_appositive_evokes_what_it_elaborates(sentence: str) -> None:
    assert any(len(chain) == 2 for chain in chains(sentence))
