"""A corpus that was heard, opened and asked.

corpus       the folder, opened: Corpus
query        its tables, asked in SQL
questions    questions that are ready-made
answer       what they come to: rows that show, draw and save themselves
cells        what stands in them, in tables and in lines
figures      which of them are drawn
chart        bars and lines to be, no more than can be told apart
charts       the same, drawn
"""
