"""The gallery: examples of the literature, what was published of them, and what we answer."""

from hearer.gallery.examples import (
    GalleryAnswer,
    GalleryExample,
    answers_to,
    example_named,
    examples_of,
)

__all__ = ["GalleryAnswer", "GalleryExample", "answers_to", "example_named", "examples_of"]
