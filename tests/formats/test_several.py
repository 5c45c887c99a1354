"""Several documents in one file: none of them disturbs another."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

import hearer
from hearer.formats import conllu
from hearer.formats.annotation import entities_of
from hearer.formats.conllu.discourse import conllu_of
from hearer.formats.conllu.file import document_of
from hearer.formats.converting import converted, read_as
from hearer.formats.entities import chained
from hearer.model import Discourse, Interpretation
from tests.cli.test_cli import Captured, run
from tests.formats.exchange import document
from tests.formats.making import discourse_of
from tests.formats.udapi_judge import seen_by_udapi

ROW = "1\tAnn\tAnn\tPROPN\tNNP\t_\t0\troot\t_\t_"
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


def test_annotated_documents_keep_their_names_where_they_can() -> None:
    found = hearer.resolve(TEXTS[0])
    (first,) = conllu.discourses(conllu.parse(hearer.write(found, to="corefud")))
    both = converted([first, first], to="corefud")
    alone = converted([first], to="corefud")
    assert both.startswith(alone)
    seen, once = (seen_by_udapi(text.encode()) for text in (both, alone))
    assert len(seen) == 2 * len(once)
    assert len({e for e, *_ in seen}) == 2 * len({e for e, *_ in once})


def test_a_file_without_an_end_does_not_run_into_the_next() -> None:
    open_end = hearer.resolve(discourse_of(f"# newdoc id = a\n{ROW}"))
    again = conllu.parse(hearer.write([open_end, open_end], to="corefud"))
    assert (len(again.sentences), again.problems) == (2, ())


def test_files_of_every_kind_are_read_by_their_names(tmp_path: Path) -> None:
    (made,) = conllu.discourses(conllu.parse(conllu_of(document())))
    found = hearer.resolve(made)
    for name, to in (
        ("a.json", "json"), ("b.tsv", "webanno"), ("a.ann", "brat"),
        ("a.conll", "conll2012"), ("b.conll", "corefud"), ("a", "json"), ("b", "conll2012"),
    ):  # fmt: skip
        (tmp_path / name).write_text(hearer.write(found, to=to), encoding="utf-8")
        (tmp_path / "a.txt").write_text(made.text, encoding="utf-8")
        (story,) = hearer.read(tmp_path / name)
        assert story.format == ("conllu" if name == "b.conll" else to)
        assert "".join(story.text.split()) == "".join(made.text.split())
        assert story.has_parse == (to in {"json", "corefud"})


def test_rows_of_pronouns_are_known_and_refused(tmp_path: Path) -> None:
    found = hearer.resolve(TEXTS[0])
    for to in ("jsonl", "tsv"):
        path = tmp_path / f"a.{to}"
        path.write_text(hearer.write(found, to=to), encoding="utf-8")
        with pytest.raises(hearer.UsageError, match=f"'{to}' can be written, not read"):
            hearer.read(path)


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


# Forty documents ---------------------------------------------------------------------------

MANY = 40
Chain = list[tuple[object, object]]


def chains_of(found: Discourse) -> list[Chain]:
    """Where the mentions of every entity stand, whatever its name is."""
    chains = chained(entities_of(found).mentions).values()
    return sorted(sorted((s.first, s.last) for m in chain for s in m.spans) for chain in chains)


def raw_stories() -> list[Interpretation]:
    """Documents of one name, as a folder of folders of story.txt gives them."""
    found = hearer.resolve(TEXTS)
    stories = [replace(one, discourse=replace(one.discourse, name="story")) for one in found]
    return [stories[n % len(stories)] for n in range(MANY)]


def conllu_stories(*, newdoc: str, end: str = "\n", mark: str = "") -> list[Interpretation]:
    """Documents that were read, all called the same, with sentences 1, 2 … in each."""
    stories: list[Interpretation] = []
    for n, found in enumerate(raw_stories()):
        if n >= len(TEXTS):
            again = stories[n % len(TEXTS)]
            path = f"{n}/story.conllu"
            source = replace(document_of(again.discourse), path=path)
            discourse = replace(again.discourse, path=path, source=source)
            stories.append(replace(again, discourse=discourse))
            continue
        text = hearer.write(found, to="corefud").replace("# newdoc id = story\n", newdoc)
        content = (mark + text).replace("\n", end)
        (story,) = conllu.discourses(conllu.parse(content, path=f"{n}/story.conllu"))
        stories.append(hearer.resolve(story))
    return stories


STORIES: dict[str, Callable[[], list[Interpretation]]] = {
    "raw": raw_stories,
    "conllu": partial(conllu_stories, newdoc="# newdoc id = story\n"),
    "no names": partial(conllu_stories, newdoc="#newdoc\n"),
    "no bounds": partial(conllu_stories, newdoc=""),
    "of windows": partial(conllu_stories, newdoc="", end="\r\n", mark="\ufeff"),
}


@pytest.mark.parametrize("stories", STORIES)
@pytest.mark.parametrize("to", ["corefud", "conll2012"])
def test_many_documents_of_one_name_stay_apart(stories: str, to: str) -> None:
    found = STORIES[stories]()
    assert len(found) == MANY
    written = hearer.write(found, to=to).encode()
    back = read_as(hearer.FORMATS.find(to), written, "all.txt")
    alone = [
        read_as(hearer.FORMATS.find(to), hearer.write(one, to=to).encode(), "x") for one in found
    ]
    assert list(map(chains_of, back)) == [chains_of(one) for (one,) in alone]
    assert not back.problems
    assert len({one.name for one in back}) == MANY
    if to == "conll2012":
        return
    names = [utterance.name for one in back for utterance in one.utterances]
    assert len(set(names)) == len(names) == sum(len(one.discourse.utterances) for one in found)
    entities = [{mention.entity for mention in entities_of(one).mentions} for one in back]
    assert len(set().union(*entities)) == sum(map(len, entities)) > MANY
    seen = {entity for entity, *_ in seen_by_udapi(written.replace(b"\r", b""))}
    assert len(seen) == sum(map(len, entities))


def test_names_stay_in_one_file_and_are_made_for_files_without_bounds() -> None:
    file = f"# newdoc id = a\n# sent_id = 1\n{ROW}\n\n" * 2 + f"# newdoc\n# sent_id = 1\n{ROW}\n\n"
    documents = conllu.discourses(conllu.parse(file, path="a.conllu"))
    assert converted(documents, to="conllu") == file
    found = hearer.write([hearer.resolve(one) for one in documents], to="corefud")
    assert re.findall("# (?:newdoc|sent_id).*", found) == re.findall("# (?:newdoc|sent_id).*", file)
    alone = [conllu.parse(f"# sent_id = 1\n{ROW}\n\n", path=f"{name}.conllu") for name in "ab"]
    joined = converted([one for each in alone for one in conllu.discourses(each)], to="conllu")
    comments = ["# newdoc id = a", "# sent_id = 1", "# newdoc id = b", "# sent_id = 1~2"]
    assert re.findall("# .*", joined) == comments


def test_a_name_that_begins_with_a_hash_makes_no_comments_of_the_words() -> None:
    named = replace(document(), name="#story")
    written = converted([named], to="conll2012")
    (again,) = read_as(hearer.FORMATS.find("conll2012"), written.encode(), "a.conll")
    assert (again.name, len(again.utterances)) == ("#story", len(named.utterances))
    assert chains_of(again) == chains_of(named)


def test_a_folder_in_one_file_of_webanno_is_refused(tmp_path: Path, capsysbinary: Captured) -> None:
    for n in range(2):
        (tmp_path / f"{n}.txt").write_text(TEXTS[n])
    all_of_it = tmp_path / "all.tsv"
    status, _, err = run(capsysbinary, "resolve", tmp_path, "--to", "webanno", "-o", all_of_it)
    assert (status, all_of_it.exists()) == (2, False)
    assert "write to a folder" in err
