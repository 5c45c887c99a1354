"""What is told of a run, and of what it comes to.

telling      what a run tells whoever watches it
watching     how far a run is, counted from that
progress     a bar for it, on a terminal
summary      what a corpus comes to: counts, shares, problems, what took longest
summary_text the same, as people read it
standing     how a corpus stands now, also while it is heard
"""
