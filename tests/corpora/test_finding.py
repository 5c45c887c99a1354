"""Names to files: folders, patterns, links, and what is passed over."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from hearer.corpora.sources import Documents
from hearer.errors import InputError, UsageError
from tests.cases import cases

TEXT = "Anna slept.\n"


def found_in(*names: str, exclude: str = "") -> Documents:
    return Documents(names, exclude=exclude)


def names_in(*names: str, exclude: str = "") -> list[str]:
    return [one.name for one in found_in(*names, exclude=exclude)]


def place(*paths: str) -> None:
    for path in paths:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_text(TEXT)


pytestmark = pytest.mark.usefixtures("here")


def test_files_of_a_folder_stand_in_the_order_of_their_path_parts() -> None:
    paths = ["n/a.txt", "n/a/z.txt", "n/a-b/c.txt", "n/B.txt", "n/b.txt", "n/a/b/c.txt", "n/ä.txt"]
    place(*paths)
    in_order = sorted(paths, key=lambda path: Path(path).parts)
    assert names_in("n") == in_order
    assert [one.path for one in found_in("n")] == in_order


def test_what_a_file_is_called_does_not_depend_on_other_inputs(tmp_path: Path) -> None:
    place("n/a.txt", "m/b.txt")
    assert names_in("n") == ["n/a.txt"]
    assert names_in("m", "n") == ["m/b.txt", "n/a.txt"]
    assert names_in("n/a.txt") == names_in("n/*.txt") == names_in("./n//a.txt") == ["n/a.txt"]
    assert names_in(str(tmp_path / "n")) == names_in(f"../{tmp_path.name}/n") == ["n/a.txt"]
    assert names_in(str(tmp_path / "n" / "*.txt")) == ["a.txt"]
    assert names_in(str(tmp_path / "n" / "a.txt")) == ["a.txt"]
    assert names_in(".") == ["m/b.txt", "n/a.txt"]


def test_what_is_no_input_is_passed_over_and_counted() -> None:
    place("n/a.txt", "n/.hidden.txt", "n/.git/b.txt", "n/c.pdf", "n/d.txt", "n/d.ann")
    Path("n/nowhere.txt").symlink_to("gone.txt")
    os.mkfifo("n/pipe.txt")
    inputs = found_in("n")
    assert [one.name for one in inputs] == ["n/a.txt", "n/d.txt"]
    assert inputs.passed_over == {"hidden": 2, "of no known format": 2, "not to be read": 2}


def test_a_file_that_two_names_come_to_is_taken_once() -> None:
    place("n/a.txt", "n/b.txt")
    Path("n/also.txt").symlink_to("a.txt")
    Path("m").symlink_to("n")
    inputs = found_in("n", "n/b.txt", "./n/*.txt", "m/a.txt")
    assert [one.name for one in inputs] == ["n/a.txt", "n/b.txt"]
    assert inputs.passed_over == {"named before": 6}


def test_links_in_a_folder_do_not_lead_out_of_it_silently() -> None:
    place("n/a.txt", "n/.store/b.txt", "elsewhere/secret.txt", "elsewhere/more/c.txt")
    Path("n/inside.txt").symlink_to(".store/b.txt")
    Path("n/out.txt").symlink_to("../elsewhere/secret.txt")
    Path("n/more").symlink_to("../elsewhere/more")
    for name in ("n", "n/*"):
        inputs = found_in(name)
        assert [one.name for one in inputs] == ["n/a.txt", "n/inside.txt"]
        assert inputs.passed_over["links out of the folder"] == 2
    assert names_in("n/out.txt", "n/more") == ["n/out.txt", "n/more/c.txt"]  # these are named


def test_names_elsewhere_are_read_only_where_that_is_allowed() -> None:
    import fsspec

    with fsspec.open("memory://bucket/n/a.txt", "wb") as file:
        file.write(TEXT.encode())
    with pytest.raises(UsageError, match=r"is not on this machine.*remote=True"):
        found_in("memory://bucket/n")
    for name, own in {"": "n/a.txt", "/a.txt": "a.txt", "/*.txt": "a.txt"}.items():
        (found,) = Documents([f"memory://bucket/n{name}"], remote=True)
        assert (found.name, found.content) == (own, TEXT.encode())
    with pytest.raises(UsageError, match="cannot be read"):
        Documents(["nowhere://bucket/n"], remote=True)


def test_links_that_lead_in_a_circle_come_to_an_end() -> None:
    place("n/a/b.txt")
    for name in ("n/a/up", "n/a/again", "n/self"):
        Path(name).symlink_to(Path("n").resolve())
    Path("n/b").symlink_to("a")
    inputs = found_in("n")
    assert [one.name for one in inputs] == ["n/a/b.txt"]
    assert inputs.passed_over == {"links out of the folder": 3, "named before": 1}
    assert names_in("n/**/*.txt") == ["n/a/b.txt"]


def test_the_folder_of_results_is_not_read() -> None:
    place("n/a.txt", "n/out/b.txt")
    assert names_in("n", exclude="n/out") == ["n/a.txt"]
    assert names_in("n", exclude=str(Path("n/out").resolve())) == ["n/a.txt"]


@cases(__file__)
def test_a_pattern_comes_to_what_is_like_it(pattern: str, names: list[str]) -> None:
    place("n/a.txt", "n/b.txt", "n/sub/c.txt", "n/sub/deep/d.txt", "n/x.story", "n/.hidden.txt")
    assert names_in(pattern) == names


def test_a_file_with_the_name_of_a_pattern_is_that_file() -> None:
    place("n/[ab].txt", "n/a.txt")
    assert names_in("n/[ab].txt") == ["n/[ab].txt"]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("n/emna.txt", "There is no file 'n/emna.txt'."),
        ("n/*.conllu", "There is no file 'n/*.conllu'."),
        ("a\0b", "There is no file"),
        ("x" * 5000, "There is no file"),
    ],
)
def test_a_name_that_comes_to_nothing_is_an_error(name: str, said: str) -> None:
    place("n/emma.txt")
    with pytest.raises(InputError) as error:
        found_in(name)
    assert str(error.value).startswith(said)


def test_what_holds_no_input_is_wrong_use() -> None:
    place("n/picture.pdf")
    with pytest.raises(UsageError):
        found_in("n")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may look into every folder")
def test_a_folder_that_nobody_may_look_into_is_an_input_that_cannot_be_read() -> None:
    place("n/a.txt", "n/shut/b.txt")
    Path("n/shut").chmod(0)
    _, shut = found_in("n")
    Path("n/shut").chmod(0o700)
    assert (shut.name, shut.failure) == ("n/shut", ("input-unreadable", ""))


@pytest.mark.parametrize(
    ("folders", "seconds"), [(10, 0.6), pytest.param(100, 4, marks=pytest.mark.slow)]
)
def test_many_files_are_listed_in_a_moment(folders: int, seconds: float) -> None:
    for n in range(folders):
        Path(f"n/{n}").mkdir(parents=True)
        for m in range(100):
            Path(f"n/{n}/{m}.txt").write_bytes(b"x")
    begin = time.process_time()
    assert found_in("n").size == folders * 100
    assert time.process_time() - begin < seconds
