"""Text with its pronouns spelled out, and still English.

rewriter     goes through the pronouns, and writes
rules        where a name can take a pronoun's place, and where it cannot
naming       what to call an entity
rewritten    the new text, and the way back
"""
