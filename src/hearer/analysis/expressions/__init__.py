"""Which expressions an utterance has, and what their context shows.

draft            all the parse says about an expression, before its entity is known
reader           reads the drafts of an utterance off its tree, sets and ellipses with them
nominals         pronouns, nouns and names as expressions
noun_phrase      where the noun phrase of a head begins and ends
names            which words belong to a name
bearers          whose name a name is said to be
clauses          clauses, elliptical subjects, and Walker's segments
predication      predicates and appositives: what something is said to be
exclusions       what does not refer: predicates, pleonastic it, idioms, ...
no_entities      what no pronoun takes up: dates, numbers, links, tags, code, ...
counted          both, neither, each, the two
partitives       a crowd of tourists, one of the boys
expletives       pleonastic it beyond the patterns of the literature
demonstratives   this, that, these, those, and so
told             clauses that pronouns may stand for, and where they do
judge            how surely it stands for nothing, and why
said_of_it       what the sentence says of it, for the judge
context          what is shown of an expression beside itself, clauses that it may mean
cues             cues of how an expression is meant
"""
