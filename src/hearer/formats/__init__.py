"""Files to discourses, and interpretations to files: one format a module.

conllu     Universal Dependencies, lossless, into discourses
corefud    coreference in CoNLL-U: `Entity=` read and written
json       everything that was understood
jsonl      one object per pronoun, as it falls
plain      one row per pronoun
conll2012, corenlp, gap_tsv, gum, jsonlines, webanno, brat
           what others have; `annotated` is what all of them exchange
converting from any of them to any other
"""
