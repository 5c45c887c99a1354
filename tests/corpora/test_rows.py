"""The tables of a corpus: their schema, and what stands in their rows."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

import hearer
from hearer.corpora import schema
from hearer.corpora.document import DocumentOutcome, ProcessedDocument
from hearer.corpora.rows import features_of, rows_of
from hearer.corpora.schema import Value
from hearer.hearing import listen
from hearer.model import (
    ANY_GENDER,
    Agreement,
    Discourse,
    Entity,
    Gender,
    Interpretation,
    Kind,
    Problem,
    ReferringExpression,
    Sort,
    Utterance,
)
from hearer.model.resolution import AnswersRecord
from hearer.reading import one_discourse
from tests.corpora.test_summary import failed

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/corpus-queries.md").read_text("utf-8")
STORY = """Anna Keller met an old judge in Paris. She thanked him, and they shook hands.

"It is raining," said Anna. "Have you seen Tom and his dog?"

The judge shook his head. It barked. Before he left, Tom had closed the door."""
TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,), "list<string>": (list, tuple), "int32": (int,), "double": (float,),
    "bool": (bool,),
}  # fmt: skip
TABLES = schema.tables()
COLUMNS = {name: [one.name for one in table] for name, table in TABLES.items()}
Named = list[dict[str, Value]]


@cache
def understood(text: str, algorithm: str | None = None) -> Interpretation:
    return listen(one_discourse(text), algorithm=algorithm)


def tables(
    found: Interpretation | None, outcome: DocumentOutcome | None = None
) -> dict[str, Named]:
    """The rows of a document, by table, with the names of their columns."""
    heard = ProcessedDocument(outcome or DocumentOutcome("d", "d.txt"), found)
    named: dict[str, Named] = {name: [] for name in TABLES}
    for name, rows in rows_of(heard):
        named[name] += [dict(zip(COLUMNS[name], row, strict=True)) for row in rows]
    return named


# The schema -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TABLES)
def test_every_column_is_documented(name: str) -> None:
    """The columns are written when the site is built, from the meanings in the schema."""
    assert re.search(rf"\n### {name}\n\nA row is .+\n\n<!-- columns of {name} -->\n", PAGE)
    assert all(column.meaning for column in TABLES[name])


def test_no_column_has_to_be_quoted_in_sql() -> None:
    duckdb = pytest.importorskip("duckdb")
    kept = "SELECT keyword_name FROM duckdb_keywords() WHERE keyword_category = 'reserved'"
    reserved = {word for (word,) in duckdb.sql(kept).fetchall()}
    assert "end" in reserved
    assert not {name for names in COLUMNS.values() for name in names} & reserved


def test_the_document_is_the_key_of_every_table() -> None:
    assert {names[0] for names in COLUMNS.values()} == {"document"}
    assert all(len(set(names)) == len(names) for names in COLUMNS.values())


# Rows -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("algorithm", [None, "s-list", "bfp", "lappin-leass", "hobbs"])
def test_values_are_of_the_type_of_their_column(algorithm: str | None) -> None:
    found = tables(understood(STORY, algorithm))
    assert all(found[name] for name in set(TABLES) - {"problems"})
    for name, table in TABLES.items():
        for row in found[name]:
            for column in table:
                value = row[column.name]
                kind = str if isinstance(value, str) else type(value)
                is_right = kind in TYPES[column.type] or (value is None and column.is_nullable)
                assert is_right, (name, column, value)
                if isinstance(value, list | tuple):
                    assert all(isinstance(one, str) for one in value)


def test_a_pronoun_says_what_it_means_how_far_back_that_is_and_why() -> None:
    she, him, *_ = tables(understood("Anna met a judge. She thanked him."))["pronouns"]
    assert (she["name"], she["antecedent_text"]) == ("Anna", "Anna")
    assert (she["distance_utterances"], she["distance_words"]) == (1, 5)
    assert (she["line"], she["line_column"], she["start_char"], she["end_char"]) == (1, 19, 18, 21)
    assert (him["name"], him["distance_words"]) == ("the judge", 4)
    assert she["candidates"] == 2
    assert she["reason"] == "2 of 2 candidates pass"  # a judge may be a woman
    assert him["reason"] == "1 of 2 candidates pass; ruled out: 1 by agreement"


def test_what_does_not_mean_anybody_says_why() -> None:
    (it,) = tables(understood("It was raining in Paris."))["pronouns"]
    assert (it["label"], it["entity"], it["antecedent"]) == ("pleonastic", None, None)
    assert it["reason"]


def test_numbers_of_expressions_lead_from_table_to_table() -> None:
    found = tables(understood(STORY))
    expressions = {row["expression"]: row for row in found["expressions"]}
    pronouns = [row for row in found["pronouns"] if row["antecedent"] is not None]
    assert pronouns
    for row in pronouns:
        assert expressions[row["expression"]]["entity"] == row["entity"]
        assert expressions[row["antecedent"]]["short"] == row["antecedent_text"]
    entities = {row["entity"]: row for row in found["entities"]}
    counted = Counter(row["entity"] for row in found["expressions"] if row["kind"] != "ellipsis")
    del counted[None]
    assert {entity: row["expressions"] for entity, row in entities.items()} == counted


def test_a_text_stands_where_the_table_says() -> None:
    text, found = STORY, tables(understood(STORY))
    assert "".join(str(row["paragraph"]) for row in found["utterances"]) == "1122333"
    for name in ("utterances", "expressions", "pronouns", "quotations"):
        for row in found[name]:
            start, end = row["start_char"], row["end_char"]
            assert isinstance(start, int) and isinstance(end, int), (name, row)  # noqa: PT018
            assert " ".join(text[start:end].split()).lower() == str(row["text"]).lower()


def test_a_set_has_its_members() -> None:
    found = tables(understood("Tom met Clara. They took a taxi."))["entities"]
    (both,) = [row for row in found if row["kind"] == "set"]
    assert (both["members"], both["number"]) == (("TOM", "CLARA"), "plural")
    assert both["is_person"]


def test_utterances_have_their_centers() -> None:
    """By Constraint 3, the Cb is the highest-ranked element of Cf(Ui-1) that Ui realizes."""
    rows = tables(understood("Anna met a judge. She thanked him. He smiled."))["utterances"]
    judge = rows[0]["cf"][1]  # type: ignore[index]
    assert [tuple(row.values())[-6:-1] for row in rows] == [
        (("ANNA", judge), None, "ANNA", "NO-CB", False),
        (("ANNA", judge), "ANNA", "ANNA", "CONTINUE", False),
        ((judge,), judge, judge, "SMOOTH-SHIFT", False),
    ]
    told = ["Anna met a judge.", "Anna thanked the judge.", "The judge smiled."]
    assert [row["rewritten"] for row in rows] == told


@pytest.mark.parametrize("algorithm", [None, "s-list", "bfp", "hobbs", "lappin-leass"])
def test_nothing_is_missed_without_states(algorithm: str | None) -> None:
    heard = one_discourse(STORY)
    kept = listen(heard, algorithm=algorithm, record=AnswersRecord)
    assert not any(step.state for step in kept.steps)
    assert tables(kept) == tables(understood(STORY, algorithm))


# Documents ------------------------------------------------------------------------------------


def test_a_document_that_failed_has_a_row_and_nothing_else() -> None:
    found = tables(None, failed("gone.txt", "file-gone", "It is gone."))
    (row,) = found.pop("documents")
    assert not any(found.values())
    assert (row["document"], row["status"]) == ("gone.txt", "failed")
    assert (row["code"], row["reason"]) == ("file-gone", "It is gone.")
    assert (row["words"], row["parser"], row["algorithm"]) == (0, None, None)


def test_a_document_without_words_has_a_row() -> None:
    found = tables(understood(" \n"))
    assert len(found["documents"]) == 1
    assert not any(rows for name, rows in found.items() if name != "documents")


def test_problems_have_their_place() -> None:
    wrong = Problem("a\udcff.txt", 3, 4, "text-utf8", "no UTF-8")
    found = tables(None, DocumentOutcome("d", "a\udcff.txt", problems=(wrong,)))
    (row,) = found["problems"]
    assert [*row.values()] == ["d", "a\\xff.txt", 3, 4, "text-utf8", "no UTF-8"]
    assert found["documents"][0]["problems"] == 1


def test_i_in_a_quotation_counts_for_who_speaks_it() -> None:
    """The *I* of the narrator does not; what the hearer understood stays as it was."""
    text = "Anna came in. Tom sat there.\n\n“I lost my hat,” said Anna.\n\n"
    text += "“I have none,” said Tom.\n\nThen I went home."
    found = tables(hearer.resolve(text, speakers=False))
    counts = {row["entity"]: (row["expressions"], row["speaker_pronouns"])
              for row in found["entities"]}  # fmt: skip
    assert (counts["ANNA"], counts["TOM"], counts["I"]) == ((4, 2), (3, 1), (1, 1))
    meant = [row["entity"] for row in found["expressions"] if row["text"] in {"I", "my"}]
    assert meant == ["I"] * 4


# Quotations and entities ----------------------------------------------------------------------


def test_quotations_are_counted_for_their_speaker() -> None:
    found = tables(hearer.resolve("“It is late,” said Anna. “Go!” said Tom. “No,” said Anna."))
    spoken = {row["name"]: (row["quotations"], row["quoted_words"]) for row in found["entities"]}
    assert (spoken["Anna"], spoken["Tom"]) == ((2, 4), (1, 1))
    assert found["documents"][0]["quotations"] == 3
    rows = [(row["name"], row["how"], row["cue"], row["words"]) for row in found["quotations"]]
    assert rows[:2] == [("Anna", "tag", "said Anna", 3), ("Tom", "tag", "said Tom", 1)]


def test_the_speaker_of_a_line_names_its_quotation() -> None:
    heard = one_discourse("“Go!”he said.")
    lines = tuple(replace(one, speaker="AnnaKeller") for one in heard.utterances)
    found = tables(hearer.resolve(replace(heard, utterances=lines)))
    assert [(row["name"], row["how"]) for row in found["quotations"]] == [("AnnaKeller", "line")]
    assert [row["quotation"] for row in found["pronouns"]] == [None]  # right after its end


def test_pronouns_are_in_the_order_of_the_text() -> None:
    """Hobbs's algorithm resolves the second one first."""
    rows = tables(understood("Before he left, Tom had closed his door.", "hobbs"))["pronouns"]
    assert [row["text"] for row in rows] == ["he", "his"]


def test_a_zero_pronoun_has_a_place_and_no_width() -> None:
    (czech,) = hearer.read(ROOT / "examples" / "czech.conllu")
    rows = tables(hearer.resolve(czech))["pronouns"]
    zeros = [row for row in rows if row["kind"] == "zero pronoun"]
    assert zeros
    assert all(row["start_char"] == row["end_char"] for row in zeros)


def test_a_pronoun_has_the_number_of_its_quotation() -> None:
    found = tables(hearer.resolve("Anna met Tom. “No.” “He is late,” she said."))["pronouns"]
    assert [(row["text"], row["quotation"]) for row in found] == [("He", 2), ("she", None)]


NAME, DEFINITE, PRONOUN, SPEAKER = Kind.NAME, Kind.DEFINITE, Kind.PRONOUN, Kind.SPEAKER
HE = Agreement(gender=frozenset({Gender.MASCULINE}))
IT = Agreement(gender=frozenset({Gender.NEUTER}))
SOMEBODY = Entity("SOMEBODY")


def called(*said: tuple[str, Kind]) -> tuple[Value, Value]:
    """The best name and the aliases of an entity with these expressions."""
    expressions = tuple(
        ReferringExpression(text, 1, n, kind=kind, entity=SOMEBODY)
        for n, (text, kind) in enumerate(said, start=1)
    )
    words = Utterance.of("x/NOUN/root/0" + " x/NOUN/dep/1" * len(said))
    named = {SOMEBODY: f"the {said[0][0]}"}
    found = Interpretation(discourse=Discourse((words,)), expressions=expressions, names=named)
    (row,) = tables(found)["entities"]
    return row["name"], list(row["aliases"])  # type: ignore[arg-type]


def test_names_are_aliases_the_most_frequent_first() -> None:
    names = ("Fitzwilliam Darcy", NAME), ("Mr. Darcy", NAME), ("he", PRONOUN), ("Mr. Darcy", NAME)
    assert called(*names, *names[:2]) == ("Fitzwilliam Darcy", ["Mr. Darcy", "Fitzwilliam Darcy"])


def test_nouns_are_aliases_only_of_who_has_no_name() -> None:
    assert called(("man", DEFINITE), ("Darcy", NAME), ("man", DEFINITE)) == ("Darcy", ["Darcy"])
    nameless = ("man", DEFINITE), ("he", PRONOUN), ("stranger", DEFINITE)
    assert called(*nameless) == ("the man", ["stranger"])


def test_a_noun_phrase_with_a_name_as_its_head_is_a_name() -> None:
    head = ReferringExpression("Darcy", 1, 1, kind=DEFINITE, entity=SOMEBODY)
    noun = ReferringExpression("man", 1, 2, kind=DEFINITE, entity=SOMEBODY)
    words = Utterance.of("Darcy/PROPN/root/0 man/NOUN/dep/1")
    found = tables(Interpretation(discourse=Discourse((words,)), expressions=(head, noun)))
    (row,) = found["entities"]
    assert (row["names"], row["nouns"]) == (1, 1)
    (utterance,) = found["utterances"]
    assert (utterance["paragraph"], utterance["segment"]) == (1, None)


def test_members_of_different_sorts_give_a_set_no_sort() -> None:
    sorts = {"TOM": Sort.PERSON, "DOG": Sort.ANIMAL}
    members = [
        ReferringExpression(name, 1, n, entity=Entity(name), sorts=frozenset({sort}))
        for n, (name, sort) in enumerate(sorts.items(), start=1)
    ]
    both = Entity.of_set(["TOM", "DOG"])
    they = ReferringExpression("they", 1, 3, kind=Kind.SET, entity=both, members=tuple(members))
    words = Discourse((Utterance.of("x/NOUN/root/0 x/NOUN/dep/1 x/PRON/dep/1"),))
    rows = tables(Interpretation(discourse=words, expressions=(*members, they)))["entities"]
    assert [(row["sort"], row["is_person"]) for row in rows] == [
        ("person", True), ("animal", False), (None, False),
    ]  # fmt: skip


def test_a_narrator_is_not_called_by_a_stray_noun() -> None:
    assert called(("sight", DEFINITE), ("I", SPEAKER), ("my", SPEAKER)) == ("I", [])
    boy = ("boy", DEFINITE), ("I", SPEAKER), ("my", SPEAKER), ("he", PRONOUN)
    assert called(*boy) == ("the boy", [])
    assert called(("I", SPEAKER), ("Marlow", NAME), ("me", SPEAKER)) == ("Marlow", ["Marlow"])
    assert called(("our", SPEAKER)) == ("we", [])
    assert called(("your", SPEAKER)) == ("you", [])


def test_features_are_those_of_most_expressions() -> None:
    robin = ReferringExpression("Robin", 1, 1, kind=NAME)
    he = ReferringExpression("he", 2, 1, is_pronoun=True, kind=PRONOUN, agreement=HE)
    assert features_of([robin]) == [None, None, None]
    assert features_of([robin, he]) == ["person", None, "masculine"]
    dog = ReferringExpression("dog", 1, 1, kind=DEFINITE, sorts=frozenset({Sort.ANIMAL}))
    assert features_of([dog, he, he])[0] == "animal"  # whatever it is called
    it = ReferringExpression("it", 1, 1, is_pronoun=True, kind=PRONOUN, agreement=IT)
    they = ReferringExpression("they", 1, 1, kind=PRONOUN, agreement=Agreement(gender=ANY_GENDER))
    assert features_of([it])[0] is features_of([they])[0] is None
