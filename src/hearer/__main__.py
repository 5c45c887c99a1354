"""python -m hearer: the same as the command."""

from hearer.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
