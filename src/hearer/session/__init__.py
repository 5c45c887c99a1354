"""Between texts: sessions, knowledge, corrections, live text."""
