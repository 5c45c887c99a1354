"""Hostile files, each with what is said of it.

To add one: a line in `CASES` with what it is, its format, what is in the file, and the problems as
they are printed, without the path. What would be large is made here, never kept.
"""

# ruff: noqa: E501 - messages are long

from __future__ import annotations

NINES = "9" * 5000
GAP = "ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tA-coref\tB\tB-offset\tB-coref\tURL\n"
ROW = "x\tAnn met Sue. She left.\tShe\t13\tAnn\t0\tTRUE\tSue\t8\tFALSE\turl\n"
BEGIN, END = "#begin document (a); part 000\n", "\n#end document\n"
WEBANNO = "#FORMAT=WebAnno TSV 3.2\n#T_CH=CoreferenceLink|relation|type\n\n"
TEXT = "Ann met Sue. She left."
T1, T2 = "T1\tPER 0 3\tAnn\n", "T2\tPER 13 16\tShe\n"
DEEP = "[" * 100_000
OURS = '{"schema": "hearer-interpretation-1", "text": "Ann",\n"utterances": [%s],\n"expressions": [%s]%s}'
UTTERANCE = '{"number": 1, "words": [{"form": "Ann", "head": %s, "start": %s, "end": %s}]}'
ANN = UTTERANCE % (0, 0, 3)
NLP = '{"sentences": [{"tokens": [{"word": "Ann"}, {"word": "left"}]%s}],\n"corefs": {%s}}'
CONLLU = "# sent_id = 1\n1\tAnn\tAnn\tPROPN\t_\t_\t0\troot\t_\t%s\n\n"


def rows(*coreference: str) -> str:
    return "".join(f"a 0 {n} w{n} {cell}\n" for n, cell in enumerate(coreference))


CASES: list[tuple[str, str, str, list[str]]] = [
    # CoNLL-2012
    (
        "a part of 5,000 digits",
        "conll2012",
        f"#begin document (a); part {NINES}\n{rows('-')}{END}",
        [
            "1:1: conll2012-begin '#begin document (a); part 99999999999999' (and 4986 more characters) names no document; kept"
        ],
    ),
    (
        "a chain that is never closed",
        "conll2012",
        BEGIN + rows("(1", "-") + END,
        ["2:10: conll2012-unclosed the bracket (1 is never closed; left aside"],
    ),
    (
        "a chain that is never opened",
        "conll2012",
        BEGIN + rows("-", "1)") + END,
        ["3:10: conll2012-unopened '1)' closes what is not open; left aside"],
    ),
    (
        "a chain over the end of a sentence",
        "conll2012",
        BEGIN + rows("(1", "(2)") + "\n" + rows("1)") + END,
        ["2:10: conll2012-crossing the bracket (1 closes in another sentence, line 5; left aside"],
    ),
    (
        "no brackets",
        "conll2012",
        BEGIN + rows("(x)", "7", "(1)|)2(") + END,
        [
            "2:10: conll2012-bracket '(x)' is no bracket; left aside",
            "3:10: conll2012-bracket '7' is no bracket; left aside",
            "4:10: conll2012-bracket ')2(' is no bracket; left aside",
        ],
    ),
    (
        "a file that is cut",
        "conll2012",
        BEGIN + rows("(1)") + "a 0",
        [
            "1:1: conll2012-end the document 'a' has no #end: is all of it there? Kept",
            "3:1: conll2012-columns 'a 0' has no word and coreference; left aside",
        ],
    ),
    (
        "a begin without a name",
        "conll2012",
        "#begin document\n" + rows("-") + END,
        ["1:1: conll2012-begin '#begin document' names no document; kept"],
    ),
    # WebAnno
    (
        "two tokens a gigabyte apart",
        "webanno",
        WEBANNO + "1-1\t0-3\tAnn\t_\t_\t\n1-2\t999999990-999999999\tleft\t_\t_\t\n",
        [
            "5:5: webanno-offset 999999987 places after the last word, and no more than 1000 are read; read as if there were 1"
        ],
    ),
    (
        "offsets of 5,000 digits",
        "webanno",
        WEBANNO + f"1-1\t0-{NINES}\tAnn\t_\t_\t\n",
        [
            "4:1: webanno-line the line '1-1\\t0-9999999999999999999999999999999999' (and 4975 more characters) is not read"
        ],
    ),
    (
        "offsets that go back",
        "webanno",
        WEBANNO + "1-1\t5-8\tAnn\t_\t_\t\n1-2\t3-7\tleft\t_\t_\t\n",
        [
            "5:5: webanno-offset the word begins at 3, before 8, the end of the last; read as if there were 0"
        ],
    ),
    (
        "a link that points nowhere",
        "webanno",
        WEBANNO + "1-1\t0-3\tAnn\t*->\tperson[1]\t\n1-2\t4-8\tleft\t_\t_\t\n",
        ["4:13: webanno-link '*-> person[1]' belongs to no link of a chain; left aside"],
    ),
    (
        "a link without those before it",
        "webanno",
        WEBANNO + "1-1\t0-3\tAnn\t*->1-7\tperson[1]\t\n",
        ["4:1: webanno-link link 7 of chain 1 has no link 6 before it; kept"],
    ),
    (
        "a type of another chain",
        "webanno",
        WEBANNO + "1-1\t0-3\tAnn\t*->1-1\tperson[2]\t\n",
        ["4:13: webanno-link '*->1-1 person[2]' belongs to no link of a chain; left aside"],
    ),
    (
        "a link in two sentences",
        "webanno",
        WEBANNO + "1-1\t0-3\tAnn\t*->1-1\t*[1]\t\n\n2-1\t4-8\tleft\t*->1-1\t*[1]\t\n",
        [
            "4:1: webanno-link link 1 of chain 1 goes on in another sentence; what is there is left aside"
        ],
    ),
    (
        "a mention with a gap",
        "webanno",
        WEBANNO
        + "1-1\t0-3\tAnn\t*->1-1\t*[1]\t\n1-2\t4-8\tleft\t_\t_\t\n1-3\t8-9\t.\t*->1-1\t*[1]\t\n",
        ["4:1: webanno-link link 1 of chain 1 has a gap; what is between is read as part of it"],
    ),
    (
        "columns that are missing",
        "webanno",
        WEBANNO + "1-1\t0-3\tAnn\t*->1-1\n",
        ["4:1: webanno-link 4 columns, and the header has 5; read so far"],
    ),
    (
        "no header",
        "webanno",
        "1-1\t0-3\tAnn\n",
        ["1:1: webanno-header the first line is not '#FORMAT=WebAnno TSV 3'; read"],
    ),
    # GAP
    (
        "no header",
        "gap",
        ROW,
        [
            "1:1: gap-header the first line is not the header 'ID\\tText\\tPronoun\\tPronoun-offset\\tA\\tA-offse' (and 32 more characters); read as an example"
        ],
    ),
    (
        "an offset of 5,000 digits",
        "gap",
        GAP + ROW.replace("13", NINES),
        [
            "2:30: gap-columns 'She' does not stand at '9999999999999999999999999999999999999999' (and 4960 more characters) of the text; left aside"
        ],
    ),
    (
        "an offset before the text",
        "gap",
        GAP + ROW.replace("13", "-13"),
        ["2:30: gap-columns 'She' does not stand at '-13' of the text; left aside"],
    ),
    (
        "a pronoun that stands elsewhere",
        "gap",
        GAP + ROW.replace("13", "3"),
        ["2:30: gap-columns 'She' does not stand at '3' of the text; left aside"],
    ),
    (
        "neither true nor false",
        "gap",
        GAP + ROW.replace("TRUE", "maybe"),
        ["2:39: gap-columns A-coref is 'maybe', not TRUE or FALSE; left aside"],
    ),
    (
        "a row that is cut",
        "gap",
        GAP + ROW[:40],
        [
            "2:1: gap-columns 'x\\tAnn met Sue. She left.\\tShe\\t13\\tAnn\\t0\\tTR' has 7 columns, not 11; left aside"
        ],
    ),
    # brat
    (
        "a relation to nothing",
        "brat",
        T1 + "R1\tCoref Arg1:T1 Arg2:T9\n",
        ["2:23: brat-reference 'T9' is no annotation of the file; left aside"],
    ),
    (
        "an equivalence of nothing",
        "brat",
        T1 + T2 + "*\tCoref T1 T2 T3\n",
        ["3:15: brat-reference 'T3' is no annotation of the file; left aside"],
    ),
    (
        "a relation that is cut",
        "brat",
        T1 + "R1\tCoref Arg1:T1",
        ["2:1: brat-line 'R1\\tCoref Arg1:T1' annotates nothing; left aside"],
    ),
    (
        "offsets of 5,000 digits",
        "brat",
        f"T1\tPER 0 {NINES}\tAnn\n",
        [
            "1:1: brat-line 'T1\\tPER 0 9999999999999999999999999999999' (and 4973 more characters) annotates nothing; left aside"
        ],
    ),
    (
        "offsets beyond the text",
        "brat",
        "T1\tPER 20 99\tleft\n",
        ["1:8: brat-line 'T1\\tPER 20 99\\tleft' annotates nothing in the text; left aside"],
    ),
    (
        "offsets that go back",
        "brat",
        "T1\tPER 3 0\tAnn\n",
        ["1:8: brat-line 'T1\\tPER 3 0\\tAnn' annotates nothing in the text; left aside"],
    ),
    (
        "an annotation of a blank",
        "brat",
        "T1\tPER 3 4\t \n",
        ["1:1: brat-line 'T1' has no words in the text; left aside"],
    ),
    (
        "one name for two annotations",
        "brat",
        T1 + T1.replace("0 3", "8 11"),
        ["2:1: brat-line 'T1' stands twice; the second is left aside"],
    ),
    # our JSON
    (
        "NaN and Infinity",
        "json",
        OURS % (ANN, "", ',\n"confidence": [NaN, -Infinity, 1e999]'),
        [
            "4:16: file-value NaN is no number of JSON; read as null",
            "4:21: file-value -Infinity is no number of JSON; read as null",
            "4:32: file-value this is no number, or too large; read as null",
        ],
    ),
    (
        "a number of 5,000 digits",
        "json",
        OURS % (UTTERANCE % (0, NINES, 3), "", ""),
        ["2:76: file-value a number of 5000 digits, and no more than 100 are read; read as null"],
    ),
    (
        "half a character",
        "json",
        OURS.replace("Ann", "A\\ud800n") % ("", "", ""),
        [
            "1:49: file-value \\ud800 is half a character; read as U+FFFD",
            "1:47: file-space 'A\ufffdn' is outside all words; read as white space",
        ],
    ),
    (
        "arrays in arrays",
        "json",
        DEEP,
        ["1:65: json-document nested more than 64 deep; left aside"],
    ),
    (
        "objects in objects",
        "json",
        '{"a":' * 100_000,
        ["1:321: json-document nested more than 64 deep; left aside"],
    ),
    (
        "a file that is cut",
        "json",
        OURS[:40],
        ["1:39: json-document no JSON (Unterminated string starting at); left aside"],
    ),
    (
        "a version to come",
        "json",
        '{"schema": "hearer-interpretation-2"}',
        ["1:1: json-document no JSON object of the schema hearer-interpretation-1; left aside"],
    ),
    (
        "a word outside the text",
        "json",
        OURS % (UTTERANCE % (0, 10**12, 10**12 + 3), "", ""),
        [
            "2:40: json-place 'Ann' does not stand at 1000000000000 to 1000000000003 of the text; read between blanks"
        ],
    ),
    (
        "a head that is no word",
        "json",
        OURS % (UTTERANCE % (10**30, 0, 3), "", ""),
        ["2:64: json-place the head 1000000000000000000000000000000 makes no tree; read as a root"],
    ),
    (
        "an utterance numbered twice",
        "json",
        OURS % (f"{ANN},\n{ANN}", "", ""),
        [
            "3:1: json-place the utterance has number 1, after 1",
            "3:25: json-place 'Ann' does not stand at 0 to 3 of the text; read between blanks",
        ],
    ),
    (
        "an expression outside its utterance",
        "json",
        OURS % (ANN, '{"utterance": 1, "head": 1, "first": 1, "last": 7, "start": 0}', ""),
        ["3:17: json-place words 1 to 7 are not in utterance 1; read as one without words"],
    ),
    (
        "a resolution of no expression",
        "json",
        OURS % (ANN, "", ',\n"resolutions": [{"pronoun": 7, "antecedent": -1, "entity": "E"}]'),
        [
            "4:29: json-reference there is no expression '7'; left aside",
            "4:46: json-reference there is no expression '-1'; left aside",
        ],
    ),
    (
        "an entity of no expression",
        "json",
        OURS % (ANN, "", ',\n"entities": [{"entity": "E", "expressions": [0, "x"]}]'),
        [
            "4:46: json-reference there is no expression '0'; left aside",
            "4:49: json-reference there is no expression 'x'; left aside",
        ],
    ),
    (
        "values of other kinds",
        "json",
        OURS % ('{"number": "1", "words": [3, {"form": 3}]}', "", ',\n"document": [1]'),
        [
            "2:16: json-place the utterance has number 0, after 0",
            "2:27: file-value number is '\"1\"', and no whole number; left aside",
            "2:42: file-value '3' is no object; left aside",
            "2:45: json-place '' does not stand at 0 to 0 of the text; read between blanks",
            "2:54: file-value form is '3', and no text; left aside",
            "4:13: file-value document is '[1]', and no text; left aside",
        ],
    ),
    (
        "no kind that is known",
        "json",
        OURS % (ANN, '{"utterance": 1, "kind": "os.system", "sorts": ["x"]}', ""),
        [
            "3:42: file-value 'os.system' is no kind; read as 'bare'",
            "3:65: file-value this is no sort; left aside",
        ],
    ),
    # CoreNLP
    (
        "a mention outside its sentence",
        "corenlp",
        NLP % ("", '"1": [{"sentNum": 1, "startIndex": 1, "endIndex": 9}]'),
        ["2:18: corenlp-mention words 1 to 8 are not in sentence 1; left aside"],
    ),
    (
        "a mention in no sentence",
        "corenlp",
        NLP % ("", '"1": [{"sentNum": 7, "startIndex": 1, "endIndex": 2}]'),
        ["2:18: corenlp-mention words 1 to 1 are not in sentence 7; left aside"],
    ),
    (
        "a chain that is none",
        "corenlp",
        NLP % ("", '"1": 7, "2": [7]'),
        [
            "2:17: file-value 1 is '7', and no array; left aside",
            "2:26: file-value '7' is no object; left aside",
        ],
    ),
    (
        "an arc to nowhere",
        "corenlp",
        NLP % (',\n"basicDependencies": [{"dependent": 9, "governor": 1}]', ""),
        [
            "2:23: corenlp-arc the arc from 1 to 9 is none of this sentence, or the second; left aside"
        ],
    ),
    (
        "arcs in a circle",
        "corenlp",
        NLP
        % (
            ',\n"basicDependencies": [{"dependent": 1, "governor": 2}, {"dependent": 2, "governor": 1}]',
            "",
        ),
        ["2:23: corenlp-arc the arcs of word 1 go in a circle; read as a root"],
    ),
    (
        "a sentence without words",
        "corenlp",
        '{"sentences": [{"tokens": []}]}',
        ["1:16: corenlp-sentence the sentence has no tokens; left aside"],
    ),
    (
        "sentences that are a number",
        "corenlp",
        '{"sentences": 3}',
        ["1:15: file-value sentences is '3', and no array; left aside"],
    ),
    (
        "arrays in arrays",
        "corenlp",
        DEEP,
        ["1:65: corenlp-document nested more than 64 deep; left aside"],
    ),
    # Token clusters
    (
        "a span without end",
        "jsonlines",
        '{"tokens": ["Ann"],"clusters": [[[0, %s]]]}' % (10**30),
        ["1:34: jsonlines-span the span lies in no sentence; left aside"],
    ),
    (
        "a span of 5,000 digits",
        "jsonlines",
        f'{{"tokens": ["Ann"],"clusters": [[[0, {NINES}]]]}}',
        [
            "1:38: file-value a number of 5000 digits, and no more than 100 are read; read as null",
            "1:34: jsonlines-span the span is no first and last number; left aside",
        ],
    ),
    (
        "spans that are none",
        "jsonlines",
        '{"tokens": ["Ann"], "clusters": [7, [3, ["a", "b"]]]}',
        [
            "1:34: jsonlines-span the cluster is no array of spans; left aside",
            "1:38: jsonlines-span the span is no first and last number; left aside",
            "1:41: jsonlines-span the span is no first and last number; left aside",
        ],
    ),
    (
        "words that are none",
        "jsonlines",
        '{"sentences": [7, [null, ["x"]]]}',
        [
            "1:16: file-value the sentence is no array of words; left aside",
            "1:20: file-value the word is no text; read as 'None'",
            "1:26: file-value the word is no text; read as '_'",
        ],
    ),
    (
        "half a character",
        "jsonlines",
        '{"tokens": ["\\udfff"]}',
        ["1:14: file-value \\udfff is half a character; read as U+FFFD"],
    ),
    (
        "arrays in arrays",
        "jsonlines",
        '{"tokens": ["a"]}\n' + DEEP,
        ["2:65: jsonlines-document nested more than 64 deep; left aside"],
    ),
    (
        "an array and a number",
        "jsonlines",
        "[1]\n7\n",
        [
            "1:2: jsonlines-document no document with words; left aside",
            "2:1: jsonlines-document no document with words; left aside",
        ],
    ),
    # CoNLL-U
    (
        "an ID of 5,000 digits",
        "conllu",
        CONLLU.replace("1\tAnn", f"{NINES}\tAnn", 1) % "_",
        [
            "2:1: conllu-id '9999999999999999999999999999999999999999' (and 4960 more characters) is no ID; read as word 1"
        ],
    ),
    (
        "a head of 5,000 digits",
        "conllu",
        CONLLU.replace("\t0\t", f"\t{NINES}\t") % "_",
        [
            "2:21: conllu-head-range HEAD '9999999999999999999999999999999999999999' (and 4960 more characters) is no word of this sentence; word 1 is taken as the root",
            "2:21: conllu-no-root no word has HEAD 0; word 1 is taken as the root",
        ],
    ),
    (
        "heads in a circle",
        "conllu",
        "1\ta\t_\t_\t_\t_\t2\tdep\t_\t_\n2\tb\t_\t_\t_\t_\t1\tdep\t_\t_\n\n",
        [
            "1:13: conllu-cycle the heads go in a circle, 1 → 2 → 1; word 1 is taken as the root",
            "1:13: conllu-no-root no word has HEAD 0; word 1 is taken as the root",
        ],
    ),
    (
        "an entity of 5,000 digits",
        "corefud",
        "# global.Entity = eid-etype-head-other\n" + CONLLU % f"Entity=(e{NINES}-person-{NINES}-)",
        [],
    ),
    (
        "columns that are cut",
        "conllu",
        "1\tAnn\tAnn",
        [
            "1:11: conllu-columns 3 columns instead of 10; the missing are read as _",
            "1:11: conllu-head HEAD '_' is not a number; word 1 is taken as the root",
            "1:11: conllu-no-root no word has HEAD 0; word 1 is taken as the root",
        ],
    ),
]
