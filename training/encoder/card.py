"""The model card: card.md, with figures from bench/parser.py and decisions from `licences`."""

import json
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from training.conllu import GoldDocument, read_documents
from training.encoder.base import BASE, BERT
from training.encoder.prepare import silver
from training.encoder.settings import Settings
from training.licences import Decision, decide

PARSER = Path(__file__).resolve().parents[2] / "bench" / "parser.py"
TEXT = Path(__file__).with_name("card.md")
FIGURES = (
    "words", "sentences", "upos", "xpos", "features", "lemmas", "uas", "las", "las plain", "sorts",
)  # fmt: skip


def write_card(target: Path, data: Path, settings: Settings) -> None:
    """Write the card of the model in `target`/model, measured in a process of its own."""
    model = target / "model"
    command = [sys.executable, str(PARSER), "--json", "--model", str(model)]
    report = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    size = sum(file.stat().st_size for file in model.iterdir()) / 1e6
    text = card(report, size, data, settings)
    (target / "MODEL_CARD.md").write_text(text, encoding="utf-8")


def card(report: Mapping[str, Any], megabytes: float, data: Path, settings: Settings) -> str:
    """Return the text of the card, from what bench/parser.py reports."""
    gum = list(read_documents(data / "gum" / "train"))
    allowed = [document for document in gum if decide(document).allowed]
    rows = (
        [name, *(own.get(figure, "") for figure in FIGURES)]
        for name, own in report["corpora"].items()
    )
    return TEXT.read_text(encoding="utf-8").format(
        settings=settings,
        base=BASE,
        bert=BERT,
        figures="\n".join(map(_row, rows)),
        expletives=report["expletive it"],
        speed=report["speed"]["here"],
        megabytes=megabytes,
        ewt=_words(read_documents(data / "ewt" / "train.conllu")),
        allowed_documents=len(allowed),
        gum_documents=len(gum),
        allowed_words=_words(allowed),
        gum_words=_words(gum),
        decisions="\n".join(decisions(gum)),
        amalgum=_words(silver(data)),
    )


def decisions(documents: Iterable[GoldDocument]) -> Iterator[str]:
    """Yield a row for each genre and decision, with the documents where a genre is divided."""
    groups: dict[tuple[str, Decision], list[GoldDocument]] = {}
    for document in documents:
        groups.setdefault((document.meta["genre"], decide(document)), []).append(document)
    genres = [genre for genre, _ in groups]
    for (genre, why), own in sorted(groups.items(), key=lambda each: (each[0][0], each[1][0].name)):
        trains = "yes" if why.allowed else "**no**"
        names = ", ".join(document.name.rpartition("_")[2] for document in own)
        names = "all" if genres.count(genre) == 1 else names
        yield _row([genre, trains, why.licence, why.reason, names, _words(own)])


def _words(documents: Iterable[GoldDocument]) -> int:
    return sum(len(sentence.words) for document in documents for sentence in document.sentences)


def _row(cells: Iterable[object]) -> str:
    return "| " + " | ".join(map(str, cells)) + " |"
