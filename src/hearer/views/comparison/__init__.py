"""Several algorithms side by side: what each makes of every pronoun, and why.

answers    pronouns and answers, and the reasons for them
forms      comparisons as text, TSV, JSON or a page
text       as text: a table, and below it where they differ
page       as one HTML page
"""
