"""Why a mention of gold is not among what was heard.

why_unheard    the rule of the profile that leaves it out, in words; "" if there is none
"""

from __future__ import annotations

from hearer.analysis.expressions.exclusions import exclusion
from hearer.analysis.expressions.reader import may_refer
from hearer.evaluation.gold import PREDICATE, GoldMention
from hearer.evaluation.gold_analyst import MODIFIERS
from hearer.evaluation.trial import Trial
from hearer.model import Kind
from hearer.model.tree import Tree

DEMONSTRATIVES = frozenset("this that these those".split())


def why_unheard(trial: Trial, mention: GoldMention, *, is_in_speech: bool) -> str:
    """The rule by which a mention is not heard; "" if no rule says so.

    With a predicted parse a rule is to blame only where the parse of the word is as in gold.
    """
    gold, n = trial.gold, mention.head
    if is_in_speech:
        return "in direct speech"
    if gold.is_clausal(mention):
        return "a clause"
    place = trial.places[n]
    tree, here = Tree(trial.utterances[place.utterance]), place.word
    if (gold.upos[n], gold.relations[n]) != (tree.upos[here], tree.relations[here]):
        return ""
    if mention.link == PREDICATE and trial.has_gold_mentions:
        return "a predicate"
    return _by_rule(trial, tree, here)


def _by_rule(trial: Trial, tree: Tree, n: int) -> str:
    options = trial.how.analysis
    if tree.upos[n] in {"PRON", "DET"} and tree.lemmas[n] in DEMONSTRATIVES:
        return "" if options.demonstratives else "a demonstrative"
    if reason := exclusion(tree, n, options):
        return str(reason)
    if tree.bases[n] in MODIFIERS:
        return "a modifier inside a noun phrase"
    is_pronoun = tree.upos[n] in {"PRON", "DET"} and may_refer(tree.upos[n], tree.relations[n])
    return f"a {KIND} that is not heard" if is_pronoun else ""


KIND = Kind.PRONOUN.value
