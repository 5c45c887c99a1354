"""Table 3 in LaTeX, and characters that mean something to it."""

from hearer.report.latex import escaped
from hearer.views.trace import latex
from tests.views.by_hand import other, table3, table5

S = r"\raggedright\hangindent=2.6em\hspace*{1em}"
TABLE_3_FROM_C = rf"""\hline
(1c) & \raggedright Friedman \tabularnewline
& {S}S: [\textsc{{Friedman}}$_{{U}}$: Friedman, \textsc{{Brennan}}$_{{E}}$: she] \tabularnewline
& \raggedright races \textbf{{her}} on weekends. \tabularnewline
& {S}S: [\textsc{{Friedman}}$_{{U}}$: Friedman, \textsc{{Brennan}}$_{{E}}$: her] \tabularnewline
& {S}\textit{{her}}: \textsc{{Friedman}} $\times$ binding $\cdot$ \textsc{{Brennan}} $\surd$ \tabularnewline
\hline
(1d) & \raggedright \textbf{{She}} \tabularnewline
& {S}S: [\textsc{{Friedman}}$_{{E}}$: she, \textsc{{Brennan}}$_{{E}}$: her] \tabularnewline
& {S}\textit{{she}}: \textsc{{Friedman}} $\surd$ \tabularnewline
& \raggedright drives to Laguna Seca. \tabularnewline
& {S}S: [\textsc{{Friedman}}$_{{E}}$: she, \textsc{{Laguna Seca}}$_{{U}}$: Laguna Seca, \textsc{{Brennan}}$_{{E}}$: her] \tabularnewline
& \raggedright (end) \tabularnewline
& {S}S: [\textsc{{Friedman}}$_{{E}}$: she, \textsc{{Laguna Seca}}$_{{U}}$: Laguna Seca] \tabularnewline
\hline
\end{{tabular}}
"""  # noqa: E501 - a row of the table is a line


def test_table_3_is_set_as_in_the_paper() -> None:
    table = latex(table3)
    assert table.startswith("\\begin{tabular}{|c|p{0.85\\linewidth}|}\n\\hline\n(1a) & ")
    assert table.endswith(TABLE_3_FROM_C)


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


def test_a_double_rule_stands_where_the_list_was_emptied() -> None:
    assert latex(other).count("\\hline\\hline\n(4) & ") == 1


def test_earlier_states_are_told() -> None:
    assert (
        r"\textit{she}: 1 state back: \textsc{It} $\times$ agreement $\cdot$ \textsc{R\&D} "
        r"$\times$ sort $\cdot$ 2 states back: \textsc{Brennan} $\surd$"
    ) in latex(other)


def test_standalone_is_a_whole_document() -> None:
    document = latex(table3, standalone=True)
    assert document.startswith("\\documentclass{article}\n")
    assert document.endswith("\\end{longtable}\n\\end{document}\n")
