"""Prince's familiarity scale, as section 3.2 uses it (docs/specification/s-list.md A.3)."""

from __future__ import annotations

from hearer.analysis.current_utterance import CurrentUtterance
from hearer.analysis.describe import is_plural, of_phrase
from hearer.analysis.draft import BESIDE, TO_RESOLVE, Draft
from hearer.analysis.exclude import is_time
from hearer.analysis.memory import Memory
from hearer.analysis.options import AnalysisOptions, Anchors, Inferrables
from hearer.model import Familiarity, InformationStatus, Kind, Tree
from hearer.model.lexicon import entries, table, words

DEFINITE, NAME = Kind.DEFINITE, Kind.NAME
EVOKED, BRAND_NEW = Familiarity.EVOKED, Familiarity.BRAND_NEW
EVOKING = TO_RESOLVE | BESIDE | {Kind.SPEAKER, Kind.DEMONSTRATIVE}
PARTS_OF_TITLES, ONE_OF_MANY = words("familiarity", "parts_of_titles one_of_many")


def familiarity_of(
    here: CurrentUtterance,
    draft: Draft,
    memory: Memory,
    options: AnalysisOptions,
    *,
    is_known: bool,
) -> Familiarity:
    """Return the status of an expression by the first rule that holds, else brand-new."""
    tree, n, is_definite = here.tree, draft.head, draft.kind is DEFINITE
    if is_known or draft.kind in EVOKING:  # 1 to 5: anaphora, repeated names, relatives, ...
        return EVOKED
    is_english = not tree.utterance.language
    if draft.kind is NAME and not (is_english and is_time(tree, n)):
        return _of_name(tree, n)  # 6; dates are never unused (A.7 no. 9)
    if is_definite and options.inferrables is Inferrables.LEXICON:
        wholes = here.nouns_before.union(other.lemma for other in here.drafts.values())
        if any(draft.lemma in table("parts").get(whole, ()) for whole in wholes):
            return Familiarity.INFERRABLE  # 7: *the engine* of a car in this utterance or before
    if is_definite and is_title(tree, n):
        return _of_name(tree, n)  # 6, too
    if _is_anchored(here, draft, memory, options):  # 8 and 9: "one of the drivers"; his condition
        is_part = is_english and tree.lemmas[n] in entries("partitive_heads")
        is_part = is_part and of_phrase(tree, n) != 0
        return Familiarity.CONTAINING_INFERRABLE if is_part else Familiarity.ANCHORED_BRAND_NEW
    # 10: the paper is silent on definites
    return Familiarity(options.first_definite) if is_definite else BRAND_NEW


def _of_name(tree: Tree, n: int) -> Familiarity:
    """Rule 6: names and titles are unused, but brand-new if an elaboration follows."""
    is_elaborated = "acl:relcl" in tree.firsts[n] or any(tree.exactly(n, "appos"))
    return BRAND_NEW if is_elaborated else Familiarity.UNUSED


def _is_anchored(
    here: CurrentUtterance, draft: Draft, memory: Memory, options: AnalysisOptions
) -> bool:
    """Return True if the anchor of an expression is old; if it comes later, if it will be."""
    anchor = anchor_of(here.tree, draft.head, options.anchors)
    if anchor in here.realized:
        return here.realized[anchor].familiarity.status is InformationStatus.OLD
    later = here.drafts.get(anchor)
    if later is None or later.head <= draft.head:
        return False
    is_known = memory.find(here.tree, later, None) is not None
    status = familiarity_of(here, later, memory, options, is_known=is_known).status
    return status is InformationStatus.OLD


def is_title(tree: Tree, n: int) -> bool:
    """Return True for a title that one bears at a time: *the president*, *the French king*.

    Other modifiers select one of many: *the king of Spain*, *the old king*.
    """
    if tree.lemmas[tree.child(n, "det")] != "the" or tree.has(n, *ONE_OF_MANY):
        return False
    modifiers = tree.exactly(n, "amod", "compound")
    common = [tree.lemmas[m] for m in modifiers if tree.forms[m].islower()]
    if is_plural(tree, n) or not PARTS_OF_TITLES.issuperset(common):
        return False
    called = " ".join((*common, tree.lemmas[n]))
    is_written_as_one = tree.forms[n].istitle() and called in entries("titles")
    return called in entries("unique_roles") or is_written_as_one


def anchor_of(tree: Tree, n: int, anchors: Anchors) -> int:
    """Return the word that anchors the noun phrase of `n`: a possessor, an of-phrase; or 0."""
    possessor = tree.possessor(n)
    if possessor or "nmod" not in tree.firsts[n]:
        return possessor
    phrases = tree.exactly(n, "nmod")
    if tree.utterance.language:
        return next((phrase for phrase in phrases if tree.feature(phrase, "Case=Gen")), 0)
    if anchors is Anchors.ANY:
        return next((phrase for phrase in phrases if tree.preposition(phrase)), 0)
    return of_phrase(tree, n) if anchors is Anchors.OF else 0
