"""Options by name, and what is said about wrong ones."""

from __future__ import annotations

import pytest

from hearer.errors import UnknownName, UsageError
from hearer.hearing import Hearer


def test_an_unknown_option_is_named_with_the_known_ones() -> None:
    with pytest.raises(UnknownName, match=r"There is no option 'windows'; there is .*window"):
        Hearer(profile="paper", windows=5)


def test_an_impossible_value_is_named_with_the_possible_ones() -> None:
    with pytest.raises(UsageError, match="temporal cannot be 'never'; it may be determined-only"):
        Hearer(temporal="never")


@pytest.mark.parametrize(("name", "value"), [("window", "many"), ("sortal", "perhaps")])
def test_a_wrong_type_is_wrong_use(name: str, value: str) -> None:
    with pytest.raises(UsageError, match=f"{name} cannot be"):
        Hearer(profile="paper", **{name: value})  # type: ignore[arg-type]


def test_an_unknown_algorithm_or_profile_is_wrong_use() -> None:
    with pytest.raises(UnknownName, match="algorithm 'bpf'"):
        Hearer(algorithm="bpf")
    with pytest.raises(UnknownName, match="profile 'papers'"):
        Hearer(profile="papers")
    with pytest.raises(UnknownName, match="no profile 'accurate'; there is default, paper"):
        Hearer(profile="accurate")


def test_options_may_come_as_text() -> None:
    Hearer(profile="paper", window="7", sortal="no", temporal="all")
    Hearer(profile="paper", window="none")
    Hearer(reach="12", precision="0.9")
    Hearer(precision="none")
