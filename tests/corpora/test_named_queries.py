"""Named queries: each answer was counted by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import hearer
from hearer.corpora.query import named_queries
from hearer.errors import UnknownName, UsageError
from tests.cases import cases
from tests.conftest import ROOT
from tests.corpora.sample import sample

TABLES = json.loads((Path(__file__).parent / "cases/named_queries.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> hearer.Corpus:
    return hearer.Corpus(sample(tmp_path_factory.mktemp("corpus") / "out", **TABLES))


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> hearer.Corpus:
    return hearer.Corpus(sample(tmp_path_factory.mktemp("empty") / "out"))


@cases(__file__)
def test_an_answer_is_what_was_counted_by_hand(
    corpus: hearer.Corpus, name: str, rows: list[list[object]]
) -> None:
    assert list(map(list, corpus.sql(name))) == rows


def test_every_query_is_tested() -> None:
    table = (Path(__file__).parent / "cases/named_queries.tsv").read_text("utf-8")
    assert {line.partition("\t")[0] for line in table.splitlines()[1:]} == set(named_queries())


@pytest.mark.parametrize("name", named_queries())
def test_a_query_of_an_empty_corpus_has_no_rows(empty: hearer.Corpus, name: str) -> None:
    assert empty.sql(name).rows == []
    assert str(empty.sql(name)).endswith("There are no rows.")


@pytest.mark.parametrize(
    ("pattern", "names"),
    [
        ("c[1].txt", ["c[1].txt"]),  # the name itself, though [1] is a pattern, too
        ("?.txt", ["a.txt", "b.txt"]),
        ("*", ["a.txt", "b.txt", "c[1].txt"]),
        ("nowhere", []),
    ],
)
def test_a_document_is_named_or_matched(
    corpus: hearer.Corpus, pattern: str, names: list[str]
) -> None:
    assert [row[0] for row in corpus.sql("documents", document=pattern)] == names


def test_the_least_are_left_out(corpus: hearer.Corpus) -> None:
    assert [row[0] for row in corpus.sql("characters", least=5)] == ["Anna", "Carl"]
    assert [row[0] for row in corpus.sql("pronouns", least=2)] == ["it", "she"]


def test_a_wrong_parameter_is_an_error(corpus: hearer.Corpus) -> None:
    with pytest.raises(UnknownName, match="no parameter of the query labels 'least'"):
        corpus.sql("labels", least=3)
    with pytest.raises(UnknownName, match=r"'lest' \(did you mean 'least'\?\)"):
        corpus.sql("characters", lest=3)
    with pytest.raises(UsageError, match="Could not convert string 'many'"):
        corpus.sql("characters", least="many")
    with pytest.raises(UnknownName, match="did you mean 'characters'"):
        corpus.sql("charcters")
    assert corpus.sql("characters", least="5") == corpus.sql("characters", least=5)


def test_the_sql_of_a_named_query_can_be_changed(corpus: hearer.Corpus) -> None:
    query = named_queries()["characters"]
    changed = query.sql.replace("ORDER BY mentions DESC", "ORDER BY mentions")
    rows = corpus.sql("characters", least=3).rows
    assert corpus.sql(changed, document="*", least=3).rows == rows[::-1]


def test_the_page_has_every_query_with_its_parameters() -> None:
    page = (ROOT / "docs" / "corpus-queries.md").read_text(encoding="utf-8")
    for name, one in named_queries().items():
        takes = ", ".join(f"`{taken}`" for taken in one.defaults) or "none"
        assert f"| `{name}` | {one.title} | {takes} |" in page
