"""Many documents, heard once each: folders, archives and tables of texts, on one machine or many.

document     one document on its way: where it comes from, and its bytes
finding      names to files: folders, patterns
documents    the documents of these files, one after the other
contents     what is in a file, whatever it is wrapped in
names        names that nothing else in a corpus has
splitting    files of many documents, cut where one begins
archives     what is in an archive, read where it stands
unpacking    packed bytes from strangers, and never more than can be meant
columns      tables with a text in every row: JSON lines
parquet_rows the same: Parquet
outcome      what became of it, and what a batch of them comes to
telling      what a run tells whoever watches it
watching     how far a run is, counted from that
progress     a bar for it, on a terminal
summary      what a corpus comes to: counts, shares, problems, what took longest
summary_text
             the same, as people read it
targets      what a corpus is written as
"""
