"""Code in a text: a pronoun in it is none.

code_ranges    where code stands in a text that is Markdown
IN_CODE        what is said of such a pronoun
"""

from __future__ import annotations

import re
from pathlib import Path

from hearer.model import Discourse

IN_CODE = "in code"
MARKDOWN = frozenset({".md", ".markdown"})
# A block between fences, which goes on to the end if it is never closed; or code in a line.
CODE = re.compile(
    r"^[ \t]{0,3}(?P<fence>```|~~~).*?(?:^[ \t]{0,3}(?P=fence)|\Z)|``[^\n]*?``|`[^`\n]+`",
    re.DOTALL | re.MULTILINE,
)


def code_ranges(discourse: Discourse) -> list[tuple[int, int]]:
    """Where code stands, in order, if the file is Markdown; elsewhere a ` is what it is.

    >>> code_ranges(Discourse.raw("Run `she.py`.", "read", "read.md"))
    [(4, 12)]
    """
    if Path(discourse.path).suffix.lower() not in MARKDOWN:
        return []
    return [match.span() for match in CODE.finditer(discourse.text)]
