"""Raw texts and what a good editor makes of them, by what they show.

Each text goes through the whole pipeline. Where an editor may write one thing or another, both
stand here.
"""

# ruff: noqa: E501 - one text a line

EDITED: dict[str, dict[str, str | tuple[str, ...]]] = {
    "the full name once, then the short one": {
        "Nora Lindqvist opened a bakery in Malmö. She bakes at night.": "Nora Lindqvist opened a bakery in Malmö. Nora bakes at night.",
        "Nora Lindqvist opened a bakery. Everybody likes her. Her bread is dark.": "Nora Lindqvist opened a bakery. Everybody likes Nora. Nora's bread is dark.",
        "Dr. Ama Osei runs the clinic. Patients trust her.": "Dr. Ama Osei runs the clinic. Patients trust Dr. Osei.",
        "Mr. Thomas Crane owns a mill. His sons run it.": (
            "Mr. Thomas Crane owns a mill. Mr. Crane's sons run it.",
            "Mr. Thomas Crane owns a mill. Mr. Crane's sons run the mill.",
        ),
        "Victor Hale wrote a play. Hale was poor. He sold it for ten pounds.": "Victor Hale wrote a play. Hale was poor. Hale sold the play for ten pounds.",
        "J. R. Whitcomb built bridges. He lived in Leeds.": "J. R. Whitcomb built bridges. Whitcomb lived in Leeds.",
        "Anna Keller met Anna Meyer in Bern. Anna Keller was late. She had missed the tram.": "Anna Keller met Anna Meyer in Bern. Anna Keller was late. Anna Keller had missed the tram.",
        "Paula Ortiz met Simon Reed. Reed was a lawyer. She disliked him.": (
            "Paula Ortiz met Simon Reed. Reed was a lawyer. Paula disliked Reed.",
            "Paula Ortiz met Simon Reed. Reed was a lawyer. Ortiz disliked Reed.",
        ),
        "The Norwegian Polar Institute moved to Tromsø. Its library is large.": "The Norwegian Polar Institute moved to Tromsø. The Norwegian Polar Institute's library is large.",
        "Acme Holdings makes tractors. Acme is rich. Its boss lives in Graz.": "Acme Holdings makes tractors. Acme is rich. Acme's boss lives in Graz.",
        "Queen Matilda fled. She crossed the frozen river.": "Queen Matilda fled. Queen Matilda crossed the frozen river.",
    },
    "no name twice in a clause": {
        "Maria Silva was hungry. She ate her lunch.": "Maria Silva was hungry. Maria ate her lunch.",
        "Maria Silva was late. Her brother scolded her.": "Maria Silva was late. Maria's brother scolded her.",
        "Peter Lang is a gardener. In his shed he keeps seeds.": "Peter Lang is a gardener. In his shed Peter keeps seeds.",
        "Maria Silva lost her purse.": "Maria Silva lost her purse.",
        "Maria said that she was cold.": "Maria said that she was cold.",
        "When she arrived, Maria was cold.": "When she arrived, Maria was cold.",
        "Peter was ill. When he woke up, he called his doctor.": "Peter was ill. When Peter woke up, he called his doctor.",
        "Maria bought a lamp. She put it on her desk and switched it on.": "Maria bought a lamp. Maria put the lamp on her desk and switched it on.",
        "Peter cut himself. He bandaged himself.": "Peter cut himself. Peter bandaged himself.",
        "Maria's suitcase was heavy, but she carried it home.": "Maria's suitcase was heavy, but she carried it home.",
        "Peter and Maria met in Rome. They like each other.": "Peter and Maria met in Rome. Peter and Maria like each other.",
    },
    "named again where somebody else could be meant": {
        "Clara visited Judith, and she cooked.": (
            "Clara visited Judith, and Clara cooked.",
            "Clara visited Judith, and Judith cooked.",
        ),
        "The bus hit the wall, and it collapsed.": (
            "The bus hit the wall, and the wall collapsed.",
            "The bus hit the wall, and the bus collapsed.",
        ),
    },
    "nouns": {
        "An old guard sat by the gate. He was asleep.": "An old guard sat by the gate. The old guard was asleep.",
        "A dog barked. Nobody heard it.": "A dog barked. Nobody heard the dog.",
        "Two students knocked. The teacher let them in.": "Two students knocked. The teacher let the two students in.",
        "Some children played outside. They were noisy.": "Some children played outside. The children were noisy.",
        "The nurse who works at night is tired. She needs a holiday.": "The nurse who works at night is tired. The nurse needs a holiday.",
        "A woman in a green coat got on. Her umbrella dripped.": "A woman in a green coat got on. The woman's umbrella dripped.",
        "Emma bought apples. They were rotten.": "Emma bought apples. The apples were rotten.",
        "Emma bought milk. It was sour.": "Emma bought milk. The milk was sour.",
        "Hedgehogs are shy animals. They eat snails.": "Hedgehogs are shy animals. Hedgehogs eat snails.",
        "The mayor of Ghent spoke. His voice was hoarse.": (
            "The mayor of Ghent spoke. The mayor's voice was hoarse.",
            "The mayor of Ghent spoke. The mayor of Ghent's voice was hoarse.",
        ),
        "A tall man came in. The man sat down. Nobody greeted him.": (
            "A tall man came in. The man sat down. Nobody greeted the man.",
            "A tall man came in. The man sat down. Nobody greeted the tall man.",
        ),
        "Every guest brought his own chair.": "Every guest brought his own chair.",
        "Nobody lost his temper.": "Nobody lost his temper.",
    },
    "what somebody owns": {
        "Emma lost her keys. Paul found them.": "Emma lost her keys. Paul found Emma's keys.",
        "Emma lost her keys. She found them later.": (
            "Emma lost her keys. Emma found her keys later.",
            "Emma lost her keys. Emma found them later.",
        ),
        "Emma called her brother. He was asleep.": "Emma called her brother. Emma's brother was asleep.",
        "The Smiths moved to Leeds. Their house is red.": "The Smiths moved to Leeds. The Smiths' house is red.",
        "The Joneses have a boat. Their children love it.": (
            "The Joneses have a boat. The Joneses' children love it.",
            "The Joneses have a boat. The Joneses' children love the boat.",
        ),
        "Curtis plays chess. His sister beats him.": "Curtis plays chess. Curtis's sister beats him.",
        "The drivers went on strike. Their wages were low.": "The drivers went on strike. The drivers' wages were low.",
        "The women went on strike. Their wages were low.": "The women went on strike. The women's wages were low.",
        "Tom and Clara rented a flat. Their landlord was kind.": "Tom and Clara rented a flat. Tom and Clara's landlord was kind.",
        "Emma has a bakery. She built it with her own hands.": (
            "Emma has a bakery. Emma built the bakery with her own hands.",
            "Emma has a bakery. Emma built it with her own hands.",
        ),
        "Emma is rich. Paul prefers her own house.": "Emma is rich. Paul prefers Emma's own house.",
    },
    "hers and theirs": {
        "The Smiths have a large garden. Our garden is small, but theirs is huge.": "The Smiths have a large garden. Our garden is small, but theirs is huge.",
        "Emma came in. The red bicycle is hers.": "Emma came in. The red bicycle is Emma's.",
        "Emma came in. A cousin of hers was with Paul.": "Emma came in. A cousin of Emma's was with Paul.",
        "Paul came back. The coat on the chair is his.": "Paul came back. The coat on the chair is Paul's.",
    },
    "several": {
        "Tom met Clara in Oslo. They married there.": "Tom met Clara in Oslo. Tom and Clara married there.",
        "Tom Baker met Clara Wood in Oslo. They married there.": "Tom Baker met Clara Wood in Oslo. Tom and Clara married there.",
        "Tom and Clara came. Both of them were wet.": "Tom and Clara came. Both of them were wet.",
        "The keys lay on the table. One of them was broken.": "The keys lay on the table. One of the keys was broken.",
        "The keys were gone. Paul had lost all of them.": "The keys were gone. Paul had lost all of the keys.",
        "The keys were gone. Paul had lost them all.": "The keys were gone. Paul had lost them all.",
        "Lisa and her husband bought a boat. They sold it.": (
            "Lisa and her husband bought a boat. Lisa and her husband sold it.",
            "Lisa and her husband bought a boat. Lisa and her husband sold the boat.",
        ),
        "Paul was hungry. He and his wife ate early.": "Paul was hungry. Paul and his wife ate early.",
    },
    "verbs agree": {
        "Emma was tired. She's lost her map.": "Emma was tired. Emma has lost her map.",
        "Emma is here. She's angry.": "Emma is here. Emma is angry.",
        "Emma is here. She'll stay. She'd like a room.": "Emma is here. Emma will stay. Emma would like a room.",
        "Paul was late. He'd missed the tram.": "Paul was late. Paul had missed the tram.",
        "The visitors are here. They're early. They've brought wine.": "The visitors are here. The visitors are early. The visitors have brought wine.",
        "The team lost the final. They were angry.": "The team lost the final. The team was angry.",
        "The police came at noon. They were armed.": "The police came at noon. The police were armed.",
        "Emma is new. Does she know the way?": "Emma is new. Does Emma know the way?",
        "Emma is new, isn't she?": "Emma is new, isn't she?",
        "Emma won. So did he.": "Emma won. So did he.",
    },
    "objects and particles": {
        "The box was heavy. Paul picked it up.": "The box was heavy. Paul picked the box up.",
        "Emma had a plan. Paul liked it.": "Emma had a plan. Paul liked the plan.",
        "Emma came in. Paul gave her a book.": "Emma came in. Paul gave Emma a book.",
        "Emma came in. Paul is taller than her.": "Emma came in. Paul is taller than Emma.",
        "Emma waited. Paul, who loved her, was late.": "Emma waited. Paul, who loved Emma, was late.",
    },
    "left alone": {
        "It rained. It was clear that Paul was ill.": "It rained. It was clear that Paul was ill.",
        "Paul resigned. This surprised everybody.": "Paul resigned. This surprised everybody.",
        "A driver needs sleep. He or she should rest.": "A driver needs sleep. He or she should rest.",
        "A driver needs sleep. He/she should rest.": "A driver needs sleep. He/she should rest.",
        "Emma came in. It was she who won.": "Emma came in. It was she who won.",
        "I am tired. My feet hurt.": "I am tired. My feet hurt.",
    },
    "speech": {
        "Emma came in. “She is late,” said Paul. He looked at her.": "Emma came in. “She is late,” said Paul. Paul looked at Emma.",
        "An old guard came out. “There is a bus,” he said.": "An old guard came out. “There is a bus,” the old guard said.",
        'Emma came in. "I am tired," she said. "Where is he?"': 'Emma came in. "I am tired," Emma said. "Where is he?"',
    },
    "capitals": {
        "Paul bought an iPhone. It was expensive.": "Paul bought an iPhone. The iPhone was expensive.",
        "EMMA WAS LATE. SHE HAD MISSED THE TRAM.": "EMMA WAS LATE. EMMA HAD MISSED THE TRAM.",
        "The United Nations met in May. Its members disagreed.": "The United Nations met in May. The United Nations' members disagreed.",
        "Ronald McAllister sells ropes. They say he is honest.": "Ronald McAllister sells ropes. They say Ronald is honest.",
    },
    "protected": {
        "Emma wrote a script. Paul ran `her.py` and thanked her.": "Emma wrote a script. Paul ran `her.py` and thanked Emma.",
        "Emma has a page, https://example.org/her/it. Paul reads it.": (
            "Emma has a page, https://example.org/her/it. Paul reads it.",
            "Emma has a page, https://example.org/her/it. Paul reads the page.",
            "Emma has a page, https://example.org/her/it. Paul reads Emma's page.",
        ),
        "Emma moved. Write to her@example.org or call her.": "Emma moved. Write to her@example.org or call Emma.",
        "Emma moved. Her files are in /home/her/it and C:\\Users\\her.": "Emma moved. Emma's files are in /home/her/it and C:\\Users\\her.",
        "Emma moved. Read [her story](https://example.org/she) and thank her.": "Emma moved. Read [her story](https://example.org/she) and thank Emma.",
        'Emma moved. <a href="she">Her page</a> is new. Paul thanked her.': 'Emma moved. <a href="she">Her page</a> is new. Paul thanked Emma.',
        "Emma moved.\n\n```\nprint(her)\nif she: it()\n```\n\nPaul misses her.\n": "Emma moved.\n\n```\nprint(her)\nif she: it()\n```\n\nPaul misses Emma.\n",
        "Emma  moved.\r\n\r\n\tPaul misses\u00a0her. \n": "Emma  moved.\r\n\r\n\tPaul misses\u00a0Emma. \n",
        "Emma moved. Paul likes *her*.": "Emma moved. Paul likes *Emma*.",
    },
}
