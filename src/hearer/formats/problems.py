"""What can be wrong with a file: every code, what it means and what is done about it.

PROBLEMS    code to explanation; docs/problems.md lists the same
quoted      a piece of the input, short enough for a message
"""

from __future__ import annotations

__all__ = ["PROBLEMS", "quoted"]

PROBLEMS = {
    "conllu-utf8": "A byte is not UTF-8. It is written back as it was, and read as U+FFFD.",
    "conllu-nul": "The line has a NUL character. It is kept.",
    "conllu-line": "A line is neither a comment nor columns. It is kept, and is no word.",
    "conllu-blank": "A blank line is not empty. It ends the sentence like an empty one.",
    "conllu-comment": "A comment stands among the words. It is taken as one of the sentence's.",
    "conllu-no-words": "Comments without words. They are kept, and count for the next sentence.",
    "conllu-columns": "A word has not ten columns. Missing ones are read as _, more are kept.",
    "conllu-empty-field": "A column is empty. It is read as _.",
    "conllu-space": "A column other than FORM, LEMMA and MISC has a space in it. It is kept.",
    "conllu-id": "An ID is none. The line is read as the next word.",
    "conllu-id-order": "An ID does not follow the one before. Words count in the order they stand.",
    "conllu-id-duplicate": "An ID stands twice. HEADs of that number mean the first.",
    "conllu-range": "A multiword range does not ascend or stands elsewhere than before its first "
    "word. Its words are read as words of their own.",
    "conllu-range-overlap": "A multiword range begins inside another. It is left aside.",
    "conllu-range-beyond": "A multiword range goes beyond the sentence. It is left aside.",
    "conllu-empty-node": "An empty node does not stand where its ID says. It is kept.",
    "conllu-head": "A HEAD is not a number. The word is attached to the root.",
    "conllu-head-range": "A HEAD is no word of the sentence. The word is attached to the root.",
    "conllu-head-self": "A word is its own HEAD. It is attached to the root.",
    "conllu-cycle": "HEADs go in a circle. The first word of it is attached to the root.",
    "conllu-no-root": "No word has HEAD 0. The first that can be is taken as the root.",
    "conllu-roots": "Several words have HEAD 0. All of them are kept as roots.",
    "corefud-header": "# global.Entity names no entity field, or none was declared. "
    "The first field is taken as the entity, or the order as eid-etype-head-other.",
    "corefud-range": "A multiword range has coreference. It belongs on a word, and is not read.",
    "corefud-bracket": "A piece of Entity= is no bracket. It is left aside.",
    "corefud-unopened": "A bracket closes an entity that is not open. It is left aside.",
    "corefud-unclosed": "A bracket is never closed. It is left aside.",
    "corefud-field": "A bracket has no entity, or a bad part number. It is left aside.",
    "corefud-part": "A part of a discontinuous mention is missing. The others are kept.",
    "corefud-link": "A piece of Bridge= or SplitAnte= is no antecedent<anaphor. It is left aside.",
}

_LONGEST = 40


def quoted(text: str) -> str:
    """`text` in quotes, cut when it is long.

    >>> quoted("x" * 100)
    "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx' (and 60 more characters)"
    """
    more = len(text) - _LONGEST
    return f"{text[:_LONGEST]!r} (and {more} more characters)" if more > 0 else repr(text)
