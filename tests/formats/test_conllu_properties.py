"""Whatever the bytes, there is a result and nothing is lost."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from hearer.formats import conllu, corefud
from hearer.formats.format import program
from hearer.model import Interpretation
from tests.formats.making import BASE, EXPLAINED, interpreted, reached_roots

pytestmark = pytest.mark.untraced
FORMS = st.text(st.characters(exclude_categories=["Cs", "Zs", "Zl", "Zp", "Cc"]), min_size=1)
COMMENTS = st.text(st.characters(exclude_characters="\n\r\0", exclude_categories=["Cs"]))
ODD = (
    "1-2\tx" + "\t_" * 8,
    "2.1\tx" + "\t_" * 8,
    "1\tx\tx\tX\tX\t_\t1\troot\t_\tEntity=(e1-a-1-(e1)e2)e1[1/2])",
    "# newdoc id = b",
    *("# newpar", "#", "\t", "\0", "\ufeff", "\udcff"),
)
PIECES = st.sampled_from((*BASE, *ODD))
NEARLY_CONLLU = st.lists(st.tuples(PIECES, st.sampled_from(["\n", "\r\n", "\t", " "]))).map(
    lambda pairs: "".join(piece + end for piece, end in pairs)
)


@st.composite
def sentences(draw: st.DrawFn) -> str:
    """A valid sentence: comments, and words whose heads stand before them."""
    forms = draw(st.lists(FORMS, min_size=1, max_size=12))
    comments = [f"#{comment}" for comment in draw(st.lists(COMMENTS, max_size=3))]
    rows = []
    for n, form in enumerate(forms, start=1):
        head = draw(st.integers(1, n - 1)) if n > 1 else 0
        misc = draw(st.sampled_from(["_", "SpaceAfter=No", "A=b=c|D"]))
        upos = draw(st.sampled_from(["NOUN", "VERB", "PRON"]))
        rows.append(f"{n}\t{form}\t{form}\t{upos}\t_\t_\t{head}\tdep\t_\t{misc}")
    return "".join(f"{line}\n" for line in (*comments, *rows)) + "\n"


@given(st.binary())
@example(b"\xef\xbb\xbf")
@example(b"\r")
@example(b"\t\n\n#")
def test_any_bytes_are_read_and_written_back(data: bytes) -> None:
    file = conllu.parse(data)
    assert conllu.write(file) == data
    assert {problem.code for problem in file.problems} <= set(EXPLAINED)
    assert b"".join(map(conllu.write, file.documents)) == data


@settings(max_examples=300)
@given(NEARLY_CONLLU)
def test_what_is_nearly_conllu_gives_trees_and_known_problems(text: str) -> None:
    data = text.encode("utf-8", "surrogatepass")
    file = conllu.parse(text)
    assert conllu.write(file) == data
    lines = data.count(b"\n") + 1
    for discourse in conllu.discourses(file):
        assert all(reached_roots(utterance.heads) for utterance in discourse.utterances)
        problems = (*discourse.problems, *corefud.read_entities(discourse).problems)
        assert {problem.code for problem in problems} <= set(EXPLAINED)
        assert all(1 <= problem.line <= lines and problem.column >= 0 for problem in problems)


@given(st.lists(sentences(), min_size=1, max_size=4).map("".join), st.integers(1, 6))
def test_written_mentions_are_read_back(text: str, entities: int) -> None:
    for discourse in conllu.discourses(conllu.parse(text)):
        found = interpreted(discourse, entities=entities)
        (again,) = conllu.discourses(conllu.parse(corefud.write([found])))
        read = corefud.read_entities(again)
        assert read.problems == ()
        assert set(read.mentions) == set(corefud.mentions_of(found))
        assert len(read.mentions) == len(corefud.mentions_of(found))


@given(st.lists(sentences(), max_size=5).map("".join))
def test_a_valid_file_has_no_problems_and_is_written_as_it_was_but_for_the_header(
    text: str,
) -> None:
    file = conllu.parse(text)
    assert file.problems == ()
    assert conllu.write(file) == text.encode()
    discourses = [one for one in conllu.discourses(file) if one.utterances]
    written = corefud.write([Interpretation(discourse=d) for d in discourses])
    told = ("global.Entity = eid-etype-head-other", f"generator = {program()}")
    header = "".join(f"# {line}\n" for line in told).encode()
    assert written.count(header) == len(discourses)
    assert written.replace(header, b"") == text.encode()
