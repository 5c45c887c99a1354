"""The analysis of languages other than English: by Universal Dependencies alone.

features    number, gender and person as FEATS state them
forms       personal pronouns by their forms, where FEATS do not say what they are
plain       an utterance as the analysis of English expects one: possessors, lemmas
phrases     where a noun phrase begins and ends
reading     which expressions an utterance has: pronouns, noun phrases, zero pronouns
skipped     what is not asked of another language, in a sentence for people

No list of English words is looked into here. What needs one (sorts, pleonastic patterns, idioms,
times, given names) is left out, and `skipped` says so.
"""
