"""Interpretations for people: traces, pages, explanations, comparisons, rewritten text."""

from collections.abc import Callable

from hearer.registry import Registry

VIEWS: Registry[Callable[..., str]] = Registry(
    "view",
    {
        "html": "hearer.views.film:html",
        "latex": "hearer.views.trace:latex",
        "terminal": "hearer.views.trace:terminal",
    },
)
