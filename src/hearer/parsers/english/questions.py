"""Questions with a predicate in front, as in "whose are these".

turn_questions    makes what is asked the predicate, and the demonstrative its subject
"""

from __future__ import annotations

from collections.abc import Sequence

from hearer.parsers.english.parse import Parse

ASKING = frozenset({"what", "which", "who", "whose"})
DEMONSTRATIVES = frozenset({"this", "that", "these", "those"})


def turn_questions(forms: Sequence[str], parse: Parse) -> None:
    """Let a demonstrative that was taken for the predicate of a question be its subject."""
    heads, relations = parse.heads, parse.relations
    for asked, this in enumerate(range(3, len(forms) + 1), start=1):
        if forms[this - 1].lower() not in DEMONSTRATIVES or forms[asked - 1].lower() not in ASKING:
            continue
        is_subject = heads[asked - 1] == this and relations[asked - 1] == "nsubj"
        if is_subject and relations[asked] == "cop" and heads[asked] == this:
            over, relation = heads[this - 1], relations[this - 1]
            heads[:] = [asked if head == this else head for head in heads]
            heads[asked - 1], relations[asked - 1] = over, relation
            heads[this - 1], relations[this - 1] = asked, "nsubj"
