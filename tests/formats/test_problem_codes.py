"""Every code that can be reported is explained, in the table and in the documentation."""

from __future__ import annotations

import re

from hearer.formats.problems import PROBLEMS
from tests.formats.making import REPOSITORY

SOURCES = sorted((REPOSITORY / "src" / "hearer" / "formats").rglob("*.py"))
CODE = re.compile(r'"((?:conllu|corefud)-[a-z0-9-]+)"')

OTHER_CODE = re.compile(r'"((?:text|corrections|conll2012|gap)-(?:utf8|line|columns|nul))"')


def test_the_table_has_exactly_the_codes_that_are_reported() -> None:
    texts = [path.read_text(encoding="utf-8") for path in SOURCES if path.stem != "problems"]
    reported = {code for text in texts for code in CODE.findall(text)}
    assert reported == set(PROBLEMS)


def test_the_documentation_lists_the_codes_as_the_table_does() -> None:
    page = (REPOSITORY / "docs" / "problems.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([a-z0-9-]+)` \| (.+) \|$", page, flags=re.MULTILINE)
    ours = [(code, meaning) for code, meaning in rows if CODE.fullmatch(f'"{code}"')]
    assert ours == list(PROBLEMS.items())


def test_the_documentation_lists_the_codes_of_other_layers_too() -> None:
    page = (REPOSITORY / "docs" / "problems.md").read_text(encoding="utf-8")
    sources = sorted((REPOSITORY / "src" / "hearer").rglob("*.py"))
    texts = [path.read_text(encoding="utf-8") for path in sources]
    codes = {code for text in texts for code in OTHER_CODE.findall(text)}
    assert {"text-utf8", "corrections-line"} <= codes
    assert all(f"| `{code}` |" in page for code in codes)
