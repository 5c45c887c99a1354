"""The model card: card.md, with figures from bench/parser.py and decisions from `licences`."""

import json
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from training.conllu import GoldDocument, read_documents
from training.encoder import corpora
from training.encoder.base import BASE, BERT
from training.encoder.settings import Settings
from training.licences import Decision, decide

ROOT = Path(__file__).resolve().parents[2]
TEXT = Path(__file__).with_name("card.md")
FIGURES = {
    "words": "words", "sentences": "sentences", "upos": "UPOS", "xpos": "XPOS",
    "features": "features", "lemmas": "lemmas", "uas": "UAS", "las": "LAS",
    "las plain": "LAS, no subtypes", "sorts": "sorts",
}  # fmt: skip
SPEED = {
    "words_per_second": ("words a second of processor time, one core", 0),
    "two_threads": ("two threads, times as fast", 2),
    "start": ("seconds to the first sentence", 2),
    "peak": ("megabytes at most", 0),
}

Figures = Mapping[str, float]
Cells = Sequence[object]


@dataclass(frozen=True, slots=True)
class Report:
    """What bench/parser.py found: figures by corpus, of expletives, and of speed by version."""

    corpora: Mapping[str, Figures]
    expletives: Figures
    speed: Mapping[str, Figures]
    megabytes: float


def write_card(target: Path, data: Path, settings: Settings) -> None:
    """Write the card of the model in `target`/model."""
    text = card(measured(target / "model"), data, settings)
    (target / "MODEL_CARD.md").write_text(text, encoding="utf-8")


def measured(model: Path) -> Report:
    """Run bench/parser.py on the model in a process of its own, as anyone would."""
    command = [sys.executable, str(ROOT / "bench" / "parser.py"), "--json", "--model", str(model)]
    told = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    size = sum(file.stat().st_size for file in model.iterdir()) / 1e6
    return Report(told["corpora"], told["expletive it"], told.get("speed", {}), size)


def card(report: Report, data: Path, settings: Settings) -> str:
    """Return the text of the card."""
    gum = list(read_documents(data / "gum" / "train"))
    allowed = [document for document in gum if decide(document).allowed]
    return TEXT.read_text(encoding="utf-8").format(
        settings=settings,
        base=BASE,
        bert=BERT,
        figures=figure_table(report.corpora),
        expletives=report.expletives,
        speed=speed_table(report.speed),
        megabytes=report.megabytes,
        ewt=_words(read_documents(data / "ewt" / "train.conllu")),
        allowed_documents=len(allowed),
        gum_documents=len(gum),
        allowed_words=_words(allowed),
        gum_words=_words(gum),
        decisions=decision_table(gum),
        amalgum=_words(corpora.silver(data)),
    )


def figure_table(by_corpus: Mapping[str, Figures]) -> str:
    """Return a row for each corpus."""
    rows = ([name, *(own.get(figure, "") for figure in FIGURES)] for name, own in by_corpus.items())
    return _table(["", *FIGURES.values()], rows)


def speed_table(by_version: Mapping[str, Figures]) -> str:
    """Return how fast the model was where the card was written; nothing, if not measured."""
    if "here" not in by_version:
        return "Speed was not measured."
    figures = by_version["here"]
    rows = ([title, f"{figures[name]:,.{digits}f}"] for name, (title, digits) in SPEED.items())
    return _table(["", "where this was written"], rows)


def decision_table(documents: Iterable[GoldDocument]) -> str:
    """Return one row for each genre and decision, with the documents where a genre is divided."""
    groups: dict[tuple[str, Decision], list[GoldDocument]] = {}
    for document in documents:
        groups.setdefault((document.meta["genre"], decide(document)), []).append(document)
    genres, rows = [genre for genre, _ in groups], list[Cells]()
    for (genre, why), own in sorted(
        groups.items(), key=lambda group: (group[0][0], group[1][0].name)
    ):
        trains = "yes" if why.allowed else "**no**"
        names = ", ".join(document.name.rpartition("_")[2] for document in own)
        names = "all" if genres.count(genre) == 1 else names
        rows.append([genre, trains, why.licence, why.reason, names, _words(own)])
    return _table(["genre", "trains", "licence of the text", "why", "documents", "words"], rows)


def _words(documents: Iterable[GoldDocument]) -> int:
    return sum(len(sentence.words) for document in documents for sentence in document.sentences)


def _table(titles: Cells, rows: Iterable[Cells]) -> str:
    lines = [titles, ["---"] * len(titles), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)
