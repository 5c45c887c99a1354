"""What the encoder learns to prefer from: pronouns and their candidates as places in documents.

    python -m training.preference FILE.jsonl.xz [gold | unlabelled | replaced | dev]

The format is told in encoder/rankings.py. The candidates are those that passed the antecedent test,
told by gold what came before. In text without annotation no candidate is right: a teacher answers.
"""

import json
import lzma
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from hearer.model import Discourse
from hearer.ranking.ranker import shipped
from training.conllu import DATA, read_documents
from training.ears import shipped_ear
from training.encoder.rankings import Example
from training.gold import PARSED, Documents, Genres, Unlabelled, chains, gap, gum, litbank
from training.licences import may_train
from training.ranker_examples import observe, row_of
from training.replaced import replaced
from training.short import MORE, OWN, SHORT, short

LONGEST_TEXT = 2_500  # words of a document of unlabelled text


def watched(documents: Documents, *, has_nobody: bool) -> Iterator[Example]:
    """Yield documents as lines."""
    for discourse, gold in documents:
        pronouns = list[tuple[int, int, int, int | None, Sequence[Sequence[int]]]]()
        ranker = shipped() if isinstance(gold, Unlabelled) else None
        for seen in observe([(discourse, gold)], ranker):
            rows = [
                row_of(places, seen.place[0] - places[0][0], n, is_right=seen.right[n])
                for n, places in enumerate(seen.places)
            ]
            if any(seen.right):
                nobody = int(seen.right[-1]) if has_nobody else None
                pronouns.append((*seen.place, seen.pronoun_class, nobody, rows))
        forms = [list(utterance.forms) for utterance in discourse.utterances]
        yield Example(name=gold.name, sentences=forms, pronouns=pronouns)


def annotated() -> Iterator[Example]:
    """Yield all that may train: GUM, LitBank, GAP, VisPro, CRAFT; our own texts, some twice."""
    documents = read_documents(DATA / "gum" / "train")
    allowed = {document.name for document in documents if may_train(document)}
    free = ((heard, gold) for heard, gold in gum("train") if gold.name in allowed)
    yield from watched(free, has_nobody=True)
    yield from watched(litbank(), has_nobody=False)
    yield from watched(gap("validation"), has_nobody=False)
    for file in ("vispro_valtest", "craft"):
        yield from watched(chains(file, PARSED), has_nobody=True)
    for folder in (SHORT, OWN, SHORT, OWN, MORE):
        yield from watched(short(folder), has_nobody=True)


def dev() -> Iterator[Example]:
    """Yield what trains nothing: GUM dev, the genres of GUM train left out, GAP development."""
    yield from watched(gum("dev", Genres.ALL, PARSED), has_nobody=True)
    yield from watched(gum("train", Genres.HELD_OUT, PARSED), has_nobody=True)
    yield from watched(gap("development"), has_nobody=False)


def unlabelled(text: tuple[str, str]) -> Example:
    """Return the pronouns of a text as the shipped pipeline meets them."""
    name, content = text
    discourse = Discourse(tuple(shipped_ear(name).parse(content)), name)
    return next(watched([(discourse, Unlabelled(name, {}))], has_nobody=False))


def texts() -> Iterator[tuple[str, str]]:
    """Yield the names and texts of unlabelled documents, long ones in parts."""
    for path in sorted((DATA / "text").glob("text_*.txt.xz")):
        name, number, paragraphs, words = "", 0, list[str](), 0
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            for line in [*lines, "### "]:
                is_new = line.startswith("### ")
                if paragraphs and (is_new or words > LONGEST_TEXT):
                    yield f"{name}-{number}", "\n\n".join(paragraphs)
                    number, paragraphs, words = number + 1, [], 0
                if is_new:
                    name, number = line[4:].partition("\t")[0].strip(), 0
                elif line.strip():
                    paragraphs.append(line.strip())
                    words += len(line.split())


def main() -> None:
    """Write the file."""
    path, which = Path(sys.argv[1]), "".join(sys.argv[2:]) or "gold"
    with lzma.open(path, "wt", encoding="utf-8") as written, ProcessPoolExecutor() as workers:
        made = {
            "gold": annotated,
            "unlabelled": lambda: workers.map(unlabelled, texts(), chunksize=4),
            "replaced": lambda: workers.map(replaced, texts(), chunksize=4),
            "dev": dev,
        }[which]()
        for line in made:
            written.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
