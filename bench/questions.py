"""docs/questions.md: the questions with which the paper ends, measured.

    python -m bench.questions [--docs docs] [--documents N] [--processes N]

Fixed in writing before the final run (two runs had been seen then, with other sorts; after the
first nothing changed here but words, and the line on the best order):
* First question (text position). Corpora: GUM train and dev with gold mentions and a gold parse;
  the same with our own mentions; LitBank with our own mentions and our own parse. The paper's
  profile. Pronouns: all that Table 6 counts; he and she; it; they. Orders: all nine of `layers`
  and `second`; verdicts on the four that change one thing. Right is the entity, as in Table 6.
* Second question (definites). GUM train and dev, gold mentions, gold parse; everything before a
  definite is understood as gold has it. Definites: noun phrases with the, this, that or a
  possessor, names left out, in what the paper's profile hears. Ways to look up: by head, by noun
  class, by head then class, by agreement alone; five elements and the segment, or the document;
  four orders. Verdicts on recall with and without status.
* Intervals are 95 %, documents drawn with replacement; p exchanges two ways document by document;
  significant is what stays under .05 after Holm, over all comparisons that a verdict rests on.

Everything in the page is computed here; there is no date in it, so two runs give the same bytes.
The corpora are in ../shared/data, or where HEARER_DATA says. `--documents` takes the first N
documents of each corpus only, to try the script out.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from bench import question_definites, question_orders
from bench.question_orders import Answers
from bench.replication import ENGLISH, Corpora, read
from hearer.evaluation.experiment import Mentions, Setup
from hearer.report.forms import markdown
from training.lexicons import DATA

ROOT = Path(__file__).parents[1]


def main() -> None:
    """Write the page."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--docs", type=Path, default=ROOT / "docs")
    arguments.add_argument("--documents", type=int, default=None)
    arguments.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    chosen = arguments.parse_args()
    corpora = read(DATA, chosen.documents, chosen.processes)
    page = "\n".join(questions(corpora, list(_answers(corpora))))
    (chosen.docs / "questions.md").write_text(page, encoding="utf-8")


# The paper's two questions --------------------------------------------------------------------


def _answers(corpora: Corpora) -> Iterator[Answers]:
    gold = Setup(("s-list",), "paper", Mentions.GOLD)
    auto = Setup(("s-list",), "paper", Mentions.AUTO)
    runs = [("GUM, gold mentions", corpora.gum, gold), ("GUM, our mentions", corpora.gum, auto)]
    if corpora.has_parser:
        own = Setup(("s-list",), "paper", Mentions.AUTO, parse=ENGLISH)
        runs.append(("LitBank, our mentions and parse", corpora.litbank, own))
    for name, documents, setup in runs:
        yield question_orders.answers(name, documents, setup, processes=corpora.processes)


def questions(corpora: Corpora, first: Sequence[Answers]) -> Iterator[str]:
    """The page on the two questions, paragraph by paragraph."""
    yield QUESTIONS
    yield "## Is text position enough?\n"
    yield FIRST
    yield from question_orders.verdicts(first)
    for found in first:
        yield f"### {found.corpus}\n"
        yield markdown(question_orders.table(found), with_title=False)
    if not corpora.has_parser:
        yield "The shipped parser is not installed: LitBank is left out.\n"
    yield "## Can definite noun phrases be found in the same list?\n"
    yield SECOND
    documents = question_definites.definites(corpora.gum, processes=corpora.processes)
    yield from question_definites.verdicts(documents)
    for table in (
        question_definites.found(documents),
        question_definites.by_determiner(documents),
        question_definites.orders(documents),
    ):
        yield f"### {table.title}\n"
        yield markdown(table, with_title=False)


QUESTIONS = """\
# The paper's two questions

Made by `make replicate` (`bench/questions.py`) from the corpora in `../shared/data`; never edited
by hand. Strube (1998) ends with two questions: "whether the text position, which is the weakest
grammatical concept, is sufficient for the order of the elements of the S-list at the second
layer", and how to "extend my model for the analysis of definite noun phrases". Corpora, slices
and comparisons were fixed in writing before the final run, in the head of that script, which also
says what had been seen by then. Intervals are 95 %, documents drawn with replacement; p comes
from exchanging the two ways document by document; *significant* is what stays under .05 when
corrected after Holm for all comparisons that a verdict rests on: all of a corpus, or all of the
second question.
"""
FIRST = """\
Table 2 orders the list by information status, then by utterance, then by text position. The
options `layers` and `second` of [`s-list`](algorithms/s-list.md) change that: `layers` puts the
utterance before status, or does without status; `second` takes grammatical role (subject,
objects, others; then position) or recency (what was said last) instead of position. All pronouns
that Table 6 counts, the paper's profile, right is the right entity ([evaluation](evaluation.md)).
Verdicts are on the four orders that change one thing; a corpus has sixteen comparisons, four
changes for four slices.
"""
SECOND = """\
For every definite noun phrase of GUM that has *the*, *this*, *that* or a possessor and is no
name, its antecedent is looked up in the S-list in its order, before anybody says what it refers
to; everything before it is understood as gold has it, pronouns too. Number and gender must agree,
and neither may be a part of the other. What else they must share: the *same head* (that of any
noun phrase the entity was called by), a *noun class* of Open English WordNet (person, artifact,
act …; of each noun that of most of its senses; of a name what its sort allows), the head and, if
nobody has it, the class, or *nothing else*. Searched are five elements and the earlier lists of
the segment, as the paper does it for pronouns, or everything in the document. Definites in direct
speech, which the profile leaves out, and those for several entities taken together are not
counted.
"""


if __name__ == "__main__":
    main()
