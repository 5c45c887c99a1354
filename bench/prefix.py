"""How often a sentence that is not over yet leads to another antecedent than the whole one.

    python bench/prefix.py                GUM dev (its raw text) and the first sentences of LitBank
    python bench/prefix.py FILE ...       any raw text instead
    python bench/prefix.py --words 20000  how many words of each at most
    python bench/prefix.py --json

Every pronoun of the full parse is compared with the listener's first guess (at the pronoun itself,
nothing after it heard) and with its last one (when the sentence is over). Antecedents are the same
when their head words or their entities are.
"""

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")

import argparse
import json
import time
from dataclasses import dataclass, field
from pathlib import Path

import hearer
from hearer.formats.jsonl import PronounPlaces
from hearer.model import Entity
from hearer.session.live import ChangeKind

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT.parent / "shared" / "data"
Meaning = tuple[int | None, str]  # the offset of the antecedent's head, and the entity


@dataclass(slots=True)
class Counts:
    """Pronouns by what became of them."""

    words: int = 0
    pronouns: int = 0  # of the full parse
    first_same: int = 0
    last_same: int = 0
    never_heard: int = 0  # no pronoun to the listener
    invented: int = 0  # a pronoun to the listener at the end, not to the full parse
    revised: int = 0
    withdrawn: int = 0
    seconds: float = field(default=0.0, repr=False)

    def told(self) -> dict[str, float]:
        total = max(self.pronouns, 1)
        return {
            "words": self.words,
            "pronouns": self.pronouns,
            "first_guess_differs_%": round(100 * (1 - self.first_same / total), 2),
            "last_guess_differs_%": round(100 * (1 - self.last_same / total), 2),
            "never_heard_%": round(100 * self.never_heard / total, 2),
            "invented_%": round(100 * self.invented / total, 2),
            "revisions_per_100_pronouns": round(100 * self.revised / total, 2),
            "withdrawals_per_100_pronouns": round(100 * self.withdrawn / total, 2),
            "ms_per_word": round(1000 * self.seconds / max(self.words, 1), 2),
        }


def main() -> None:
    """Measure, then print lines or JSON."""
    options = _options()
    corpora = {"given": options.files} if options.files else _corpora()
    found = {}
    for name, paths in corpora.items():
        counts = Counts()
        for text in _texts(paths):
            if counts.words < options.words:
                measure(text, counts)
        found[name] = counts.told()
    if options.json:
        print(json.dumps(found, indent=2))
        return
    for name, figures in found.items():
        print(name, *(f"  {figure:30}{value:10}" for figure, value in figures.items()), sep="\n")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure prefix parses against full parses.")
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--words", type=int, default=20_000, help="of each corpus, at most")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


def _corpora() -> dict[str, list[Path]]:
    return {
        "GUM dev": sorted((DATA / "gum" / "dev").glob("*.conllu")),
        "LitBank": sorted((DATA / "litbank").glob("*.txt")),
    }


def _texts(paths: list[Path]) -> list[str]:
    texts = []
    for path in paths:
        if path.suffix == ".conllu":
            texts += [discourse.text for discourse in hearer.read(path)]
        else:
            texts.append(path.read_text(encoding="utf-8"))
    return texts


def measure(text: str, counts: Counts) -> None:
    """Hear a text once as a whole and once word by word, and count."""
    full = _full(text)
    begun = time.perf_counter()
    first, last = _live(text, counts)
    counts.seconds += time.perf_counter() - begun
    counts.words += len(text.split())
    counts.pronouns += len(full)
    counts.invented += len(last.keys() - full.keys())
    for start, meaning in full.items():
        counts.never_heard += start not in first
        counts.first_same += _same(first.get(start), meaning)
        counts.last_same += _same(last.get(start), meaning)


def _full(text: str) -> dict[int, Meaning]:
    places = PronounPlaces()
    found: dict[int, Meaning] = {}
    for step in hearer.follow(text):
        if step.word:
            places.add(step.word.utterance)
        for part in step.parts:
            places.note(part)
            for resolution in part.resolutions:
                head, entity = None, Entity.unknown(resolution.pronoun.id)
                if resolution.antecedent:
                    spoken = places.spoken(resolution.antecedent.expression)
                    head = places.word(spoken.utterance, spoken.head)[0]
                    entity = resolution.antecedent.entity
                found[places.span(resolution.pronoun)[0]] = (head, entity)
    return found


def _live(text: str, counts: Counts) -> tuple[dict[int, Meaning], dict[int, Meaning]]:
    listener = hearer.Listener()
    first: dict[int, Meaning] = {}
    last: dict[int, Meaning] = {}
    for heard in (*listener.hear(text), *listener.finish()):
        for change in heard.changes:
            start = _start(change.guess.row["pronoun"])
            meaning = (change.guess.head, str(change.guess.row["entity"]))
            if change.kind is ChangeKind.WITHDRAWN:
                counts.withdrawn += 1
                last.pop(start, None)
                continue
            counts.revised += change.kind is ChangeKind.REVISED
            first.setdefault(start, meaning)
            last[start] = meaning
    return first, last


def _start(place: object) -> int:
    assert isinstance(place, dict)
    return int(place["start"])


def _same(guess: Meaning | None, meaning: Meaning) -> bool:
    if guess is None:
        return False
    if guess[0] is None or meaning[0] is None:
        return guess[0] is meaning[0]
    return guess[0] == meaning[0] or guess[1] == meaning[1]


if __name__ == "__main__":
    main()
