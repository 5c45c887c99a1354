"""Keyword arguments; their names and types are in keywords.pyi, for type checkers."""

Options = HearingOptions = ResolveOptions = dict[str, object]
