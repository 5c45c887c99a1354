"""Every code that can be reported is explained in the documentation."""

from __future__ import annotations

import re
from collections import Counter

from tests.formats.making import EXPLAINED, REPOSITORY

CODE = re.compile(r'"((?:conllu|corefud)-[a-z0-9-]+)"')
OTHER_CODE = re.compile(r'"((?:text|corrections|conll2012|gap)-(?:utf8|line|columns|nul))"')
TEXTS = [path.read_text("utf-8") for path in sorted((REPOSITORY / "src/hearer").rglob("*.py"))]


def test_exactly_the_codes_that_are_reported_are_explained() -> None:
    reported = {code for text in TEXTS for code in CODE.findall(text)}
    assert reported == {code for code in EXPLAINED if CODE.fullmatch(f'"{code}"')}
    assert len(reported) > 20


def test_no_code_is_explained_twice() -> None:
    assert [code for code, times in Counter(EXPLAINED).items() if times > 1] == []


def test_the_codes_of_other_layers_are_explained_too() -> None:
    codes = {code for text in TEXTS for code in OTHER_CODE.findall(text)}
    assert {"text-utf8", "corrections-line"} <= codes
    assert codes <= set(EXPLAINED)
