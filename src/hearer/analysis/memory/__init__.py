"""What is remembered of entities: names, nouns, statuses."""
