"""Noun phrases of unlabelled text replaced by pronouns, from which the large encoder learns.

Where a name or a definite noun phrase takes up a listed entity, its sentence is written once more
with a pronoun in its place: *The staff will help you to get **it** on board*, after a wheelchair.
That entity is right, and nobody has to annotate it.
"""

from hearer.hearing import Hearer
from hearer.model import Agreement, Discourse, Entity, Kind, ReferringExpression, Sort
from hearer.model.expression import FEMININE, HUMAN, MASCULINE, NEUTER, PLURAL, SINGULAR
from hearer.ranking.candidates import candidates_for
from hearer.ranking.entity_list import ListedEntity, class_of
from hearer.ranking.ranker import shipped
from training.ears import shipped_ear
from training.encoder.rankings import Example
from training.gold import Unlabelled
from training.ranker_examples import READING, Observed, row_of

LONGEST = 4  # words that are replaced
REPLACED = frozenset({Kind.NAME, Kind.DEFINITE})
FORMS = {  # of subjects, others, owners
    Agreement(PLURAL): ("they", "them", "their"),
    Agreement(SINGULAR, MASCULINE): ("he", "him", "his"),
    Agreement(SINGULAR, FEMININE): ("she", "her", "her"),
    Agreement(SINGULAR, NEUTER): ("it", "it", "its"),
}
FORM_OF = {"nsubj": 0, "nsubj:pass": 0, "obj": 1, "iobj": 1, "obl": 1, "nmod": 1, "obl:agent": 1}
OWNER = "nmod:poss"
OF_OWNERS = frozenset({"'s", "’s", "'", "’"})
BREAKS = OF_OWNERS | {",", "(", "-"}  # a noun phrase with one of them is left as it is


class Replacing(Observed):
    """The algorithm, which writes a sentence once more where a noun phrase takes up an entity."""

    sentences: list[list[str]]  # of the text, and the new ones behind them
    pronouns: list[tuple[int, int, int, None, list[tuple[int, ...]]]]

    def insert(self, expression: ReferringExpression, entity: Entity) -> None:
        if (known := self.entities.known.get(entity)) and expression.kind in REPLACED:
            self.replace(expression, known)
        super().insert(expression, entity)

    def replace(self, expression: ReferringExpression, known: ListedEntity) -> None:
        """Note the pronoun that could stand here, if its candidates all come before it."""
        first, last, here = expression.first, expression.last, expression.utterance - 1
        words, agreement = self.sentences[here], agreement_of(known)
        if agreement is None or not 0 < first <= last < first + LONGEST:
            return
        is_owner = expression.relation == OWNER
        if is_owner and last < len(words) and words[last] in OF_OWNERS:
            last += 1
        ends = last - (words[last - 1] in OF_OWNERS)
        which = 2 if is_owner and ends < last else FORM_OF.get(expression.relation)
        if which is None or BREAKS & set(words[first - 1 : ends]):
            return
        form, kind = FORMS[agreement][which], Kind.POSSESSIVE if is_owner else Kind.PRONOUN
        said = expression._replace(text=form, is_pronoun=True, entity=None, kind=kind)
        pronoun = said._replace(agreement=agreement, clauses=(), kinds=(), cues=frozenset())
        listed = self.entities.known
        found = candidates_for(pronoun, listed, self.test, sets=False).possible
        rows = list[tuple[int, ...]]()
        new = len(self.sentences)
        for rank, one in enumerate(found):
            places = self.places_of(one)
            if any(sentence == here and word >= first - 1 for sentence, word in places):
                return
            copied = [(new if sentence == here else sentence, word) for sentence, word in places]
            rows.append(row_of(copied, here - places[0][0], rank, is_right=one is known))
        if len(rows) > 1 and any(row[-1] for row in rows):
            form = form.title() if first == 1 else form
            self.sentences.append([*words[: first - 1], form, *words[last:]])
            self.pronouns.append((new, first - 1, int(class_of(agreement)), None, rows))


def agreement_of(known: ListedEntity) -> Agreement | None:
    """Return the agreement of the pronoun for an entity; None if it is unsure."""
    number, gender = known.agreement.number, known.agreement.gender
    if number == PLURAL:
        return Agreement(PLURAL)
    if number != SINGULAR:
        return None
    if gender <= HUMAN or known.sorts == {Sort.PERSON}:  # *he* is read as *she*
        return Agreement(SINGULAR, MASCULINE if gender == MASCULINE else FEMININE)
    return None if Sort.PERSON in known.sorts else Agreement(SINGULAR, NEUTER)


def replaced(text: tuple[str, str]) -> Example:
    """Return a text with its new sentences and their pronouns."""
    name, content = text
    discourse = Discourse(tuple(shipped_ear(name).parse(content)), name)
    listener = Hearer(profile=READING, keep=False)
    algorithm = Replacing.of(listener, Unlabelled(name, {}), shipped(), [])
    algorithm.sentences = [list(utterance.forms) for utterance in discourse.utterances]
    algorithm.pronouns, listener.algorithm = [], algorithm
    for word in discourse.words:
        listener.hear(word)
    return Example(name=name, sentences=algorithm.sentences, pronouns=algorithm.pronouns)
