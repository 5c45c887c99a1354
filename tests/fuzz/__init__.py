"""A fuzzer: samples of everything that strangers may hand in, mutated by the number of the case.

samples      what is mutated: files of every format, sessions, corrections, texts, real corpora
mutations    what is done to them: bytes, lines, fields, numbers, JSON; nothing but a seed decides
promises     what must hold whatever was read: no loss, written and read back, no escapes
targets      what is thrown at what: every reader, sessions, corrections, texts, options, commands
running      one case after the other, with a clock; failures with the number that makes them again
kept         cases that failed once, with their inputs; `make test` replays them forever

    python -m tests.fuzz --from 0 --cases 2000
    python -m tests.fuzz --target session --from 1234 --cases 1
"""
