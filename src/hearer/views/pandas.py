"""What was understood as a table of pandas; nothing else in hearer needs that package.

frame    a DataFrame with a row for every expression
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from hearer.errors import MissingPackage
from hearer.model import Interpretation
from hearer.views.notebook import COLUMNS, rows


def frame(found: Interpretation) -> Any:
    """A DataFrame: the columns of `rows`, also where there are none."""
    try:
        pandas: Any = import_module("pandas")
    except ImportError as error:
        raise MissingPackage(error.name or "pandas", "found.to_pandas()") from error
    return pandas.DataFrame(rows(found), columns=list(COLUMNS))
