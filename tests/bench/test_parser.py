"""bench/parser.py: what is right counts as right, and what is wrong as wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from bench.parser import FIGURES, Counts, counted
from hearer.formats.conllu import discourses, parse
from hearer.model import Discourse, Utterance
from training.conllu import read_documents

GOLD = """# newdoc id = a
1\tIt\tit\tPRON\tPRP\t_\t3\texpl\t_\t_
2\tis\tbe\tAUX\tVBZ\t_\t3\tcop\t_\t_
3\tsad\tsad\tADJ\tJJ\t_\t0\troot\t_\t_
4\tthat\tthat\tSCONJ\tIN\t_\t6\tmark\t_\t_
5\tAnna\tAnna\tPROPN\tNNP\t_\t6\tnsubj:pass\t_\tEntity=(e1-person-1-)
6\tleft\tleave\tVERB\tVBN\t_\t3\tcsubj\t_\tSpaceAfter=No
7\t.\t.\tPUNCT\t.\t_\t3\tpunct\t_\t_

"""


class Telling:
    """A parser that tells what it was told."""

    def __init__(self, *utterances: Utterance) -> None:
        self._utterances = utterances

    def parse(self, text: str) -> Iterator[Utterance]:
        assert text == "It is sad that Anna left. "
        return iter(self._utterances)


def gold() -> Utterance:
    (discourse,) = discourses(parse(GOLD))
    assert isinstance(discourse, Discourse)
    (utterance,) = discourse.utterances
    return replace(utterance, sorts=("", "", "", "", "person", "", ""))


def counts(tmp_path: Path, utterance: Utterance) -> Counts:
    (tmp_path / "a.conllu").write_text(GOLD, encoding="utf-8")
    return counted(Telling(utterance), read_documents(tmp_path))


def test_what_is_right_counts_as_right(tmp_path: Path) -> None:
    found = counts(tmp_path, gold())
    assert {figure: found.f1(figure) for figure in FIGURES} == dict.fromkeys(FIGURES, 100.0)
    assert found.recall("sorts") == found.precision("expletive it") == 100


def test_what_is_wrong_counts_as_wrong(tmp_path: Path) -> None:
    right = gold()
    relations = ("nsubj", *right.relations[1:4], "nsubj", *right.relations[5:])
    found = counts(tmp_path, replace(right, relations=relations, sorts=("",) * 7))
    assert (found.f1("uas"), found.f1("las"), found.f1("las plain")) == (100, 71.43, 85.71)
    assert found.recall("expletive it") == found.recall("sorts") == 0
