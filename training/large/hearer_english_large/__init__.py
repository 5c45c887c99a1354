"""The large model of hearer's English pipeline: files only, in the folder model."""
