"""What the studio shows of an interpretation, as values for JSON: no HTML is in it.

film         all of it: the text, who is in it, every mention, every pronoun, every frame
mentions     every mention of the text
naming       what entities are called
pronouns     what is told of each pronoun
chances      who else a pronoun may mean, and how probable that is
"""
