"""Other orders of the S-list: what each layer does, worked out by hand."""

from __future__ import annotations

import json

import pytest

import hearer
from hearer.algorithms.s_list.orders import Layers, Second
from hearer.algorithms.s_list.s_list import SListAlgorithm, SListOptions
from hearer.formats import conllu
from hearer.model import Entity, Familiarity, Kind, ReferringExpression
from hearer.model.storing import restore, stored
from tests.cases import cases

UNUSED, NEW, EVOKED = Familiarity.UNUSED, Familiarity.BRAND_NEW, Familiarity.EVOKED


def said(
    text: str, place: tuple[int, int], status: Familiarity, relation: str
) -> ReferringExpression:
    return ReferringExpression(
        text, *place, entity=Entity(text.upper()), familiarity=status, relation=relation
    )


def again(text: str, entity: str, place: tuple[int, int], relation: str) -> ReferringExpression:
    """What realizes an entity once more."""
    return ReferringExpression(
        text, *place, entity=Entity(entity), familiarity=EVOKED, relation=relation
    )


# In Monza a driver met Lyn. A mechanic …
MONZA = said("Monza", (1, 2), UNUSED, "obl")
DRIVER = said("driver", (1, 4), NEW, "nsubj")
LYN = said("Lyn", (1, 6), UNUSED, "obj")
MECHANIC = said("mechanic", (2, 2), NEW, "nsubj")


def heard(*expressions: ReferringExpression, **options: object) -> SListAlgorithm:
    """The S-list after these expressions; a new utterance begins where the numbers say so."""
    algorithm = SListAlgorithm(lambda pronoun, candidate: None, SListOptions(**options))  # type: ignore[arg-type]
    for before, expression in zip((None, *expressions), expressions, strict=False):
        if before and before.utterance < expression.utterance:
            algorithm.end_utterance(before.utterance)
        algorithm.hear(expression)
    return algorithm


def entities(algorithm: SListAlgorithm) -> str:
    return " ".join(element.entity for element in algorithm.in_view())


@cases(__file__)
def test_each_layer_orders_what_the_one_before_leaves_open(
    layers: str, second: str, expected: str
) -> None:
    chosen = heard(MONZA, DRIVER, LYN, MECHANIC, layers=Layers(layers), second=Second(second))
    assert entities(chosen) == expected


def test_the_paper_has_status_first_and_then_position() -> None:
    assert SListOptions() == SListOptions(layers=Layers.STATUS_FIRST, second=Second.POSITION)


# Lyn sold her car to Ann.
HER_CAR = (
    again("Lyn", "LYN", (1, 1), "nsubj"),
    again("her", "LYN", (1, 3), "nmod:poss"),
    again("car", "CAR", (1, 4), "obj"),
    again("Ann", "ANN", (1, 6), "obl"),
)


def test_an_entity_realized_twice_has_the_best_of_its_roles() -> None:
    assert entities(heard(*HER_CAR, second=Second.ROLE)) == "LYN CAR ANN"


def test_a_role_is_that_of_the_latest_utterance() -> None:
    """Lyn sold her car to Ann. Ann paid Lyn."""
    paid = again("Ann", "ANN", (2, 1), "nsubj"), again("Lyn", "LYN", (2, 3), "obj")
    assert entities(heard(*HER_CAR, *paid, second=Second.ROLE)) == "ANN LYN CAR"


def test_recency_goes_by_where_an_entity_was_realized_last() -> None:
    """Lyn stands at *her*, before the car: the subject before her is no longer where she is."""
    assert entities(heard(*HER_CAR, second=Second.RECENCY)) == "ANN CAR LYN"


def test_a_relative_pronoun_lends_nobody_its_role() -> None:
    """Lyn met Ann, who …: Ann stays an object."""
    lyn, ann = again("Lyn", "LYN", (1, 4), "nsubj"), again("Ann", "ANN", (1, 2), "obj")
    who = ReferringExpression(
        "who", 1, 3, entity=Entity("ANN"), kind=Kind.RELATIVE, relation="nsubj"
    )
    assert entities(heard(ann, who, lyn, second=Second.ROLE)) == "LYN ANN"


def test_without_statuses_no_change_of_class_moves_an_entity() -> None:
    """Table 5 (3a): ε evokes the judge; that puts her behind Curtis only where classes count."""
    judge, curtis = said("judge", (1, 2), NEW, "nsubj"), said("Curtis", (1, 6), UNUSED, "nsubj")
    ellipsis = again("ε", "JUDGE", (1, 10), "nsubj")
    assert entities(heard(judge, curtis, ellipsis)) == "CURTIS JUDGE"
    assert entities(heard(judge, curtis, ellipsis, layers=Layers.NO_STATUS)) == "JUDGE CURTIS"


def test_a_role_is_remembered_when_a_state_is_copied_or_stored() -> None:
    algorithm = heard(*HER_CAR, second=Second.ROLE)
    copied = algorithm.copy(test=algorithm.test)
    restored = SListAlgorithm(algorithm.test, algorithm.options)
    restore(restored, json.loads(json.dumps(stored(algorithm))))
    she = ReferringExpression("she", 1, 8, is_pronoun=True, relation="obl")
    steps = [each.hear(she) for each in (algorithm, copied, restored)]
    assert steps[0] == steps[1] == steps[2]
    assert [step.resolutions[0].entity for step in steps] == ["LYN"] * 3
    assert {entities(each) for each in (algorithm, copied, restored)} == {"LYN CAR ANN"}


# From a file: To Ann Lyn spoke. She …
MET = """\
1	To	to	ADP	IN	_	2	case	_	_
2	Ann	Ann	PROPN	NNP	Number=Sing	4	obl	_	_
3	Lyn	Lyn	PROPN	NNP	Number=Sing	4	nsubj	_	_
4	spoke	speak	VERB	VBD	_	0	root	_	_

1	She	she	PRON	PRP	Gender=Fem|Number=Sing|Person=3|PronType=Prs	2	nsubj	_	_
2	smiled	smile	VERB	VBD	_	0	root	_	_

"""


@pytest.mark.parametrize(
    ("options", "meant"),
    [({}, "ANN"), ({"second": "role"}, "LYN"), ({"second": "recency"}, "LYN")],
)
def test_options_are_set_by_name(options: dict[str, str], meant: str) -> None:
    (discourse,) = conllu.discourses(conllu.parse(MET.encode()))
    found = hearer.resolve(discourse, profile=hearer.how_to_hear("s-list", settings=options))
    assert [resolution.entity for resolution in found.resolutions] == [meant]
