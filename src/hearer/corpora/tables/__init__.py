"""A corpus as tables: what a row is, and the rows of a document.

schema         the tables, and every column of them with what it means
rows           all rows of a document that was heard, or that failed
source         what the rows of a document are made from
layout         where the words of a document stand
utterances     utterances with their centers and transitions
expressions    referring expressions
entities       entities with their aliases, what they are and how often they are realized
pronouns       pronouns with antecedent, distance, confidence and reason
quoted         quotations with who speaks them, and how
reasons        why a pronoun means what it means, in a few words
"""
