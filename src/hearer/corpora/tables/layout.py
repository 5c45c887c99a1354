"""Where the words of a document stand: in its text, and counted from its beginning.

Layout    of a document that was heard, worked out once for all tables
"""

from __future__ import annotations

from itertools import accumulate
from operator import add

from hearer.model import Interpretation, ReferringExpression

Stretch = tuple[int, int] | tuple[None, None]
NOWHERE = (None, None)


class Layout:
    """Where the words of a document start, utterance by utterance.

    >>> from hearer.model import Discourse, Utterance
    >>> she = Utterance.of("She/PRON/nsubj/2 wins/VERB/root/0")
    >>> layout = Layout(Interpretation(discourse=Discourse((she,), before="  ")))
    >>> layout.starts[1], layout.text
    ([2, 6, 11], '  She wins ')
    """

    def __init__(self, found: Interpretation) -> None:
        discourse = found.discourse
        self.text = discourse.text
        self.utterances = {utterance.number: utterance for utterance in discourse.utterances}
        self.numbers = {expression.id: n for n, expression in enumerate(found.expressions)}
        self.starts: dict[int, list[int]] = {}  # of its words, by utterance, and behind the last
        self.words_before: dict[int, int] = {}  # an utterance
        start, words = len(discourse.before), 0
        for number, utterance in self.utterances.items():
            lengths = map(add, map(len, utterance.forms), map(len, utterance.spaces))
            starts = self.starts[number] = [*accumulate(lengths, initial=start)]
            self.words_before[number] = words
            start, words = starts[-1], words + len(utterance.forms)

    def stretch(self, utterance: int, first: int, last: int) -> Stretch:
        """Where these words start and end in the text; nowhere if they are none."""
        starts = self.starts.get(utterance, ())
        if not 1 <= first <= last < len(starts):
            return NOWHERE
        return starts[first - 1], starts[last - 1] + len(self.utterances[utterance].forms[last - 1])

    def of(self, expression: ReferringExpression) -> Stretch:
        return self.stretch(expression.utterance, expression.first, expression.last)

    def word(self, expression: ReferringExpression) -> int:
        """Its head, counted from the first word of the document."""
        return self.words_before.get(expression.utterance, 0) + expression.head

    def said(self, start: int, end: int) -> str:
        """What stands there, in one line."""
        return " ".join(self.text[start:end].split())
