"""Text with its pronouns replaced by names."""
