"""What can be called: one family a file, each with one `router`.

about      health, readiness, version, algorithms, formats
resolve    what every pronoun was taken to mean
why        why a pronoun means what it means
film       what the studio shows, and what it takes along
studio     the page, what it is made of, and examples to begin with
sending    what is common to the answers: JSON of any text, files of any format
"""
