"""Everything that was understood, as JSON.

    writing    whole interpretations
    reading    the documents of a file with their entities, or everything that was understood
    sets       entities, and the members of sets

The object has these fields. Words and utterances count from 1, expressions from 0; offsets are
code points in "text", ends excluded, and null for what has no words. A new field leaves the
version as it is; a changed one makes a new version.

schema         SCHEMA
document       the name of the document; "path": its file
algorithm      what resolved it; "profile": how it was set
text           the whole text
utterances     number, name (the sent_id), speaker, begins_paragraph, is_heading, start, and
               words: number, form, lemma, upos, xpos, features (as in CoNLL-U), head, relation,
               start, end
expressions    in the order they were heard: text, entity, kind, is_pronoun, familiarity (E, U, I,
               IC, BNA, BN), status (OLD, MED, NEW), sorts, relation, utterance, head, first, last,
               heard_at, start, end
entities       entity, name (what it is best called, "" if nobody named it), the numbers of its
               expressions, and of a set its members: their entities
resolutions    pronoun and antecedent (numbers of expressions), text, start, end (of the pronoun,
               *each other* whole), entity, name, label and confidence (as in jsonl), kind_of (of a
               *one*: the expression whose noun it repeats), and attempts in order: entity,
               familiarity, expression, text, violated (null: it passed), states_back, score (null:
               it was not weighed)
segments       the first and the last utterance of each
problems       path, line, column, code, message
"""

from hearer.formats.format import Format, Holds
from hearer.formats.json.reading import interpretations, is_ours, read
from hearer.formats.json.writing import SCHEMA, write

__all__ = ["FORMAT", "SCHEMA", "interpretations", "read", "write"]

_NOT_HELD = {Holds.RAW_TEXT, Holds.EMPTY_NODES, Holds.PARTS, Holds.FIELDS, Holds.LINKS}
FORMAT = Format(
    name="json",
    description="Our JSON: everything that was understood",
    suffixes=(".json",),
    holds=frozenset(Holds) - _NOT_HELD,
    sniff=is_ours,
    read=read,
    write=write,
)
