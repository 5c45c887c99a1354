"""Files, written whole or not at all, and never over one that nobody gave up.

    places    where files are to be written, and what is refused before any is
    files     files on their way to their places
    database  a database that one process keeps
    folders   a folder that is ours, with all that is in it

This is the one room that writes files. A file is written under a name of its own beside its place
and flushed to the disk; then it takes the place in one step. A file that is there is replaced only
by force, and keeps its mode; a link stays one, and what it points at is replaced; what is read is
never written to. Several files of one result are all written, or none.
"""
