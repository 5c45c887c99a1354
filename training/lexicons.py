"""Build the counted lexicons of `hearer.analysis` from parsed corpora.

Run as: python -m training.lexicons
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from training.conllu import DATA, GoldDocument, head_of, mentions, read_documents
from training.licences import NON_COMMERCIAL

LEXICON = Path(__file__).parents[1] / "src" / "hearer" / "analysis" / "lexicon"
SHARE = 0.15  # a noun has a sort if that sort has this share of its mentions
CLAUSES = {"csubj": "nsubj", "csubj:pass": "obj", "ccomp": "obj"}
ROLES = {"nsubj": "nsubj", "nsubj:pass": "obj", "obj": "obj", **CLAUSES}
DEGREES, RARELY = {0.25: "often", 0.08: "sometimes"}, 0.02  # by the share of clauses
LEAST = 12  # arguments of a predicate that tell what it takes


def main() -> None:
    """Write the lexicons anew."""
    for lexicon in (noun_sorts, told):
        path = LEXICON / f"{lexicon.__name__}.txt"
        path.write_text("\n".join(lexicon()) + "\n", encoding="utf-8")


def noun_sorts() -> list[str]:
    """Noun lemmas with the entity types they had in GUM train, most frequent first."""
    counts, found = defaultdict[str, Counter[str]](Counter), list[str]()
    for sentence in (one for document in free_gum() for one in document.sentences):
        for first, last, sort in mentions(sentence):
            head = sentence.words[head_of(sentence, first, last)]
            if head.upos == "NOUN" and head.lemma.isalpha():
                counts[head.lemma.lower()][sort] += 1
    for lemma, count in sorted(counts.items()):
        ranked = sorted(count, key=lambda sort: (-count[sort], sort))
        sorts = [sort for sort in ranked if count[sort] >= SHARE * count.total()]
        found.append(f"{lemma} {' '.join(sorts)}")
    return found


def free_gum() -> Iterator[GoldDocument]:
    """Return the documents of GUM train that may be shipped."""
    train = read_documents(DATA / "gum" / "train")
    return (one for one in train if one.name.split("_")[1] not in NON_COMMERCIAL)


def told() -> list[str]:
    """How often subjects and objects of a predicate are clauses, or *this* and *that*.

    These mostly stand for a clause. *It* is not counted: the lexicon helps to resolve it.
    """
    amalgum = map(read_documents, sorted((DATA / "amalgum").glob("*.conllu.xz")))
    ewt = read_documents(DATA / "ewt" / "train.conllu")
    total, clauses = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for sentence in (one for text in chain(*amalgum, ewt, free_gum()) for one in text.sentences):
        for word in sentence.words:
            role, is_pronoun = ROLES.get(word.deprel), word.upos in {"PRON", "DET"}
            points = word.xpos == "DT" and word.form.lower() in {"this", "that"}
            is_told = word.deprel in CLAUSES or (is_pronoun and points)
            if role and word.head >= 0 and (is_told or not is_pronoun):
                argument = sentence.words[word.head].lemma.lower(), role
                total[argument] += 1
                clauses[argument] += is_told
    found = list[str]()
    for (predicate, role), count in sorted(total.items()):
        share = clauses[predicate, role] / count
        degree = next((name for least, name in DEGREES.items() if share >= least), "")
        degree = "rarely" if share <= RARELY else degree
        if count >= LEAST and degree and predicate.isalpha() and predicate.isascii():
            found.append(f"{predicate}/{role} {degree}")
    return found


if __name__ == "__main__":
    main()
