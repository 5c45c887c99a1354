"""Files to documents, and interpretations to files: a folder or a module for each format.

    format        what a format is: everybody declares one `Format`, and all else derives from it
    choosing      which format a file has, and which one a name asks for
    converting    from any format to any other, and what is lost
    conllu        Universal Dependencies, lossless, into discourses
    corefud       coreference in CoNLL-U, in the fields of CorefUD and of GUM
    conll2012     one word a line, coreference in the last column
    json          everything that was understood, and back
    jsonl         one object per pronoun, as it falls
    tsv           one row per pronoun
    jsonlines     token clusters: what the neural resolvers take and give
    corenlp       the JSON of Stanford CoreNLP
    gap           which of two names an ambiguous pronoun refers to
    webanno       WebAnno TSV 3, of WebAnno and INCEpTION
    brat          standoff annotations beside a text

What they share:

    entities      entities and their mentions: what the formats exchange
    annotation    entities as interpretations, interpretations as entities
    bare_words    documents of words that nobody has parsed
    rough_cut     a text cut into words, where only its annotation matters
    offsets       where words stand in a text
    json_values   JSON from strangers, and for everybody
    problems      what can be wrong with a file

Raw text is a format, too: `hearer.reading` declares it, since it is parsed before it is heard.
What is imported here is for authors of formats: docs/formats/index.md shows how.
"""

from hearer.formats.annotation import entities_in
from hearer.formats.bare_words import BareSentence, bare_discourse, with_entities
from hearer.formats.entities import Mention, NodePlace, in_words, mention_of
from hearer.formats.format import Format, Holds, Reading

__all__ = [
    "BareSentence", "Format", "Holds", "Mention", "NodePlace", "Reading", "bare_discourse",
    "entities_in", "in_words", "mention_of", "with_entities",
]  # fmt: skip
