"""Our JSON among the formats.

FORMAT    everything that was understood
"""

from __future__ import annotations

from hearer.formats.format import Format, Holds
from hearer.formats.json.reading import OURS, read
from hearer.formats.json.writing import write
from hearer.formats.json_values import first_object

FORMAT = Format(
    name="json",
    description="Our JSON: everything that was understood",
    suffixes=(".json",),
    holds=frozenset(Holds)
    - {
        Holds.RAW_TEXT,
        Holds.FEATURES,
        Holds.EMPTY_NODES,
        Holds.PARTS,
        Holds.FIELDS,
        Holds.LINKS,
    },
    sniff=lambda content: first_object(content).text("schema").startswith(OURS),
    read=read,
    write=write,
)
