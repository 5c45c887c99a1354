"""What a stranger types, right and wrong, and what should be answered.

Typed       a command line, its exit status, and what the two streams must say
RIGHT       commands that do something
WRONG       commands that are answered with one line that helps
FILES       what lies in the folder they are typed in, beside the examples
"""

from __future__ import annotations

from typing import NamedTuple


class Typed(NamedTuple):
    """A command as it is typed; `out` and `err` have these pieces, `never` is in neither."""

    command: str
    status: int = 0
    out: tuple[str, ...] = ()
    err: tuple[str, ...] = ()
    never: tuple[str, ...] = ()


STORY = "Tilda lost her keys. She called Oskar, and he found them.\n"
FILES = {
    "story.txt": STORY.encode(),
    "my story.txt": STORY.encode(),
    "it's.txt": STORY.encode(),
    "-dash.txt": STORY.encode(),
    "\N{GRINNING FACE}.txt": STORY.encode(),
    "noext": STORY.encode(),
    "crlf.txt": STORY.replace(". ", ".\r\n").encode(),
    "bom.txt": b"\xef\xbb\xbf" + STORY.encode(),
    "utf16.txt": STORY.encode("utf-16"),
    "latin1.txt": "Zoë slept. She snored.\n".encode("latin-1"),
    "picture.png": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)) * 8,
    "empty.txt": b"",
    "empty.conllu": b"",
    "silent.txt": b"Rain fell on the roof.\n",
    "folder/one.txt": STORY.encode(),
    "folder/two.txt": b"Anna slept. She snored.\n",
    "other.json": b'{"a": 1}\n',
    "broken.json": b'[{"schema": "hearer-interpretation-1",\n',
    "none.json": b"[]\n",
    "taken.txt": b"mine\n",
}
ANNA = '"Anna met a judge. She thanked him."'
E = "hearer: error: "

RIGHT = [
    # Asking for help.
    Typed("hearer --help", out=("Usage: hearer", "resolve", "demo", "Exit status")),
    Typed("hearer -h", out=("Usage: hearer",)),
    Typed("hearer resolve --help", out=("Usage: hearer resolve", "--precision")),
    Typed("hearer compare --help", out=("weighted-s-list", "lappin-leass", "all")),
    Typed("hearer --version", out=("hearer 0.", "model english")),
    Typed("hearer -V", out=("hearer 0.",)),
    Typed("hearer list formats", out=("json", "conllu", "brat")),
    Typed("hearer list algorithms", out=("weighted-s-list (the default)", "pp. 1251")),
    Typed("hearer list algorithms hobbs", out=("Lingua 44", "reach=")),
    Typed("hearer demo -o copied", out=("copied/story.txt", "copied/table5.conllu")),
    # Who is meant.
    Typed(f"hearer resolve --text {ANNA}", out=("1:19", "She → Anna", "him → the judge")),
    Typed("hearer resolve story.txt", out=("story.txt:1:12", "her → Tilda", "he → Oskar")),
    Typed("hearer resolve 'my story.txt'", out=("my story.txt:1:22", "She → Tilda")),
    Typed('hearer resolve "it\'s.txt"', out=("She → Tilda",)),
    Typed("hearer resolve ./-dash.txt", out=("She → Tilda",)),
    Typed("hearer resolve -- -dash.txt", out=("She → Tilda",)),
    Typed("hearer resolve \N{GRINNING FACE}.txt", out=("She → Tilda",)),
    Typed("hearer resolve noext", out=("She → Tilda",)),
    Typed("hearer resolve crlf.txt", out=("crlf.txt:2:1 ", "She → Tilda"), never=("\r",)),
    Typed("hearer resolve bom.txt", out=("bom.txt:1:12", "her → Tilda"), never=("\ufeff",)),
    Typed("cat story.txt | hearer resolve -", out=("1:12", "her → Tilda")),
    Typed("hearer resolve - < story.txt", out=("her → Tilda",)),
    Typed("hearer resolve folder", out=("one.txt:1:12", "two.txt:1:13")),
    Typed("hearer resolve story.txt folder/two.txt", out=("story.txt:1:12", "two.txt:1:13")),
    Typed("hearer resolve story.txt --to json", out=('"schema"', '"Tilda"')),
    Typed("hearer resolve story.txt --to JSON", out=('"schema"',)),
    Typed("hearer resolve story.txt --to tsv", out=("\t",)),
    Typed("hearer resolve story.txt --to rows", out=("pronoun", "Tilda")),
    Typed("hearer resolve story.txt --to html", out=("<!DOCTYPE html>", "Tilda")),
    Typed("hearer resolve story.txt -a hobbs", out=("story.txt:1:12",)),
    Typed("hearer resolve story.txt --profile paper", out=("story.txt:1:12",)),
    Typed("hearer resolve story.txt --precision 0.9", err=(" pronouns",)),
    Typed("hearer resolve story.txt -o found.json && cat found.json", out=('"schema"',)),
    Typed("hearer resolve story.txt -o taken.txt --force && cat taken.txt", out=("→",)),
    Typed("hearer resolve empty.txt", never=("→",)),
    Typed("hearer resolve none.json", err=("file-empty", "0 of 0 pronouns"), never=(E,)),
    Typed("hearer resolve silent.txt", err=("0 of 0 pronouns",), never=("→",)),
    Typed("hearer resolve /dev/null", never=("→",)),
    Typed("hearer resolve latin1.txt", out=("She → ",), err=("latin1.txt:1:3", "UTF-8")),
    # Why, and with the names.
    Typed("hearer why story.txt --at 1:22", out=("1:22", "TILDA")),
    Typed("hearer why story.txt:1:22", out=("1:22", "TILDA")),
    Typed("hearer why story.txt --at 1:24", out=("TILDA",)),
    Typed("hearer why story.txt --not oskar --at 1:22", out=("OSKAR",)),
    Typed(f"hearer rewrite --text {ANNA}", out=("Anna met a judge. Anna thanked the judge.",)),
    Typed("hearer rewrite silent.txt", out=("Rain fell on the roof.\n",)),
    Typed("hearer rewrite story.txt --style Annotate", out=("She [Tilda]",)),
    Typed("hearer rewrite story.txt --to json", out=('"edits"', '"left"')),
    Typed("hearer trace examples/table3.conllu --document 1", out=("her: FRIEDMAN ✗ binding",)),
    Typed("hearer trace story.txt", out=("TILDA", "OSKAR ✓")),
    Typed("hearer trace story.txt --to HTML -o t.html && cat t.html", out=("<!DOCTYPE html>",)),
    # Algorithms, formats, centers.
    Typed("hearer compare story.txt", out=("5 algorithms agree", "hobbs"), never=("random",)),
    Typed("hearer compare story.txt -a s-list -a bfp", out=("2 algorithms agree",)),
    Typed("hearer compare story.txt -a all --to tsv", out=("random", "ssk")),
    Typed("hearer centering story.txt", out=("transition", "TILDA")),
    Typed("hearer convert examples/table3.conllu --to json", out=('"schema"',)),
    Typed("hearer convert examples/table3.conllu -o out.json && cat out.json", out=('"schema"',)),
    Typed("echo 'Anna slept. She snored.' | hearer listen", out=("1:13", "→ Anna")),
    # Many documents.
    Typed("hearer corpus --help", out=("Usage: hearer corpus [OPTIONS] [IN...]", "--resume")),
    Typed("hearer corpus query --help", out=("Usage: hearer corpus query [OPTIONS]", "--set")),
    Typed("hearer corpus folder -o out --workers 0 && hearer corpus status out",
          out=("out: complete", "2 documents: 2 done"), err=("hearer corpus query out",)),
    Typed("hearer corpus 'folder/*.txt' -o out --to jsonl --workers 0", err=("2 documents: 2",)),
    Typed("hearer corpus folder -o folder/out --to json --workers 0", err=("2 documents: 2",)),
]  # fmt: skip

WRONG = [
    # No command, or another one.
    Typed("hearer", 2, err=("Usage: hearer", "Commands:")),
    Typed("hearer story.txt", 2, err=(E, "hearer resolve story.txt")),
    Typed(f"hearer {ANNA}", 2, err=(E, "hearer resolve --text")),
    Typed(f"hearer --text {ANNA}", 2, err=(E, "--text", "hearer resolve --text")),
    Typed("hearer resolv story.txt", 2, err=(E, "'resolv'", "did you mean 'resolve'?")),
    Typed("hearer Resolve story.txt", 2, err=(E, "did you mean 'resolve'?")),
    Typed("hearer --vesion", 2, err=(E, "did you mean --version?")),
    # Spellings of earlier versions.
    Typed("hearer why-not story.txt x", 2, err=(E, "hearer why --not CANDIDATE")),
    Typed("hearer formats", 2, err=(E, "say hearer list formats")),
    Typed("hearer trace story.txt --view html", 2, err=(E, "no option --view any more: say --to")),
    Typed("hearer why story.txt --json", 2, err=(E, "say --to json")),
    Typed("hearer evaluate story.txt --parse english", 2, err=(E, "say --set parser=")),
    Typed("hearer resolve story.txt --parser english", 2, err=(E, "say --set parser=")),
    Typed("hearer corpus folder -o out --on dask", 2, err=(E, "say --workers dask")),
    Typed("hearer corpus query out --how labels", 2, err=(E, "hearer corpus query OUT NAME")),
    Typed("hearer demo --to x", 2, err=(E, "say -o")),
    Typed("hearer serve --queue 8", 2, err=(E, "an environment variable")),
    Typed("hearer convert other.json x.conllu", 2, err=(E, "hearer convert other.json -o")),
    # What is read.
    Typed("hearer resolve", 2, err=(E, "Say what to read", "--text")),
    Typed("hearer why", 2, err=(E, "Say what to read")),
    Typed("hearer centering", 2, err=(E, "Say what to read")),
    Typed("hearer resolve stroy.txt", 2, err=(E, "'stroy.txt'", "did you mean 'story.txt'?")),
    Typed("hearer convert stroy.txt", 2, err=(E, "did you mean 'story.txt'?")),
    Typed("hearer evaluate folder/oen.txt", 2, err=(E, "did you mean 'folder/one.txt'?")),
    Typed("hearer rewrite folder", 2, err=(E, "'folder' is a folder", "hearer resolve")),
    Typed("hearer rewrite -dash.txt", 2, err=(E, "say ./-dash.txt")),
    Typed("hearer resolve utf16.txt", 2, err=(E, "UTF-16", "iconv")),
    Typed("hearer resolve picture.png", 2, err=(E, "'picture.png' is no text")),
    Typed("hearer rewrite picture.png", 2, err=(E, "'picture.png' is no text")),
    Typed(f"hearer resolve story.txt --text {ANNA}", 2, err=(E, "not both")),
    Typed("hearer resolve story.txt --from xml", 2, err=(E, "There is no format 'xml'; there is")),
    Typed("hearer rewrite story.txt silent.txt", 2, err=(E, "extra argument(s) (silent.txt)")),
    # What is written.
    Typed("hearer resolve story.txt --to docx", 2, err=(E, "There is no format 'docx'; there is")),
    Typed("hearer resolve story.txt --to jsno", 2, err=(E, "did you mean 'json'?")),
    Typed("hearer resolve story.txt -o taken.txt", 2, err=(E, "there already", "--force")),
    Typed("hearer resolve story.txt -o story.txt", 2, err=(E, "'story.txt' is an input")),
    Typed("hearer resolve story.txt -o x.docx", 2, err=(E, "'x.docx'", "--to")),
    Typed("hearer resolve story.txt -o no/such/x.json", 2, err=(E, "There is no folder")),
    Typed("hearer demo -o folder && hearer demo -o folder", 2, err=(E, "--force")),
    Typed("hearer convert story.txt", 2, err=(E, "raw text", "hearer resolve story.txt")),
    Typed("hearer trace examples/table3.conllu --to html", 2, err=(E, "--document: table3,")),
    Typed("hearer trace story.txt --to pdf", 2, err=(E, "no form 'pdf'", "html")),
    Typed("hearer compare story.txt --to xml", 2, err=(E, "'xml'", "tsv")),
    # How it is resolved.
    Typed("hearer resolve story.txt -a slist", 2, err=(E, "did you mean 's-list'?")),
    Typed("hearer resolve story.txt -a lappin", 2, err=(E, "did you mean 'lappin-leass'?")),
    Typed("hearer list algorithms Hobs", 2, err=(E, "did you mean 'hobbs'?")),
    Typed("hearer compare story.txt -a nobody", 2, err=(E, "There is no algorithm 'nobody'")),
    Typed("hearer resolve story.txt --profile papers", 2, err=(E, "did you mean 'paper'?")),
    Typed("hearer resolve story.txt --set parser=englich", 2, err=(E, "did you mean 'english'?")),
    Typed("hearer resolve story.txt --set parser=spacy:xx", 2, err=(E, "'xx'")),
    Typed("hearer resolve story.txt --set windw=5 -a s-list", 2, err=(E, "did you mean 'window'?")),
    Typed("hearer resolve story.txt --set window=5", 2, err=(E, "weighted-s-list", "s-list")),
    Typed("hearer resolve story.txt --set reach=far", 2, err=(E, "reach cannot be 'far'")),
    Typed("hearer resolve story.txt --set reach", 2, err=(E, "NAME=VALUE")),
    Typed("hearer resolve story.txt --precision 90", 2, err=(E, "as in 0.9, not 90")),
    Typed("hearer resolve story.txt --precision 90%", 2, err=(E, "'90%' is not a valid float")),
    Typed(
        "hearer resolve story.txt -a bfp --precision 0.9",
        2,
        err=(E, "one of weighted-s-list"),
    ),
    Typed("hearer resolve story.txt --tex", 2, err=(E, "did you mean --text?")),
    Typed("hearer resolve story.txt --to", 2, err=(E, "'--to' requires an argument")),
    # Where it stands.
    Typed("hearer why story.txt --at three", 2, err=(E, "LINE:COLUMN")),
    Typed("hearer why story.txt --at 99:1", 2, err=(E, "the nearest is")),
    # Broken files with no document left: their problem, and an error.
    *(
        Typed(
            f"hearer {command} broken.json",
            2,
            err=("broken.json:2:1: json-document no JSON", f"{E}'broken.json' is broken"),
            never=("0 of 0",),
        )
        for command in ("resolve", "trace", "why", "rewrite", "centering", "compare")
    ),
    Typed("hearer resolve other.json", 2, err=("json-document", f"{E}'other.json' is broken")),
    Typed(
        "hearer resolve story.txt broken.json -o found.json",
        2,
        err=("broken.json:2:1: json-document", f"{E}'broken.json' is broken"),
    ),
    # Many documents.
    Typed("hearer corpus", 2, err=(E, "hearer corpus texts -o out")),
    Typed("hearer corpus folder", 2, err=(E, "hearer corpus folder -o out")),
    Typed("hearer corpus folder out", 2, err=(E, "-o a folder")),
    Typed("hearer corpus foldr -o out", 2, err=(E, "did you mean 'folder'?")),
    Typed("hearer corpus folder -o story.txt", 2, err=(E, "'story.txt' is no folder")),
    Typed("hearer corpus folder -o examples", 2, err=(E, "'examples' is no corpus of ours")),
    Typed("hearer corpus folder -o out --to parket", 2, err=(E, "did you mean 'parquet'?")),
    Typed("hearer corpus folder -o out --workers many", 2, err=(E, "many")),
    Typed("hearer corpus folder -o out --resume --force", 2, err=(E, "say one")),
    Typed("hearer corpus - -o out", 2, err=(E, "hearer corpus texts -o out")),
    Typed(f"hearer corpus {ANNA} -o out", 2, err=(E, "hearer resolve --text")),
    Typed("hearer corpus status", 2, err=(E, "hearer corpus status out")),
    Typed("hearer corpus status folder", 2, err=(E, "'folder' is no corpus")),
    Typed("hearer corpus query folder", 2, err=(E, "'folder' is no corpus")),
    Typed("hearer status out", 2, err=(E, "There is no command 'status'")),
    # Gold.
    Typed("hearer evaluate", 2, err=(E, "GOLD", "hearer evaluate --help")),
    Typed("hearer evaluate story.txt", 2, err=(E, "raw text", "no gold")),
    Typed("hearer evaluate examples/table3.conllu", 2, err=(E, "no gold coreference")),
    Typed("hearer evaluate folder", 2, err=(E, "no file to read")),
    Typed("hearer evaluate other.json", 2, err=(E, "nothing to evaluate")),
]
