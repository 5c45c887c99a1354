"""From any format to any other: what can be held is kept, and what cannot is said."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

import hearer
from hearer.errors import UsageError
from hearer.formats import FORMATS
from hearer.formats.annotation import entities_of
from hearer.formats.conllu.discourse import conllu_of
from hearer.formats.converting import converted, losses, of_input, of_output
from hearer.formats.entities import mention_of
from hearer.model import Discourse
from tests.cases import cases
from tests.cli.test_cli import Captured, run
from tests.conftest import EXAMPLES
from tests.formats.exchange import (
    ANN,
    JUDGE,
    READABLE,
    SHE,
    WRITABLE,
    chains,
    document,
    opened,
    read_again,
    sample,
)

HERE = Path(__file__).parent
BOTH = [name for name in READABLE if name in WRITABLE]


def written_in(to: str) -> Discourse:
    """The document of these tests, read from the format `to`."""
    file = read_again(sample(to), document(), to)
    assert file.problems == ()
    return file[0]


# Every format -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("one", "other"), [*product(BOTH, repeat=2)])
def test_chains_survive_from_any_format_to_any_other(one: str, other: str) -> None:
    discourse = written_in(one)
    again = read_again(converted([discourse], to=other), discourse, other)
    assert again.problems == ()
    assert chains(again[0]) == chains(document())
    if one == other != "conll2012":  # whose reader does not keep the tags that its writer writes
        assert converted(again, to=other) == converted([document()], to=other)


@pytest.mark.untraced
@pytest.mark.parametrize("to", sorted({*BOTH} - {"conll2012"}))
def test_gum_and_litbank_go_through_every_format(to: str, data: Path) -> None:
    """CoNLL-2012 is left out: its reader does not keep the tags that its writer writes."""
    paths = [*sorted((data / "gum" / "dev").glob("*.conllu"))[:4]]
    paths += sorted((data / "litbank").glob("*.conll"))[:4]
    for path in paths:
        for discourse in opened(path):
            first = converted([discourse], to=to)
            (again,) = read_again(first, discourse, to)
            assert chains(again) == chains(discourse)
            assert len(chains(again)) > 20
            assert converted([again], to=to) == first


# What is lost -----------------------------------------------------------------------------------

TYPED = (mention_of("Ann-0", [ANN, JUDGE], etype="person"), mention_of("Ann-0", [SHE]))


@cases(__file__)
def test_what_a_format_cannot_hold_is_said(to: str, lost: str) -> None:
    (problem,) = losses([document(*TYPED)], to=to)
    assert problem.code == "convert-lost"
    assert problem.message == f"{to} has no place for: {lost}"


def test_rows_say_that_they_are_no_document_and_corefud_loses_nothing() -> None:
    (problem,) = losses([document()], to="tsv")
    assert "and nothing else" in problem.message
    reading = hearer.read(HERE / "valid" / "corefud.conllu")
    assert losses(tuple(reading), to="corefud") == losses([document()], to="corefud") == ()


def test_losses_are_an_error_under_strict(tmp_path: Path, capsysbinary: Captured) -> None:
    out = tmp_path / "out.conll"
    status, _, err = run(capsysbinary, "convert", EXAMPLES / "table5.conllu", "-o", out, "--strict")
    assert status == 1
    assert "convert-lost conll2012 has no place for: the dependency parse" in err
    assert not out.exists()
    assert run(capsysbinary, "convert", EXAMPLES / "table5.conllu", "-o", out)[0] == 0
    assert out.exists()


# Flavours of Entity= ----------------------------------------------------------------------------


def test_gum_becomes_corefud_and_loses_nothing(data: Path) -> None:
    path = data / "gum" / "dev" / "GUM_bio_byron.conllu"
    (discourse,) = opened(path)
    corefud = converted([discourse], to="corefud")
    assert "# global.Entity = eid-etype-head-infstat-salience-centering-minspan-link-" in corefud
    (again,) = read_again(corefud, discourse, "corefud")
    ours, theirs = entities_of(again), entities_of(discourse)
    told = [
        [{k: v for k, v in m.attributes if v and (k != "head" or e is theirs)} for m in e.mentions]
        for e in (ours, theirs)
    ]
    assert told[0] == told[1]
    assert [str(b) for b in ours.bridges] == [f"e{b}".replace("<", "<e") for b in theirs.bridges]
    assert len(ours.split_antecedents) == len(theirs.split_antecedents)
    assert converted([discourse], to="conllu") == path.read_text(encoding="utf-8")


# GAP --------------------------------------------------------------------------------------------


def test_an_example_of_gap_has_three_mentions(data: Path) -> None:
    file = opened(data / "gap" / "gap-validation.tsv")
    assert file.problems == ()
    assert len(file) == 454
    for discourse in file:
        assert len(entities_of(discourse).mentions) == 3
    story = written_in("gap")
    assert (story.name, chains(story)) == ("story-16", [[(0, 3), (12, 15)], [(6, 12)]])
    (neither,) = read_again(sample("gap").replace("TRUE", "FALSE"), document(), "gap")
    assert chains(neither) == [[(0, 3)], [(6, 12)], [(12, 15)]]


# The command ------------------------------------------------------------------------------------


def test_formats_are_known_by_name_and_by_content() -> None:
    for to in sorted({*WRITABLE, "gap"} - {"conllu", "text", "html"}):  # CorefUD, and for people
        written = sample(to).encode()
        assert of_input("-", written).name == to
        assert of_input(f"a{FORMATS.find(to).suffixes[0]}", written).name == to
    bare = conllu_of(document()).encode()
    assert of_input("a.conllu", bare).name == of_input("a.conll", bare).name == "conllu"
    assert of_input("a.txt", bare).name == of_input("-", b"She waits.").name == "text"


@cases(__file__)
def test_conllu_is_known_by_its_first_row(content: str | None, is_conllu: bool) -> None:
    assert FORMATS.find("conllu").sniff(str(content).encode()) is is_conllu


def test_the_name_of_a_new_file_tells_its_format() -> None:
    for path, as_is, understood in (
        ("a.conllu", "corefud", "corefud"), ("a.conll", "conll2012", "conll2012"),
        ("a.json", "json", "json"), ("a.JSONL", "jsonl", "jsonl"), ("a.tsv", "tsv", "tsv"),
        ("a.ann", "brat", "brat"), ("a.txt", "text", "text"),
    ):  # fmt: skip
        assert of_output(path).name == as_is
        assert of_output(path, understood=True).name == understood
    with pytest.raises(UsageError, match=r"has no suffix of a format: .* one of \.ann, \.conll, "):
        of_output("a.xyz")


def test_an_unknown_name_is_an_error_and_not_corefud(
    tmp_path: Path, capsysbinary: Captured
) -> None:
    for command in ("convert", "resolve"):
        table = EXAMPLES / "table5.conllu"
        status, _, err = run(capsysbinary, command, table, "-o", tmp_path / "a.xyz")
        assert (status, "has no suffix of a format" in err) == (2, True)
    assert list(tmp_path.iterdir()) == []


def test_a_text_with_annotations_beside_it_is_brat(tmp_path: Path, capsysbinary: Captured) -> None:
    (tmp_path / "a.txt").write_text("Ann left.")
    status, _, err = run(capsysbinary, "convert", tmp_path / "a.txt", "--to", "json")
    assert (status, "is raw text, without entities" in err) == (2, True)
    (tmp_path / "a.ann").write_text("T1\tPER 0 3\tAnn\n")
    status, out, _ = run(capsysbinary, "convert", tmp_path / "a.ann", "--to", "conll2012")
    assert (status, "\tAnn\t_\t*\t-\t-\t-\t-\t*\t(1)\n" in out) == (0, True)


def test_to_its_own_format_a_file_stays_byte_for_byte(
    tmp_path: Path, capsysbinary: Captured
) -> None:
    strange = tmp_path / "a.conll"
    strange.write_bytes(b"#begin document (x)\na  0 0 She  mine (1)\r\n{]\n")
    assert run(capsysbinary, "convert", strange, "-o", tmp_path / "b.conll")[0] == 0
    assert (tmp_path / "b.conll").read_bytes() == strange.read_bytes()


def test_brat_gets_its_text_and_a_folder_a_file_per_document(
    tmp_path: Path, capsysbinary: Captured
) -> None:
    table = EXAMPLES / "table3.conllu"
    assert run(capsysbinary, "convert", table, "-o", f"{tmp_path}/out/", "--to", "brat")[0] == 0
    names = [document.name for document in hearer.read(table)]
    assert len(names) > 1
    assert {path.name for path in (tmp_path / "out").iterdir()} == {
        f"{name}{suffix}" for name in names for suffix in (".ann", ".txt")
    }
    status, _, err = run(capsysbinary, "convert", table, "-o", tmp_path / "one.ann")
    assert (status, "brat has one document a file" in err) == (2, True)
