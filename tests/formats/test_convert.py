"""From any format to any other: what can be held is kept, and what cannot is said."""

from __future__ import annotations

import logging
from itertools import product
from pathlib import Path

import pytest

import hearer
from hearer.errors import UsageError
from hearer.formats import FORMATS, gap
from hearer.formats.annotation import entities_of
from hearer.formats.conllu.discourse import conllu_of
from hearer.formats.converting import converted, losses, of_input, of_output
from hearer.formats.entities import mention_of
from hearer.model import Discourse, Interpretation
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
)
from tests.formats.udapi_judge import seen_by_udapi

HERE = Path(__file__).parent
PAIRS = [pair for pair in product(READABLE, repeat=2) if "gap" not in pair]
GUM = "# newdoc id = gum\n# global.Entity = GRP-etype-infstat-minspan-link-identity\n"


def written_in(to: str) -> Discourse:
    """The document of these tests, read from the format `to`."""
    discourse = document()
    file = read_again(converted([discourse], to=to), discourse, to)
    assert file.problems == ()
    return file[0]


# Every format -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_chains_survive_from_any_format_to_any_other(one: str, other: str) -> None:
    discourse = written_in(one)
    again = read_again(converted([discourse], to=other), discourse, other)
    assert again.problems == ()
    assert chains(again[0]) == chains(document())
    if one == other != "conll2012":  # whose reader does not keep the tags that its writer writes
        assert converted(again, to=other) == converted([document()], to=other)


@pytest.mark.untraced
@pytest.mark.parametrize("to", sorted({*READABLE} - {"conll2012", "gap"}))
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
    out = tmp_path / "out.jsonl"
    status, _, err = run(capsysbinary, "convert", EXAMPLES / "table5.conllu", "-o", out, "--strict")
    assert status == 1
    assert "convert-lost jsonlines has no place for: the dependency parse" in err
    assert not out.exists()
    assert run(capsysbinary, "convert", EXAMPLES / "table5.conllu", "-o", out)[0] == 0
    assert out.exists()


# Flavours of Entity= ----------------------------------------------------------------------------


def test_gum_becomes_corefud_and_back_and_loses_nothing(data: Path) -> None:
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
    assert converted([discourse], to="gum") == path.read_text(encoding="utf-8")


def test_corefud_that_was_gum_is_understood_by_udapi(
    data: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (discourse,) = opened(data / "gum" / "dev" / "GUM_news_iodine.conllu")
    seen = seen_by_udapi(converted([discourse], to="corefud").encode())
    assert len(seen) == len(entities_of(discourse).mentions) > 100
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


def test_what_gum_asks_for_is_worked_out() -> None:
    text = converted([document()], to="gum")
    assert text.startswith(GUM.replace("id = gum", "id = story"))
    assert [part.split("|")[0] for part in text.split("Entity=")[1:]] == [
        "(1-person-new-1-coref)\n2\tmet\tmet\tVERB\t_\t_\t0\troot\t_\t_\n3\ta\ta\tDET\t_\t_\t4\tdet"
        "\t_\t",
        "(2--new-2-coref\n4\tjudge\tjudge\tNOUN\t_\t_\t2\tobj\t_\t",
        "2)\n\n# sent_id = 2\n# text = She thanked the man\n1\tShe\tshe\tPRON\t_\t_\t2\tnsubj\t_\t",
        "(1-person-giv:act-1-ana)\n2\tthanked\tthanked\tVERB\t_\t_\t0\troot\t_\t_\n3\tthe\tthe\tDET"
        "\t_\t_\t4\tdet\t_\t",
        "(2--giv:act-2-coref\n4\tman\tman\tNOUN\t_\t_\t2\tobj\t_\t",
        "2)",
    ]


# GAP --------------------------------------------------------------------------------------------


def test_gap_is_read_and_written_byte_for_byte(data: Path) -> None:
    path = data / "gap" / "gap-validation.tsv"
    file = opened(path)
    assert file.problems == ()
    assert len(file) == 454
    text = converted(file, to="gap")
    content = path.read_bytes()
    assert text.replace("\n", "\r\n" if b"\r\n" in content else "\n").encode() == content
    for discourse in file:
        assert len(entities_of(discourse).mentions) == 3


def test_ambiguous_pronouns_of_any_document_become_examples() -> None:
    rows = converted([document()], to="gap").splitlines()
    assert rows[1:] == [
        "story-16\tAnn met a judge She thanked the man\tShe\t16\tAnn\t0\tTRUE\ta judge\t8\tFALSE\t"
    ]
    assert gap.write([Interpretation()]).count(b"\n") == 1
    (again,) = read_again(converted([document()], to="gap"), document(), "gap")
    assert converted([again], to="gap").splitlines() == rows


# The command ------------------------------------------------------------------------------------


def test_formats_are_known_by_name_and_by_content() -> None:
    for to in sorted({*WRITABLE} - {"conllu", "text", "html", "rows"}):  # CorefUD, and for people
        written = converted([document()], to=to).encode()
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
        ("a.json", "json", "json"), ("a.JSONL", "jsonlines", "jsonl"), ("a.tsv", "tsv", "tsv"),
        ("a.ann", "brat", "brat"), ("a.txt", "text", "text"),
    ):  # fmt: skip
        assert of_output(path).name == as_is
        assert of_output(path, understood=True).name == understood
    with pytest.raises(UsageError, match=r"asks for no format: .* one of \.ann, \.conll, "):
        of_output("a.xyz")


def test_an_unknown_name_is_an_error_and_not_corefud(
    tmp_path: Path, capsysbinary: Captured
) -> None:
    for command in ("convert", "resolve"):
        table = EXAMPLES / "table5.conllu"
        status, _, err = run(capsysbinary, command, table, "-o", tmp_path / "a.xyz")
        assert (status, "asks for no format" in err) == (2, True)
    assert list(tmp_path.iterdir()) == []


def test_a_text_with_annotations_beside_it_is_brat(tmp_path: Path, capsysbinary: Captured) -> None:
    (tmp_path / "a.txt").write_text("Ann left.")
    status, _, err = run(capsysbinary, "convert", tmp_path / "a.txt", "--to", "json")
    assert (status, "is raw text, without entities" in err) == (2, True)
    (tmp_path / "a.ann").write_text("T1\tPER 0 3\tAnn\n")
    status, out, _ = run(capsysbinary, "convert", tmp_path / "a.ann", "--to", "jsonlines")
    assert (status, '"clusters": [[[0, 0]]]' in out) == (0, True)


def test_to_its_own_format_a_file_stays_byte_for_byte(
    tmp_path: Path, capsysbinary: Captured
) -> None:
    strange = tmp_path / "a.jsonl"
    strange.write_bytes(b'{"sentences":[["a"]],  "mine": 1}\r\n{]\n')
    assert run(capsysbinary, "convert", strange, "-o", tmp_path / "b.jsonl")[0] == 0
    assert (tmp_path / "b.jsonl").read_bytes() == strange.read_bytes()


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
