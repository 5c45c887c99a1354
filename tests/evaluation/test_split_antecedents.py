"""Split antecedents, counted apart."""

from __future__ import annotations

import hearer
from hearer.evaluation.gold import gold_of
from hearer.evaluation.scoring import split_scores
from hearer.formats import conllu

TEXT = """\
# newdoc id = two
# global.Entity = eid-etype-head-other
# sent_id = 1
1\tTom\tTom\tPROPN\tNNP\tNumber=Sing\t2\tnsubj\t_\tEntity=(e1-person-1-)
2\tmet\tmeet\tVERB\tVBD\t_\t0\troot\t_\t_
3\tClara\tClara\tPROPN\tNNP\tNumber=Sing\t2\tobj\t_\tEntity=(e2-person-1-)

# sent_id = 2
1\tThey\tthey\tPRON\tPRP\tNumber=Plur\t2\tnsubj\t_\tEntity=(e3-person-1-)|SplitAnte=e1<e3,e2<e3
2\tlaughed\tlaugh\tVERB\tVBD\t_\t0\troot\t_\t_

"""


def counts(text: str) -> tuple[float, float, float]:
    """How many are right, found, and true."""
    (document,) = conllu.discourses(conllu.parse(text.encode()))
    found = split_scores(gold_of(document), hearer.resolve(document))
    return found.right_of_gold, found.system, found.gold


def test_a_set_with_the_members_of_gold_is_right() -> None:
    assert counts(TEXT) == (1, 1, 1)


def test_a_set_with_other_members_is_wrong() -> None:
    assert counts(TEXT.replace("|SplitAnte=e1<e3,e2<e3", "")) == (0, 1, 0)


def test_what_is_written_is_read_again() -> None:
    (document,) = conllu.discourses(conllu.parse(TEXT.encode()))
    written = hearer.formats.corefud.write([hearer.resolve(document)])
    assert b"SplitAnte=e1<e3,e2<e3" in written
