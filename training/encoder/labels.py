"""What a word is taught, numbered: the lists of labels.json."""

import json
from dataclasses import dataclass
from pathlib import Path

RELATIONS = "relations"
HEADS = ("upos", "xpos", "features", "lemma", "sort")
COLUMNS = (RELATIONS, *HEADS)
NONE = ""


@dataclass(frozen=True, slots=True)
class Labels:
    """The labels of each column by number, and the words that are cut though written as one."""

    names: dict[str, tuple[str, ...]]
    splits: dict[str, tuple[int, ...]]

    def numbers(self, column: str) -> dict[str, int]:
        """Return the number of each label; a label that is not listed is not taught: 0."""
        return {name: number for number, name in enumerate(self.names[column]) if number}

    def write(self, path: Path) -> None:
        """Write labels.json."""
        content = {**self.names, "splits": self.splits}
        path.write_text(json.dumps(content, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")


def read_labels(path: Path) -> Labels:
    """Read labels.json."""
    content = json.loads(path.read_text(encoding="utf-8"))
    splits = {word: tuple(cuts) for word, cuts in content.pop("splits").items()}
    return Labels({column: tuple(names) for column, names in content.items()}, splits)
