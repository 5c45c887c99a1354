"""The trace: the discourse entities after every word, and what was tested for each pronoun.

rows        which states are shown, and what all forms write of them alike
terminal    the trace as text, in columns that fit a terminal
latex       the trace as a table, set like Tables 3 to 5
html        the trace as a page
film        what the page steps through, word by word
script      the same as JSON, for the page's script
captions    what each algorithm's list is called, and its order
"""
