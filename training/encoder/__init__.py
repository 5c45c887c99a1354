"""Training the English pipeline: `python -m training.encoder`, or one step of it."""
