"""Ready-made questions: each comes to what one counts by hand."""

from __future__ import annotations

import pytest

import hearer
from hearer.corpora.asked.questions.questions import QUESTIONS
from hearer.errors import UnknownName, UsageError
from tests.conftest import ROOT
from tests.corpora.asked import MadeRow, out, person, pronoun

ANNA, BEN = "ANNA", "BEN"


def expression(number: int, entity: str | None, utterance: int, kind: str = "name") -> MadeRow:
    return {
        "document": "a.txt", "expression": number, "entity": entity, "utterance": utterance,
        "kind": kind,
    }  # fmt: skip


def resolved(text: str, entity: str, *, to: int, back: tuple[int, int], **rest: object) -> MadeRow:
    utterances, words = back
    distances = {"distance_utterances": utterances, "distance_words": words}
    return pronoun(text, entity, antecedent=to, **distances, **rest)


def quotation(number: int, speaker: str | None, text: str, **rest: object) -> MadeRow:
    words = len(text.split())
    return {
        "document": "a.txt", "quotation": number, "speaker": speaker, "text": text, "words": words,
        "name": speaker and speaker.title(), "is_spoken": True, **rest,
    }  # fmt: skip


TABLES: dict[str, list[MadeRow]] = {
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
    return hearer.Corpus(out(tmp_path_factory.mktemp("asked") / "out", **TABLES))


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> hearer.Corpus:
    return hearer.Corpus(out(tmp_path_factory.mktemp("empty") / "out"))


@pytest.mark.parametrize("name", ANSWERS)
def test_a_question_comes_to_what_one_counts(corpus: hearer.Corpus, name: str) -> None:
    assert corpus.ask(name).rows == ANSWERS[name]


def test_every_question_is_tried() -> None:
    assert {*ANSWERS, "over-time"} == set(QUESTIONS)


def test_mentions_over_time_have_a_figure_for_every_part(corpus: hearer.Corpus) -> None:
    found = corpus.ask("over-time", document="a.txt", most=1).rows
    assert [row[0] for row in found] == ["Anna"] * 20
    assert [(part, mentions) for _, _, part, mentions in found if mentions] == [(1, 2), (20, 1)]


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_question_to_nothing_has_an_empty_answer(empty: hearer.Corpus, name: str) -> None:
    answer = empty.ask(name)
    assert answer.rows == []
    assert str(answer).endswith("There are no rows.")
    with pytest.raises(UsageError, match="nothing to draw"):
        answer.chart()._repr_svg_()


@pytest.mark.parametrize("name", QUESTIONS)
def test_what_is_drawn_is_there(corpus: hearer.Corpus, name: str) -> None:
    drawing, answer = QUESTIONS[name].drawing, corpus.ask(name)
    named = {drawing.x, *drawing.y, *filter(None, (drawing.series, drawing.beside))}
    assert named <= set(answer.header)
    assert answer.chart().chart.series


@pytest.mark.parametrize("name", QUESTIONS)
def test_the_sql_that_is_shown_gives_the_same(corpus: hearer.Corpus, name: str) -> None:
    sql = QUESTIONS[name].spelled({})
    assert "$" not in sql
    assert sql.startswith("/* ")
    assert corpus.query(sql).rows == corpus.ask(name).rows


def test_what_is_taken_is_spelled_as_it_is_asked(corpus: hearer.Corpus) -> None:
    sql = QUESTIONS["quotations"].spelled({"document": "a.txt", "speaker": "O'Brien' OR 1=1 --"})
    assert "'O''Brien'' OR 1=1 --'" in sql
    assert corpus.query(sql).rows == []


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
    assert [row[0] for row in corpus.ask("documents", document=pattern)] == names


def test_the_only_document_stands_in_the_title(corpus: hearer.Corpus) -> None:
    lines = str(corpus.ask("quotations", document="a.txt")).splitlines()
    assert lines[0] == "Who says what, in order (a.txt)"
    assert lines[1].split() == ["quotation", "speaker", "how", "cue", "text", "words"]
    assert "document" in str(corpus.ask("quotations", document="a*")).splitlines()[1]
    assert "document" in str(corpus.ask("documents", document="a.txt")).splitlines()[1]


def test_the_least_are_left_out(corpus: hearer.Corpus) -> None:
    assert [row[0] for row in corpus.ask("characters", least=5)] == ["Anna", "Carl"]
    assert [row[0] for row in corpus.ask("quotes-by-speaker", least=3)] == []
    assert [row[0] for row in corpus.ask("quotes-by-speaker", least=2)] == ["(unknown)", "Anna"]


def test_what_a_question_does_not_take_is_told(corpus: hearer.Corpus) -> None:
    with pytest.raises(UsageError, match="'labels' takes no least; it takes document"):
        corpus.ask("labels", least=3)
    with pytest.raises(UsageError, match="'failed' takes no document; it takes nothing"):
        corpus.ask("failed", document="a.txt")
    with pytest.raises(UsageError, match=r"takes no lest \(did you mean 'least'\?\)"):
        corpus.ask("characters", lest=3)
    with pytest.raises(UsageError, match="least is a number, not 'many'"):
        corpus.ask("characters", least="many")
    with pytest.raises(UnknownName, match="did you mean 'characters'"):
        corpus.ask("charcters")


def test_the_page_has_every_question_with_what_it_takes() -> None:
    page = (ROOT / "docs" / "corpus-queries.md").read_text(encoding="utf-8")
    for name, one in QUESTIONS.items():
        takes = ", ".join(f"`{taken}`" for taken in one.takes) or "nothing"
        assert f"| `{name}` | {one.title} | {takes} |" in page
