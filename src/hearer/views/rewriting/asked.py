"""What is asked of a rewriting, checked before anything is heard.

ranges    what is to stay, as ranges of code points
words     the only pronouns to be touched
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from hearer.errors import UsageError


def ranges(protect: object) -> list[tuple[int, int]]:
    """Ranges of code points, ends excluded.

    >>> ranges([(0, 4), [9, 12]])
    [(0, 4), (9, 12)]
    """
    return list(_ranges(protect))


def _ranges(protect: object) -> Iterator[tuple[int, int]]:
    several = (
        protect if isinstance(protect, Iterable) and not isinstance(protect, str) else [protect]
    )
    for one in several:
        start, end = one if isinstance(one, list | tuple) and len(one) == 2 else (None, None)
        if type(start) is not int or type(end) is not int or not 0 <= start <= end:
            raise UsageError(
                f"What is protected are ranges of the text, protect=[(0, 12)]; not {one!r}."
            )
        yield start, end


def words(pronouns: str | Collection[str] | None) -> tuple[str, ...] | None:
    """Pronouns; one may be said without a list.

    >>> words("she"), words({"her"}), words(None)
    (('she',), ('her',), None)
    """
    if pronouns is None or isinstance(pronouns, str):
        return None if pronouns is None else (pronouns,)
    several: object = pronouns
    found = tuple(several) if isinstance(several, Iterable) else (several,)
    for one in found:
        if not isinstance(one, str):
            raise UsageError(f"Pronouns are texts, pronouns=['she', 'her']; not {one!r}.")
    return found
