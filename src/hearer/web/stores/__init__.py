"""Where sessions are kept: in memory, or in a file that survives the server.

    base             what a store is: sessions, and the log of their turns
    memory           in memory, up to a number of bytes
    sqlite           in an SQLite file: a turn that is answered is on the disk
    conversations    sessions that hear turns, each turn once however often it is sent
    turnstile        one at a time for each session, the others in a short queue

A session is kept as the state that `hearer.Session` goes on from, and its turns as they were said
and answered.
"""
