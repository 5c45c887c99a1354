"""Every code that can be reported is explained in the documentation."""

from __future__ import annotations

import re
from collections import Counter

from tests.formats.making import EXPLAINED, REPOSITORY

FORMATS = "brat|conll2012|conllu|corefud|corenlp|gap|json|jsonlines|webanno"
OTHERS = "convert|corrections|file|given|knowledge|text"
CORPORA = "archive|document|input|row|table|worker"
CODE = re.compile(rf'"((?:{FORMATS}|{OTHERS}|{CORPORA})-[a-z0-9]+(?:-[a-z0-9]+)*)"')
NO_CODES = {
    "table-1",
    "table-heading",
    "text-align",
    "text-anchor",
    "text-decoration",
    "json-indent",
}
TEXTS = [path.read_text("utf-8") for path in sorted((REPOSITORY / "src/hearer").rglob("*.py"))]


def test_exactly_the_codes_that_are_reported_are_explained() -> None:
    reported = {code for text in TEXTS for code in CODE.findall(text)} - NO_CODES
    assert reported == set(EXPLAINED)
    assert len(reported) > 50


def test_no_code_is_explained_twice() -> None:
    assert [code for code, times in Counter(EXPLAINED).items() if times > 1] == []
