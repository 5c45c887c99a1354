"""The S-list of Strube (1998), and Tetreault's re-implementation of it."""
