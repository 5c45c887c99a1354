"""WebAnno TSV 3, as WebAnno and INCEpTION export it."""

from __future__ import annotations

import re

import hearer
from hearer.formats import webanno
from hearer.formats.annotation import entities_of
from hearer.formats.converting import converted
from hearer.formats.entities import mention_of
from tests.formats.exchange import ANN, JUDGE, Chains, chains, document
from tests.parsers.parses import needs_model

LAYER = "de.tudarmstadt.ukp.dkpro.core.api.coref.type.CoreferenceLink"

# The example of WebAnno's own documentation (appendix "WebAnno TSV 3.2 File format").
FROM_WEBANNO = f"""#FORMAT=WebAnno TSV 3.2
#T_CH={LAYER}|referenceType|referenceRelation


#Text=He shot himself with his revolver.
1-1	0-2	He	pr[1]	coref->1-1
1-2	3-7	shot	_	_
1-3	8-15	himself	pr[1]	coref->1-2
1-4	16-20	with	_	_
1-5	21-24	his	pr[1]	*->1-3
1-6	25-33	revolver	_	_
1-7	33-34	.	_	_
"""


def test_webannos_own_example_is_read() -> None:
    file = webanno.read(FROM_WEBANNO.encode())
    (found,) = file
    assert file.problems == ()
    assert found.text == "He shot himself with his revolver."
    assert chains(found) == [[(0, 2), (6, 13), (17, 20)]]
    assert {m.attribute("etype") for m in entities_of(found).mentions} == {"pr"}


def test_a_link_goes_over_all_words_of_a_mention() -> None:
    assert converted([document()], to="webanno").splitlines() == [
        "#FORMAT=WebAnno TSV 3.2",
        f"#T_CH={LAYER}|referenceRelation|referenceType",
        "",
        "",
        "#Text=Ann met a judge",
        "1-1\t0-3\tAnn\t*->1-1\tperson[1]\t",
        "1-2\t4-7\tmet\t_\t_\t",
        "1-3\t8-9\ta\t*->2-1\t*[2]\t",
        "1-4\t10-15\tjudge\t*->2-1\t*[2]\t",
        "",
        "#Text=She thanked the man",
        "2-1\t16-19\tShe\t*->1-2\tperson[1]\t",
        "2-2\t20-27\tthanked\t_\t_\t",
        "2-3\t28-31\tthe\t*->2-2\t*[2]\t",
        "2-4\t32-35\tman\t*->2-2\t*[2]\t",
    ]


def test_nested_mentions_share_a_word() -> None:
    whole = (ANN[0], JUDGE[1])
    discourse = document(mention_of("e1", [whole]), mention_of("e2", [ANN]))
    written = converted([discourse], to="webanno")
    assert "\tAnn\t*->2-1|*->1-1\t*[2]|*[1]\t" in written
    (again,) = webanno.read(written.encode())
    assert chains(again) == chains(discourse)


def test_other_layers_and_parts_of_words_are_reported_as_not_read() -> None:
    content = FROM_WEBANNO.replace("#T_CH", "#T_SP=custom.Role|role|more\n#T_CH").replace(
        "\tpr[1]", "\tx|y\t_\tpr[1]"
    )
    plain = [line for line in content.splitlines() if line.endswith("_\t_")]
    for line in plain:
        content = content.replace(line, f"{line}\t_\t_")
    file = webanno.read(content.encode(), "a.tsv")
    assert [(p.line, p.code) for p in file.problems] == [(2, "webanno-layer")]
    assert chains(file[0]) == [[(0, 2), (6, 13), (17, 20)]]
    content = FROM_WEBANNO.replace("1-2\t", "1-1.1\t0-1\tH\t_\t_\n1-2\t")
    assert [p.code for p in webanno.read(content.encode()).problems] == ["webanno-line"]


def test_a_type_may_have_any_character() -> None:
    discourse = document(mention_of("e1", [ANN], etype="a|b[1]_->c"))
    written = converted([discourse], to="webanno")
    (again,) = webanno.read(written.encode())
    assert [m.attribute("etype") for m in entities_of(again).mentions] == ["a|b[1]_->c"]
    assert converted([again], to="webanno") == written


# What INCEpTION does to a file is done here by hand, after the description of its format: it writes
# version 3.3, a line `#Text=` for each line of a sentence, and the links of a chain as they stand.


def linked(text: str, **links: str) -> Chains:
    """What is read of a file where words have other links: `She="2-3"` is link 3 of chain 2."""
    for word, link in links.items():
        cells = f"*->{link}\\t*[{link.partition('-')[0]}]" if link else "_\\t_"
        text, times = re.subn(rf"\t{word}\t[^\t]*\t[^\t]*\t", f"\\t{word}\\t{cells}\\t", text)
        assert times == 1, word
    file = webanno.read(text.encode())
    assert (len(file), file.problems) == (1, ())
    return chains(file[0])


@needs_model
def test_what_was_mended_in_inception_is_read_as_it_stands_there() -> None:
    said = "Joan met Susan\nin the park. She smiled, and she left."
    found = hearer.resolve(said, profile="paper")
    joan, susan, she, again = (0, 4), (7, 12), (22, 25), (35, 38)
    text = hearer.write(found, to="webanno").replace("TSV 3.2", "TSV 3.3")
    sent = re.sub(r"(?m)^#Text=.*", lambda line: line[0].replace("\\n", "\n#Text="), text)
    assert [joan, she, again] in linked(sent)
    mended = linked(sent, Joan="1-1", Susan="2-1", She="2-2", she="2-3")
    assert [joan] in mended
    assert [susan, she, again] in mended
    assert [joan, she] in linked(sent, she="")
