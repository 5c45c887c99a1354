"""Text to Discourse: the English pipeline we ship, and other people's parsers."""
