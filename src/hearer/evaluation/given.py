"""Nouns and names as a file has them, taken as given: what the paper does by hand.

    listen_given      a discourse, heard with its nouns as given
    given_analysis    what makes an analyst that believes the annotation of a document
    GivenReader       reads what is marked, and the pronouns, marked or not

Which expressions there are, and which nouns and names are one entity, the file says; so do its
entity types. What a pronoun refers to is never looked at: pronouns are what is to be resolved.

Some corpora mark every entity, others only those that are mentioned again. In a file of the second
sort an unmarked noun is somebody new; to leave it out would tell who is mentioned again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from hearer.analysis.analyst import TreeAnalyst
from hearer.analysis.expressions.draft import UNSPOKEN, Draft
from hearer.analysis.expressions.reader import TreeReader
from hearer.analysis.options import AnalysisOptions
from hearer.errors import InputError
from hearer.evaluation.gold import Gold, gold_of
from hearer.evaluation.gold_analyst import (
    UNANNOTATED,
    GoldFeature,
    GoldMentions,
    GoldReader,
    MentionHere,
    gold_analyst,
)
from hearer.formats.annotation import entities_of, misread
from hearer.formats.unparsed import PRONOUNS
from hearer.harmless import quoted
from hearer.hearing import Analysis, Through, listen
from hearer.model import Discourse, Interpretation, Kind
from hearer.model.tree import Tree
from hearer.profiles import Profile

ALWAYS_HEARD = UNANNOTATED | {Kind.SPEAKER}


def listen_given(discourse: Discourse, how: Profile, *, through: Through = iter) -> Interpretation:
    """Hear a discourse whose nouns and names are who its annotation says; pronouns are resolved."""
    analysis = given_analysis(discourse)
    found = listen(discourse, profile=how, analysis=analysis, through=through)
    return replace(found, problems=(*found.problems, *misread([discourse])))


def given_analysis(discourse: Discourse) -> Analysis:
    """What makes an analyst that believes what is written of the nouns of this document."""
    gold = gold_of(discourse)
    if why := _says_nothing(gold, discourse):
        raise InputError(
            f"{_named(discourse)} {why}, so no nouns and names can be taken as given.",
            hint="Leave out given=True.",
            command_hint="Leave out --given.",
        )
    mentions = GoldMentions.of(gold, discourse, frozenset({GoldFeature.SORTS}))
    return partial(_given_analyst, mentions, marks_all=_marks_all(gold))


def _says_nothing(gold: Gold, discourse: Discourse) -> str:
    """Why an annotation says nothing of nouns, if it does not."""
    if not entities_of(discourse).mentions:
        return "is not annotated with entities"
    if not gold.mentions:
        return "is annotated on nothing but empty nodes"
    is_of_nouns = not all(_is_pronoun(gold, mention.head) for mention in gold.mentions)
    return "" if is_of_nouns else "is annotated on nothing but pronouns"


def _named(discourse: Discourse) -> str:
    if discourse.name:
        return f"The document {quoted(discourse.name)}"
    return quoted(discourse.path) if discourse.path else "This text"


def _is_pronoun(gold: Gold, word: int) -> bool:
    return gold.upos[word] == "PRON" or gold.forms[word].lower() in PRONOUNS


def _marks_all(gold: Gold) -> bool:
    """Whether nouns and names are marked that are mentioned once."""
    often = Counter(mention.entity for mention in gold.mentions)
    once = (mention for mention in gold.mentions if often[mention.entity] == 1)
    return not all(_is_pronoun(gold, mention.head) for mention in once)


def _given_analyst(
    mentions: GoldMentions, options: AnalysisOptions, *, marks_all: bool
) -> TreeAnalyst:
    analyst = gold_analyst(mentions, options)
    analyst.reader = GivenReader(mentions, TreeReader(options), marks_all)
    return analyst


@dataclass(frozen=True, slots=True)
class GivenReader(GoldReader):
    """Reads what is marked, and pronouns; where not all is marked, also what our reader finds."""

    marks_all: bool

    def simple(self, tree: Tree, left_out: tuple[bool, ...]) -> Iterator[Draft]:
        heard = {draft.head: draft for draft in GoldReader.simple(self, tree, left_out)}
        for draft in self.inner.read(tree, left_out):
            if draft.kind not in UNSPOKEN and self._is_heard_unmarked(tree, draft):
                heard.setdefault(draft.head, draft)
        yield from (heard[n] for n in sorted(heard))

    def _is_heard_unmarked(self, tree: Tree, draft: Draft) -> bool:
        if draft.is_pronoun or draft.kind in ALWAYS_HEARD or self._is_said_of_it(tree, draft):
            return True
        return not (self.marks_all or self.mentions.at(tree.utterance.number, draft.head))

    def _is_said_of_it(self, tree: Tree, draft: Draft) -> bool:
        """Whether it is an appositive without a mention of its own: [Smirga, *the attorney*]."""
        number = tree.utterance.number
        if draft.kind is not Kind.APPOSITIVE or self.mentions.at(number, draft.head):
            return False
        return self.mentions.at(number, draft.evokes) is not None

    def evoking(self, tree: Tree, draft: Draft) -> Draft:
        return draft if self._is_said_of_it(tree, draft) else GoldReader.evoking(self, tree, draft)

    def as_marked(self, tree: Tree, draft: Draft, here: MentionHere) -> Draft:
        """The same, called as in the file if that is a name, as BRENNAN is and e12 is not."""
        draft = GoldReader.as_marked(self, tree, draft, here)
        name = here.mention.entity
        return draft._replace(called=name) if _is_name(name) else draft


def _is_name(entity: str) -> bool:
    letters = entity.rstrip("0123456789")
    return letters.isupper() and (letters == entity or len(letters) > 2)
