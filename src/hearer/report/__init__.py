"""Tables, plots, pages and the progress bar."""
