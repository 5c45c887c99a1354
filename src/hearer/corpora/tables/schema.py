"""The schema of a corpus: its tables, and every column of them with what it means.

SCHEMA         the name of the schema, with its version
ColumnType     what stands in a column
Column         one column: name, type, what it means, and whether it may be empty
CorpusTable    one table, and what a row of it is
TABLES         all tables, by name
Row            one row: its values in the order of the columns

A new version of the schema is one in which something that is there is called, or means, something
else. Columns may be added at the end of a table without one. No column has a name that SQL keeps
for itself: "end" and "column" would have to be quoted by everybody, again and again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

SCHEMA = "hearer-corpus-1"
Value = str | int | float | bool | Sequence[str] | None
Row = tuple[Value, ...]


class ColumnType(StrEnum):
    """What stands in a column, as Arrow calls it."""

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
    """One table of a corpus, and what a row of it is."""

    name: str
    row: str
    columns: tuple[Column, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(column.name for column in self.columns)


DOCUMENT = Column("document", TEXT, "the name of the document, its own in the whole corpus")
START = "code point of the document's text at which it starts, from 0"
END = "code point behind its last one"

DOCUMENTS = CorpusTable(
    "documents",
    "an input document, also one that failed",
    (
        DOCUMENT,
        Column("path", TEXT, "the file it was found in"),
        Column("status", TEXT, "`done` or `failed`"),
        _or_null("code", TEXT, "why it failed: a code of docs/problems.md"),
        _or_null("reason", TEXT, "the same in words"),
        Column("words", WHOLE, "how many words it has; 0 if it failed, and so for all counts"),
        Column("utterances", WHOLE, "how many utterances, which are sentences"),
        Column("expressions", WHOLE, "how many referring expressions"),
        Column("entities", WHOLE, "how many entities they realize"),
        Column("pronouns", WHOLE, "how many pronouns were to be resolved"),
        Column("resolved", WHOLE, "how many of them have an antecedent"),
        Column("quotations", WHOLE, "how many quotations it has"),
        Column("problems", WHOLE, "how many problems its input has"),
        _or_null("parser", TEXT, "who parsed it here, with its version; null if it came parsed"),
        _or_null("model", TEXT, "the model that told what words mean, with its version"),
        _or_null("algorithm", TEXT, "the algorithm that resolved its pronouns"),
        _or_null("profile", TEXT, "the profile it was heard with"),
    ),
)

UTTERANCES = CorpusTable(
    "utterances",
    "an utterance: a sentence, as it was parsed",
    (
        DOCUMENT,
        Column("utterance", WHOLE, "its number in the document, from 1"),
        Column("paragraph", WHOLE, "the number of its paragraph, from 1"),
        _or_null("segment", WHOLE, "the number of its discourse segment, from 1"),
        Column("start_char", WHOLE, START),
        Column("end_char", WHOLE, END),
        Column("words", WHOLE, "how many words it has, punctuation too"),
        Column("text", TEXT, "its text"),
        _or_null("name", TEXT, "its sent_id, if the input has one"),
        _or_null("speaker", TEXT, "who says it, if the input tells"),
        Column("is_heading", YES_NO, "whether it is a heading"),
        Column("cf", TEXTS, "the entities it realizes, ranked by grammatical function (Cf)"),
        _or_null("cb", TEXT, "its backward-looking center, an entity (Constraint 3)"),
        _or_null("cp", TEXT, "its preferred center: the first of Cf"),
        Column(
            "transition", TEXT, "the transition to it: CONTINUE, RETAIN … (Strube 1998, table 1)"
        ),
        Column(
            "violates_rule_1", YES_NO, "whether a pronoun stands for something else than the Cb"
        ),
    ),
)

EXPRESSIONS = CorpusTable(
    "expressions",
    "a referring expression: a name, a noun phrase, a pronoun …",
    (
        DOCUMENT,
        Column("expression", WHOLE, "its number in the document, from 0, in the order heard"),
        Column("utterance", WHOLE, "the utterance it stands in"),
        Column("word", WHOLE, "its head: the number of a word in the utterance, from 1"),
        Column("first_word", WHOLE, "its first word"),
        Column("last_word", WHOLE, "its last word"),
        _or_null("start_char", WHOLE, f"{START}; null if it has no words of its own"),
        _or_null("end_char", WHOLE, END),
        Column("text", TEXT, "its words, in one line"),
        Column("short", TEXT, "a name or the head alone: *boy*; as `text` in other formats"),
        _or_null("entity", TEXT, "the entity it realizes"),
        Column("kind", TEXT, "its form: `name`, `definite`, `pronoun`, `set` …"),
        Column("is_pronoun", YES_NO, "whether it was to be resolved"),
        Column("familiarity", TEXT, "E, U, I, IC, BNA or BN: Prince's scale"),
        Column("status", TEXT, "OLD, MED or NEW: Strube's information status"),
        Column("relation", TEXT, "the grammatical function of its head, as UD calls it"),
        _or_null("sort", TEXT, "person, place …: what it can only be; null if several"),
        _or_null("number", TEXT, "singular or plural; null if it may be both"),
        _or_null("gender", TEXT, "masculine, feminine or neuter; null if it may be several"),
    ),
)

ENTITIES = CorpusTable(
    "entities",
    "an entity that is talked about in a document",
    (
        DOCUMENT,
        Column("entity", TEXT, "its id, its own in the document"),
        _or_null("name", TEXT, "what it is best called; null if nobody named it"),
        Column("aliases", TEXTS, "its names, the most frequent first; if it has none, its nouns"),
        Column("kind", TEXT, "how it came in: named, unknown, set, clause or speaker"),
        Column("is_person", YES_NO, "whether it is a person, or several"),
        _or_null("sort", TEXT, "person, place …; null if that is open"),
        _or_null("number", TEXT, "singular or plural; null if that is open"),
        _or_null("gender", TEXT, "masculine, feminine or neuter; null if that is open"),
        Column("expressions", WHOLE, "how many expressions realize it, with *I* in what it says"),
        Column("names", WHOLE, "how many of them are names"),
        Column("nouns", WHOLE, "how many are other noun phrases"),
        Column("pronouns", WHOLE, "how many are pronouns of the third person"),
        Column("speaker_pronouns", WHOLE, "how many are *I*, *you* or *we*"),
        Column("first_utterance", WHOLE, "the utterance it comes in"),
        Column("last_utterance", WHOLE, "the last one that realizes it"),
        Column("members", TEXTS, "the entities a set consists of"),
        Column("quotations", WHOLE, "how many quotations it speaks"),
        Column("quoted_words", WHOLE, "how many words these have"),
    ),
)

PRONOUNS = CorpusTable(
    "pronouns",
    "a pronoun that was to be resolved, and what it was taken to mean",
    (
        DOCUMENT,
        _or_null("expression", WHOLE, "its number among the expressions; null if not kept"),
        Column("utterance", WHOLE, "the utterance it stands in"),
        Column("word", WHOLE, "its number in the utterance, from 1"),
        _or_null("start_char", WHOLE, f"{START}; null without a text"),
        _or_null("end_char", WHOLE, END),
        _or_null("line", WHOLE, "the line it stands in, from 1; in a CoNLL-U file, its row"),
        _or_null("line_column", WHOLE, "and the column, from 1, in code points"),
        Column("text", TEXT, "the pronoun as it stands in the text"),
        Column("kind", TEXT, "pronoun, possessive pronoun, reflexive …"),
        Column("label", TEXT, "resolved, no antecedent, ambiguous, pleonastic, event …"),
        _or_null("entity", TEXT, "the entity it means; null if it is not resolved"),
        _or_null("name", TEXT, "what that is best called; null if nobody named it"),
        _or_null("confidence", NUMBER, "how probable it is that the answer is right, if known"),
        Column("reason", TEXT, "why, in a few words"),
        _or_null("antecedent", WHOLE, "the expression it was resolved to: its number"),
        _or_null("antecedent_text", TEXT, "and its text"),
        _or_null("distance_utterances", WHOLE, "how many utterances back that is; 0 in the same"),
        _or_null("distance_words", WHOLE, "how many words, from head to head; less than 0 ahead"),
        Column("candidates", WHOLE, "how many candidates were tested"),
        _or_null("quotation", WHOLE, "the quotation it stands in: its number; null if in none"),
    ),
)

QUOTATIONS = CorpusTable(
    "quotations",
    "a quotation, and who speaks it",
    (
        DOCUMENT,
        Column("quotation", WHOLE, "its number in the document, from 1"),
        Column("first_utterance", WHOLE, "the utterance it begins in"),
        Column("last_utterance", WHOLE, "the one it ends in"),
        Column("start_char", WHOLE, f"{START}, with its quotation mark"),
        Column("end_char", WHOLE, f"{END}, with its quotation mark"),
        Column("words", WHOLE, "how many words it has, without punctuation"),
        Column("text", TEXT, "its text with its marks, in one line"),
        Column("is_spoken", YES_NO, "whether it is said or thought, and not only a word or title"),
        _or_null("speaker", TEXT, "the entity that speaks it; null if that was not found"),
        _or_null("name", TEXT, "what that is best called"),
        _or_null(
            "how", TEXT, "what tells it: line, tag, introduced, same paragraph, beat, alternating"
        ),
        _or_null("cue", TEXT, "the words that tell it: *said Mary*"),
    ),
)

PROBLEMS = CorpusTable(
    "problems",
    "something wrong in an input that was read all the same",
    (
        DOCUMENT,
        Column("path", TEXT, "the file"),
        Column("line", WHOLE, "the line, from 1; 0 is the whole file"),
        Column("line_column", WHOLE, "the column, from 1; 0 is the whole line"),
        Column("code", TEXT, "a code of docs/problems.md"),
        Column("message", TEXT, "what is wrong, and what was done"),
    ),
)

TABLES = {
    table.name: table
    for table in (DOCUMENTS, UTTERANCES, EXPRESSIONS, ENTITIES, PRONOUNS, QUOTATIONS, PROBLEMS)
}
