"""The sections of docs/cli.md on commands, from their help; .ci/generated.py inserts them."""

from __future__ import annotations

from typing import Any

from hearer.cli.app import COMMANDS, command

SEE = {
    "resolve": "[raw text](raw-text.md), [output by schema](schema.md)",
    "corpus": "[corpora](corpora.md)",
    "corpus query": "[queries](corpus-queries.md)",
    "corpus status": "[corpora](corpora.md)",
    "trace": "[the S-list](algorithms/s-list.md)",
    "why": "[why, and why not](why.md)",
    "rewrite": "[rewriting](rewriting.md)",
    "listen": "[live text](live.md)",
    "compare": "[comparing](compare.md)",
    "evaluate": "[evaluation](evaluation.md)",
    "centering": "[centering](algorithms/centering.md)",
    "convert": "[formats](formats/index.md)",
    "gallery": "[the gallery](gallery.md)",
    "demo": "[the first steps](index.md)",
    "studio": "[the server](server.md)",
    "serve": "[the server](server.md), [behind a proxy](proxy.md)",
    "list": "[algorithms](algorithms/index.md), [formats](formats/index.md)",
}


def sections() -> str:
    """Return a section for each command: its help, examples, arguments and options."""
    return "".join(map(_section, COMMANDS))


def _section(name: str) -> str:
    found = command(name)
    text, _, examples = found.help.partition("\n\b\nExamples:\n")
    lines = "\n".join(line.strip() for line in examples.splitlines())
    rows = "".join(_row(parameter) for parameter in found.params)
    return (
        f"\n## `hearer {name}`\n\n{text}\n```\n{lines}\n```\n"
        f"\n| | |\n| --- | --- |\n{rows}\nSee {SEE[name]}.\n"
    )


def _row(parameter: Any) -> str:
    if parameter.param_type_name == "argument":
        names = f"`{parameter.metavar or parameter.name.upper()}`"
    else:
        names = ", ".join(f"`{name}`" for name in sorted(parameter.opts, key=len))
        value = parameter.metavar or "|".join(getattr(parameter.type, "choices", ()))
        names += f" `{value}`".replace("|", "`, `") if value else ""
    text = (parameter.help or "").replace("|", "\\|")
    return f"| {names} | {text} |\n"
