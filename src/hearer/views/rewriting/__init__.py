"""Text with its pronouns spelled out, and still English.

asked        what is asked for, checked
rewriter     goes through the pronouns, and writes
rules        where a name can take a pronoun's place, and where it cannot
sentences    who is named where, as a sentence will read
protected    code, links, paths, addresses and quoted lines, never changed
restored     what formats do not keep, guessed back
known        what is known of the entities
naming       what to call an entity
short_names  what somebody is called after the full name
entity_name  a name as a noun phrase
wording      a name in its sentence: case, capitals, and the verb
verbs        verbs beside a pronoun that becomes a name
rewritten    the new text, and the way back
"""
