"""Where noun phrases begin and end, as GUM's annotators have them."""

from __future__ import annotations

import pytest

from hearer.analysis.noun_phrase import noun_phrase
from hearer.model import Utterance
from hearer.model.tree import Tree

# The head is the word with a star; what stands between bars is its phrase.
CASES = {
    "a-predicate-is-no-clause": "After/ADP/case/2 war/NOUN/obl/7 Ada/PROPN/nsubj/7 was/AUX/cop/7 |the/DET/det/7 first/ADJ/amod/7 *mayor/NOUN/root/0 of/ADP/case/9 Leeds/PROPN/nmod/7| then/ADV/advmod/7 ./PUNCT/punct/7",
    "a-name-of-a-person": "She/PRON/nsubj/2 met/VERB/root/0 |Viktor/PROPN/compound/4 *Malenko/PROPN/obj/2| in/ADP/case/6 Baku/PROPN/nmod/4",
    "of-belongs-to-a-name": "|*Duke/PROPN/nsubj/4 of/ADP/case/3 York/PROPN/nmod/1| left/VERB/root/0",
    "a-name-before-a-relative": "|*Oskar/PROPN/nsubj/5| who/PRON/nsubj/3 fell/VERB/acl:relcl/1 ,/PUNCT/punct/3 wept/VERB/root/0",
    "a-relative-clause": "|the/DET/det/2 *man/NOUN/nsubj/6 who/PRON/nsubj/4 fell/VERB/acl:relcl/2| ,/PUNCT/punct/4 wept/VERB/root/0",
    "a-possessor": "|Anna/PROPN/compound/2 *Lee/PROPN/nmod:poss/4 's/PART/case/2| car/NOUN/root/0",
    "a-preposition-before": "in/ADP/case/3 |the/DET/det/3 *car/NOUN/obl/4| slept/VERB/root/0",
    "an-appositive-is-another": "|the/DET/det/2 *judge/NOUN/nsubj/6| ,/PUNCT/punct/5 a/DET/det/5 friend/NOUN/appos/2 left/VERB/root/0",
    "a-country-behind-a-town": "in/ADP/case/2 |*Lima/PROPN/obl/5 ,/PUNCT/punct/4 Peru/PROPN/nmod:unmarked/2| slept/VERB/root/0",
    "a-year-behind-a-month": "|*May/PROPN/obl/3 2004/NUM/nmod:unmarked/1| came/VERB/root/0",
    "quotation-marks-around": "“/PUNCT/punct/3 |the/DET/det/3 *song/NOUN/root/0| ”/PUNCT/punct/3",
    "quotation-marks-inside": "|the/DET/det/2 *song/NOUN/root/0 “/PUNCT/punct/4 Rain/PROPN/compound/2 ”/PUNCT/punct/4|",
    "no-gap": "|a/DET/det/2 *man/NOUN/nsubj/3| came/VERB/root/0 who/PRON/nsubj/5 limped/VERB/acl:relcl/2",
    "nearly": "|almost/ADV/advmod/3 a/DET/det/3 *mile/NOUN/root/0| too/ADV/advmod/3",
    "one-word": "|*Hush/NOUN/root/0|",
    "all-punctuation": "(/PUNCT/punct/2 |*!/PUNCT/root/0| )/PUNCT/punct/2",
}


@pytest.mark.parametrize("name", CASES)
def test_a_noun_phrase_ends_where_it_ends(name: str) -> None:
    words = CASES[name].split()
    head = 1 + next(n for n, word in enumerate(words) if "*" in word)
    first = 1 + next(n for n, word in enumerate(words) if word.startswith("|"))
    last = 1 + next(n for n, word in enumerate(words) if word.endswith("|"))
    tree = Tree(Utterance.of(CASES[name].replace("|", "").replace("*", "")))
    assert noun_phrase(tree, head) == (first, last)


@pytest.mark.parametrize("relation", ["nmod", "acl:relcl", "conj", "punct", "advmod"])
def test_deep_and_wide_trees_are_quick(relation: str) -> None:
    """A chain of two thousand words, and two thousand beside one: no phrase costs what all do."""
    deep = " ".join(f"w/NOUN/{relation}/{n}" for n in range(2000)).replace(
        f"{relation}/0", "root/0"
    )
    wide = "w/NOUN/root/0 " + " ".join([f"w/NOUN/{relation}/1"] * 2000)
    for words in (deep, wide):
        tree = Tree(Utterance.of(words))
        assert all(first <= n <= last for n in tree.words for first, last in [noun_phrase(tree, n)])
