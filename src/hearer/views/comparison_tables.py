"""Comparisons for programs: one line or one object per pronoun.

render_tsv     a table: document, utterance, word, pronoun, whether they differ, the answers
render_json    everything, attempts and notes included
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from hearer.views.comparison_rows import Answer, Comparison, Row
from hearer.views.rows import printable

FIRST_COLUMNS = ("document", "utterance", "word", "pronoun", "differ")


def render_tsv(comparisons: Sequence[Comparison]) -> str:
    """Write one line per pronoun; an empty cell is a pronoun without antecedent."""
    algorithms = comparisons[0].algorithms if comparisons else ()
    lines = [(*FIRST_COLUMNS, *algorithms)]
    lines += [_line(one.document, row) for one in comparisons for row in one.rows]
    return "".join("\t".join(line) + "\n" for line in lines)


def _line(document: str, row: Row) -> tuple[str, ...]:
    differ = "yes" if row.differs else "no"
    found = (" or ".join(filter(None, (x.entity, *x.rivals))) for x in row.answers)
    first = (document, str(row.utterance), str(row.word), row.pronoun, differ)
    return (*first, *map(printable, found))


def render_json(comparisons: Sequence[Comparison]) -> str:
    """Write one object per document; several documents are an array."""
    written = [_document(one) for one in comparisons]
    whole = written[0] if len(written) == 1 else written
    return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"


def _document(one: Comparison) -> dict[str, object]:
    return {
        "document": one.document,
        "algorithms": list(one.algorithms),
        "pronouns": [_pronoun(row) for row in one.rows],
    }


def _pronoun(row: Row) -> dict[str, object]:
    return {
        "utterance": row.utterance,
        "word": row.word,
        "pronoun": row.pronoun,
        "differ": row.differs,
        "answers": [_answer(answer) for answer in row.answers],
    }


def _answer(answer: Answer) -> dict[str, object]:
    return {
        "algorithm": answer.algorithm,
        "entity": answer.entity,
        "antecedent": answer.antecedent or None,
        "same_as": answer.same_as,
        "rivals": list(answer.rivals),
        "attempts": [
            {
                "entity": attempt.candidate.entity,
                "violated": attempt.violated,
                "states_back": attempt.states_back,
            }
            for attempt in answer.attempts
        ],
        "notes": [{"name": note.name, "text": note.text} for note in answer.notes],
    }
