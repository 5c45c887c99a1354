"""Centering: its rules, and the algorithms that resolve pronouns by them.

centering               Cf, Cb, transitions and Rule 1, as functions over plain values
gum                     the same as the GUM corpus annotates them
units                   what an utterance is, and which one comes before it; the shared subject
unit_by_unit            what the algorithms share; hearing a sentence out
readings                the ways to understand the pronouns of an utterance together
look_back               pronouns that find nothing in the previous utterance
bfp                     generate, filter, rank: `bfp`, `bfp-carter`
bfp_search              the best readings where there are too many
kameyama                `bfp-kameyama`, and her own model, `kameyama`
functional_centering    Cf by information status: `functional-centering`
"""

from hearer.algorithms.centering.centering import (
    Centers,
    cb_constraint_3,
    is_cheap,
    transition,
    violates_rule_1,
)

__all__ = ["Centers", "cb_constraint_3", "is_cheap", "transition", "violates_rule_1"]
