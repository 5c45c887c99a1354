"""The weighted S-list: Strube's list with an order that is learnt.

weighted_s_list    the algorithm: hear; test, weigh, choose, answer; insert
options            how it is set
listed             the list, and what it knows of the entities on it
factor             what a factor is, what it is found in, and how it is declared
factors            all factors, each declared once: those of candidates
pronoun_factors    those of the pronoun
agreement_factors  whether a candidate is one or many, and who is *they* only at need
made_factors       whether one was put together, or is a member of a set
plurality          what an expression shows of whether one or many are meant
fitting            how well candidates fit what is said of the pronoun
values             the values they can have, with their words for people
weights            the tables that are learnt, and what a candidate weighs by them
trust              how sure a decision is
answers            attempts and labels
besides            candidates that are not on the list: whoever puts them together
sets               sets of what is on the list (split antecedents)
plurals            what plural pronouns need: several, or none that stands beside them
told               clauses as candidates: what was told, not named
told_factors       factors that tell them from things
told_rules         when a pronoun stands for one, whatever weighs most; so, one, those who
cataphora          pronouns that are heard before what they stand for
revising           pronouns that what comes rules out; reflexives that nothing binds
"""
