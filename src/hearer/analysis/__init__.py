"""The linguistics: from a parsed utterance to referring expressions an algorithm can hear.

    analyst.py         Analyst: all of it, wired, one utterance after the other
    options.py         every choice the sources leave open
    trees.py           the parse, as analysis walks it
    expressions.py     which words head referring expressions, and of what kind
    exclusions.py      what does not refer: predicates, pleonastic it, idioms, ...
    speech.py          direct speech in double quotes
    coordination.py    coordinated noun phrases, collected in sets
    clauses.py         clauses, their subjects, and elliptical subjects
    agreement.py       number, gender, person as feature sets
    sorts.py           what kind of thing is referred to
    binding.py         Principles A and B on UD trees
    antecedent_test.py agreement, binding and sortal constraints, in this order
    coreference.py     names and definites that were heard before
    predication.py     predicates and appositives: what something is said to be
    likeness.py        how alike two descriptions are, for the default profile
    weighing_memory.py nominal coreference by likeness
    familiarity.py     Prince's scale, rule by rule
    segments.py        Walker's segments
    lexicon.py         the word lists, read when first needed

Nothing here looks at gold annotation: an Utterance has none.
"""
