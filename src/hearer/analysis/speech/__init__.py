"""Direct speech: quotations, their speakers and addressees."""
