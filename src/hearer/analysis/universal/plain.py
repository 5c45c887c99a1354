"""An utterance of another language as the analysis of English expects one.

    plain        the utterance with possessors told by their relation, and a lemma for every word
    shown        what a form shows, where features do not say which pronoun it is
    spellings    how a word is spelled, and its lemma

Treebanks call German *sein* det:poss, Czech *jeho* det, English *his* nmod:poss: here all are the
last. A possessive that is reflexive (*svůj*) is a mere nmod, so that the clause binds it, not the
noun phrase. Where a word has no lemma, its form is taken: nouns without one are not all the same.
"""

from __future__ import annotations

from dataclasses import replace

from hearer.analysis.universal.forms import PronounForm, form_of
from hearer.model import Utterance
from hearer.model.tree import base

POSSESSIVE, REFLEXIVE = "nmod:poss", "nmod"
MODIFYING = frozenset({"det", "nmod", "amod"})
PRONOMINAL = frozenset({"ADJ", "DET", "PRON"})
NO_LEMMA = frozenset({"_", ""})


def plain(utterance: Utterance) -> Utterance:
    """The utterance with possessors told by their relation, and a lemma for every word.

    English stays as it is.
    """
    if not utterance.language:
        return utterance
    words = range(len(utterance))
    relations = tuple(_relation(utterance, index) for index in words)
    lemmas = utterance.lemmas
    if utterance.language == "ko":  # 철수+는: a noun and its particle
        lemmas = tuple(lemma.partition("+")[0] or lemma for lemma in lemmas)
    if not NO_LEMMA.isdisjoint(lemmas):
        lemmas = tuple(utterance.forms[n] if lemmas[n] in NO_LEMMA else lemmas[n] for n in words)
    if relations == utterance.relations and lemmas == utterance.lemmas:
        return utterance
    return replace(utterance, relations=relations, lemmas=lemmas)


def _relation(utterance: Utterance, index: int) -> str:
    relation = utterance.relations[index]
    if base(relation) not in MODIFYING or utterance.upos[index] not in PRONOMINAL:
        return relation
    features, form = utterance.features[index], shown(utterance, index)
    if "PronType=" in features and "PronType=Prs" not in features:
        return relation
    if "Poss=Yes" not in features and not (form and form.is_possessive):
        return relation
    is_reflexive = "Reflex=Yes" in features or (form is not None and form.is_reflexive)
    return REFLEXIVE if is_reflexive else POSSESSIVE


def shown(utterance: Utterance, index: int) -> PronounForm | None:
    """What the form of a word shows, where its features do not say which pronoun it is.

    A determiner stands for nobody unless it is possessive: German *die*, French *le*.
    """
    features = utterance.features[index]
    if "PronType=" in features or utterance.upos[index] not in PRONOMINAL:
        return None
    form = form_of(utterance.language, *spellings(utterance, index))
    if form and utterance.upos[index] != "PRON" and not form.is_possessive:
        return None
    return form


def spellings(utterance: Utterance, index: int) -> tuple[str, str]:
    """How a word is spelled, and its lemma."""
    return utterance.forms[index].lower().replace("’", "'"), utterance.lemmas[index].lower()
