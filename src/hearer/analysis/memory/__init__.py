"""What is remembered of a discourse, and what is familiar.

memory             entities found again by name or by head noun
weighing_memory    the same, weighed, for the default profile
likeness           how alike two descriptions are
ones               a green one: another of a kind that was named
familiarity        Prince's scale, rule by rule
"""
