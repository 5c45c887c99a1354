"""What can be called: one family a file, each with one `router`.

about      health, readiness, version, algorithms, formats
measures   what the server counts, for Prometheus
resolve    what every pronoun was taken to mean
why        why a pronoun means what it means
sessions   conversations, turn by turn
stream     pronouns as they fall, line by line
listen     text as it is typed, over a WebSocket
studio     the page, what it is made of, and examples to begin with
sending    what is common to the answers: JSON of any text, files of any format
"""
