"""The commands in docs/cli.md, from what they say of themselves.

python -m bench.cli_page     write them anew behind the hand-written part
sections                     what is written
"""

from __future__ import annotations

import inspect
import re
from importlib import import_module
from pathlib import Path
from typing import Any

from hearer.cli.commands import COMMANDS, imported, spelled

PAGE = Path(__file__).parents[1] / "docs" / "cli.md"
FIRST = "\n## `hearer resolve`\n"
SEE = {
    "resolve": "[raw text](raw-text.md), [output by schema](schema.md)",
    "corpus": "[corpora](corpora.md)",
    "corpus query": "[querying a corpus](corpus-queries.md)",
    "corpus status": "[corpora](corpora.md)",
    "trace": "[the S-list](algorithms/s-list.md)",
    "why": "[why, and why not](why.md)",
    "why-not": "[why, and why not](why.md)",
    "rewrite": "[rewriting](rewriting.md)",
    "listen": "[live text](prefix.md)",
    "compare": "[comparing](compare.md)",
    "evaluate": "[evaluation](evaluation.md)",
    "centering": "[centering](algorithms/centering.md), and [over a corpus](howto/centering.md)",
    "convert": "[formats](formats/index.md)",
    "gallery": "[the gallery](gallery.md)",
    "demo": "[the first steps](start.md)",
    "studio": "[the server](server.md)",
    "serve": "[the server](server.md), [behind a proxy](proxy.md)",
    "algorithms": "[algorithms](algorithms/index.md)",
    "formats": "[formats](formats/index.md)",
}


def sections() -> str:
    """A section for each command: what it does, examples, and all it takes."""
    return "".join(map(_section, COMMANDS))


def _section(name: str) -> str:
    module = import_module(f"hearer.cli.{spelled(name)}")
    said = inspect.getdoc(getattr(module, spelled(name))) or ""
    examples = re.findall(r"^  (hearer .*)$", module.EXAMPLES, re.MULTILINE)
    rows = "".join(_row(parameter) for parameter in imported(name).params)
    return (
        f"\n## `hearer {name}`\n\n{said}\n\n```\n" + "\n".join(examples) + "\n```\n"
        f"\n| | |\n| --- | --- |\n{rows}\nSee {SEE[name]}.\n"
    )


def _row(parameter: Any) -> str:
    if parameter.param_type_name == "argument":
        names = f"`{parameter.metavar or parameter.name.upper()}`"
    else:
        names = ", ".join(f"`{name}`" for name in sorted(parameter.opts, key=len))
    choices = getattr(parameter.type, "choices", None)
    kinds = ", ".join(f"`{one}`" for one in choices) if choices else ""
    if not kinds and parameter.metavar and parameter.param_type_name == "option":
        kinds = f"`{parameter.metavar}`"
    told = (parameter.help or "").replace("|", "\\|")
    return f"| {f'{names} {kinds}'.strip()} | {told} |\n"


if __name__ == "__main__":
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(page[: page.index(FIRST)] + sections(), encoding="utf-8")
