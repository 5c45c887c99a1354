"""Many documents, heard once each: folders, archives and tables of texts, on one machine or many.

What is read:

document     one document on its way: where it comes from, and its bytes
checked      what somebody asks for, before anything is done
finding      names to files: folders, patterns
documents    the documents of these files, one after the other
contents     what is in a file, whatever it is wrapped in
names        names that nothing else in a corpus has
splitting    files of many documents, cut where one begins
archives     what is in an archive, read where it stands
tars         tar archives, looked at before they are believed
cut_zips     zip archives whose list of members is missing
unpacking    packed bytes from strangers, and never more than can be meant
columns      tables with a text in every row: JSON lines
parquet_rows the same: Parquet
outcome      what became of it, and what a batch of them comes to

What becomes of it:

batches      documents as batches: what one worker hears at a time
hearing      documents heard: what a worker does, wherever it is
outcome      what became of them, and what a batch of them comes to
targets      what a corpus is written as
tables       the tables of a corpus: what columns they have, and their rows
characters   who is called what
quotations   who speaks what

Where documents are heard:

place        where batches are heard
local        by processes of this machine
worker       such a process
frames       what it and who asks it say to each other
cluster      on a Dask cluster
cluster_here
             a cluster of this machine
cluster_client
             the way to any
cluster_flight
             what is on its way there and back
cluster_worker
             what its workers do
errands      what is sent there next, and what if workers die

What is kept:

parts        what is done, batch by batch
manifest     what was done, with which options and versions
folder       the folder that a corpus is written to
job          a corpus heard, from its inputs to its files

What is told:

telling      what a run tells whoever watches it
watching     how far a run is, counted from that
progress     a bar for it, on a terminal
summary      what a corpus comes to: counts, shares, problems, what took longest
summary_text
             the same, as people read it
standing     how a corpus stands now, also while it is heard

What is asked of it:

corpus       a corpus that was heard, opened: Corpus
query        its tables, asked in SQL
questions    questions that are ready-made
answer       what they come to: rows that show, draw and save themselves
cells        what stands in them, in tables and in lines
figures      which of them are drawn
chart        bars and lines to be, no more than can be told apart
charts       the same, drawn
"""
