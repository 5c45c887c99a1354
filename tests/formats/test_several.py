"""Several documents in one file: none of them disturbs another."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import hearer
from hearer.formats import conllu, gap
from hearer.formats.conllu.discourse import conllu_of
from hearer.formats.converting import converted
from hearer.model import Discourse
from tests.cli.test_cli import Captured, run
from tests.conftest import EXAMPLES
from tests.formats.exchange import document
from tests.formats.making import discourse_of
from tests.formats.udapi_judge import seen_by_udapi

TEXTS = ["Ann met a judge. She thanked him.", "Bill slept. He snored.", "It rained."]


def test_an_entity_has_one_name_in_a_file_of_corefud() -> None:
    found = [hearer.resolve(text) for text in TEXTS]
    written = hearer.write(found, to="corefud")
    entities = [len(one.chains) for one in found]
    seen = seen_by_udapi(written.encode())
    assert len({entity for entity, *_ in seen}) == sum(entities) > 3
    names = re.findall(r"# sent_id = (.+)", written)
    assert len(set(names)) == len(names) == 5
    assert written.startswith(hearer.write(found[0], to="corefud"))


def test_one_document_in_a_file_counts_from_1() -> None:
    found = hearer.resolve(TEXTS[1])
    assert "Entity=(e1-" in hearer.write(found, to="corefud")


def test_gap_as_corefud_is_understood_by_udapi(data: Path) -> None:
    documents = gap.read((data / "gap" / "gap-validation.tsv").read_bytes())[:40]
    seen = seen_by_udapi(converted(documents, to="corefud").encode())
    assert len(seen) == 3 * len(documents)
    entities = sum(3 - any(name.is_referent for name in e[4:6]) for e in gap.examples_of(documents))
    assert len({entity for entity, *_ in seen}) == entities


def test_annotated_documents_keep_their_names_where_they_can() -> None:
    found = hearer.resolve(TEXTS[0])
    (first,) = conllu.discourses(conllu.parse(hearer.write(found, to="corefud")))
    both = converted([first, first], to="corefud")
    alone = converted([first], to="corefud")
    assert both.startswith(alone)
    seen, once = (seen_by_udapi(text.encode()) for text in (both, alone))
    assert len(seen) == 2 * len(once)
    assert len({e for e, *_ in seen}) == 2 * len({e for e, *_ in once})


def test_gum_counts_in_every_document_anew() -> None:
    written = converted([document(), document()], to="gum")
    assert written.count("Entity=(1-person-new-1-coref)") == 2


def test_a_file_that_does_not_end_its_last_sentence_does_not_run_into_the_next() -> None:
    row = "1\tAnn\tAnn\tPROPN\tNNP\t_\t0\troot\t_\t_"
    open_end = discourse_of(f"# newdoc id = a\n{row}")
    written = hearer.write([hearer.resolve(d) for d in (open_end, open_end)], to="corefud")
    again = conllu.parse(written)
    assert (len(again.sentences), again.problems) == (2, ())


@pytest.mark.parametrize("to", ["json", "corenlp", "tsv", "gap", "jsonl", "conll2012", "text"])
def test_every_format_puts_documents_together_in_its_own_way(to: str) -> None:
    found = [hearer.resolve(d) for d in hearer.read(EXAMPLES / "table3.conllu")]
    assert len(found) > 1
    one, two = hearer.write(found[:1], to=to), hearer.write(found[:2], to=to)
    assert two.startswith("[\n{" if to in {"json", "corenlp"} else one)
    assert len(two) > len(one)


def test_files_of_every_kind_are_read_by_their_names(tmp_path: Path) -> None:
    (made,) = conllu.discourses(conllu.parse(conllu_of(document())))
    found = hearer.resolve(made)
    for name, to in (
        ("a.json", "json"), ("b.json", "corenlp"), ("a.jsonl", "jsonlines"), ("a.tsv", "gap"),
        ("b.tsv", "webanno"), ("a.ann", "brat"), ("a.conll", "conll2012"), ("b.conll", "corefud"),
        ("a", "json"), ("b", "conll2012"),
    ):  # fmt: skip
        (tmp_path / name).write_text(hearer.write(found, to=to), encoding="utf-8")
        (tmp_path / "a.txt").write_text(made.text, encoding="utf-8")
        (story,) = hearer.read(tmp_path / name)
        assert story.format == ("conllu" if name == "b.conll" else to)
        assert "".join(story.text.split()) == "".join(made.text.split())
        assert story.has_parse == (to in {"json", "corenlp", "corefud"})


def test_rows_of_pronouns_are_known_and_refused(tmp_path: Path) -> None:
    found = hearer.resolve(TEXTS[0])
    for to in ("jsonl", "tsv"):
        path = tmp_path / f"a.{to}"
        path.write_text(hearer.write(found, to=to), encoding="utf-8")
        with pytest.raises(hearer.UsageError, match=f"'{to}' can be written, not read"):
            hearer.read(path)


def test_our_json_is_heard_again(tmp_path: Path) -> None:
    found = hearer.resolve(TEXTS[0])
    path = tmp_path / "a.json"
    path.write_text(hearer.write(found, to="json"), encoding="utf-8")
    again = hearer.resolve(hearer.read(path))
    assert [str(chain) for chain in again.chains] == [str(chain) for chain in found.chains]
    assert isinstance(again.discourse, Discourse)


def test_without_a_parse_nothing_is_heard_that_needs_one(
    tmp_path: Path, capsysbinary: Captured
) -> None:
    path = tmp_path / "a.conll"
    path.write_text(hearer.write(hearer.resolve(TEXTS[0]), to="conll2012"), encoding="utf-8")
    (story,) = hearer.read(path)
    refused = rf"'weighted-s-list' needs a parse, and {path} \(conll2012\) has words only"
    for hear in (hearer.resolve, hearer.follow, hearer.listen):
        with pytest.raises(hearer.UsageError, match=refused):
            hear(story)
    for to in ("json", "jsonl"):
        status, out, err = run(capsysbinary, "resolve", path, "--to", to)
        assert (status, out, "needs a parse" in err) == (2, "", True)
    assert hearer.resolve(story.text).resolutions
