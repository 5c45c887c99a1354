"""Many documents, heard once each: folders, archives and tables of texts, on one machine or many.

document     one document on its way: where it comes from, and its bytes
finding      names to files: folders, patterns
documents    the documents of these files, one after the other
splitting    files of many documents, cut where one begins
outcome      what became of it, and what a batch of them comes to
"""
