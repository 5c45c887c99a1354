"""What entities are called: a full name, else a noun phrase, never a pronoun."""

from __future__ import annotations

import pickle

import pytest

import hearer
from hearer.model import Entity, EntityKind, Kind, ReferringExpression, Utterance
from hearer.names import Names, aliases, best_name, names_of
from tests.cases import cases
from tests.parsers.parses import needs_model


@needs_model
@cases(__file__)
def test_the_best_name_is(text: str, pronoun: str, name: str) -> None:
    """A text, a pronoun in it, and who it means, by the words of the text."""
    last = [r for r in hearer.resolve(text).resolutions if r.pronoun.text == pronoun][-1]
    assert (last.name or "").endswith(name) if name else last.name is None
    assert (last.name or "").split()[:1] != [pronoun]
    assert last.is_named == bool(name)


@needs_model
def test_a_resolution_says_where_its_pronoun_stands() -> None:
    text = "Anna and Tom love each other. “She” is she."
    found = hearer.resolve(text)
    assert found.resolutions
    for resolution in found.resolutions:
        written = text[resolution.start : resolution.end].lower()
        assert written.startswith(resolution.pronoun.text.lower().split()[0])
    assert text[slice(found.resolutions[0].start, found.resolutions[0].end)] == "each other"
    assert found.resolutions[0].name == "Anna and Tom"


@needs_model
def test_while_it_is_heard_the_name_is_the_best_so_far() -> None:
    text = "Anna left. She ran. Anna Keller fell. She cried."
    heard = [r for step in hearer.follow(text) for r in step.resolutions]
    assert [r.name for r in heard] == ["Anna", "Anna Keller"]
    found = hearer.resolve(text).resolutions
    assert [r.name for r in found] == ["Anna Keller"] * 2
    assert tuple(heard) == tuple(found)  # names make no difference
    assert hash(heard[0].pronoun) == hash(found[0].pronoun)


ANNA = "Anna/PROPN/nsubj/2 left/VERB/root/0"
ANNA_KELLER = "Anna/PROPN/nsubj/3 Keller/PROPN/flat/1 fell/VERB/root/0"


def test_a_name_is_made_when_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    found = hearer.resolve(hearer.Discourse((Utterance.of(ANNA, number=1),)))
    monkeypatch.setattr("hearer.names.spelled", lambda *_: "Late")
    again = pickle.loads(pickle.dumps(found.names))
    assert again == found.names == {"ANNA": "Late"}
    assert repr(found.names) == "{'ANNA': 'Late'}"
    assert found.names.get(Entity("TOM")) is None


def test_names_stay_when_the_hearer_goes_on() -> None:
    listener, found = hearer.Hearer(), list[hearer.Interpretation]()
    for number, said in enumerate((ANNA, ANNA_KELLER), start=1):
        for word in Utterance.of(said, number=number).words:
            listener.hear(word)
        found.append(listener.finish())
    assert [[*one.names.values()] for one in found] == [["Anna"], ["Anna Keller"]]


@needs_model
def test_a_session_has_the_names_of_speakers_and_remembers_them_when_stored() -> None:
    heard = hearer.Session().hear("I am tired.", speaker="Anna Keller")
    assert [chain.name for chain in heard.chains] == ["Anna Keller"]
    session = hearer.Session()
    session.hear("We saw Anna Keller.", speaker="Tom")
    again = hearer.Session.from_json(session.to_json())
    assert [r.name for r in again.hear("She waved.").resolutions] == ["Anna Keller"]


def expression(text: str, entity: str, kind: Kind, utterance: int = 1) -> ReferringExpression:
    return ReferringExpression(text, utterance, 1.0, entity=Entity(entity), kind=kind)


def test_what_has_no_parse_is_called_by_its_text() -> None:
    said = [expression("the judge", "JUDGE", Kind.BARE), expression("he", "JUDGE", Kind.PRONOUN)]
    assert names_of(said, ()) == {"JUDGE": "the judge"}


def test_two_that_are_one_have_one_name() -> None:
    names = Names()
    names.hear(expression("Lyn", "LYN", Kind.NAME))
    speaker = Entity("I", EntityKind.SPEAKER)
    names.unify(speaker, Entity("LYN"))
    known = names.of([speaker, Entity("LYN"), Entity("SUE")])
    assert known == {"I": "Lyn", "LYN": "Lyn", "SUE": ""}


def test_who_was_named_long_ago_is_forgotten() -> None:
    names = Names()
    for n in range(21):
        names.hear(expression(f"N{n}", f"N{n}", Kind.NAME))
    names.forget(10)
    assert len(names.best) == 10
    assert names.name(Entity("N20")) == "N20"
    assert names.name(Entity("N0")) == ""


@needs_model
@pytest.mark.parametrize("key", ["@1.1", "ANNA"])
def test_the_last_turn_of_a_session_has_the_names_of_one_run(key: str) -> None:
    turns = ("Anna has a brother.", "Tom Miller met her brother.", "He liked him.")
    knowledge = hearer.Knowledge(names={key: "Anna Keller"})
    session = hearer.Session(knowledge=knowledge)
    last = [session.hear(f"{turn} ") for turn in turns][-1]
    whole = hearer.resolve(" ".join(turns), knowledge=knowledge)

    assert [r.name for r in last.resolutions] == ["Tom Miller", "Anna Keller's brother"]
    assert dict(last.names).items() <= dict(whole.names).items()


# Of all the forms of a name ---------------------------------------------------------------------


@cases(__file__)
def test_the_best_name_is_the_fullest_that_is_nothing_but_a_name(
    forms: dict[str, int], name: str
) -> None:
    assert best_name(forms) == name


@cases(__file__)
def test_what_stands_around_a_name_is_not_of_it(written: str, bare: list[str]) -> None:
    assert [*aliases([written])] == [*aliases([written, written])] == bare
    assert aliases(["ELLIOT", "ELLIOT", "Elliot"]) == {"Elliot": 3}  # capitals make no other alias
    assert aliases(["NATO", "NATO"]) == {"NATO": 2}
