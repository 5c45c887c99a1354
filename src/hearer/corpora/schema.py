"""The schema of a corpus: its tables, and the type and meaning of every column.

A new version of the schema renames something or changes its meaning; a column added at the end of
a table does not need one. No column has a name that SQL reserves, such as *end* or *column*.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from hearer.formats.format import program
from hearer.parsers.english.version import model_version

SCHEMA = "hearer-corpus-2"
Value = str | int | float | bool | Sequence[str] | None
Row = tuple[Value, ...]


class ColumnType(StrEnum):
    """The type of a column, by its name in Arrow."""

    TEXT = "string"
    TEXTS = "list<string>"
    WHOLE = "int32"
    NUMBER = "double"
    YES_NO = "bool"


TEXT, TEXTS, WHOLE, NUMBER, YES_NO = ColumnType


class Column(NamedTuple):
    """One column of a table."""

    name: str
    type: ColumnType
    meaning: str
    is_nullable: bool = False


def _or_null(name: str, kind: ColumnType, meaning: str) -> Column:
    return Column(name, kind, meaning, is_nullable=True)


@dataclass(frozen=True, slots=True)
class CorpusTable:
    """One table of a corpus; `row` says what a row describes."""

    name: str
    row: str
    columns: tuple[Column, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(column.name for column in self.columns)


DOCUMENT = Column("document", TEXT, "the name of the document, unique in the corpus")
START = "code point of the document's text at which it starts, from 0"
END = "code point after its last one"

TABLES: dict[str, CorpusTable] = {}


def _table(name: str, row: str, *columns: Column) -> None:
    TABLES[name] = CorpusTable(name, row, (DOCUMENT, *columns))


_table(
    "documents",
    "an input document, also one that failed",
    Column("path", TEXT, "the file it was found in"),
    Column("status", TEXT, "`done` or `failed`"),
    _or_null("code", TEXT, "why it failed: a code of docs/problems.md"),
    _or_null("reason", TEXT, "the same as a sentence"),
    Column("words", WHOLE, "number of words; 0 if it failed, like all counts"),
    Column("utterances", WHOLE, "number of utterances (sentences)"),
    Column("expressions", WHOLE, "number of referring expressions"),
    Column("entities", WHOLE, "number of entities they realize"),
    Column("pronouns", WHOLE, "number of pronouns to resolve"),
    Column("resolved", WHOLE, "number of pronouns with an antecedent"),
    Column("quotations", WHOLE, "number of quotations"),
    Column("problems", WHOLE, "number of problems in its input"),
    _or_null("parser", TEXT, "the parser and its version; null if the input is parsed"),
    _or_null("model", TEXT, "the language model and its version"),
    _or_null("algorithm", TEXT, "the algorithm"),
    _or_null("profile", TEXT, "the profile"),
)

_table(
    "utterances",
    "an utterance: one parsed sentence",
    Column("utterance", WHOLE, "its number in the document, from 1"),
    Column("paragraph", WHOLE, "the number of its paragraph, from 1"),
    _or_null("segment", WHOLE, "the number of its discourse segment, from 1"),
    Column("start_char", WHOLE, START),
    Column("end_char", WHOLE, END),
    Column("words", WHOLE, "number of words, with punctuation"),
    Column("text", TEXT, "its text"),
    _or_null("name", TEXT, "its sent_id, if the input has one"),
    _or_null("speaker", TEXT, "its speaker, if the input has one"),
    Column("is_heading", YES_NO, "whether it is a heading"),
    Column("cf", TEXTS, "the entities it realizes, ranked by grammatical function (Cf)"),
    _or_null("cb", TEXT, "its backward-looking center, an entity (Constraint 3)"),
    _or_null("cp", TEXT, "its preferred center: the first of Cf"),
    Column("transition", TEXT, "CONTINUE, RETAIN … (Strube 1998, table 1)"),
    Column("violates_rule_1", YES_NO, "whether Rule 1 is violated"),
)

_table(
    "expressions",
    "a referring expression: a name, a noun phrase, a pronoun …",
    Column("expression", WHOLE, "its number in the document, from 0"),
    Column("utterance", WHOLE, "the number of its utterance"),
    Column("word", WHOLE, "its head: the number of a word in the utterance, from 1"),
    Column("first_word", WHOLE, "its first word"),
    Column("last_word", WHOLE, "its last word"),
    _or_null("start_char", WHOLE, f"{START}; null if it has no words of its own"),
    _or_null("end_char", WHOLE, END),
    Column("text", TEXT, "its words, in one line"),
    Column("short", TEXT, "a name or the head alone: *boy*; as `text` in other formats"),
    _or_null("entity", TEXT, "the entity it realizes"),
    Column("kind", TEXT, "its form: `name`, `definite`, `pronoun`, `set` …"),
    Column("is_pronoun", YES_NO, "whether it is a pronoun to resolve"),
    Column("familiarity", TEXT, "E, U, I, IC, BNA or BN: Prince's scale"),
    Column("status", TEXT, "OLD, MED or NEW: Strube's information status"),
    Column("relation", TEXT, "the UD relation of its head"),
    _or_null("sort", TEXT, "person, place …; null if several are possible"),
    _or_null("number", TEXT, "singular or plural; null if both are possible"),
    _or_null("gender", TEXT, "masculine, feminine or neuter; null if several are possible"),
)

_table(
    "entities",
    "an entity of a document",
    Column("entity", TEXT, "its id, unique in the document"),
    _or_null("name", TEXT, "its best name; null if it has none"),
    Column("aliases", TEXTS, "its names, the most frequent first; if none, its nouns"),
    Column("kind", TEXT, "named, unknown, set, clause or speaker"),
    Column("is_person", YES_NO, "whether it is a person or a group of persons"),
    _or_null("sort", TEXT, "person, place …; null if unknown"),
    _or_null("number", TEXT, "singular or plural; null if unknown"),
    _or_null("gender", TEXT, "masculine, feminine or neuter; null if unknown"),
    Column(
        "expressions",
        WHOLE,
        "number of its expressions, with *I* in its quotations",
    ),
    Column("names", WHOLE, "number of them that are names"),
    Column("nouns", WHOLE, "number of them that are other noun phrases"),
    Column("pronouns", WHOLE, "number of them that are pronouns of the third person"),
    Column("speaker_pronouns", WHOLE, "number of them that are *I*, *you* or *we*"),
    Column("first_utterance", WHOLE, "the first utterance that realizes it"),
    Column("last_utterance", WHOLE, "the last one that realizes it"),
    Column("members", TEXTS, "the members of a set"),
    Column("quotations", WHOLE, "number of quotations it speaks"),
    Column("quoted_words", WHOLE, "number of words in them"),
)

_table(
    "pronouns",
    "a pronoun to resolve, and its antecedent",
    _or_null("expression", WHOLE, "its number in `expressions`; null if it is not there"),
    Column("utterance", WHOLE, "the number of its utterance"),
    Column("word", WHOLE, "its number in the utterance, from 1"),
    _or_null("start_char", WHOLE, f"{START}; null without a text"),
    _or_null("end_char", WHOLE, END),
    _or_null("line", WHOLE, "its line, from 1; in a CoNLL-U file, that of its row"),
    _or_null("line_column", WHOLE, "its column, from 1, in code points"),
    Column("text", TEXT, "the pronoun as written"),
    Column("kind", TEXT, "pronoun, possessive pronoun, reflexive …"),
    Column("label", TEXT, "resolved, no antecedent, ambiguous, pleonastic, event …"),
    _or_null("entity", TEXT, "the entity it realizes; null if it is not resolved"),
    _or_null("name", TEXT, "the best name of the entity; null if it has none"),
    _or_null("confidence", NUMBER, "the probability that the answer is right, if known"),
    Column("reason", TEXT, "the reason for the answer, in short"),
    _or_null("antecedent", WHOLE, "the number of the antecedent in `expressions`"),
    _or_null("antecedent_text", TEXT, "the text of the antecedent"),
    _or_null(
        "distance_utterances",
        WHOLE,
        "distance in utterances; 0 in the same one",
    ),
    _or_null(
        "distance_words",
        WHOLE,
        "distance of the heads in words; negative if it follows",
    ),
    Column("candidates", WHOLE, "number of candidates tested"),
    _or_null("quotation", WHOLE, "the number of the quotation around it, if any"),
)

_table(
    "quotations",
    "a quotation and its speaker",
    Column("quotation", WHOLE, "its number in the document, from 1"),
    Column("first_utterance", WHOLE, "the utterance in which it begins"),
    Column("last_utterance", WHOLE, "the utterance in which it ends"),
    Column("start_char", WHOLE, f"{START}, with its quotation mark"),
    Column("end_char", WHOLE, f"{END}, with its quotation mark"),
    Column("words", WHOLE, "number of words, without punctuation"),
    Column("text", TEXT, "its text with the quotation marks, in one line"),
    Column("is_spoken", YES_NO, "whether it is speech or thought, not only a word or a title"),
    _or_null("speaker", TEXT, "the entity that speaks it; null if unknown"),
    _or_null("name", TEXT, "the best name of the speaker"),
    _or_null("how", TEXT, "line, tag, introduced, same paragraph, beat or alternating"),
    _or_null("cue", TEXT, "the words of the evidence: *said Mary*"),
)

_table(
    "problems",
    "an error in an input that was read nevertheless",
    Column("path", TEXT, "the file"),
    Column("line", WHOLE, "the line, from 1; 0 is the whole file"),
    Column("line_column", WHOLE, "the column, from 1; 0 is the whole line"),
    Column("code", TEXT, "a code of docs/problems.md"),
    Column("message", TEXT, "the error, and what was done about it"),
)


def arrow_schema(table: CorpusTable) -> Any:
    """Return a pyarrow.Schema with the meaning of each column and the versions as metadata."""
    import pyarrow as pa

    types = {kind: pa.type_for_alias(kind) for kind in ColumnType if kind is not TEXTS}
    types[TEXTS] = pa.list_(pa.string())
    fields = [
        pa.field(one.name, types[one.type], one.is_nullable, {"meaning": one.meaning})
        for one in table.columns
    ]
    metadata = {
        "hearer.schema": SCHEMA,
        "hearer.table": table.name,
        "hearer.program": program(),
        "hearer.model": model_version(),
    }
    return pa.schema(fields, metadata)
