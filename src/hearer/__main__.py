"""python -m hearer: the same as the command."""

from hearer.cli import program

if __name__ == "__main__":
    raise SystemExit(program())
