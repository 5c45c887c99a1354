"""Split antecedents, counted apart: pronouns that take several entities together.

    split_antecedents    how many we found are right, how many we found, how many gold has
    judged               the same of what was understood of a document

A set is right if gold has exactly its members for what the pronoun stands for, wherever in the
document it says so (`SplitAnte=`); each member is what its nearest mention before stands for. What
is true is counted by entity: one that is taken up again is the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hearer.evaluation.gold import ChainMention, Gold, MentionIndex, sets_of, words_of
from hearer.evaluation.rates import PrecisionRecall
from hearer.evaluation.scoring import Scoring, mentions_of, referent
from hearer.formats.annotation import split_antecedents_of
from hearer.formats.corefud import EntityLink
from hearer.model import Interpretation


def judged(gold: Gold, found: Interpretation) -> PrecisionRecall:
    """The split antecedents of what was understood of a document, against gold."""
    links, starts = split_antecedents_of(found), words_of(found.discourse)
    return split_antecedents(gold, mentions_of(found, gold), links, starts)


def split_antecedents(
    gold: Gold,
    mentions: Iterable[ChainMention],
    links: Iterable[EntityLink],
    starts: Mapping[int, int],
) -> PrecisionRecall:
    """Our mentions and links against gold; `starts` is the word before each utterance."""
    ours, links = MentionIndex(mentions), tuple(links)
    words = {link.anaphor: starts[link.place.utterance] + link.place.word for link in links}
    right = 0
    for name, members in sets_of(links).items():
        word = words[name]
        mention = gold.at(word)
        meant = {referent(gold, ours.of(each, word), Scoring.ENTITY) for each in members}
        right += mention is not None and {*gold.sets.get(mention.entity, ())} == meant
    return PrecisionRecall.of(right, said=len(words), true=len(gold.sets))
