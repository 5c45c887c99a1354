"""Search: noun phrases tested in the order in which a walk through trees comes across them.

constituency    constituents derived from a UD parse, and their breadth-first order
hobbs           the naive algorithm: nine steps over the parse tree (Hobbs 1978)
lrc             left-right centering: lrc, lrc-f and lrc-p (Tetreault 1999, 2001)
"""
