"""Where documents come from, whatever strangers send.

finding      names to files: folders, patterns
documents    the documents of these files, one after the other
contents     what is in a file, whatever it is wrapped in
names        names that nothing else in a corpus has
splitting    files of many documents, cut where one begins
archives     what is in an archive, read where it stands
tars         tar archives, member by member
cut_zips     zip archives whose list of members is missing
unpacking    packed bytes from strangers, and never more than can be meant
columns      tables with a text in every row: JSON lines
parquet_rows the same: Parquet
"""
