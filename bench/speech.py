"""How well I, you and we are understood, beside he, she, it and they, and whole chains.

    python -m bench.speech                 GUM dev, and the genres of train that nothing learns from
    python -m bench.speech FILE ...        any CorefUD files instead

An anaphoric pronoun is right if the nearest earlier mention in its chain is one of the same gold
entity. Every table has two rows: with the option `speakers` off, and on.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import hearer
from hearer.evaluation.chain_scores import added, conll, score_chains
from hearer.evaluation.gold import ChainMention, Gold, MentionIndex, gold_of
from hearer.evaluation.scoring import mentions_of, nearest
from hearer.hearing import listen
from hearer.model import Discourse
from training.lexicons import DATA, NON_COMMERCIAL

GROUPS = {
    form: forms.split()[0]
    for forms in (
        "I me my mine myself", "we us our ours ourselves", "you your yours yourself yourselves",
        "he him his himself", "she her hers herself", "it its itself",
        "they them their theirs themselves",
    )
    for form in forms.lower().split()
}  # fmt: skip
COLUMNS = tuple(dict.fromkeys(GROUPS.values()))


def results(gold: Gold, mentions: Iterable[ChainMention]) -> Iterator[tuple[str, bool]]:
    """For every anaphoric pronoun its group, and whether its nearest antecedent is right."""
    ours = MentionIndex(mentions)
    for word, form in enumerate(gold.forms):
        group, earlier = GROUPS.get(form.lower()), gold.antecedents(word)
        if group is None or not gold.xpos[word].startswith("PRP") or not earlier:
            continue
        last = nearest(gold, ours.before(word))
        match = gold.match(last.words, last.head) if last else None
        yield group, match is not None and match.entity == earlier[0].entity


def row(discourses: list[Discourse], *, speakers: bool) -> str:
    """One row of a table."""
    right: dict[str, list[bool]] = {group: [] for group in COLUMNS}
    chains = []
    for discourse in discourses:
        gold = gold_of(discourse)
        mentions = mentions_of(listen(discourse, speakers=speakers), gold)
        for group, is_right in results(gold, mentions):
            right[group].append(is_right)
        chains.append(score_chains(_clusters(gold.mentions), _clusters(mentions)))
    shares = [f"{100 * sum(r) / len(r):.1f} ({len(r)})" if r else "–" for r in right.values()]
    name = "on" if speakers else "off"
    return " | ".join(["", name, *shares, f"{100 * conll(added(chains)):.1f}", ""]).strip()


def _clusters(mentions: Iterable[ChainMention]) -> list[list[tuple[int, ...]]]:
    found: dict[str, list[tuple[int, ...]]] = {}
    for mention in mentions:
        found.setdefault(mention.entity, []).append(mention.words)
    return list(found.values())


def table(name: str, files: Iterable[Path]) -> str:
    """What becomes of the documents in `files`, without and with speakers."""
    discourses = [one for file in files for one in hearer.read(str(file))]
    head = " | ".join(["", "speakers", *COLUMNS, "CoNLL", ""]).strip()
    rows = [row(discourses, speakers=speakers) for speakers in (False, True)]
    return "\n".join([f"## {name}", "", head, "| --- " * (len(COLUMNS) + 2) + "|", *rows, ""])


def held_out() -> list[Path]:
    """GUM train of the genres that nothing is trained on."""
    files = sorted((DATA / "gum" / "train").glob("*.conllu"))
    return [file for file in files if file.name.split("_")[1] in NON_COMMERCIAL]


def main() -> None:
    """Write the tables."""
    given = [Path(name) for name in sys.argv[1:]]
    parts = (
        {"given": given}
        if given
        else {
            "GUM dev": sorted((DATA / "gum" / "dev").glob("*.conllu")),
            "GUM train, held out": held_out(),
        }
    )
    for name, files in parts.items():
        sys.stdout.write(table(name, files) + "\n")


if __name__ == "__main__":
    main()
