"""What goes on between texts: sessions, knowledge, corrections, live text."""
