"""The laboratory: any algorithm against any gold, pronoun by pronoun, and why it errs.

gold              what is true of a document: words, tree, and who is mentioned where
gold_analyst      an analyst that knows the gold expressions
given             nouns and names as a file has them, taken as given, also outside of evaluation
spelled_out       documents whose zero pronouns are words
trial             one algorithm, one document: what is to be heard, and how
double_run        every pronoun heard twice: free, and forced
scoring           what becomes of each third-person pronoun, judged against gold
error_classes     why a pronoun went wrong: the classes of Table 6
gold_features     what gold says of those who are mentioned, held against a pronoun
unheard           why a mention of gold is not among what was heard
blame             all that has to be known of a wrong pronoun
row_texts         the words around a pronoun, for who reads a row
judging           both runs of a trial, judged pronoun by pronoun
experiment        many documents, several algorithms, in several processes
rates             precision, recall, and other shares
measures          one row per pronoun and algorithm, what they come to, and Byron's disclosure
significance      McNemar's test, and resampling of documents
comparison        two algorithms on the pronouns that both count
split_antecedents pronouns for several entities together, counted apart
chain_scores      whole chains: MUC, B³, CEAF, LEA
assignment        the assignment problem, for CEAF
annotation        the analysis against gold, before any algorithm
definites         definite noun phrases, looked up in the S-list
gap_scoring       GAP: F1 on masculine and feminine pronouns, and the bias between them
tables            an evaluation as tables: Table 6 first
headline          what it comes to, in one line
reports           an evaluation, printed
export            rows for other people's tools
centering         centers of annotated texts, and GUM's transitions
"""
