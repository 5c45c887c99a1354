"""How many expressions have just the words that annotators gave them, by kind.

    GUM dev    gold parse; gold words parsed by the shipped parser
    LitBank    raw text; LitBank has persons, places and the like only. It leaves out the 's of a
               possessor, which GUM has in it: here that is passed over

Asked are the expressions whose head is the head of an annotated mention; "head" is their share of
all expressions, "exact" the share of the asked ones that have the words of one such mention.
Predicates (*Ada was the first mayor*) are apart, whatever kind of noun phrase they are. A set is
asked where a mention has the head of a second member in it.

Run as: python -m bench.spans [--limit N] [--show KIND]
It needs the corpora of ../shared/data (or of $HEARER_DATA).
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import NamedTuple

import hearer
from bench import litbank_pronouns
from bench.accuracy import markdown
from hearer.evaluation.gold import gold_of, heads_of, span_head, words_of
from hearer.formats import conllu
from hearer.formats.entities import offsets_of
from hearer.model import Discourse, Interpretation, Kind, ReferringExpression
from hearer.model.tree import Tree
from hearer.parsers import reparsed
from training.lexicons import DATA

PARSER = "english"
UNSPOKEN = frozenset({Kind.ELLIPSIS, Kind.RELATIVE})
LARGER = frozenset({Kind.CLAUSE, Kind.SET})
PREDICATE, ALL = "predicate", "all"
Words = tuple[int, ...]
Gold = dict[int, set[Words]]  # by head


class Compared(NamedTuple):
    """An expression with its words, and those of the mentions with its head."""

    kind: str
    words: Words
    gold: set[Words]
    text: str

    @property
    def is_exact(self) -> bool:
        return self.words in self.gold


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--limit", type=int, help="so many documents of each corpus only")
    parser.add_argument("--show", help="what differs in expressions of this kind")
    asked = parser.parse_args()
    ways = {
        "GUM dev, gold parse": [*_gum(asked.limit, own_parse=False)],
        "GUM dev, our parse": [*_gum(asked.limit, own_parse=True)],
        "LitBank, raw text": [*_litbank(asked.limit)],
    }
    for name, found in ways.items():
        differ = (one for one in found if one.gold and one.kind == asked.show and not one.is_exact)
        for one in differ:
            print(f"{name}\t{one.text}")
    kinds = sorted({one.kind for found in ways.values() for one in found})
    rows = [
        (kind, *(cell for found in ways.values() for cell in _share(found, kind)))
        for kind in (*kinds, ALL)
    ]
    titles = [f"{name}: {figure}" for name in ways for figure in ("asked", "head", "exact")]
    for line in markdown(("kind", *titles), rows):
        print(line)


def _share(found: list[Compared], kind: str) -> tuple[str, str, str]:
    """How many are asked, how many have the head of a mention, and how many its words."""
    said = [one for one in found if kind in {one.kind, ALL}]
    asked = [one for one in said if one.gold]
    exact = sum(one.is_exact for one in asked)
    return str(len(asked)), _percent(len(asked), len(said)), _percent(exact, len(asked))


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}" if whole else "–"


def _gum(limit: int | None, *, own_parse: bool) -> Iterator[Compared]:
    paths = sorted((DATA / "gum" / "dev").glob("*.conllu"))[:limit]
    for document in (d for path in paths for d in conllu.discourses(conllu.read(str(path)))):
        heard = reparsed(document, PARSER) if own_parse else document
        gold: Gold = {}
        for mention in gold_of(document).mentions:
            gold.setdefault(mention.head, set()).add(mention.words)
        yield from _compared(hearer.resolve(heard), gold)


def _litbank(limit: int | None) -> Iterator[Compared]:
    for document in [*litbank_pronouns.documents(DATA / "litbank")][:limit]:
        found = hearer.resolve(document.text)
        starts = words_of(found.discourse)
        offsets, heads = offsets_of(found.discourse), heads_of(found.discourse, starts)
        possessive = _possessive(found.discourse)
        gold: Gold = {}
        for stretch, _ in document.mentions:
            if places := offsets.span(stretch):
                first, last = (offsets.index(place.utterance, place.word) for place in places)
                words = tuple(range(first, last + 1 + (last + 1 in possessive)))
                gold.setdefault(span_head(words, heads), set()).add(words)
        yield from _compared(found, gold)


def _possessive(discourse: Discourse) -> set[int]:
    words = (word for utterance in discourse.utterances for word in utterance.words)
    return {n for n, word in enumerate(words) if word.xpos == "POS"}


def _compared(found: Interpretation, gold: Gold) -> Iterator[Compared]:
    starts, trees = words_of(found.discourse), _trees(found.discourse)
    for expression in found.expressions:
        if expression.kind in UNSPOKEN or not expression.first:
            continue
        start, tree = starts[expression.utterance], trees[expression.utterance]
        words = tuple(start + n for n in expression.words)
        mentions = gold.get(start + expression.head, set())
        if expression.kind is Kind.SET:
            others = {start + member.head for member in expression.members[1:]}
            mentions = {each for each in mentions if not others.isdisjoint(each)}
        shown = _shown(words, mentions, tree, start)
        yield Compared(_kind(expression, tree), words, mentions, shown)


def _trees(discourse: Discourse) -> dict[int, Tree]:
    return {utterance.number: Tree(utterance) for utterance in discourse.utterances}


def _kind(expression: ReferringExpression, tree: Tree) -> str:
    is_predicate = tree.has(expression.head, "cop") and expression.kind not in LARGER
    return PREDICATE if is_predicate else str(expression.kind)


def _shown(words: Words, mentions: set[Words], tree: Tree, start: int) -> str:
    return " | ".join(
        tree.utterance.text_between(each[0] - start, each[-1] - start)
        for each in (words, *sorted(mentions))
    )


if __name__ == "__main__":
    main()
