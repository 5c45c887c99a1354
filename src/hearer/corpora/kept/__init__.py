"""What is on the disk: whole, or not there.

parts        what is done, batch by batch
manifest     what was done, with which options and versions
folder       the folder that a corpus is written to
"""
