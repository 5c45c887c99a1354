"""Noun phrases replaced by pronouns: what the large encoder learns from unlabelled text."""

from __future__ import annotations

from training.replaced import replaced

STAFF = "Anna brought a wheelchair to the station. The staff got the wheelchair on board."
OWNER = "Anna sold her car to Emma. Emma’s brother drove the car home."


def test_what_is_taken_up_again_is_replaced_and_right() -> None:
    example = replaced(("staff", STAFF))
    (place, word, _, nobody, rows), *more = example["pronouns"]
    assert not more
    assert " ".join(example["sentences"][place]) == "The staff got it on board ."
    assert (word, nobody) == (3, None)
    right = [example["sentences"][row[0]][row[1]] for row in rows if row[-1]]
    others = {example["sentences"][row[0]][row[1]] for row in rows if not row[-1]}
    assert right == ["wheelchair"]
    assert "station" in others
    assert "Anna" not in others  # *it* is no person


def test_an_owner_is_replaced_with_its_sign() -> None:
    example = replaced(("owner", OWNER))
    (pronoun,) = example["pronouns"]
    assert example["sentences"][2:] == [["Her", *"brother drove the car home .".split()]]
    assert [row[-1] for row in pronoun[-1]] == [1, 0]  # Emma, Anna; the car is no *her*
