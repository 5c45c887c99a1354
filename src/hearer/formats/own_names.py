"""Names that are each somebody's own: the second `story` is `story~2`.

OwnedNames    gives names, and knows whose they are
"""

from __future__ import annotations

from collections import Counter


class OwnedNames:
    """Gives names; one that somebody else has is followed by a number.

    >>> names = OwnedNames()
    >>> names.own("story", "me"), names.own("story", "you"), names.own("story", "me")
    ('story', 'story~2', 'story')
    """

    def __init__(self) -> None:
        self._owners: dict[str, str] = {}
        self._times: Counter[str] = Counter()

    def own(self, name: str, owner: str) -> str:
        """What `owner` may call something that is to be called `name`."""
        own = name
        while self._owners.setdefault(own, owner) != owner:
            self._times[name] += 1
            own = f"{name}~{self._times[name] + 1}"
        return own
