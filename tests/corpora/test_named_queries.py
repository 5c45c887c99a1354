"""Named queries: each answer was counted by hand."""

from __future__ import annotations

import pytest

import hearer
from hearer.corpora.query import named_queries
from hearer.errors import UnknownName, UsageError
from tests.conftest import ROOT
from tests.corpora.sample import SampleRow, person, pronoun, sample

ANNA, BEN = "ANNA", "BEN"


def expression(number: int, entity: str | None, utterance: int, kind: str = "name") -> SampleRow:
    return {
        "document": "a.txt", "expression": number, "entity": entity, "utterance": utterance,
        "kind": kind,
    }  # fmt: skip


def resolved(
    text: str, entity: str, *, to: int, back: tuple[int, int], **rest: object
) -> SampleRow:
    utterances, words = back
    distances = {"distance_utterances": utterances, "distance_words": words}
    return pronoun(text, entity, antecedent=to, **distances, **rest)


def quotation(number: int, speaker: str | None, text: str, **rest: object) -> SampleRow:
    words = len(text.split())
    return {
        "document": "a.txt", "quotation": number, "speaker": speaker, "text": text, "words": words,
        "name": speaker and speaker.title(), "is_spoken": True, **rest,
    }  # fmt: skip


TABLES: dict[str, list[SampleRow]] = {
    "documents": [
        {
            "document": "a.txt", "status": "done", "words": 200, "utterances": 20, "pronouns": 6,
            "resolved": 4,
        },
        {"document": "b.txt", "status": "failed", "code": "file-gone", "reason": "It is gone."},
        {"document": "c[1].txt", "status": "done", "words": 10, "utterances": 1},
    ],
    "entities": [
        person(ANNA, "Anna", aliases=["Anna", "Miss A."], expressions=9, names=3, nouns=1,
               pronouns=4, speaker_pronouns=1, quotations=2, quoted_words=5),
        person(BEN, None, aliases=["the judge"], expressions=3, nouns=2, pronouns=1),
        person("THEY", "Anna and Ben", members=[ANNA, BEN], expressions=30),
        person("ONCE", "Once", expressions=1),
        person("YOU", "you", speaker_pronouns=20, expressions=20),
        {"document": "a.txt", "entity": "HOUSE", "name": "the house", "expressions": 4,
         "sort": "place", "aliases": ["the house"]},
        person("CARL", "Carl", document="c[1].txt", expressions=5),
    ],
    "pronouns": [
        resolved("She", ANNA, to=0, back=(0, 4), confidence=0.95),
        resolved("she", ANNA, to=0, back=(1, 8), confidence=0.85),
        resolved("her", ANNA, to=1, back=(12, 99), confidence=1.0),
        resolved("him", BEN, to=2, back=(0, 2), confidence=0.4),
        pronoun("it", label="pleonastic", utterance=3, line=4, line_column=2, reason="rain"),
        pronoun("it", utterance=2, word=5, line=3, line_column=7, reason="nobody"),
    ],
    "expressions": [
        expression(0, ANNA, 1), expression(1, ANNA, 1, "pronoun"),
        expression(2, BEN, 1, "definite"), expression(3, ANNA, 20),
        expression(4, "HOUSE", 20, "definite"),
    ],
    "utterances": [
        {"document": "a.txt", "utterance": 2, "text": "Nobody saw it.", "transition": "CONTINUE",
         "cf": ["ANNA", "BEN"]},
        {"document": "a.txt", "utterance": 3, "text": "It rains.", "transition": "CONTINUE",
         "violates_rule_1": True},
        {"document": "a.txt", "utterance": 4, "text": "Well.", "transition": "NO-CB"},
    ],
    "quotations": [
        quotation(1, ANNA, "“Come here”"), quotation(2, None, "“No”"),
        quotation(3, ANNA, "“I say so”", how="said", cue="said Anna"),
        quotation(4, ANNA, "“So-called”", is_spoken=False),
        quotation(5, "HOUSE", "“Keep out of here”"),
    ],
    "problems": [
        {"document": "a.txt", "path": "x/a.txt", "line": line, "code": "text-utf8", "message": told}
        for line, told in ((7, "second"), (2, "first"))
    ],
}  # fmt: skip
ANSWERS: dict[str, list[tuple[object, ...]]] = {
    "characters": [
        ("Anna", "Miss A.", "she", "a.txt", 9, 3, 1, 4, 1, 2, 5),
        ("Carl", "", None, "c[1].txt", 5, 0, 0, 0, 0, 0, 0),
        ("the judge", "", "him", "a.txt", 3, 0, 2, 1, 0, 0, 0),
    ],
    "entities": [
        ("Anna", "Miss A.", "person", "a.txt", 9, 3, 4),
        ("Carl", "", "person", "c[1].txt", 5, 0, 0),
        ("the house", "", "place", "a.txt", 4, 0, 0),
        ("the judge", "", "person", "a.txt", 3, 0, 1),
    ],
    "quotes-by-speaker": [
        ("(unknown)", "a.txt", "“Keep out of here”", 2, 5, 2.5),
        ("Anna", "a.txt", "“I say so”", 2, 5, 2.5),
    ],
    "quotations": [
        ("a.txt", 1, "Anna", None, None, "“Come here”", 2),
        ("a.txt", 2, None, None, None, "“No”", 1),
        ("a.txt", 3, "Anna", "said", "said Anna", "“I say so”", 3),
        ("a.txt", 5, "House", None, None, "“Keep out of here”", 4),
    ],
    "together": [("Anna", "the judge", "a.txt", 1)],
    "pronouns": [
        ("it", 2, 0, 2, 0.0, None, None, None),
        ("she", 2, 2, 0, 1.0, 0.9, 0.5, 6),
        ("her", 1, 1, 0, 1.0, 1.0, 12.0, 99),
        ("him", 1, 1, 0, 1.0, 0.4, 0.0, 2),
    ],
    "pronouns-by-distance": [
        ("0", 2, 0.5, 1, 1, 0, 0, 0, 0.675),
        ("1", 1, 0.25, 0, 1, 0, 0, 0, 0.85),
        ("10+", 1, 0.25, 0, 1, 0, 0, 0, 1.0),
    ],
    "antecedents": [
        ("name", 2, 0.5, 0.5, 6),
        ("definite", 1, 0.25, 0.0, 2),
        ("pronoun", 1, 0.25, 12.0, 99),
    ],
    "labels": [
        ("resolved", 4, 0.667, 0.8, 0.0),
        ("no antecedent", 1, 0.167, None, 0.0),
        ("pleonastic", 1, 0.167, None, 0.0),
    ],
    "unresolved": [
        ("a.txt", 3, 7, "it", "no antecedent", "nobody", "Nobody saw it."),
        ("a.txt", 4, 2, "it", "pleonastic", "rain", "It rains."),
    ],
    "confidence": [(0.4, 1, 0.25), (0.8, 1, 0.25), (0.9, 2, 0.5)],
    "transitions": [("CONTINUE", 2, 0.667, 1, 1.0), ("NO-CB", 1, 0.333, 0, 0.0)],
    "documents": [
        ("a.txt", "done", 200, 20, 0, 0, 0, 6, 4, 2, 30.0),
        ("b.txt", "failed", 0, 0, 0, 0, 0, 0, 0, 0, None),
        ("c[1].txt", "done", 10, 1, 0, 0, 0, 0, 0, 0, 0.0),
    ],
    "failed": [("b.txt", "", "file-gone", "It is gone.")],
    "problems": [("text-utf8", "first", "x/a.txt:2", 2, 1)],
}


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> hearer.Corpus:
    return hearer.Corpus(sample(tmp_path_factory.mktemp("corpus") / "out", **TABLES))


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> hearer.Corpus:
    return hearer.Corpus(sample(tmp_path_factory.mktemp("empty") / "out"))


@pytest.mark.parametrize("name", ANSWERS)
def test_an_answer_is_what_was_counted_by_hand(corpus: hearer.Corpus, name: str) -> None:
    assert corpus.sql(name).rows == ANSWERS[name]


def test_every_query_is_tested() -> None:
    assert {*ANSWERS, "over-time"} == set(named_queries())


def test_mentions_over_time_have_a_figure_for_every_part(corpus: hearer.Corpus) -> None:
    found = corpus.sql("over-time", document="a.txt", most=1).rows
    assert [row[0] for row in found] == ["Anna"] * 20
    assert [(part, mentions) for _, _, part, mentions in found if mentions] == [(1, 2), (20, 1)]


@pytest.mark.parametrize("name", named_queries())
def test_a_query_of_an_empty_corpus_has_no_rows(empty: hearer.Corpus, name: str) -> None:
    answer = empty.sql(name)
    assert answer.rows == []
    assert str(answer).endswith("There are no rows.")


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
    assert [row[0] for row in corpus.sql("quotes-by-speaker", least=3)] == []
    assert [row[0] for row in corpus.sql("quotes-by-speaker", least=2)] == ["(unknown)", "Anna"]


def test_a_wrong_parameter_is_an_error(corpus: hearer.Corpus) -> None:
    with pytest.raises(UnknownName, match="no parameter of the query labels 'least'"):
        corpus.sql("labels", least=3)
    with pytest.raises(UnknownName, match=r"'lest' \(did you mean 'least'\?\)"):
        corpus.sql("characters", lest=3)
    with pytest.raises(UsageError, match="least is a number, not 'many'"):
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
