"""GAP's texts as training data (Apache 2.0; texts from Wikipedia, CC BY-SA), parsed by our parser.

GAP asks for one pronoun of a text, and for two names in it. An entity is right if it was called
by the name that the pronoun stands for; what else there is in the text is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator

from hearer.formats.gap import GapExample, GapName, examples_of, read
from hearer.model import Discourse, Element, ReferringExpression
from training.ears import Ear, shipped_ear
from training.lexicons import DATA
from training.ranker_gold import Answer, Gold


class Named(Gold):
    """What is right in a text of GAP."""

    has_sets = False

    def __init__(self, example: GapExample, discourse: Discourse) -> None:
        self.name = example.name
        self._pronoun = example.offset
        self._named = next((n for n in (example.a, example.b) if n.is_referent), None)
        self._utterances = discourse.utterances
        self._entities: set[str] = set()

    def note(self, expression: ReferringExpression, entity: str) -> None:
        """Take note of what is called by the name."""
        if self._named and not expression.is_pronoun and self._covers(expression, self._named):
            self._entities.add(entity)

    def answer(self, pronoun: ReferringExpression) -> Answer | None:
        """What is right for the pronoun asked for, if its name was heard before it."""
        if self._start(pronoun.utterance, pronoun.head) != self._pronoun or not self._entities:
            return None
        return Answer(self, self.name, is_anaphoric=True)

    def entity_of(self, candidate: Element) -> str | None:
        """The name of the text, for what is called by the right name."""
        return self.name if candidate.entity in self._entities else None

    def _covers(self, expression: ReferringExpression, name: GapName) -> bool:
        """Whether the head of an expression stands within a name."""
        start = self._start(expression.utterance, expression.head)
        return name.offset <= start < name.offset + len(name.text)

    def _start(self, utterance: int, word: int) -> int:
        return self._utterances[utterance - 1].offset(word)


def gap(part: str = "validation", ear: Ear = shipped_ear) -> Iterator[tuple[Discourse, Gold]]:
    """The texts of a part of GAP."""
    path = DATA / "gap" / f"gap-{part}.tsv"
    for example in examples_of(read(path.read_bytes(), str(path))):
        discourse = Discourse(tuple(ear(example.name).parse(example.text)), example.name)
        yield discourse, Named(example, discourse)
