"""docs/cli.md says of every command what the command says of itself."""

from bench.cli_page import FIRST, PAGE, sections


def test_the_page_is_up_to_date() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page[page.index(FIRST) :] == sections(), "python -m bench.cli_page"
