"""Run the command line: python -m hearer."""

from hearer.cli import program

if __name__ == "__main__":
    raise SystemExit(program())
