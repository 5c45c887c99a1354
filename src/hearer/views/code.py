"""Code in a text: a pronoun in it is none.

CodeOf     where code stands in a text that is Markdown
IN_CODE    what is said of a pronoun there
"""

from __future__ import annotations

import re
from bisect import bisect_right
from operator import itemgetter
from pathlib import Path

from hearer.model import Discourse, Resolution

IN_CODE = "in code"
MARKDOWN = frozenset({".md", ".markdown"})
# A block between fences, which goes on to the end if it is never closed; or code in a line.
CODE = re.compile(
    r"^[ \t]{0,3}(?P<fence>```|~~~).*?(?:^[ \t]{0,3}(?P=fence)|\Z)|``[^\n]*?``|`[^`\n]+`",
    re.DOTALL | re.MULTILINE,
)


class CodeOf:
    """Where code stands in a document, if its file is Markdown; elsewhere a ` is what it is.

    >>> CodeOf(Discourse.raw("Run `she.py`.", "read", "read.md")).ranges
    [(4, 12)]
    """

    def __init__(self, discourse: Discourse) -> None:
        is_markdown = Path(discourse.path).suffix.lower() in MARKDOWN
        found = CODE.finditer(discourse.text) if is_markdown else ()
        self.ranges = [match.span() for match in found]

    def has(self, resolution: Resolution) -> bool:
        """Whether a pronoun stands in it."""
        n = bisect_right(self.ranges, resolution.start, key=itemgetter(0)) - 1
        return n >= 0 and resolution.start < self.ranges[n][1]
