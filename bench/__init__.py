"""Benchmarks: ratios measured side by side in one run. `python -m bench` runs them all."""
