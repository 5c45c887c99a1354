"""Cues of how an expression is meant, for algorithms that weigh them."""
