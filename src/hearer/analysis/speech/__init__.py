"""Who speaks to whom."""
