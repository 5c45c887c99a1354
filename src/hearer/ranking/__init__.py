"""The default algorithm: an S-list whose candidates are scored by one learnt ranker."""
