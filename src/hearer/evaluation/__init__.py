"""Evaluation of any algorithm against any gold, pronoun by pronoun, and why it errs."""
