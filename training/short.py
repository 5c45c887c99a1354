"""Short texts with answers, in the format of tests/discourses; some train, the others measure."""

from collections import defaultdict
from pathlib import Path

from hearer.model import Discourse, Element, EntityKind, Kind, ReferringExpression
from tests.discourses.reading import Discourse as Asked
from tests.discourses.reading import Question, Reading, Sense, discourses_of, place_of
from training.ears import Ear, shipped_ear
from training.gold import NOBODY, Answer, Documents, Gold, is_put_together

HERE = Path(__file__).parents[1]
SHORT, MORE, PLAIN = (HERE / "training" / name for name in ("short", "more", "plain"))
OWN = HERE / "tests" / "discourses"
MEASURED = {MORE: 10}  # every tenth text measures; of other folders every second


class Answers(Gold):
    """The answers to one short text."""

    def __init__(self, asked: Asked, discourse: Discourse) -> None:
        self.name = asked.name
        self._asked = asked
        self._utterances = discourse.utterances
        self._entities = defaultdict[int, set[str]](set)  # by the offset of a word for them

    def note(self, expression: ReferringExpression, entity: str) -> None:
        """Record which words were taken to realize an entity."""
        if expression.members:
            return
        forms = self._utterances[expression.utterance - 1].forms
        last = expression.head
        while last < len(forms) and forms[last][:1].isupper():  # the pianist *Emilio Sanz*
            last += 1
        first = expression.first if expression.kind is Kind.NAME else expression.head
        for word in range(first or expression.head, last + 1):
            self._entities[self._start(expression.utterance, word)].add(entity)

    def answer(self, pronoun: ReferringExpression) -> Answer | None:
        """Return the answer to a question about what was said before; None for other pronouns."""
        question = self._question(pronoun)
        return self.answer_later(pronoun) if question and self._is_decided(question) else None

    def answer_later(self, pronoun: ReferringExpression) -> Answer | None:
        if not (question := self._question(pronoun)):
            return None
        readings = question.readings
        if readings[0].sense is Sense.NOBODY:
            return NOBODY
        return Answer(
            is_anaphoric=True, is_right=lambda one: any(self._fits(each, one) for each in readings)
        )

    def _question(self, pronoun: ReferringExpression) -> Question | None:
        start = self._start(pronoun.utterance, pronoun.own_words[0])
        return next((q for q in self._asked.questions if q.first <= start < q.last), None)

    def _is_decided(self, question: Question) -> bool:
        def is_before(reading: Reading) -> bool:
            places = [place_of(word, self._asked.text) for word in reading.words]
            return all(place < question.first for place in places) or reading.sense is Sense.CLAUSE

        return all(map(is_before, question.readings))

    def _fits(self, reading: Reading, candidate: Element) -> bool:
        places = [place_of(word, self._asked.text) for word in reading.words]
        wanted, expression = [self._entities[place] for place in places], candidate.expression
        is_named = any(candidate.entity in entities for entities in wanted)
        if reading.sense is Sense.CLAUSE:
            start = self._start(expression.utterance, expression.head)
            return candidate.entity.kind is EntityKind.CLAUSE and (start in places or is_named)
        if reading.sense is Sense.SET:
            starts = (self._start(m.utterance, m.head) for m in expression.members)
            known = zip(expression.members, map(self._entities.__getitem__, starts), strict=True)
            members = [{str(member.entity)} | entities for member, entities in known]
            is_each = all(any(m & each for m in members) for each in wanted)
            return len(members) == len(wanted) and is_each
        return is_named and not is_put_together(expression)

    def _start(self, utterance: int, word: int) -> int:
        return self._utterances[utterance - 1].offset(word)


def short(folder: Path, part: str = "train", ear: Ear = shipped_ear) -> Documents:
    """Yield the short texts of a folder that "train", or that "measure"."""
    for path in sorted(folder.glob("*.txt")):
        for asked in discourses_of(path.read_text(encoding="utf-8"), path.stem):
            if (asked.number % MEASURED.get(folder, 2) == 0) == (part == "measure"):
                discourse = Discourse(tuple(ear(asked.name).parse(asked.text)), asked.name)
                yield discourse, Answers(asked, discourse)
