"""Many documents, heard once each: folders, archives and tables of texts, on one machine or many.

document     one document on its way: where it comes from, and its bytes
outcome      what became of it, and what a batch of them comes to
tables       a corpus as tables: the schema, and the rows of a document
characters   who is called what
quotations   who speaks what
"""
