"""A language of a dozen sentences, a base model of two small layers: enough to train in seconds."""

from __future__ import annotations

import json
import lzma
import struct
import zipfile
from pathlib import Path
from typing import Any

import numpy as np

WIDTH, HEADS, LAYERS, INNER, PLACES = 32, 4, 2, 48, 40

# Each word: form, lemma, UPOS, XPOS, features, head, relation, entity, and "+" if no space follows.
SINGS = """
Anna Anna PROPN NNP Number=Sing 2 nsubj (1-person-1)
sings sing VERB VBZ Tense=Pres 0 root _ +
. . PUNCT . _ 2 punct _
"""
SEES = """
The the DET DT _ 2 det (2-animal-2
dog dog NOUN NN Number=Sing 3 nsubj 2)
sees see VERB VBZ Tense=Pres 0 root _
Anna Anna PROPN NNP Number=Sing 3 obj (1-person-1) +
. . PUNCT . _ 3 punct _
"""
SHE = """
She she PRON PRP Gender=Fem 2 nsubj (1-person-1)
runs run VERB VBZ Tense=Pres 0 root _ +
. . PUNCT . _ 2 punct _
"""
IT = """
It it PRON PRP Gender=Neut 2 nsubj (2-animal-2)
barks bark VERB VBZ Tense=Pres 0 root _ +
. . PUNCT . _ 2 punct _
"""
RAINS = """
It it PRON PRP Gender=Neut 2 expl _
rains rain VERB VBZ Tense=Pres 0 root _ +
. . PUNCT . _ 2 punct _
"""
CANNOT = """
Bob Bob PROPN NNP Number=Sing 4 nsubj (3-person-3)
can can AUX MD _ 4 aux _ +
not not PART RB _ 4 advmod _
sing sing VERB VB _ 0 root _ +
! ! PUNCT . _ 4 punct _
"""
BITTEN = """
Bob Bob PROPN NNP Number=Sing 3 nsubj:pass (3-person-3)
was be AUX VBD Tense=Past 3 aux:pass _
bitten bite VERB VBN Tense=Past|Voice=Pass 0 root _
by by ADP IN _ 6 case _
a a DET DT _ 6 det (2-animal-2
dog dog NOUN NN Number=Sing 3 obl:agent 2) +
. . PUNCT . _ 3 punct _
"""
DOCUMENTS = {
    "songs": (SINGS, SHE, CANNOT, RAINS),
    "dogs": (SEES, IT, RAINS, BITTEN),
    "nights": (SINGS, SEES, IT, SHE),
    "days": (CANNOT, SINGS, SHE, SEES, IT),
}
# AMALGUM's older labels: no agents, punctuation tagged as UPOS, and a passive root.
OLDER = (("obl:agent", "obl"), ("PUNCT", "."), ("root _ +", "root _"))

WORDS = "anna dog sees the she runs it barks rains bob can not was bitten by a sing ##s . ! 1 2"
VOCABULARY = ["[PAD]", "[unused0]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *WORDS.split(), "の"]


def corpora(folder: Path) -> Path:
    """Write the corpora as training expects them."""
    for part, genre in (("train", "news"), ("dev", "news")):
        (folder / "gum" / part).mkdir(parents=True)
        for name in ("songs", "dogs"):
            text = conllu({f"GUM_{name}": DOCUMENTS[name]}, genre=genre)
            (folder / "gum" / part / f"{name}.conllu").write_text(text, encoding="utf-8")
    apart = conllu({"GUM_nights": DOCUMENTS["nights"]}, genre="fiction")
    (folder / "gum" / "train" / "nights.conllu").write_text(apart, encoding="utf-8")
    (folder / "ewt").mkdir()
    for part in ("train", "dev"):
        (folder / "ewt" / f"{part}.conllu").write_text(conllu(DOCUMENTS), encoding="utf-8")
    (folder / "amalgum").mkdir()
    silver = conllu({name: tuple(map(_older, said)) for name, said in DOCUMENTS.items()})
    with lzma.open(folder / "amalgum" / "toy.conllu.xz", "wt", encoding="utf-8") as file:
        file.write(silver)
    return folder


def _older(sentence: str) -> str:
    for today, before in OLDER:
        sentence = sentence.replace(today, before)
    return sentence.replace(" +", "")


def conllu(documents: dict[str, tuple[str, ...]], genre: str = "") -> str:
    """Return documents as CoNLL-U."""
    blocks = list[str]()
    for name, sentences in documents.items():
        for number, sentence in enumerate(sentences):
            lines = [f"# newdoc id = {name}", f"# meta::genre = {genre}", "# newpar"]
            rows = [_row(n, line) for n, line in enumerate(sentence.split("\n")[1:-1], start=1)]
            blocks.append("\n".join([*(lines if number == 0 else []), *rows]))
    return "\n\n".join(blocks) + "\n\n"


def _row(number: int, line: str) -> str:
    form, lemma, upos, xpos, feats, head, deprel, entity, *glued = line.split()
    misc = [f"Entity={entity}"] if entity != "_" else []
    misc += ["SpaceAfter=No"] if glued else []
    columns = (str(number), form, lemma, upos, xpos, feats, head, deprel, "_")
    return "\t".join((*columns, "|".join(misc) or "_"))


def wheel(path: Path) -> Path:
    """Write a base model with random weights."""
    chance = np.random.default_rng(5)
    arrays = {name: chance.normal(0, 0.2, size).astype("<f4") for name, size in _shapes().items()}
    arrays |= {n: np.ones_like(a) for n, a in arrays.items() if n.endswith("LayerNorm.weight")}
    header, content = dict[str, object](), b""
    for name, array in arrays.items():
        offsets = [len(content), len(content) + array.nbytes]
        header[name] = {"dtype": "F32", "shape": array.shape, "data_offsets": offsets}
        content += array.tobytes()
    head = json.dumps(header).encode()
    with zipfile.ZipFile(path, "w") as files:
        whole = struct.pack("<Q", len(head)) + head + content
        files.writestr("toy/model/model.safetensors", whole)
        files.writestr("toy/model/vocab.txt", "\n".join(VOCABULARY) + "\n")
        files.writestr("toy/model/config.json", json.dumps({"num_attention_heads": HEADS}))
    return path


def _shapes() -> dict[str, tuple[int, ...]]:
    shapes: dict[str, tuple[int, ...]] = {
        "embeddings.word_embeddings.weight": (len(VOCABULARY), WIDTH),
        "embeddings.position_embeddings.weight": (PLACES, WIDTH),
        "embeddings.token_type_embeddings.weight": (2, WIDTH),
        "embeddings.LayerNorm.weight": (WIDTH,),
        "embeddings.LayerNorm.bias": (WIDTH,),
    }
    for layer in range(LAYERS):
        for name, (out, into) in {
            "attention.self.query": (WIDTH, WIDTH),
            "attention.self.key": (WIDTH, WIDTH),
            "attention.self.value": (WIDTH, WIDTH),
            "attention.output.dense": (WIDTH, WIDTH),
            "intermediate.dense": (INNER, WIDTH),
            "output.dense": (WIDTH, INNER),
        }.items():
            shapes[f"encoder.layer.{layer}.{name}.weight"] = (out, into)
            shapes[f"encoder.layer.{layer}.{name}.bias"] = (out,)
        for name in ("attention.output.LayerNorm", "output.LayerNorm"):
            shapes[f"encoder.layer.{layer}.{name}.weight"] = (WIDTH,)
            shapes[f"encoder.layer.{layer}.{name}.bias"] = (WIDTH,)
    return shapes


CLASSES = {"She": 1, "It": 2}


def pronouns(folder: Path) -> Path:
    """Write pronouns: she is Anna, it is the dog, and nobody rains; and some without answers."""
    documents: list[dict[str, Any]] = [
        {
            "name": name,
            "sentences": [["Anna", "sees", "the", "dog", "."], [said, verb, "."]],
            "pronouns": [[1, 0, CLASSES[said], int(right is None), _candidates(right)]],
        }
        for name, said, verb, right in (
            ("songs", "She", "runs", 0),
            ("dogs", "It", "barks", 1),
            ("nights", "It", "rains", None),
            ("days", "She", "runs", 0),
        )
    ]
    unlabelled = [
        {
            "name": f"{document['name']} again",
            "sentences": document["sentences"],
            "pronouns": [[1, 0, CLASSES[document["sentences"][1][0]], None, _candidates(None)]],
        }
        for document in documents
    ]
    folder.mkdir(exist_ok=True)
    for name, some in (("gold", documents), ("replaced", documents), ("unlabelled", unlabelled)):
        with lzma.open(folder / f"{name}.jsonl.xz", "wt", encoding="utf-8") as lines:
            lines.writelines(json.dumps(document) + "\n" for document in some)
    return folder


def _candidates(right: int | None) -> list[list[int]]:
    return [[0, 3, 0, 3, 1, 0, int(right == 1)], [0, 0, -1, -1, 1, 1, int(right == 0)]]
