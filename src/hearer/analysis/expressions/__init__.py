"""Which expressions an utterance has, and what their context shows."""
