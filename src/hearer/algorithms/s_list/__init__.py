"""The S-list: one construct with one operation.

s_list       Strube (1998), section 3, in the order of the paper: `s-list`
orders       other orders than that of Table 2: what the paper leaves open
tetreault    as Tetreault (2001) re-implemented it: `s-list-tetreault`
"""
