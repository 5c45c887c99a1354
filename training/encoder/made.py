"""Made sentences with gold trees, for constructions that are too rare in the corpora.

The templates are in made.conllu, which says how they are written. The sentences are drawn with a
generator that is seeded by the template, so the same file always gives the same sentences.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from itertools import accumulate, chain
from pathlib import Path
from random import Random

from training.conllu import GoldDocument, GoldSentence, GoldWord, read_documents
from training.encoder.atoms import spaced

TEMPLATES = Path(__file__).with_name("made.conllu")
PHRASE = "phrase "  # begins the names of the documents that fill slots
SENTENCES = 190  # of each construction, rounded up to a multiple of its templates
DRAWS = 40  # for each sentence of a template: in vain where one is not plain or was drawn before
PARAGRAPH = 5  # sentences
ONCE = frozenset({"NOUN", "PROPN", "VERB"})  # no word of these stands twice in a sentence
VARIED = ("form", "lemma", "xpos", "feats", "entity")

Tree = tuple[GoldWord, ...]
Phrases = dict[str, list[Tree]]


def made(templates: Path = TEMPLATES) -> Iterator[GoldDocument]:
    """Yield a document of each construction; no sentence occurs twice."""
    phrases, seen = defaultdict[str, list[Tree]](list), set[str]()
    for document in read_documents(templates):
        trees = [list(_variants(sentence.words)) for sentence in document.sentences]
        if document.name.startswith(PHRASE):
            phrases[document.name.removeprefix(PHRASE)] += chain.from_iterable(trees)
            continue
        wanted = -(-SENTENCES // len(trees))
        made = [tree for variants in trees for tree in _drawn(variants, phrases, wanted, seen)]
        Random(document.name).shuffle(made)
        sentences = (GoldSentence(tree, n % PARAGRAPH == 0) for n, tree in enumerate(made))
        yield replace(document, sentences=tuple(_joined(spaced(each)) for each in sentences))


def _variants(tree: Tree) -> Iterator[Tree]:
    """Yield the tree once for each of the values that `/` separates in its columns."""
    columns = [{name: getattr(word, name).split("/") for name in VARIED} for word in tree]
    for n in range(max(len(values) for word in columns for values in word.values())):
        chosen = ({name: v[n % len(v)] for name, v in word.items()} for word in columns)
        yield tuple(replace(word, **own) for word, own in zip(tree, chosen, strict=True))


def _drawn(variants: list[Tree], phrases: Phrases, wanted: int, seen: set[str]) -> Iterator[Tree]:
    """Yield up to `wanted` sentences of one template that were not seen before."""
    chance = Random(repr(variants))
    for _ in range(wanted * DRAWS):
        tree = _capitalised(_filled(chance.choice(variants), phrases, chance))
        text = " ".join(word.form for word in tree)
        once = [word.form.lower() for word in tree if word.upos in ONCE]
        if text in seen or len(once) > len(set(once)):
            continue
        seen.add(text)
        yield tree
        wanted -= 1
        if not wanted:
            return


def _filled(tree: Tree, phrases: Phrases, chance: Random) -> Tree:
    """Return the tree with all slots filled, and heads numbered anew."""
    parts = [_part(word, phrases, chance) for word in tree]
    starts = list(accumulate(map(len, parts), initial=0))
    roots = [next((n for n, word in enumerate(part) if word.head < 0), 0) for part in parts]
    words = list[GoldWord]()
    for slot, part, start in zip(tree, parts, starts, strict=False):
        over = starts[slot.head] + roots[slot.head] if slot.head >= 0 else -1
        for word in part:
            head = word.head + start if word.head >= 0 else over
            deprel = slot.deprel if word.deprel == "root" else word.deprel
            words.append(replace(word, head=head, deprel=deprel))
    return tuple(words)


def _part(word: GoldWord, phrases: Phrases, chance: Random) -> Tree:
    """Return the words for one row of a template, as a tree of their own."""
    if word.form.startswith("{"):
        is_left_out = word.form.endswith("?}") and chance.random() < 0.5
        name = word.form.strip("{?}")
        return () if is_left_out else _filled(chance.choice(phrases[name]), phrases, chance)
    forms, lemmas = word.form.split("|"), word.lemma.split("|")
    n = chance.randrange(len(forms))
    lemma = forms[n] if word.lemma == "_" else lemmas[n % len(lemmas)]
    return (replace(word, form=forms[n], lemma=lemma, head=-1, deprel="root"),)


def _capitalised(tree: Tree) -> Tree:
    """Return the tree with capitals at the start of the sentence and of quotations."""
    pairs = zip(tree, ["``", *(word.xpos for word in tree[:-1])], strict=True)
    forms = (w.form[0].upper() + w.form[1:] if tag == "``" else w.form for w, tag in pairs)
    return tuple(replace(word, form=form) for word, form in zip(tree, forms, strict=True))


def _joined(sentence: GoldSentence) -> GoldSentence:
    """Return the sentence without spaces around hyphens in names."""
    tags = [word.xpos for word in sentence.words]
    pairs = zip(sentence.words, tags, [*tags[1:], ""], strict=True)
    words = (replace(w, space_after=w.space_after and "HYPH" not in both) for w, *both in pairs)
    return replace(sentence, words=tuple(words))
