"""Which expressions an utterance has, and what their context shows.

draft            all the parse says about an expression, before its entity is known
reader           reads the drafts of an utterance off its tree
pronouns         pronouns as expressions
nouns            nouns and names as expressions
names            which words belong to a name
coordination     coordinated noun phrases, collected in sets
clauses          clauses, their subjects, and elliptical subjects
predication      predicates and appositives: what something is said to be
exclusions       what does not refer: predicates, pleonastic it, idioms, ...
expletives       pleonastic it beyond the patterns of the literature
context          what is shown of an expression beside itself
cues             cues of how an expression is meant
told_clauses     clauses as antecedents of it
"""
