"""Old names of `hearer.writing.files`, until every caller has moved."""

from hearer.writing.files import (
    DESCRIPTOR,
    STDIN,
    Identity,
    Name,
    beside,
    identities,
    is_dir,
    is_stream,
    is_there,
    place_of,
    refuse,
)
from hearer.writing.files import os_errors as told

__all__ = [
    "DESCRIPTOR",
    "STDIN",
    "Identity",
    "Name",
    "beside",
    "identities",
    "is_dir",
    "is_stream",
    "is_there",
    "place_of",
    "refuse",
    "told",
]
