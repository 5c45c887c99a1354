"""The linguistics: from a parsed utterance to referring expressions an algorithm can hear.

    base           what a hearer asks of an analyst, as types
    analyst        the analyst, put together from parts
    here           the utterance that is being heard
    options        every choice the sources leave open
    expressions    which expressions an utterance has, its clauses, where segments begin
    constraints    what rules a candidate out: agreement and sorts (binding is in binding.py)
    memory         what is remembered of entities, and what is familiar
    speech         direct speech, and who speaks to whom
    quotations     the quotations of a whole document, and their speakers
    universal      the same for other languages than English, by Universal Dependencies alone
    lexicon        the word lists, read when first needed

Nothing here looks at gold annotation: an Utterance has none.
"""
