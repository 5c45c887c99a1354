"""What is on the disk: whole, or not there.

parts        what is done, batch by batch
manifest     what was done, with which options and versions
listed       which documents there were
folder       the folder that a corpus is written to
"""
