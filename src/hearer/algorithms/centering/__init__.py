"""Centering: its rules, and the algorithms that resolve pronouns by them."""
