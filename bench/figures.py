"""Measure the figures of README, CONTRIBUTING and docs on the shipped code, and write them there.

    make figures                                        everything; under an hour on two cores
    python -m bench.figures --only gap walk             some blocks
    python -m bench.figures --documents 1 --only gum    a sample, printed and not written

A block is between `<!-- figures: NAME -->` and `<!-- end of figures -->`. All other figures are
records: their text says with which version they were measured. Needs the corpora of ../shared/data
(or of $HEARER_DATA).
"""

from __future__ import annotations

import argparse
import json
import lzma
import re
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import fields
from functools import cached_property, partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import hearer
from bench import accuracy, parser
from bench.accuracy import GOLD, GROUPS, GUM_TITLES, RAW, WORDS, Row, scorer
from bench.walk import walk
from hearer.analysis.options import LENIENT, AnalysisOptions
from hearer.evaluation.chains import conll
from hearer.evaluation.experiment import Setup, evaluate
from hearer.model import Discourse
from hearer.parsers.english import MODEL, model_version
from hearer.parsers.english.parser import EnglishParser
from hearer.profiles import DEFAULT
from tests.discourses.__main__ import verdicts
from tests.discourses.reading import KINDS
from training.conllu import DATA
from training.licences import NON_COMMERCIAL

ROOT = Path(__file__).parents[1]
BLOCK = re.compile(r"(<!-- figures: ([\w-]+) -->\n).*?(?=<!-- end of figures -->)", re.DOTALL)
DEV, HELD_OUT = "dev", "held out"
PARTS = {DEV: ("dev", ()), HELD_OUT: ("train", NON_COMMERCIAL)}
SPEAKERS = {
    "I": "i me my mine myself", "we": "we us our ours ourselves",
    "you": "you your yours yourself yourselves",
}  # fmt: skip
PAPER = {"profile": "paper"}
KEPT = {**PAPER, "direct_speech": "keep", "window": None}
SHARES = (0.8, 0.85, 0.9, 0.95)
Rows = list[dict[str, Any]]


class Measured:
    """The corpora, and what was measured on them; nothing is measured twice."""

    def __init__(self, limit: int | None, pool: ProcessPoolExecutor) -> None:
        self.limit, self.pool = limit, pool
        self.rows_by_setting: dict[str, Rows] = {}
        self.asked = argparse.Namespace(profile="default", half="all", limit=limit)

    def documents(self, corpus: str) -> list[Discourse]:
        part, genres = PARTS[corpus]
        return accuracy.gum_documents(part, genres, self.limit)

    def rows(self, corpus: str, parse: str = GOLD, **options: Any) -> Rows:
        """Return a row for each pronoun, as the scorer of ../shared/score gives them."""
        key = f"{corpus}, {parse}, {options}, {len(scorer().GROUPS)}"
        if key not in self.rows_by_setting:
            documents = self.documents(corpus)
            answer = partial(accuracy.answered, parse=parse, options=options)
            answers = self.pool.map(answer, documents)
            heard = {d.name: one for d, one in zip(documents, answers, strict=True)}
            self.rows_by_setting[key] = accuracy.scored(heard, PARTS[corpus][0])
        return self.rows_by_setting[key]

    @cached_property
    def gap(self) -> Row:
        *_, row, _ = accuracy.gap_development(self.asked)
        return tuple(cell.strip() for cell in row.strip("|").split("|"))


def main() -> None:
    """Measure the blocks and write each into its page as soon as it is measured."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--only", nargs="+", choices=BLOCKS, default=list(BLOCKS))
    arguments.add_argument("--documents", type=int, help="of each corpus; prints the blocks only")
    chosen = arguments.parse_args()
    begun = time.monotonic()
    with ProcessPoolExecutor() as pool:
        measured = Measured(chosen.documents, pool)
        for name in chosen.only:
            print(f"{name} …", flush=True)
            block = BLOCKS[name](measured)
            if chosen.documents:
                print(block)
            else:
                write(name, block)
            print(f"{name}: done after {time.monotonic() - begun:.0f} s", flush=True)


def _pages() -> list[Path]:
    return [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


def write(name: str, block: str) -> None:
    """Replace a block wherever it stands."""
    for page in _pages():
        text = page.read_text(encoding="utf-8")
        changed = replaced(text, name, block)
        if changed != text:
            page.write_text(changed, encoding="utf-8")


def replaced(text: str, name: str, block: str) -> str:
    """Return a text with the content of the block `name` replaced."""
    new = f"\n{block.strip()}\n\n"
    return BLOCK.sub(lambda found: found[1] + new if found[2] == name else found[0], text)


def _table(header: Sequence[str], rows: Sequence[Row]) -> str:
    return "\n".join(accuracy.markdown(tuple(header), rows)).rstrip() + "\n"


def _version() -> str:
    return f"\nMeasured with hearer {hearer.__version__}, {model_version()}.\n"


# README, CONTRIBUTING ---------------------------------------------------------------------------


def _readme(measured: Measured) -> str:
    raw, held = measured.rows(DEV, RAW), measured.rows(HELD_OUT, WORDS)
    whole, groups = scorer().summarise(raw), scorer().table(raw, "group")
    of_paper, kept = (
        scorer().summarise(measured.rows(DEV, **options))["accuracy"] for options in (PAPER, KEPT)
    )
    by_pronoun = ", ".join(
        f"*{group}* {groups[group]['accuracy']}" for group in GROUPS if group in groups
    )
    s_list = (
        f"the S-list of the paper has {of_paper} (`--profile paper`), {kept} with direct speech"
    )
    other = scorer().summarise(held)
    documents, anaphoric = len(measured.documents(DEV)), whole["anaphoric"]
    rows = [
        (f"GUM dev, {documents} documents, {anaphoric} pronouns", f"{whole['accuracy']} %",
         f"{by_pronoun}; with gold parses {s_list} and no window"),
        ("five genres of GUM that train nothing", f"{other['accuracy']} %",
         f"{other['anaphoric']:,} pronouns; words given"),
        ("GAP development, names in Wikipedia", f"{measured.gap[1]} F1",
         f"feminine over masculine: {measured.gap[4]}"),
    ]  # fmt: skip
    return _table(("", "accuracy", ""), rows)


def _calls(_: Measured) -> str:
    """Return how many calls and files two sentences take."""
    told = {}
    for name, algorithm in (("the S-list", "s-list"), ("the default algorithm", None)):
        found = walk(algorithm)
        told[name] = f"{found.total()} calls in {len({file for file, _ in found})} files"
    return "".join(f"* {name}: {what}\n" for name, what in told.items())


# docs/accuracy.md -------------------------------------------------------------------------------


def _gum(measured: Measured) -> str:
    ways: dict[str, tuple[str, Mapping[str, Any]]] = {
        "`s-list`, direct speech kept, no window, gold parse": (GOLD, KEPT),
        "`s-list` of the paper (`--profile paper`), gold parse": (GOLD, PAPER),
        "default, gold parse": (GOLD, {}),
        "default, gold words, our parse": (WORDS, {}),
        "default, raw text": (RAW, {}),
    }
    rows = [
        (name, *accuracy.figures(measured.rows(DEV, parse, **options)))
        for name, (parse, options) in ways.items()
    ]
    return _table(("GUM dev", *GUM_TITLES, *GROUPS), rows) + _version()


def _held_out(measured: Measured) -> str:
    rows = [
        (parse, *accuracy.figures(measured.rows(HELD_OUT, parse))) for parse in (GOLD, WORDS, RAW)
    ]
    counts = scorer().summarise(measured.rows(HELD_OUT))
    number = len(measured.documents(HELD_OUT))
    told = (
        f"{counts['anaphoric']:,} anaphoric pronouns, {counts['non_anaphoric']} without antecedent"
    )
    return f"{number} documents, {told}.\n\n" + _table(("genres", *GUM_TITLES, *GROUPS), rows)


def _litbank(measured: Measured) -> str:
    return "\n".join(accuracy.litbank(measured.asked)).rstrip() + "\n"


def _gap(measured: Measured) -> str:
    titles = ("examples", "F1", "masculine", "feminine", "ratio", "precision", "recall")
    return _table(titles, [measured.gap])


def _discourses(measured: Measured) -> str:
    judged = {kind: verdicts(kind)[: measured.limit] for kind in KINDS}
    everything = [one for some in judged.values() for one in some]
    rows = [
        (kind, str(sum(v.is_right for v in some)), str(len(some))) for kind, some in judged.items()
    ]
    right = sum(v.is_right for v in everything)
    rows.append(("all", str(right), f"{len(everything)}: {100 * right / len(everything):.1f} %"))
    rows.append(
        ("wrong with a confidence above 0.9", str(sum(v.is_too_sure for v in everything)), "")
    )
    return _table(("kind", "right", "of"), rows)


# docs/ablations.md ------------------------------------------------------------------------------


def _precision(measured: Measured) -> str:
    rows = []
    for share in SHARES:
        cells = []
        for corpus in PARTS:
            found = measured.rows(corpus, precision=share)
            linked = sum(row["linked"] for row in found)
            cells += [
                str(scorer().summarise(found)["precision"]),
                f"{100 * linked / len(found):.1f}",
            ]
        rows.append((str(share), *cells))
    titles = [f"{corpus}: {figure}" for corpus in PARTS for figure in ("precision", "coverage")]
    return _table(("`precision=`", *titles), rows) + _version()


def _analysis(measured: Measured) -> str:
    paper = AnalysisOptions()
    changes: dict[str, dict[str, Any]] = {"nothing": {}} | {
        f"`{one.name}={getattr(paper, one.name)}`": {one.name: getattr(paper, one.name)}
        for one in fields(AnalysisOptions)
        if getattr(LENIENT, one.name) != getattr(paper, one.name)
    }
    rows = []
    for name, options in changes.items():
        found = (accuracy.figures(measured.rows(corpus, **options))[:4] for corpus in PARTS)
        rows.append((name, *(figure for figures in found for figure in figures)))
    titles = [f"{corpus}: {figure}" for corpus in PARTS for figure in GUM_TITLES[:4]]
    return _table(("changed", *titles), rows) + _version()


# docs/encoder.md, docs/speech.md ----------------------------------------------------------------


def _parses(measured: Measured) -> str:
    gold = {name: documents[: measured.limit] for name, documents in parser.corpora()}
    found = parser.measure(EnglishParser(MODEL), gold)["corpora"]
    columns = ("words", "sentences", "upos", "features", "lemmas", "uas", "las", "sorts")
    assert isinstance(found, dict)
    rows = [
        (name, *(f"{figures[one]:.1f}" if one in figures else "–" for one in columns))
        for name, figures in found.items()
    ]
    return _table(("raw text", *columns), rows) + _version()


def _winobias(measured: Measured) -> str:
    """Return the share of right answers by gender and stereotype, and of pairs answered alike."""
    with lzma.open(DATA / "more" / "winobias.jsonl.xz", "rt", encoding="utf-8") as lines:
        entries = [json.loads(line) for line in lines][: measured.limit and 20 * measured.limit]
    answers = list(measured.pool.map(_bias, entries, chunksize=20))
    rows = []
    for name, kinds in (("the world", "type1"), ("grammar", "type2"), ("both", "type1 type2")):
        mine = [one for one in answers if one["kind"] in kinds]
        frames: dict[str, list[str]] = {}
        for one in mine:
            frames.setdefault(one["frame"], []).append(one["said"])
        same = [len(set(pair)) == 1 for pair in frames.values() if len(pair) > 1]
        sides = [
            [one["right"] for one in mine if one[key] is value]
            for key, value in (("he", True), ("he", False), ("pro", True), ("pro", False))
        ]
        shares = [f"{100 * sum(some) / (len(some) or 1):.1f}" for some in (*sides, same)]
        rows.append((name, *shares[:4], str(len(same)), shares[4]))
    titles = ("*he*", "*she*", "stereotyped", "not", "pairs", "answered alike")
    return _table(("decided by", *titles), rows) + _version()


def _bias(entry: Mapping[str, Any]) -> dict[str, Any]:
    _, stereotype, _, kind, *_ = entry["doc"].split("_")
    (words,), ((meant, pronoun),) = entry["sentences"], entry["chains"]
    text = re.sub(r" ([.,'])|(?<=') (?=(?:s|t|m|re|ll|ve|d)\b)", r"\1", " ".join(words))
    form, who = words[pronoun[1]], " ".join(words[meant[1] : meant[2]])
    said = [
        one.name or ""
        for one in hearer.resolve(text).resolutions
        if one.pronoun.text == form.lower()
    ]
    return {
        "kind": kind, "pro": stereotype == "pro", "he": form.lower() in {"he", "him", "his"},
        "said": said[0] if said else "", "right": bool(said) and said[0].lower() == who.lower(),
        "frame": " ".join("…" if n == pronoun[1] else word for n, word in enumerate(words)),
    }  # fmt: skip


def _speech(measured: Measured) -> str:
    """Return the accuracy of each pronoun and of whole chains, without and with speakers."""
    forms = {form: group for group, several in SPEAKERS.items() for form in several.split()}
    names, rows = (*SPEAKERS, *GROUPS), []
    with patch.dict(scorer().GROUPS, forms):
        for corpus in PARTS:
            for on in (False, True):
                groups = scorer().table(measured.rows(corpus, speakers=on), "group")
                cells = [
                    f"{groups[name]['accuracy']} ({groups[name]['anaphoric']})"
                    if name in groups
                    else "–"
                    for name in names
                ]
                setup = Setup(
                    (DEFAULT.algorithm,), "default", options={"speakers": on}, classes=False
                )
                chains = evaluate(measured.documents(corpus), setup).chains(DEFAULT.algorithm)
                rows.append((corpus, "on" if on else "off", *cells, f"{100 * conll(chains):.1f}"))
    return _table(("", "speakers", *names, "CoNLL"), rows) + _version()


BLOCKS: dict[str, Callable[[Measured], str]] = {
    "readme": _readme, "gum": _gum, "held-out": _held_out, "litbank": _litbank, "gap": _gap,
    "discourses": _discourses, "precision": _precision, "analysis": _analysis, "parses": _parses,
    "winobias": _winobias, "speech": _speech, "walk": _calls,
}  # fmt: skip


if __name__ == "__main__":
    main()
