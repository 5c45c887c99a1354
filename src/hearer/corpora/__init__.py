"""Many documents, heard once each: folders, archives and tables of texts, on one machine or many.

document     one document on its way: where it comes from, and its bytes
outcome      what became of it, and what a batch of them comes to
telling      what a run tells whoever watches it
watching     how far a run is, counted from that
progress     a bar for it, on a terminal
summary      what a corpus comes to: counts, shares, problems, what took longest
summary_text
             the same, as people read it
targets      what a corpus is written as
"""
