"""Hostile files: each is read without harm, and says exactly what is wrong with it.

To add one: a line in `CASES`, with its format, its bytes and the problems as they are printed
(without the path). What would be large is made here, never kept as a file.
"""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

import hearer
from hearer.errors import HearerError, StrictError
from hearer.formats import FORMATS
from hearer.formats.converting import converted
from hearer.formats.format import Format
from tests.formats.exchange import WRITABLE, document

NINES = "9" * 5000
GAP = "ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tA-coref\tB\tB-offset\tB-coref\tURL\n"
ANN = "Ann met Sue. She left.\tShe\t13\tAnn\t0\tTRUE\tSue\t8\tFALSE\turl\n"
BEGIN, END = "#begin document (a); part 000\n", "\n#end document\n"
WEBANNO = "#FORMAT=WebAnno TSV 3.2\n#T_CH=CoreferenceLink|referenceRelation|referenceType\n\n"
TEXT = "Ann met Sue. She left."
OURS = '{"schema": "hearer-interpretation-1", "text": "Ann", "utterances": [%s], "expressions": [%s]%s}'
WORD = '{"form": "%s", "head": %s, "start": %s, "end": %s}'
SHE = '{"number": 1, "words": [' + WORD % ("Ann", 0, 0, 3) + "]}"
NLP = '{"sentences": [{"tokens": [{"word": "Ann"}, {"word": "left"}]%s}], "corefs": {%s}}'
DEEP = "[" * 100_000


def rows(*coreference: str) -> str:
    return "".join(f"a 0 {n} w{n} {cell}\n" for n, cell in enumerate(coreference))


CASES: list[tuple[str, str, str, list[str]]] = [
    # Numbers without end
    (
        "conll2012", "a part of 5,000 digits", f"#begin document (a); part {NINES}\n{rows('-')}{END}",
        [],
    ),
]
