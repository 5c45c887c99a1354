"""The order in which Hobbs (1978) comes across the noun phrases of a pronoun's own sentence.

    hobbs_order    elements of a sentence as his algorithm would propose them

His nine steps are in hobbs.py. Here is what of them matters to algorithms that only borrow the
order: climb from the pronoun; at each step look left, breadth-first.
"""

from __future__ import annotations

from collections.abc import Iterable

from hearer.model import Element, ReferringExpression, Utterance


def hobbs_order(
    pronoun: ReferringExpression, elements: Iterable[Element], utterance: Utterance | None
) -> tuple[Element, ...]:
    """Elements by how far the pronoun and they have to climb to meet; then in text order.

    >>> saw = Utterance.of("John/PROPN/nsubj/2 said/VERB/root/0 Bill/PROPN/nsubj/4 "
    ...                    "saw/VERB/ccomp/2 him/PRON/obj/4")
    >>> from hearer.model import Familiarity
    >>> john, bill = (Element(name, 1, n, Familiarity.UNUSED, ReferringExpression(name, 1, n))
    ...               for name, n in (("John", 1), ("Bill", 3)))
    >>> [x.entity for x in hobbs_order(ReferringExpression("him", 1, 5), [john, bill], saw)]
    ['Bill', 'John']
    """
    if utterance is None:
        return tuple(elements)
    above = _path(pronoun.head, utterance)

    def order(element: Element) -> tuple[int, int, float]:
        path = _path(element.expression.head, utterance)
        meeting = next((word for word in path if word in above), 0)
        climbed = above.index(meeting) if meeting in above else len(above)
        descended = path.index(meeting) if meeting in path else len(path)
        return climbed, descended, element.position

    return tuple(sorted(elements, key=order))


def _path(word: int, utterance: Utterance) -> list[int]:
    path: list[int] = []
    while 1 <= word <= len(utterance) and word not in path:
        path.append(word)
        word = utterance.heads[word - 1]
    return path
