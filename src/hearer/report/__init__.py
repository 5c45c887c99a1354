"""One table, many forms: what evaluation, comparison, centering and traces are written with.

table       Table, the value that every form is made from, its cells, and how it looks as text
forms       Form, and render: tables as text, Markdown, LaTeX, HTML, CSV, TSV or JSON
html        escaping for HTML, tables as HTML, and pages that need nothing else
latex       escaping for LaTeX, and tables as LaTeX
plots       pictures: bars, stacks and matrices as SVG
styles      what a terminal can show: bold and colours, and nothing that steers it
progress    how far a long work is, where there is someone to look at it
"""
