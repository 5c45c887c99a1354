"""Routes of the server, one module for each group of calls."""
