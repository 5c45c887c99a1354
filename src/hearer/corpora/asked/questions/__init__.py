"""Questions that are asked of corpora first, ready-made: each is a file of SQL beside this one.

questions    the questions by name, what they take, and how they are drawn
"""
