"""Coreference read from MISC and written back to it."""

from __future__ import annotations

import logging
from dataclasses import replace

import pytest

import hearer
from hearer.errors import UsageError
from hearer.formats import conllu, corefud
from hearer.formats.corefud import Entities, EntityLink, NodePlace
from hearer.formats.format import program
from hearer.model import (
    Discourse,
    Entity,
    Interpretation,
    Kind,
    ReferringExpression,
    Sort,
    Utterance,
)
from tests.cases import cases
from tests.formats.making import HERE, base, discourse_of, field, interpreted
from tests.formats.udapi_judge import seen_by_udapi, wanted

HEADER = "# global.Entity = eid-etype-head-other"
PERSON = frozenset({Sort.PERSON})

Spans = list[tuple[str, list[tuple[int, int, int]]]]


def spans_of(entities: Entities) -> Spans:
    return [
        (m.entity, [(s.first.utterance, s.first.word, s.last.word) for s in m.spans])
        for m in entities.mentions
    ]


def story() -> Discourse:
    return conllu.discourses(conllu.read(HERE / "valid" / "corefud.conllu"))[0]


def with_misc(misc: dict[int, str], *, header: str = HEADER) -> str:
    text = base(put={line: field(line, 10, value) for line, value in misc.items()})
    return text.replace("\n", f"\n{header}\n", 1)


def understood(*spans: tuple[int, int, str]) -> Interpretation:
    """An interpretation of the base: first word, last word and entity of each expression."""
    return Interpretation(
        expressions=tuple(
            ReferringExpression(
                entity, 1, float(last), entity=Entity(entity), sorts=PERSON, first=first, last=last
            )
            for first, last, entity in spans
        ),
        discourse=discourse_of(base()),
    )


def test_mentions_bridges_and_split_antecedents_are_read() -> None:
    entities = corefud.read_entities(story())
    assert spans_of(entities) == [
        ("e1", [(1, 1, 3)]),
        ("e2", [(1, 1, 1)]),
        ("e3", [(1, 3, 3)]),
        ("e4", [(1, 6, 7)]),
        ("e2", [(1, 6, 6)]),
        ("e5", [(2, 1, 1)]),
        ("e6", [(2, 2, 3), (2, 5, 5)]),
        ("e7", [(2, 4, 6)]),
        ("e8", [(2, 5, 7)]),
    ]
    four, five = NodePlace(1, 6), NodePlace(2, 1)
    links = (EntityLink(four, "e2", "e4", "part"), EntityLink(four, "e3", "e4"))
    assert entities.bridges == links
    assert entities.split_antecedents == tuple(EntityLink(five, e, "e5") for e in ("e2", "e3"))
    car = entities.mentions[3]  # only the last field has hyphens
    assert car.attributes == (("etype", "object"), ("head", "2"), ("other", "a-b-c"))
    assert (car.attribute("other"), car.attribute("centering")) == ("a-b-c", "")


def test_the_header_says_the_order_of_the_fields_for_all_documents_behind_it() -> None:
    discourse = conllu.discourses(conllu.read(HERE / "valid" / "other_header.conllu"))[0]
    (mention,) = corefud.read_entities(discourse).mentions
    assert (mention.entity, mention.attribute("identity")) == ("7", "Jean-Luc_Godard")
    row = "1\tAnn\tAnn\tPROPN\tNNP\tNumber=Sing\t0\troot\t_\tEntity=(ANN-person)\n\n"
    text = f"# global.Entity = eid-etype\n# newdoc id = a\n{row}# newdoc id = b\n{row}"
    for document in conllu.discourses(conllu.parse(text)):
        (ann,) = corefud.read_entities(document).mentions
        assert (ann.entity, ann.attribute("etype")) == ("ANN", "person")
        assert not corefud.read_entities(document).problems


@pytest.mark.parametrize("name", ["corefud", "other_header"])
def test_entities_are_written_back_byte_for_byte(name: str) -> None:
    path = HERE / "valid" / f"{name}.conllu"
    (discourse,) = conllu.discourses(conllu.read(path))
    assert isinstance(discourse.source, conllu.ConlluDocument)
    entities = corefud.read_entities(discourse)
    assert corefud.write_entities(discourse.source, entities) == path.read_bytes()


def test_entities_on_an_empty_node_are_read_and_written() -> None:
    empty = "2.1\tx" + "\t_" * 7 + "\tEntity=(e1--1-)"
    text = base(before={2: HEADER, 5: empty})
    discourse = discourse_of(text)
    entities = corefud.read_entities(discourse)
    assert [mention.spans[0].first for mention in entities.mentions] == [NodePlace(1, 2, 1)]
    assert isinstance(discourse.source, conllu.ConlluDocument)
    assert corefud.write_entities(discourse.source, entities) == text.encode()


@cases(__file__)
def test_a_broken_entity_is_reported_at_its_character(
    misc: dict[str, str], code: str, line: int, column: int
) -> None:
    """Line 4 is `1 She she PRON PRP _ 2 nsubj _ …`: its MISC begins at column 32."""
    text = with_misc({int(at): value for at, value in misc.items()})
    file = conllu.parse(text, path="a.conllu")
    assert file.problems == ()
    problems = corefud.read_entities(conllu.discourses(file)[0]).problems
    places = [(p.code, p.path, p.line, p.column) for p in problems]
    assert (code, "a.conllu", line, column) in places
    assert conllu.write(file) == text.encode()


def test_what_is_right_beside_a_broken_entity_is_read() -> None:
    text = with_misc({3: "Entity=(e1--1-)(e2--1-", 5: "Entity=(e3--1-)e9)"})
    assert spans_of(corefud.read_entities(discourse_of(text))) == [
        ("e1", [(1, 1, 1)]),
        ("e3", [(1, 3, 3)]),
    ]


@pytest.mark.parametrize("header", ["# none", "# global.Entity = etype-head"])
def test_a_header_without_an_entity_is_a_problem(header: str) -> None:
    misc = {3: "Entity=(e1-1)", 9: "Entity=(e2-1)"}
    entities = corefud.read_entities(discourse_of(with_misc(misc, header=header)))
    assert [(p.line, p.code) for p in entities.problems] == [(4, "corefud-header")]
    assert [mention.entity for mention in entities.mentions] == ["e1", "e2"]


def test_entities_on_a_multiword_range_are_a_problem() -> None:
    text = base(before={2: HEADER, 3: "1-2\tx" + "\t_" * 7 + "\tEntity=(e1--1-)"})
    entities = corefud.read_entities(discourse_of(text))
    assert [(p.line, p.code) for p in entities.problems] == [(4, "corefud-range")]
    assert entities.mentions == ()


def test_a_discourse_that_was_not_read_has_no_gold() -> None:
    with pytest.raises(UsageError, match="was not read from CoNLL-U"):
        corefud.read_entities(Discourse((), "spoken"))


def test_our_chains_take_the_place_of_what_was_there() -> None:
    gold = with_misc({3: "Bridge=a<b|Entity=(e7-x-1-)|Gloss=sie", 5: "Entity=(e8--1-)"})
    found = replace(understood((2, 3, "HOME"), (1, 1, "SHE")), discourse=discourse_of(gold))
    ours = with_misc(
        {3: "Entity=(e1-person-1-)|Gloss=sie", 4: "Entity=(e2-person-2-", 5: "Entity=e2)"}
    )
    header, who = f"{HEADER}\n", f"# generator = {program()}\n"
    assert corefud.write([found]).decode() == ours.replace(header, header + who)


def test_who_found_the_entities_is_said_once_and_other_generators_stay() -> None:
    parser = "# generator = UDPipe 2"
    before = base(before={2: f"{HEADER}\n# generator = hearer 0.0.1\n{parser}"})
    found = replace(interpreted(discourse_of(before)), model="english 9.9")
    lines = corefud.write([found]).decode().split("\n")
    who = f"# generator = {program()} (english 9.9)"
    assert lines[:4] == ["# newdoc id = story", HEADER, who, parser]
    again = replace(found, discourse=discourse_of("\n".join(lines)))
    assert corefud.write([again]).decode().split("\n") == lines


def test_a_document_that_was_only_converted_has_no_new_generator() -> None:
    gold = with_misc({3: "Entity=(e7-x-1-)"})
    assert hearer.convert([discourse_of(gold)], to="corefud") == gold


def test_ellipses_are_not_written() -> None:
    ellipsis = ReferringExpression(
        "ε", 1, 1.5, entity=Entity("SHE"), kind=Kind.ELLIPSIS, first=2, last=2
    )
    found = Interpretation(expressions=(ellipsis,), discourse=discourse_of(base()))
    assert b"Entity=" not in corefud.write([found])


def test_brackets_that_meet_at_a_word_keep_apart() -> None:
    found = understood((1, 3, "A"), (3, 4, "B"), (3, 3, "C"), (1, 4, "D"), (1, 1, "E"))
    written = corefud.write([found]).decode().split("\n")
    assert written[4].endswith("Entity=(e1-person-4-(e2-person-3-(e3-person-1-)")
    assert "Entity=e2)(e4-person-2-(e5-person-1-)" in written[6]
    assert written[7].endswith("Entity=e4)e1)")


def test_crossing_mentions_of_one_entity_are_not_read_as_nested() -> None:
    found = understood((1, 3, "X"), (2, 4, "X"))
    again = corefud.read_entities(discourse_of(corefud.write([found])))
    assert spans_of(again) == [("e1", [(1, 1, 3)]), ("e1", [(1, 4, 4)])]


def test_a_discourse_without_a_source_is_written_too() -> None:
    utterances = (
        Utterance.of("She/PRON/nsubj/2 drives/VERB/root/0", number=1, begins_paragraph=True),
        Utterance.of("He/PRON/nsubj/2 waits/VERB/root/0", number=2),
    )
    discourse = Discourse(utterances, "spoken")
    again = discourse_of(corefud.write([replace(understood((1, 1, "SHE")), discourse=discourse)]))
    assert (again.name, again.problems) == ("spoken", ())
    assert [u.forms for u in again.utterances] == [u.forms for u in utterances]
    assert again.text == discourse.text
    assert spans_of(corefud.read_entities(again)) == [("e1", [(1, 1, 1)])]


def test_windows_line_ends_stay() -> None:
    discourse = discourse_of(base().replace("\n", "\r\n"))
    written = corefud.write([interpreted(discourse)])
    assert written.count(b"\n") == written.count(b"\r\n")
    assert written.replace(b"\r\n", b"\n") == corefud.write([interpreted(discourse_of(base()))])


@pytest.mark.untraced
@pytest.mark.parametrize("entities", [1, 2, 50])
@pytest.mark.parametrize("name", ["corefud", "documents", "empty_nodes", "multiword"])
def test_udapi_sees_the_mentions_we_wrote(
    name: str, entities: int, caplog: pytest.LogCaptureFixture
) -> None:
    discourse = conllu.discourses(conllu.read(HERE / "valid" / f"{name}.conllu"))[0]
    found = interpreted(discourse, entities=entities)
    assert seen_by_udapi(corefud.write([found])) == wanted(found)
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]
