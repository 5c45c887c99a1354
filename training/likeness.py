"""Learn how alike two descriptions of one entity are: lexicon/likeness.txt.

GUM train, the genres whose texts are not for non-commercial use only (annotations CC BY 4.0).

Run as: python -m training.likeness
"""

from collections import Counter

from hearer.analysis.analyst import TreeAnalyst
from hearer.analysis.draft import Draft
from hearer.analysis.memory import Memory, describe, factors, likeness_weights
from hearer.hearing import Hearer
from hearer.model import Discourse, Entity, ReferringExpression
from hearer.model.tree import Tree
from training.gold import Gold, gum
from training.lexicons import LEXICON
from training.logistic import fitted
from training.ranker_examples import READING, observing

RIDGE = 3.0
SMALLEST = 0.005  # weights below it are not written
# The factors of a description beside a past entity of the same noun, and whether both are one.
Comparison = tuple[Counter[str], bool]


class ToldMemory(Memory):
    """The memory with weights, keeping what it compares and going on as gold has it."""

    __slots__ = ("gold", "seen")

    gold: Gold
    seen: list[Comparison]

    def find(self, tree: Tree, draft: Draft, possessor: Entity | None) -> Entity | None:
        description = describe(tree, draft, possessor)
        entity = self._gold_entity(description.utterance, draft.first, draft.last)
        found: Entity | None = None
        for rank, (candidate, known) in enumerate(self.candidates(draft, possessor)):
            last = known.latest
            same = self._gold_entity(last.utterance, last.first, last.last) if last else None
            is_same = entity is not None and same == entity
            self.seen.append((Counter(factors(description, known, rank)), is_same))
            if is_same and found is None:
                found = candidate
        return found

    def _gold_entity(self, utterance: int, first: int, last: int) -> str | None:
        return self.gold.entity(ReferringExpression("", utterance, first, first=first, last=last))


def comparisons(discourse: Discourse, gold: Gold) -> list[Comparison]:
    """Return what is compared in a discourse, in the order it is heard; pronouns are as in gold."""
    listener = Hearer(profile=READING, keep=False)
    analyst = listener.analyst
    assert isinstance(analyst, TreeAnalyst)
    listener.algorithm = observing(listener, gold, None, [])
    memory = ToldMemory(analyst.options.memory, likeness_weights())
    memory.gold, memory.seen = gold, []
    analyst.memory = memory
    for word in discourse.words:
        listener.hear(word)
    return memory.seen


def main() -> None:
    """Learn the weights from GUM train and write them."""
    seen = [each for discourse, gold in gum("train") for each in comparisons(discourse, gold)]
    rows, right = [row for row, _ in seen], [is_same for _, is_same in seen]
    weights = fitted(rows, right, lambda _: RIDGE)
    lines = [f"{name} {w:.2f}" for name, w in weights.items() if abs(w) >= SMALLEST]
    (LEXICON / "likeness.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{len(seen)} comparisons, {sum(right)} alike, {len(lines)} weights")


if __name__ == "__main__":
    main()
