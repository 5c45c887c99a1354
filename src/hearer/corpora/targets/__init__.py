"""What a corpus is written as.

base       a target: what is made where documents are heard, and what of all of it in the end
parquet    Parquet tables, one file a table
"""
