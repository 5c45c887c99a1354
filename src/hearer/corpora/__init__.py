"""Many documents, heard once each: folders, archives and tables of texts, on one machine or many.

job          a corpus heard, from its inputs to its files
checked      what somebody asks for, before anything is done
centering    every instantiation of centering, counted over documents

document     one document on its way: where it comes from, and its bytes
inputs       where documents come from
batches      documents as batches: what one worker hears at a time
hearing      documents heard: what a worker does, wherever it is
outcome      what became of them, and what a batch of them comes to
places       where batches are heard: processes of this machine, a Dask cluster

targets      what a corpus is written as
tables       the tables of a corpus: what columns they have, and their rows
characters   who is called what
quotations   who speaks what

kept         what is on the disk: parts, the manifest, the folder of results
told         how far a run is, what it comes to, how a corpus stands
query        a corpus that was heard, opened and queried
"""
