"""`python -m training.encoder`: see pipeline.py."""

from training.encoder.pipeline import main

if __name__ == "__main__":
    main()
