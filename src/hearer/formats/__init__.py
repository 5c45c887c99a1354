"""File formats: files to documents, and interpretations to files.

Raw text and the page are declared in `hearer.views`, since what they write are views.
docs/formats/index.md shows how to add a format.
"""

from hearer.formats.format import Format, Holds, Reading
from hearer.registry import Registry

# If several formats have a suffix, or recognize the first lines of a file, the first is chosen.
FORMATS: Registry[Format] = Registry(
    "format",
    {
        "text": "hearer.views.lines:TEXT",
        "corefud": "hearer.formats.corefud:COREFUD",
        "gum": "hearer.formats.corefud:GUM",
        "conll2012": "hearer.formats.conll2012:FORMAT",
        "json": "hearer.formats.json:FORMAT",
        "jsonl": "hearer.formats.jsonl:FORMAT",
        "tsv": "hearer.formats.tsv:FORMAT",
        "gap": "hearer.formats.gap:FORMAT",
        "webanno": "hearer.formats.webanno:FORMAT",
        "brat": "hearer.formats.brat:FORMAT",
        "conllu": "hearer.formats.corefud:CONLLU",
        "html": "hearer.views.colours:HTML",
    },
)
__all__ = ["FORMATS", "Format", "Holds", "Reading"]
