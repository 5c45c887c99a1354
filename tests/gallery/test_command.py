"""hearer gallery: the table, one example, a trace, and examples of one's own."""

from __future__ import annotations

import csv
import json
from io import StringIO
from pathlib import Path

import pytest

from bench.gallery_page import paper_of, section
from hearer.cli import main
from hearer.gallery.examples import deviations_of, examples_of

Captured = pytest.CaptureFixture[bytes]
FRIEDMAN = "strube-1998-friedman"
MINE = """# newdoc id = mine
# title = Mine
# source = nobody (2026)
# about = Nothing.
# text = Anna saw her.
1\tAnna\tAnna\tPROPN\tNNP\tNumber=Sing\t2\tnsubj\t_\tEntity=(ANNA)
2\tsaw\tsee\tVERB\tVBD\t_\t0\troot\t_\t_
3\ther\tshe\tPRON\tPRP\tNumber=Sing\t2\tobj\t_\tEntity=(EVE)|Published={published}
4\t.\t.\tPUNCT\t.\t_\t2\tpunct\t_\t_

"""


def said(capture: Captured, *arguments: str) -> str:
    assert main(["gallery", *arguments]) == 0
    return capture.readouterr().out.decode()


def refused(capture: Captured, *arguments: str) -> str:
    assert main(["gallery", *arguments]) == 2
    told = capture.readouterr().err.decode()
    assert "Traceback" not in told
    return told


def test_the_table_has_every_published_answer_and_ours(capsysbinary: Captured) -> None:
    printed = said(capsysbinary)
    for example in examples_of():
        assert (example.name in printed) == bool(example.algorithms), example.name
    row = next(line for line in printed.splitlines() if "BRENNAN/FRIEDMAN" in line)
    assert row.split()[1:] == ["4.1", "She", "BRENNAN/FRIEDMAN", "bfp", "BRENNAN", "BRENNAN", "✓"]
    assert "published answers are ours, too." in printed
    assert "not explained" not in printed


def test_an_example_is_shown_with_its_sentences_and_all_algorithms(capsysbinary: Captured) -> None:
    printed = said(capsysbinary, FRIEDMAN)
    assert "\n3  Friedman races her on weekends.\n" in printed
    assert "Source: Michael Strube (1998)." in printed
    assert "  people\n" in printed
    for name in ("bfp", "hobbs", "lappin-leass", "weighted-s-list"):
        assert name in printed


def test_as_data_every_answer_is_a_row(capsysbinary: Captured) -> None:
    objects = json.loads(said(capsysbinary, FRIEDMAN, "-a", "bfp", "--to", "json"))
    rows = [*csv.DictReader(StringIO(said(capsysbinary, FRIEDMAN, "-a", "bfp", "--to", "csv")))]
    assert len(objects) == len(rows) == 3
    assert objects[-1] == {
        "example": FRIEDMAN, "utterance": 4, "word": 1, "pronoun": "She",
        "human": ["BRENNAN", "FRIEDMAN"], "algorithm": "bfp", "published": ["BRENNAN"],
        "ours": ["BRENNAN"], "agrees": True, "is_right": False, "why": None,
    }  # fmt: skip
    assert list(rows[-1].values()) == [
        FRIEDMAN, "4.1", "She", "BRENNAN/FRIEDMAN", "bfp", "BRENNAN", "BRENNAN", "TRUE",
    ]  # fmt: skip


def test_what_is_wrong_is_said_in_a_sentence(tmp_path: Path, capsysbinary: Captured) -> None:
    assert "strube-1998-friedman" in refused(capsysbinary, "strube-1998-freidman")
    assert "There are no examples" in refused(capsysbinary, "--from", str(tmp_path))
    assert "There is no example ''" in refused(capsysbinary, "")
    for published in ("bfp", ":", ":ANNA", "bfp:"):
        (tmp_path / "mine.conllu").write_text(MINE.format(published=published), encoding="utf-8")
        told = refused(capsysbinary, "--from", str(tmp_path))
        assert f"mine.conllu:8: Published= has ALGORITHM:ENTITY, not '{published}'." in told


@pytest.mark.parametrize(
    ("published", "wrong"),
    [
        ("bpf:ANNA", "There is no algorithm 'bpf' (did you mean 'bfp'?)"),
        ("bfp:ANN", "There is no entity 'ANN' (did you mean 'ANNA'?); there is ANNA, EVE."),
        ("bfp:ANNA/XX", "There is no entity 'XX'; there is ANNA, EVE."),
    ],
)
def test_a_published_name_that_is_unknown_is_told(
    published: str, wrong: str, tmp_path: Path, capsysbinary: Captured
) -> None:
    (tmp_path / "mine.conllu").write_text(MINE.format(published=published), encoding="utf-8")
    assert f"mine.conllu:8: {wrong}" in refused(capsysbinary, "--from", str(tmp_path))


def test_where_nothing_is_published_that_is_said(tmp_path: Path, capsysbinary: Captured) -> None:
    silent = MINE.replace("|Published={published}", "")
    both = silent + silent.replace("id = mine", "id = other")
    (tmp_path / "mine.conllu").write_text(both, encoding="utf-8")
    told = refused(capsysbinary, "--from", str(tmp_path))
    assert "or answers (Published=)" in told
    assert "1.3" in said(capsysbinary, "--from", str(tmp_path), "-a", "bfp")
    bare = both.replace("Entity=(ANNA)", "_").replace("Entity=(EVE)", "_")
    (tmp_path / "mine.conllu").write_text(bare, encoding="utf-8")
    assert "(Entity=)" in refused(capsysbinary, "--from", str(tmp_path), "-a", "bfp")


def test_examples_of_ones_own_are_answered_too(tmp_path: Path, capsysbinary: Captured) -> None:
    (tmp_path / "mine.conllu").write_text(MINE.format(published="s-list:ANNA"), encoding="utf-8")
    printed = said(capsysbinary, "--from", str(tmp_path))
    assert "0 of 1 published answers are ours, too." in printed
    assert "✗ mine 1.3, s-list: not explained." in printed
    (tmp_path / "deviations.tab").write_text(
        "example\tplace\talgorithm\tours\twhy\tpage\nmine\t1.3\ts-list\t?\tBinding.\tpage.md\n"
    )
    assert "s-list: Binding. (docs/page.md)" in said(capsysbinary, "--from", str(tmp_path))
    (tmp_path / "deviations.tab").write_text("example\tplace\nmine\t1.3\n")
    assert "deviations.tab:2: the columns are" in refused(capsysbinary, "--from", str(tmp_path))
    (tmp_path / "deviations.tab").write_bytes(b"\xff\xfe")
    assert "deviations.tab cannot be read" in refused(capsysbinary, "--from", str(tmp_path))


def test_a_section_shows_the_example_its_answers_and_the_reasons_of_deviations() -> None:
    examples = {example.name: example for example in examples_of()}
    assert len({paper_of(example) for example in examples.values()}) >= 8
    pump = section(examples["walker-1989-pump"], ("bfp", "s-list"), deviations_of())
    assert "\n1. " in pump
    assert "| 2.2 it |" in pump
    assert "✗ 2.2, [bfp](algorithms/bfp.md): The first utterance has no Cb" in pump
    assert "Traces: [s-list](traces/walker-1989-pump-s-list.html)" in pump
