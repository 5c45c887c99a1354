"""A corpus that was heard, opened: its documents, its tables, and what it answers.

Corpus    the results of `hearer corpus`, from one folder or from several

Only tables can be asked: a corpus that is written as JSON lines or as a file a document has none.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hearer.corpora.manifest import Manifest, State, read
from hearer.corpora.questions.questions import QUESTIONS, ReadyQuestion, Taken, question
from hearer.errors import InputError, OutputError, UnknownName, UsageError
from hearer.harmless import brief, number_and
from hearer.once import once
from hearer.writing.places import Name, is_dir

if TYPE_CHECKING:
    from hearer.corpora.answer import CorpusAnswer
    from hearer.corpora.query import CorpusTables, Rows
    from hearer.corpora.summary import Summary
