"""--given: nouns are who the file says, and what is written of pronouns is not looked at."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import hearer
from hearer.cli import app as cli
from hearer.errors import InputError, UsageError
from tests.conftest import EXAMPLES

SHE, HE = (
    "Gender=Fem|Number=Sing|Person=3|PronType=Prs",
    "Gender=Masc|Number=Sing|Person=3|PronType=Prs",
)
THEY = "Number=Plur|Person=3|PronType=Prs"
SLEPT = "slept sleep VERB VerbForm=Fin 0 root"
Meant = Callable[..., list[tuple[str, str | None]]]
Sentence = tuple[str, ...]  # words: form lemma upos feats head relation, and what is annotated


def document(*sentences: Sentence, name: str = "text") -> str:
    """CoNLL-U, as CorefUD has it."""
    lines = [f"# newdoc id = {name}", "# global.Entity = eid-etype-head-other"]
    for sentence in sentences:
        for n, word in enumerate(sentence, start=1):
            form, lemma, upos, feats, head, relation, *misc = word.split()
            columns = (n, form, lemma, upos, "_", feats, head, relation, "_", *misc, "_")
            lines.append("\t".join(map(str, columns[:10])))
        lines.append("")
    return "\n".join([*lines, ""])


@pytest.fixture
def meant(tmp_path: Path) -> Meant:
    """What the pronouns of a document mean, its nouns as given."""

    def of(*sentences: Sentence, **how: str) -> list[tuple[str, str | None]]:
        path = tmp_path / "text.conllu"
        path.write_text(document(*sentences), encoding="utf-8")
        algorithm = how.get("algorithm")
        found = hearer.resolve(path, given=True, profile="paper", algorithm=algorithm)
        return [(r.pronoun.text, r.entity) for r in found.resolutions]

    return of


ANN = ("Ann Ann PROPN Number=Sing 2 nsubj Entity=(e1-person-1-)", SLEPT)
LAWYER = "lawyer lawyer NOUN Number=Sing 3 nsubj Entity=e2)"
MET = ("A a DET _ 2 det Entity=(e2-person-2-", LAWYER, "met meet VERB VerbForm=Fin 0 root")
JUDGE = (
    *MET,
    "a a DET _ 5 det Entity=(e1-person-2-",
    "judge judge NOUN Number=Sing 3 obj Entity=e1)",
)
ENDING = f"She she PRON {SHE} 2 nsubj", SLEPT


def test_the_file_decides_which_nouns_corefer(meant: Meant, tmp_path: Path) -> None:
    # The judge is Ann; so she is evoked, and stands before the lawyer who is new.
    assert meant(ANN, JUDGE, ENDING) == [("she", "ANN")]
    found = hearer.resolve(tmp_path / "text.conllu", profile="paper")
    assert [r.entity for r in found.resolutions] == ["LAWYER"]


@pytest.mark.parametrize(
    "written", ["", "Entity=(e1-person-1-)", "Entity=(e2-person-1-)", "Entity=(e9)"]
)
@pytest.mark.parametrize("algorithm", hearer.ALGORITHMS.names())
def test_what_is_written_of_a_pronoun_changes_nothing(
    meant: Meant, written: str, algorithm: str
) -> None:
    she = f"She she PRON {SHE} 2 nsubj {written}".strip()
    plain = meant(ANN, JUDGE, ENDING, algorithm=algorithm)
    assert meant(ANN, JUDGE, (she, SLEPT), algorithm=algorithm) == plain
    assert len(plain) == 1


def test_entities_are_called_as_the_file_calls_them_if_these_are_names(meant: Meant) -> None:
    ann = "Ann Ann PROPN Number=Sing 2 nsubj Entity=(THE_JUDGE-person-1-)", SLEPT
    assert meant(ann, ENDING) == [("she", "THE_JUDGE")]


def test_types_of_entities_are_their_sorts(meant: Meant) -> None:
    # Nobody knows what Zorblax is; the file does.
    def first(etype: str) -> Sentence:
        return f"Zorblax Zorblax PROPN Number=Sing 2 nsubj Entity=(e1-{etype}-1-)", SLEPT

    assert meant(first("person"), ENDING) == [("she", "ZORBLAX")]
    assert meant(first("PER"), ENDING) == [("she", "ZORBLAX")]
    assert meant(first("object"), ENDING) == [("she", None)]
    assert meant(first(""), ENDING) == [("she", "ZORBLAX")]


def test_an_animal_may_be_he_or_she_whatever_it_seemed(meant: Meant) -> None:
    poodle = (
        "The the DET _ 2 det Entity=(e1-{}-2-",
        "poodle poodle NOUN Number=Sing 3 nsubj Entity=e1)",
    )
    assert meant((poodle[0].format("animal"), poodle[1], SLEPT), ENDING) == [("she", "POODLE")]
    assert meant((poodle[0].format("object"), poodle[1], SLEPT), ENDING) == [("she", None)]


QUEEN = ("A a DET _ 2 det", "queen queen NOUN Number=Sing 3 nsubj", SLEPT)


def test_where_all_is_marked_an_unmarked_noun_is_nobody(meant: Meant) -> None:
    assert meant(ANN, QUEEN, ENDING) == [("she", "ANN")]


def test_where_only_chains_are_marked_an_unmarked_noun_is_somebody(meant: Meant) -> None:
    she = f"She she PRON {SHE} 2 nsubj Entity=(e1-person-1-)", SLEPT
    assert meant(ANN, she, QUEEN, ENDING) == [("she", "ANN"), ("she", "QUEEN")]


def test_nested_mentions_are_two(meant: Meant) -> None:
    # [The mother of [Ann]] slept.
    mother = (
        "The the DET _ 2 det Entity=(e2-person-2-",
        "mother mother NOUN Number=Sing 5 nsubj",
        "of of ADP _ 4 case",
        "Ann Ann PROPN Number=Sing 2 nmod Entity=(e1-person-1-)e2)",
        SLEPT,
    )
    again = (
        "Her her PRON Gender=Fem|Number=Sing|Person=3|Poss=Yes|PronType=Prs 2 nmod:poss",
        "dog dog NOUN Number=Sing 3 nsubj Entity=(e3-animal-1-)",
        SLEPT,
    )
    assert meant(mother, again) == [("her", "ANN")]  # a name is unused, a noun brand-new
    third = (
        "The the DET _ 2 det Entity=(e2-person-2-",
        "woman woman NOUN Number=Sing 3 nsubj Entity=e2)",
        SLEPT,
    )
    assert meant(mother, third, ENDING) == [("she", "MOTHER")]


@pytest.mark.parametrize("number", [1, 2])  # the name alone is marked, or all of it
def test_an_appositive_without_a_mention_evokes_what_it_is_said_of(
    tmp_path: Path, number: int
) -> None:
    # Ann, a judge, slept.
    ann = "Ann Ann PROPN Number=Sing 6 nsubj Entity=(e1-person-1-"
    rest = (
        ", , PUNCT _ 4 punct",
        "a a DET _ 4 det",
        "judge judge NOUN Number=Sing 1 appos" + (" Entity=e1)" if number == 2 else ""),
        ", , PUNCT _ 4 punct",
        SLEPT,
    )
    path = tmp_path / "text.conllu"
    path.write_text(document((ann + (")" if number == 1 else ""), *rest)), encoding="utf-8")
    found = hearer.resolve(path, profile="paper", given=True)
    said = [(expression.text, expression.entity) for expression in found.expressions]
    assert said == [("Ann", "ANN"), ("judge", "ANN")]


@pytest.mark.parametrize("name", ["table3", "table4", "table5"])
def test_what_we_found_taken_as_given_is_found_again(name: str, tmp_path: Path) -> None:
    for document_ in hearer.read(EXAMPLES / f"{name}.conllu"):
        found = hearer.resolve(document_, profile="paper")
        path = tmp_path / "text.conllu"
        path.write_text(hearer.write(found, to="corefud"), encoding="utf-8")
        again = hearer.resolve(path, profile="paper", given=True)
        assert hearer.trace(again) == hearer.trace(found)


def test_a_discontinuous_mention_is_one(meant: Meant) -> None:
    # [The queen] slept [who had reigned].
    queen = (
        "The the DET _ 2 det Entity=(e1[1/2]-person-2-",
        "queen queen NOUN Number=Sing 3 nsubj Entity=e1[1/2])",
        SLEPT,
        "who who PRON PronType=Rel 5 nsubj Entity=(e1[2/2]-person-2-",
        "reigned reign VERB VerbForm=Fin 2 acl:relcl Entity=e1[2/2])",
    )
    assert meant(queen, ENDING) == [("she", "QUEEN")]


def test_split_antecedents_are_not_given_away(meant: Meant) -> None:
    met = (
        "Ann Ann PROPN Number=Sing 2 nsubj Entity=(e1-person-1-)",
        "met meet VERB VerbForm=Fin 0 root",
        "Eve Eve PROPN Number=Sing 2 obj Entity=(e2-person-1-)",
    )
    they = f"They they PRON {THEY} 2 nsubj Entity=(e3-person-1-)|SplitAnte=e1<e3,e2<e3", SLEPT
    bare = f"They they PRON {THEY} 2 nsubj", SLEPT
    assert meant(met, they) == meant(met, bare) == [("they", None)]


ZERO = "0.1\t_\t_\tPRON\t_\tPerson=3|PronType=Prs\t_\t_\t1:nsubj\tEntity=(e1-person-1-)\n"


@pytest.mark.parametrize(
    "content",
    [
        document(("Ann Ann PROPN Number=Sing 2 nsubj", SLEPT), ENDING),
        document((f"She she PRON {SHE} 2 nsubj Entity=(e1-person-1-)", SLEPT)),
        document(("Přišla přijít VERB Gender=Fem|Number=Sing 0 root",)).replace(
            "1\t", ZERO + "1\t", 1
        ),
    ],
    ids=["nothing", "a pronoun", "an empty node"],
)
def test_what_says_nothing_of_nouns_is_refused(content: str, tmp_path: Path) -> None:
    path = tmp_path / "text.conllu"
    path.write_text(content, encoding="utf-8")
    refused = "'text' is annotated with no noun or name, so none can be taken as given. Leave out"
    with pytest.raises(InputError, match=refused):
        hearer.resolve(path, given=True)
    with pytest.raises(InputError, match="This text is annotated with no noun"):
        hearer.resolve("Ann slept. She slept.", given=True)


def test_who_says_it_all_need_not_say_more() -> None:
    knowledge = hearer.Knowledge(pronouns={"Ann": "she/her"})
    with pytest.raises(UsageError, match="either knowledge"):
        hearer.resolve("Ann slept.", given=True, knowledge=knowledge)


def test_a_bracket_that_is_never_closed_is_a_problem(tmp_path: Path) -> None:
    path = tmp_path / "text.conllu"
    broken = "Eve Eve PROPN Number=Sing 2 nsubj Entity=(e2-person-1-", SLEPT
    path.write_text(document(ANN, broken, ENDING), encoding="utf-8")
    found = hearer.resolve(path, given=True)
    assert [problem.code for problem in found.problems] == ["corefud-unclosed"]


MASCULINE, FEMININE = "Case=Nom|Gender=Masc|Number=Sing", "Case=Nom|Gender=Fem|Number=Sing"


def test_where_gender_is_grammatical_types_tell_no_gender(meant: Meant) -> None:
    # Der Tisch steht in der Küche. Er knarrt, sie glänzt.
    table = (
        f"Der der DET {MASCULINE}|PronType=Art 2 det Entity=(e1-object-2-",
        f"Tisch Tisch NOUN {MASCULINE} 3 nsubj Entity=e1)",
        "steht stehen VERB Number=Sing|Person=3|VerbForm=Fin 0 root",
        "in in ADP _ 6 case",
        "der der DET Case=Dat|Gender=Fem|Number=Sing|PronType=Art 6 det Entity=(e2-place-2-",
        "Küche Küche NOUN Case=Dat|Gender=Fem|Number=Sing 3 obl Entity=e2)",
    )
    creaks = (
        f"Er er PRON {MASCULINE}|Person=3|PronType=Prs 2 nsubj",
        "knarrt knarren VERB Number=Sing|Person=3|VerbForm=Fin 0 root",
    )
    shines = (
        f"Sie sie PRON {FEMININE}|Person=3|PronType=Prs 2 nsubj",
        "glänzt glänzen VERB Number=Sing|Person=3|VerbForm=Fin 0 root",
    )
    assert meant(table, creaks, shines) == [("er", "TISCH"), ("sie", "KÜCHE")]


# The commands and Python ------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "judge.conllu"
    path.write_text(document(ANN, JUDGE, ENDING, name="judge"), encoding="utf-8")
    return path


def test_the_refusal_is_in_words_of_the_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["trace", "--text", "Ann slept.", "--set", "given=yes"]) == 2
    assert capsys.readouterr().err.endswith("can be taken as given. Leave out --set given.\n")


def test_python_takes_it_too(file: Path) -> None:
    assert "she: ANN ✓" in hearer.trace(hearer.resolve(file, given=True, profile="paper"))
    assert "Ann" in str(hearer.compare(file, given=True, algorithms=["s-list"]))
