"""What is remembered of the entities of a discourse, and which of them are familiar."""
