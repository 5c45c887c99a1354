"""Write answers.tsv anew."""

from tests.golden import PATH, answers

PATH.write_text("".join("\t".join(one) + "\n" for one in answers()), encoding="utf-8")
