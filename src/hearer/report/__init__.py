"""Tables, pages and the progress bar."""
