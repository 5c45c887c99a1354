"""Short discourses with the right answers noted first, and a judge of what is answered.

reading     the files: KIND.txt, and parsed/KIND.conllu with some of them parsed by hand
judge       right or wrong, what was answered, and how sure
"""
