"""Contract checks for algorithms and formats, ours and those of plug-ins.

    check_algorithm      everything that must hold of an algorithm, whatever its strategy
    ALGORITHM_CHECKS     the same, check by check
    check_format         what must hold of a format: write, read, write

    algorithms           the checks of algorithms
    formats              the checks of formats
    texts                what they are made to hear and write

A check that fails raises an AssertionError with a sentence that says what is wrong. Put this into
a test of your plug-in:

    from hearer.testing import check_algorithm
    from my_package import MyAlgorithm

    def test_my_algorithm_keeps_the_contract():
        check_algorithm(MyAlgorithm)
"""

from hearer.testing.algorithms import ALGORITHM_CHECKS, Factory, check_algorithm
from hearer.testing.formats import check_format
from hearer.testing.texts import TEXTS, a_dozen_pronouns

__all__ = [
    "ALGORITHM_CHECKS",
    "TEXTS",
    "Factory",
    "a_dozen_pronouns",
    "check_algorithm",
    "check_format",
]
