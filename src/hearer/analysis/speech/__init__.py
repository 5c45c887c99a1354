"""Direct speech, and who speaks to whom.

situation       who I, you and we are, where only the lines say who speaks
conversation    the same by speakers and quotations together, for the default profile
speakers        who speaks to whom, line by line
quotations      which words stand in double quotes, and who says them
"""
