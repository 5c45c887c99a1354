"""What goes on between texts: sessions, knowledge, corrections, live text.

session        a conversation, turn after turn, stored in between
knowledge      what somebody knows better than the analysis
pronouns       sets of pronouns that somebody takes
told           the same, as it is looked up
informed       an analyst that is told it
listening      a whole discourse, heard with it
corrections    corrections as a file
operations     correct, merge, split, rename: what people do to an interpretation
renaming       what entities are to be called
unused         what was known, and of no use
live           live text: guesses at every word, taken back aloud
"""
