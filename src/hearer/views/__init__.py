"""Ways to see an interpretation: functions of it, never methods on it."""

from collections.abc import Callable

from hearer.registry import Registry

VIEWS: Registry[Callable[..., str]] = Registry(
    "view",
    {
        "html": "hearer.views.html:render",
        "latex": "hearer.views.latex:render",
        "terminal": "hearer.views.terminal:render",
    },
)
