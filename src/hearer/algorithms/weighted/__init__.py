"""The weighted S-list: Strube's list with an order that is learnt.

weighted_s_list       the algorithm: hear; test, weigh, choose, answer; insert
listed                the list, and what it knows of the entities on it
circumstances         what a pronoun brings to the look-up
factor                what a factor is
factors               all factors, each declared once
finding               how their values are found
values                the values they can have, with their words for people
weights               the tables that are learnt, and what a candidate weighs by them
labels                how sure a decision is, and what is not resolved
lazy                  tuples that are made when somebody asks
lazy_attempts         the attempts of a look-up, made when somebody asks
revising              what was found, given up for something else
cataphora             pronouns that are heard before what they stand for
clause_antecedents    pronouns for what was told, not named
"""
