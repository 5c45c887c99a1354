"""The gallery: examples of the literature, what was published of them, and what we answer.

examples      the examples: hand-parsed discourses, who is meant, and what is published
deviations    where we answer otherwise than was published, and why
answers       what the algorithms answer, with nouns as given
reports       the gallery as a table, and one example with all that is said of it
pages         the same for the documentation, and the pages of the traces
"""

from hearer.gallery.answers import GalleryAnswer, answers_to
from hearer.gallery.examples import GalleryExample, example_named, examples_of

__all__ = ["GalleryAnswer", "GalleryExample", "answers_to", "example_named", "examples_of"]
