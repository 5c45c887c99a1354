"""What rules a candidate out.

antecedent_test    the test of step 1a: agreement, binding and sortal constraints
agreement          number, gender and person as feature sets
figures            numbers, signs and quantifiers: 536, 7:30, %, several
collectives        what may be one and many: the team, someone, both
namesakes          things and places that bear a person's name
sorts              what kind of thing is referred to
"""
