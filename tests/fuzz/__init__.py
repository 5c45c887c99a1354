"""A fuzzer: mutated samples of all kinds of input; the number of a case makes it again.

python -m tests.fuzz --from 0 --cases 2000 --keep tests/fuzz/kept.jsonl
python -m tests.fuzz --target session --from 1234 --cases 1
"""
