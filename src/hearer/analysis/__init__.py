"""The linguistics: from a parsed utterance to referring expressions an algorithm can hear.

Nothing here looks at gold annotation: an Utterance has none.
"""
