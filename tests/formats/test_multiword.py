"""Multiword tokens in CoNLL-U."""

from __future__ import annotations

from hearer.formats.converting import converted
from hearer.formats.corefud import read as read_corefud
from tests.cases import cases


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
