"""Centers of texts: Cf, Cb, Cp and transitions, and what the S-list says of them.

ways           the parameters of the theory, and its instantiations
documents      documents with what their utterances realize
mentions       what is ranked: entities as annotated, or as we find them
called         what entities are called
hierarchy      utterances linked to what they update, and Kameyama's hierarchy
units          utterances: sentences and clauses, by every way
changes        from center to center
rules          Rule 1, and the preferences that Rule 2 is made of
Utterance by utterance:
table          the rows of a centering table
centers        the centers of documents, in every form
labels         centers written into a CorefUD file, as GUM has them
Over many documents:
measures       what is counted of a document
orders         a document among other orders of its utterances
summary        the counts of all documents, by every instantiation
claims         whether a claim holds: tests
comparisons    two instantiations on the same documents
records        a summary for programs
report         a summary in every form
"""
