"""Centering: its rules, and the algorithms that resolve pronouns by them."""

from hearer.algorithms.centering.centering import (
    Centers,
    cb_constraint_3,
    is_cheap,
    transition,
    violates_rule_1,
)

__all__ = ["Centers", "cb_constraint_3", "is_cheap", "transition", "violates_rule_1"]
