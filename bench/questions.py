"""docs/questions.md and docs/information-status.md: what the paper asks at its end, measured.

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
* Information status in the learnt order. GUM dev and the genres that nothing is trained on.
* Intervals are 95 %, documents drawn with replacement; p exchanges two ways document by document;
  significant is what stays under .05 after Holm, over all comparisons that a verdict rests on.

Everything in the pages is computed here; there is no date in them, so two runs give the same
bytes. The corpora are in ../shared/data, or where HEARER_DATA says. `--documents` takes the first N
documents of each corpus only, to try the script out.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from bench import information_status, question_definites, question_orders
from bench.question_orders import CHANGES, SLICES, Answers, told
from bench.replication_corpora import ENGLISH, Corpora, read
from hearer.evaluation.experiment import Mentions, Setup
from hearer.report.forms import markdown
from training.lexicons import DATA
from training.ranker_examples import Genres, Pronoun, gum, observe

ROOT = Path(__file__).parents[1]


def main() -> None:
    """Write both pages."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--docs", type=Path, default=ROOT / "docs")
    arguments.add_argument("--documents", type=int, default=None)
    arguments.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    chosen = arguments.parse_args()
    corpora = read(DATA, chosen.documents, chosen.processes)
    first = list(_answers(corpora))
    pages = {
        "questions.md": questions(corpora, first),
        "information-status.md": of_status(corpora, first, chosen.documents),
    }
    for name, page in pages.items():
        (chosen.docs / name).write_text("\n".join(page), encoding="utf-8")


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


# Information status in the learnt order -------------------------------------------------------


def of_status(corpora: Corpora, first: Sequence[Answers], limit: int | None) -> Iterator[str]:
    """The page on information status, paragraph by paragraph."""
    yield STATUS
    yield from information_status.tables()
    yield BESIDE
    yield "## Hidden\n"
    train = corpora.gum[len(corpora.gum_dev) :]
    documents = (*corpora.gum_dev, *filter(information_status.is_held_out, train))
    found = information_status.hidden(documents, processes=corpora.processes)
    yield from information_status.told_hidden(found)
    yield "## Learnt anew\n"
    yield ANEW
    seen = [*_observed("dev", Genres.ALL, limit), *_observed("train", Genres.HELD_OUT, limit)]
    train_on = _observed("train", Genres.FREE, limit)
    learnt = information_status.trained(train_on, seen, processes=corpora.processes)
    yield from information_status.told_trained(learnt)
    yield "## Where it went\n"
    yield information_status.foretold(seen)
    yield WHERE
    yield "## In the S-list itself\n"
    yield ITSELF
    yield from _without_status(first)
    yield "## What this means for the theory\n"
    yield from information_status.meaning(found, learnt)


def _observed(part: str, genres: Genres, limit: int | None) -> list[Pronoun]:
    return observe(islice(gum(part, genres), limit), None)


def _without_status(first: Sequence[Answers]) -> Iterator[str]:
    order = CHANGES["no information status"]
    for each in first:
        cells = (f"{name} {told(each.difference(order, name))}" for name in SLICES)
        yield f"* {each.corpus}: {'; '.join(cells)}"
    yield ""


STATUS = """\
# Information status, and the learnt order

Made by `make replicate` (`bench/questions.py`, `bench/information_status.py`); never edited by
hand.

The paper's claim is an order: hearer-old before mediated before hearer-new, and all else after
that. The [`s-list`](algorithms/s-list.md) has it. The default profile has the paper's list and
its word by word look-up, but its order is [learnt](algorithms/weighted-s-list.md): tables over
three factors each, chosen from some fifty by what they gain. `status` (OLD, MED, NEW) was offered
like the others. What became of it:
"""
BESIDE = """\
Traces and tables show statuses all the same, since they are known; the order in which a trace of
the default profile shows its list goes by form and role alone. How a set came about, and whether
something is a member of a set, which earlier pages listed under information status, are about
sets.
"""
ANEW = """\
What status could add depends on what else the tables may use. So they were learnt anew: with all
factors, without status; then without the history of an entity (how often it was mentioned, how
often as a subject, by which pronoun) and without its form (pronoun, name, definite, indefinite
…), with status and without.
"""
WHERE = """\
A status is made from just that: what was mentioned before is evoked, a name is unused, an
indefinite is brand-new. The three classes are a coarse summary of it, good to order a list by
hand; the tables have the finer account, and nearness, which Table 2 puts below status.
"""
ITSELF = """\
There the order is all there is, and the question can be put directly: the same algorithm with
`layers=no-status`, against the paper's order, in points (intervals and p over documents; what is
significant, and the other orders, in [the paper's two questions](questions.md)):
"""


if __name__ == "__main__":
    main()
