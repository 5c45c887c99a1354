"""How the English pipeline is trained: `python -m training.encoder`, or one step of it.

    __main__       the command: `prepare`, `train`, `boundaries`, `export`, `card`, or all of them

Before training, where the corpora are (numpy):

    corpora        gold and silver documents; silver with its labels mended
    labels         what a word is taught, numbered
    reading        documents in pieces, with their labels by number
    columns        sentences as flat columns of small numbers: what travels
    folds          documents in as many parts as one likes, by their names
    base           the weights of the base model, from a package registry
    rankings       pronouns and their candidates
    atoms_data     raw text in atoms, and where words and sentences end
    prepare        all of it into one folder

Training, where a GPU may be (torch):

    settings       what can be chosen: layers, widths, epochs, heads left out
    batches        sentences side by side
    network        the encoder and its heads
    meanings       what a word offers and asks for, and how a candidate fits a pronoun
    learning       losses, rates and phases: silver first, gold last
    figures        how well it reads what it was not taught
    weights        a network's weights as a small file, and back
    boundary_net   the net that finds words and sentences, and its training

After training (numpy, onnx):

    graph          nodes of an ONNX graph, linear maps in int8
    export         the graphs of the encoder and of the boundaries
"""
