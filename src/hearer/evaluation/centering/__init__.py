"""Centers of annotated texts: Cf, Cb, Cp and transitions, and what the S-list says of them.

centers        the centers of documents, in every form
table          the rows of a centering table
mentions       what is ranked: entities as annotated, or as we find them
labels         centers written into a CorefUD file, as GUM has them
"""
