"""Focus: what the discourse is about, and who acts; pronouns wait for the end of the sentence.

focus             what the focus models share: a sentence is heard out, then decided
sentence          what they ask about a sentence: agents, themes, clauses
sidner            Sidner (1981), and Azzam's variant by clauses
raft_rapr         Suri and McCoy (1994)
ssk               the stock of shared knowledge: Hajičová, Kuboň and Kuboň (1992)
ssk_stock         its items, what they are worth, and the best antecedents for a sentence
"""
