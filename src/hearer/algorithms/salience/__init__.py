"""Salience: weights that are earned where a noun phrase stands, and halved at each sentence.

lappin_leass    RAP, the resolution of anaphora procedure (Lappin and Leass 1994)
factors         the salience factors, what they weigh, and where they are earned
equivalence     equivalence classes, and how their salience comes and goes
"""
