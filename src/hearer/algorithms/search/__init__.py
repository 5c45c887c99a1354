"""Search through trees: Hobbs, and left-right centering."""
