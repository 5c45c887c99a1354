"""What can be called: one family a file, each with one `router`.

about      health, readiness, version, algorithms, formats
measures   what the server counts, for Prometheus
resolve    what every pronoun was taken to mean
rewrite    the text with its pronouns spelled out
why        why a pronoun means what it means, and not somebody else
trace      the states of the list, as the paper's tables print them
compare    several algorithms side by side
convert    from one format to another
batch      many documents
stream     what becomes clear, as it does
listen     the same of text that is being typed, over a WebSocket
sessions   conversations, turn by turn
manual     /docs: what can be called, for people
film       what the studio shows, and what it takes along
studio     the page, what it is made of, and examples to begin with
sending    what is common to the answers: JSON of any text, files of any format
"""
