"""Files to documents, and interpretations to files: a folder or a module for each format.

    format        what a format is: everybody declares one `Format`, and all else derives from it
    converting    from files of any format to any other, and what is lost
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
    unparsed      documents that nobody has parsed: raw text, bare words, a rough cut
    offsets       where words stand in a text
    line_places   the same as people say it: lines and columns
    generator     which program wrote a file, with which model
    decoding      from bytes to text and lines: byte order marks, line ends, what is not UTF-8
    json_text     the text of JSON from strangers: its limits, and where its values stand
    json_values   JSON from strangers, and for everybody

Raw text is a format, too, and so are the table and the page: `lines`, `rows` and `coloured` of
`hearer.views` declare them, since what they write are views.
What authors of a format build on is in `hearer.plugins`; docs/formats/index.md shows how.
"""

from hearer.formats.format import Format, Holds, Reading
from hearer.registry import Registry

# Where several have a suffix, or know the first lines, the first is meant.
FORMATS: Registry[Format] = Registry(
    "format",
    {
        "text": "hearer.views.lines:TEXT",
        "rows": "hearer.views.lines:ROWS",
        "corefud": "hearer.formats.corefud:COREFUD",
        "gum": "hearer.formats.corefud:GUM",
        "conll2012": "hearer.formats.conll2012:FORMAT",
        "json": "hearer.formats.json:FORMAT",
        "corenlp": "hearer.formats.corenlp:FORMAT",
        "jsonlines": "hearer.formats.jsonlines:FORMAT",
        "jsonl": "hearer.formats.jsonl:FORMAT",
        "tsv": "hearer.formats.tsv:FORMAT",
        "gap": "hearer.formats.gap:FORMAT",
        "webanno": "hearer.formats.webanno:FORMAT",
        "brat": "hearer.formats.brat:FORMAT",
        "conllu": "hearer.formats.corefud:CONLLU",
        "html": "hearer.views.colours:HTML",
    },
    any_case=True,
)
__all__ = ["FORMATS", "Format", "Holds", "Reading"]
