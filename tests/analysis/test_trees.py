"""A tree answers for a word what a walk over its children would."""

from __future__ import annotations

import pytest
from hypothesis import given

from hearer.model import Discourse
from hearer.model.tree import Tree, base
from tests.strategies import parsed_discourses

ASKED = (("det",), ("nsubj", "csubj"), ("obj", "nmod", "conj"), ("case",))


@pytest.mark.untraced
@given(parsed_discourses())
def test_the_first_child_in_a_relation_is_the_one_a_walk_finds(discourse: Discourse) -> None:
    for tree in map(Tree, discourse.utterances):
        for n in range(len(tree) + 1):
            for relations in ASKED:
                walked = (c for c in tree.children[n] if base(tree.relations[c]) in relations)
                first = next(walked, 0)
                assert (tree.child(n, *relations), tree.has(n, *relations)) == (first, first != 0)


@pytest.mark.untraced
@given(parsed_discourses())
def test_a_possessor_is_found_with_its_subtype(discourse: Discourse) -> None:
    for tree in map(Tree, discourse.utterances):
        for n in range(len(tree) + 1):
            assert tree.possessor(n) == next(tree.exactly(n, "nmod:poss"), 0)
