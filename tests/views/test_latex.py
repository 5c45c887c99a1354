"""Table 3 in LaTeX, and characters that mean something to it."""

from pathlib import Path

from hearer.report.forms import latex_escaped as escaped
from hearer.views.trace import latex
from tests.views.by_hand import other, table3, table5

FROM_C = Path(__file__).parent / "cases" / "latex_table3_from_c.tex"


def test_table_3_is_set_as_in_the_paper() -> None:
    table = latex(table3)
    assert table.startswith("\\begin{tabular}{|c|p{0.85\\linewidth}|}\n\\hline\n(1a) & ")
    assert table.endswith(FROM_C.read_text(encoding="utf-8"))


def test_an_anchor_is_a_superscript_and_an_ellipsis_an_epsilon() -> None:
    table = latex(table5)
    assert r"\textsc{Condition}$_{BN^A}$: condition" in table
    assert r"but $\epsilon$ \tabularnewline" in table
    assert r"\textsc{Judge}$_{E}$: $\epsilon$" in table


def test_every_character_that_means_something_is_escaped() -> None:
    assert escaped(r"\{}$&#%_^~<>|") == (
        r"\textbackslash{}\{\}\$\&\#\%\_\textasciicircum{}\textasciitilde{}"
        r"\textless{}\textgreater{}\textbar{}"
    )
    table = latex(other)
    assert r"rained on R\&D\_1 \tabularnewline" in table
    assert r"for 50\% less \tabularnewline" in table
    assert "<script>" not in table


def test_a_double_rule_stands_where_the_list_was_emptied_and_earlier_states_are_told() -> None:
    table = latex(other)
    assert table.count("\\hline\\hline\n(4) & ") == 1
    assert (
        r"\textit{she}: 1 state back: \textsc{It} $\times$ agreement $\cdot$ \textsc{R\&D} "
        r"$\times$ sort $\cdot$ 2 states back: \textsc{Brennan} $\surd$"
    ) in table
