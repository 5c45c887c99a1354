"""What a new user tries first: chat turns, dialogues, names, told pronouns, values, states."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import hearer
from hearer.cli.app import run
from hearer.model import EntityKind
from hearer.views.words import Called
from tests.conftest import EXAMPLES
from tests.parsers.parses import needs_model

pytestmark = needs_model
LIND = "Nora Lind met Luis in May. She asked him out. They married. That surprised everyone."


# Rewriting --------------------------------------------------------------------------------------


def turns(*said: tuple[str, str]) -> list[str]:
    session = hearer.Session()
    return [hearer.rewrite(session.hear(text, speaker=who)).text for who, text in said]


def test_a_turn_is_rewritten_with_names_from_earlier_turns() -> None:
    assert turns(
        ("Okoro", "I visited my grandmother, Ada Obi, in Lagos."),
        ("Ben", "How is she?"),
        ("Okoro", "She is fine. My brother Tom met her."),
        ("Ben", "They seem happy."),
    )[1:] == [
        "How is Ada Obi?",
        "Ada Obi is fine. My brother Tom met Ada Obi.",
        "Ada Obi and Tom seem happy.",
    ]


def test_whose_grandmother_it_is_depends_on_who_speaks() -> None:
    assert turns(
        ("Okoro", "My grandmother lives in Lagos."),
        ("Ben", "Is she well?"),
        ("Okoro", "She is tired."),
    )[1:] == ["Is Okoro's grandmother well?", "My grandmother is tired."]
    assert turns(("", "My dog is ill."), ("", "He sleeps."))[1] == "He sleeps."  # whose?
    assert turns(("A", "The boys met Ida."), ("B", "They were late."))[1] == "The boys were late."
    assert turns(("A", "Somebody called."), ("B", "They were late."))[1] == "They were late."


def test_roles_of_a_chat_have_an_article() -> None:
    session = hearer.Session()
    session.hear("My printer blinks.", speaker="user")
    assert str(hearer.rewrite(session.hear("Did you unplug it?", speaker="assistant"))) == (
        "Did you unplug the user's printer?"
    )


def test_labels_of_a_transcript_are_speakers() -> None:
    text = "Okoro: I called my aunt.\nBen: How is your aunt? Is she well?\nOkoro: She is fine.\n"
    found = hearer.resolve(text)
    assert {one.speaker for one in found.discourse.utterances} == {"Okoro", "Ben"}
    assert hearer.rewrite(found).text == (
        "Okoro: I called my aunt.\nBen: How is your aunt? Is Okoro's aunt well?\n"
        "Okoro: My aunt is fine.\n"
    )
    asked = "Q: Where did your mother live?\nA: She lived in Rome.\nQ: Did she like it?\n"
    assert hearer.rewrite(asked).text == (
        "Q: Where did your mother live?\nA: She lived in Rome.\nQ: Did your mother like it?\n"
    )
    method = hearer.resolve("Ingredients: two eggs.\nMethod: Beat them well.\n")
    assert {one.speaker for one in method.discourse.utterances} == {""}
    recipe = hearer.resolve("Note: Anna left.\nShe was tired.\nThen it rained.\n")
    assert {one.speaker for one in recipe.discourse.utterances} == {""}


def test_all_replaces_at_least_what_is_needed() -> None:
    story = (EXAMPLES / "story.txt").read_text(encoding="utf-8")
    for text in (story, LIND, "Anna said she would come, but she was late. She called Tom."):
        found = hearer.resolve(text)
        needed, every = (
            {edit.start for edit in hearer.rewrite(found, every=how).edits}
            for how in ("needed", "all")
        )
        assert needed
        assert needed <= every


def test_people_are_called_by_surname_where_the_text_does_so() -> None:
    news = "Maria Lopez met Olaf Brandt. Brandt said nothing. She thanked him."
    assert hearer.rewrite(news).text.endswith("Lopez thanked Brandt.")
    assert hearer.rewrite(news.replace("Brandt s", "Olaf s")).text.endswith("Maria thanked Olaf.")


# Names ------------------------------------------------------------------------------------------


def test_a_chain_with_a_noun_is_not_called_one_or_other() -> None:
    found = hearer.resolve("Tom bought a red car and a blue one. The blue car was fast. It shone.")
    assert found.resolutions[-1].name == "the blue car"


def test_one_entity_has_one_name_everywhere() -> None:
    found = hearer.resolve(LIND)
    names = ["Nora Lind", "Luis", "Nora Lind and Luis", "They married"]
    assert [one.name for one in found.resolutions] == names
    shown = [Called(found).meant(one).strip("“”") for one in found.resolutions]
    assert shown == [str(found.why(one).name).strip("“”") for one in found.resolutions] == names
    table = hearer.compare(LIND, algorithms="weighted-s-list", profile="default", to="tsv")
    assert all(name in table for name in names)
    assert not any(letters in table for letters in ("LIND", "MARRIED", "(3.2)"))


def test_the_candidates_of_an_ambiguous_pronoun_are_rivals_and_sets_have_names() -> None:
    text = (EXAMPLES / "story.txt").read_text(encoding="utf-8")
    found = hearer.resolve(text, precision=0.9)
    they = next(one for one in found.resolutions if one.pronoun.text == "they")
    assert they.label == "ambiguous"
    assert they.rivals[0].entity.kind is EntityKind.SET
    assert "the old guard and the driver" in Called(found).meant(they)
    assert "?" not in Called(found).meant(found.resolutions[-1])  # each other


# Values -----------------------------------------------------------------------------------------


def test_every_expression_has_its_place_and_every_antecedent_its_kind() -> None:
    found = hearer.resolve(LIND)
    said = [LIND[e.start : e.end] for e in found.expressions]
    assert said == [
        "Nora Lind", "Luis", "She", "him", "They", "They married", "That", "everyone"
    ]  # fmt: skip
    kinds = [EntityKind.NAMED, EntityKind.NAMED, EntityKind.SET, EntityKind.CLAUSE]
    assert [one.kind for one in found.resolutions] == kinds
    assert {chain.name: chain.kind for chain in found.chains}["They married"] is EntityKind.CLAUSE
    (it,) = hearer.resolve("It rained.").resolutions
    assert (it.name, it.kind) == (None, None)
    antecedent = found.resolutions[3].antecedent
    assert antecedent is not None
    assert LIND[antecedent.expression.start : antecedent.expression.end] == "They married"


def test_a_comparison_of_a_list_is_a_value_that_prints() -> None:
    both = hearer.compare([LIND, "Tom fell. He cried."], algorithms=["s-list", "bfp"])
    assert repr(both) == str(both)
    assert len(both.documents) == 2
    assert both.documents[1]["pronouns"][0]["answers"][0]["shown"] == "Tom"


def test_an_element_has_the_relation_of_its_expression_in_every_algorithm() -> None:
    for algorithm in ("s-list", "bfp", "weighted-s-list", "lappin-leass"):
        found = hearer.resolve("Anna met Tom. She smiled.", algorithm=algorithm)
        assert {one.relation for one in found.steps[-1].state} & {"nsubj"}, algorithm


def test_told_pronouns_make_a_candidate_the_likely_one() -> None:
    told = hearer.Knowledge(pronouns={"Alex": "they/them"})
    for text in (
        "Alex met Maria. They smiled.",
        "The workers met Alex. They were tired.",
        "Alex runs a bakery. Customers love the bread. They open at six.",
    ):
        one = hearer.resolve(text, knowledge=told).resolutions[-1]
        assert one.name == "Alex", text
        assert hearer.resolve(text).resolutions[-1].name != "Alex", text
        assert sum(x.weight for x in one.attempts[-1].factors) == pytest.approx(
            one.attempts[-1].score
        )
    both = hearer.resolve("Alex and Maria went to Rome. They smiled.", knowledge=told)
    assert both.resolutions[-1].name == "Alex and Maria"


def test_offsets_do_not_change_what_is_equal() -> None:
    one, other = (hearer.resolve(f"{space}Anna fell.").expressions[0] for space in ("", "  "))
    assert (one.start, other.start) == (0, 2)
    assert one == other


# Commands ---------------------------------------------------------------------------------------


def test_states_are_a_table_of_files_and_folders(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.txt").write_text("Anna met a judge. She thanked him.")
    (tmp_path / "b.txt").write_text("Tom fell.")
    assert run(["trace", str(tmp_path), "--to", "tsv", "--profile", "default"]) == 0
    header, *rows = (line.split("\t") for line in capsys.readouterr().out.splitlines())
    assert header == "document utterance word rank entity name status weight".split()
    assert {row[0] for row in rows} == {"a", "b"}
    she = [row for row in rows if row[:3] == ["a", "2", "1"]]
    assert [row[3:7] for row in she] == [
        ["1", "ANNA", "Anna", "OLD"], ["2", "JUDGE", "the judge", "NEW"]
    ]  # fmt: skip
    assert all(float(row[7]) for row in she)
    assert run(["trace", str(tmp_path), "--to", "json", "-o", str(tmp_path / "s.json")]) == 0
    found = json.loads((tmp_path / "s.json").read_text())
    assert len(found) == len(rows)
    assert found[0]["weight"] is None


def test_why_is_a_sentence_and_a_table_and_weights_are_asked_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    command = ["why", "--text", "Anna met a judge. She thanked him.", "--at", "1:31"]
    assert run(command) == 0
    sentence, blank, header, *rows = capsys.readouterr().out.splitlines()
    assert sentence.startswith("“him” at 1:31 is the judge (probability 0.")
    assert sentence.endswith("): Anna is ruled out, she is feminine.")
    assert (blank, header.split()) == ("", ["candidate", "probability"])
    assert [row.split("  ")[0] for row in rows] == ["the judge", "no antecedent", "Anna"]
    assert run([*command, "--weights"]) == 0
    assert "\nWeights: the judge +" in capsys.readouterr().out


def test_a_summary_of_centering_is_of_one_instantiation(
    capsys: pytest.CaptureFixture[str],
) -> None:
    command = ["centering", str(EXAMPLES / "table5.conllu"), "--summary", "--to", "json"]
    assert run(command) == 0
    assert len(json.loads(capsys.readouterr().out)["instantiations"]) == 1
    assert run([*command, "--all"]) == 0
    assert len(json.loads(capsys.readouterr().out)["instantiations"]) > 1
    assert run(command[:-2]) == 0
    assert "one of 48 instantiations" in capsys.readouterr().out


def test_a_pdf_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.txt").write_bytes(b"%PDF-1.7\nsome words that look like text")
    assert run(["resolve", str(tmp_path / "a.txt")]) == 2
    assert "is a PDF, not a text" in capsys.readouterr().err


def test_labelled_lines_of_a_session_are_turns_of_their_speakers() -> None:
    heard = hearer.Session().hear("Okoro: He was at sea.\nMara: Did he write?")
    assert {u.speaker for u in heard.discourse.utterances} == {"Okoro", "Mara"}
    assert "Okoro" not in {one.name for one in heard.resolutions}


def test_a_gender_that_is_told_later_is_the_reason(capsys: pytest.CaptureFixture[str]) -> None:
    text = "Moreno met Reed. He smiled. Ms. Moreno left early."
    assert run(["why", "--text", text, "--at", "1:18"]) == 0
    sentence, *_, last = capsys.readouterr().out.splitlines()
    assert "it was Moreno, but Moreno is feminine (“Ms. Moreno”)." in sentence
    assert last.split("  ")[-1].strip() == "is feminine (“Ms. Moreno”), and “he” is masculine"


def test_a_number_behind_a_noun_is_part_of_its_name() -> None:
    found = hearer.resolve("Room 4 is colder than room 5. Its window does not close.")
    assert found.resolutions[0].name == "room 4"
