"""The words around a pronoun, so that a row can be judged by who reads it.

RowTexts    the sentence, what stood before it, and both antecedents as they were said
texts_of    those of a pronoun
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from hearer.evaluation.gold import Gold, GoldMention
from hearer.evaluation.scoring import FORMS
from hearer.evaluation.trial import Trial
from hearer.model import Element

BEFORE = 3  # sentences


@dataclass(frozen=True, slots=True)
class RowTexts:
    """What was said. The pronoun and its antecedent stand in double brackets."""

    sentence: str = ""
    context: str = ""  # the sentences before
    gold: str = ""  # the nearest gold antecedent
    gold_sentence: str = ""
    gold_noun: str = ""  # the nearest that is no pronoun
    gold_sort: str = ""
    chosen: str = ""
    chosen_utterance: int | None = None
    chosen_sort: str = ""  # by gold


NO_TEXTS = RowTexts()


def texts_of(trial: Trial, word: int, chosen: Element | None) -> RowTexts:
    """The words around the pronoun at `word`, and what was chosen for it."""
    gold = trial.gold
    number = gold.sentences[word]
    earlier = sorted(gold.antecedents(word), key=lambda one: one.head)
    nouns = [one for one in earlier if gold.forms[one.head].lower() not in FORMS]
    nearest = earlier[-1] if earlier else None
    meant = gold.at(word)
    marked = trial.gold_mention(chosen.expression) if chosen else None
    return RowTexts(
        sentence=_sentence(trial, number, {word}),
        context=" / ".join(_sentence(trial, n) for n in range(max(number - BEFORE, 0), number)),
        gold=_said(gold, nearest),
        gold_sentence=_sentence(trial, gold.sentences[nearest.head], nearest.words)
        if nearest
        else "",
        gold_noun=_said(gold, nouns[-1] if nouns else None),
        gold_sort=meant.sort if meant else "",
        chosen=chosen.expression.text if chosen else "",
        chosen_utterance=chosen.expression.utterance if chosen else None,
        chosen_sort=marked.sort if marked else "",
    )


def _said(gold: Gold, mention: GoldMention | None) -> str:
    return " ".join(gold.forms[n] for n in mention.words) if mention else ""


def _sentence(trial: Trial, number: int, marked: Collection[int] = ()) -> str:
    """A sentence of gold, with what is marked in brackets."""
    forms, inside = trial.gold.forms, set(marked)
    return " ".join(
        f"{'[[' * (n in inside and n - 1 not in inside)}{forms[n]}"
        f"{']]' * (n in inside and n + 1 not in inside)}"
        for n in trial.sentences[number]
    )
