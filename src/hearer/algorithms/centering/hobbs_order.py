"""The order in which Hobbs (1978) comes across the noun phrases of a pronoun's own sentence.

    hobbs_order    elements of a sentence as his algorithm would propose them

His nine steps are in hobbs.py. Here is what of them matters to algorithms that only borrow the
order: climb from the pronoun; at each step look left, breadth-first.
"""

from __future__ import annotations

from collections.abc import Iterable

from hearer.model import Element, ReferringExpression
from hearer.model.tree import Tree


def hobbs_order(
    pronoun: ReferringExpression, elements: Iterable[Element], tree: Tree
) -> tuple[Element, ...]:
    """Elements by how far the pronoun and they have to climb to meet; then in text order.

    >>> from hearer.model import Utterance
    >>> saw = Utterance.of("John/PROPN/nsubj/2 said/VERB/root/0 Bill/PROPN/nsubj/4 "
    ...                    "saw/VERB/ccomp/2 him/PRON/obj/4")
    >>> john, bill = (Element.of(ReferringExpression(name, 1, n), name)
    ...               for name, n in (("John", 1), ("Bill", 3)))
    >>> him = ReferringExpression("him", 1, 5)
    >>> [x.entity for x in hobbs_order(him, [john, bill], Tree(saw))]
    ['Bill', 'John']
    """
    above = {word: climbed for climbed, word in enumerate(tree.path(pronoun.head))}

    def order(element: Element) -> tuple[int, int, float]:
        descended = 0
        for descended, word in enumerate(tree.path(element.expression.head), start=1):
            if word in above:
                return above[word], descended - 1, element.position
        return len(above), descended, element.position

    return tuple(sorted(elements, key=order))
