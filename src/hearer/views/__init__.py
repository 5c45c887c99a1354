"""What was understood, shown.

studio          all of it as values, for the page in the browser
trace           the list after every word, as the paper's tables print it
comparison      several algorithms side by side, and why they differ
rewriting       the text with its pronouns spelled out
why             what a pronoun was taken to mean, and why
why_not         why it was not taken to mean something else
why_weighed     the same where candidates were weighed
reasons         why a candidate passed or failed
weighing        what each factor adds to a weight
places          where words stand: line and column, and the way back
words           what views call entities, utterances, and what was tested
lines           one line per pronoun: the shortest answer
colours         who is who in the text, in numbers and colours
coloured        the text in these colours, with the names of its entities
rows            the same as a table
excerpts        a few words around a word
code            code in a text: a pronoun in it is none
called          what entities are called where people read of them
pandas          the same rows as a table of pandas
notebook        coloured chains and rows, as a notebook shows them
"""

from collections.abc import Callable

from hearer.registry import Registry

VIEWS: Registry[Callable[..., str]] = Registry(
    "view",
    {
        "html": "hearer.views.trace.html:render",
        "latex": "hearer.views.trace.latex:render",
        "terminal": "hearer.views.trace.terminal:render",
    },
)
