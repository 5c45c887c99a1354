"""Who speaks what: the quotations of a document, found after all of it was heard.

marks       where quotations stand, by their marks: double or single, straight or curly
quotation   a quotation where it stands, with its words and its paragraph
tags        the words beside a quotation that tell who speaks it
speakers    who speaks which quotation, and what tells so

The analysis follows quotations, too (hearer.analysis.speech): as they come, so that it knows at
every *I* and *you* who is meant. Here nothing is in a hurry: what stands behind a quotation tells
of it as well as what stands before, names that came later are known, and the marks of British
novels are told from apostrophes by how the whole document has them. What both need, the words that
tell a speaker, is in one place: `find_tag`.
"""
