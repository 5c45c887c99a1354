"""The studio in a real browser."""
