"""Multiword tokens in CoNLL-U of what was never CoNLL-U: as Universal Dependencies has them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from hearer.formats.conllu import discourses, parse
from hearer.formats.conllu.discourse import conllu_of, multiword_tokens
from hearer.formats.converting import converted
from hearer.formats.corefud import read as read_corefud
from hearer.model import Discourse, Utterance
from tests.cases import cases


def utterance(text: str) -> Utterance:
    """An utterance from words as in "do+n't go": what has a plus behind it is written together."""
    forms = text.replace("+", "+ ").split(" ")
    words = " ".join(f"x/{'PART' if form in {chr(39), '’'} else 'X'}/dep/0" for form in forms)
    spaces = tuple("" if form.endswith("+") else " " for form in forms)
    return replace(
        Utterance.of(words), forms=tuple(form.rstrip("+") for form in forms), spaces=spaces
    )


@cases(__file__)
def test_words_written_together_are_one_token(text: str, tokens: list[list[int]]) -> None:
    assert [*map(list, multiword_tokens(utterance(text)))] == tokens


def test_a_range_says_what_stands_behind_it_and_is_read_again() -> None:
    lines = conllu_of(Discourse((utterance("can+not+, he"),))).split("\n")
    rows = [row for line in lines if len(row := line.split("\t")) == 10]
    assert [" ".join((row[0], row[1], row[-1])) for row in rows] == [
        "1-2 cannot SpaceAfter=No", "1 can _", "2 not _", "3 , _", "4 he _",
    ]  # fmt: skip
    told = utterance("I+'d+'ve gone+, can+not+; n+'+t")
    (again,) = discourses(parse(conllu_of(Discourse((told,)))))
    assert again.utterances[0].forms == told.forms
    assert again.utterances[0].spaces[:-1] == told.spaces[:-1]
    assert {problem.code for problem in again.problems} == {"conllu-roots"}  # it has no tree


def test_gold_ranges_are_found(data: Path) -> None:
    """All of them; what else is found are misspellings, which gold marks by CorrectSpaceAfter."""
    found = gold = both = 0
    for path in sorted((data / "gum" / "dev").glob("*.conllu")):
        file = parse(path.read_text(encoding="utf-8"))
        heard = [u for discourse in discourses(file) for u in discourse.utterances]
        sentences = [s for document in file.documents for s in document.sentences if len(s)]
        for one, sentence in zip(heard, sentences, strict=True):
            ours = set(multiword_tokens(one))
            theirs = {(token.first, token.last) for token in sentence.ranges}
            found, gold, both = found + len(ours), gold + len(theirs), both + len(ours & theirs)
    assert both == gold > 100
    assert both > 0.97 * found


@cases(__file__)
def test_words_that_are_not_what_is_written_stand_apart(token: str, words: str, read: str) -> None:
    forms = words.split()
    rows = [f"{n}\t{form}\t_\tX\t_\t_\t{n - 1}\tdep\t_\t_" for n, form in enumerate(forms, 1)]
    first = f"1-{len(forms)}\t{token}" + "\t_" * 7 + "\tSpaceAfter=No"
    end = f"{len(forms) + 1}\t.\t.\tPUNCT\t_\t_\t1\tpunct\t_\t_"
    text = "\n".join([first, *rows, end, "", ""]).replace("\t0\tdep", "\t0\troot")
    reading = read_corefud(text.encode())
    assert reading.problems == ()
    assert reading[0].text.strip() == f"{read}."
    assert converted(reading, to="conllu") == text
