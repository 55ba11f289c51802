"""How much a file may ask for: everything that is read is held against these before memory is.

A file comes from anywhere. Each limit lies well above what the program itself writes, and below
what a machine of 8 GB has; beyond it one sentence says so.
"""

from typing import Final

MAX_FILE_BYTES: Final = 2**30
"""Bytes of any file: the text of a grid of 32,768 x 32,768 cells, hours of a recorded crowd."""

MAX_JSON_BYTES: Final = 2**28
"""Bytes of a JSON text; a level of a million obstacles has half of them."""

MAX_JSON_BRACKETS: Final = 2**23
"""Objects and arrays in a JSON text, so also elements and corners: Python takes 72 bytes for an
empty one and 200 for a corner, so these take up to 1.7 GB. A million obstacles fit."""

MAX_UNPACKED_BYTES: Final = 2**31
"""Bytes of an archive's parts, unpacked."""

MAX_UNPACKED_RATIO: Final = 200
"""Times a file's own size that its parts may have unpacked. Recordings have 2 to 20; deflate can
do 1,032, which is what bombs are made of."""

ALWAYS_UNPACKED_BYTES: Final = 2**26
"""Unpacked bytes that are allowed whatever the ratio: short recordings of agents that stand."""

MAX_RECORDED_AGENTS: Final = 2**18
"""Agents in one moment of a recording, five times the largest crowd that the bench runs."""


def unpacked_limit(packed: int) -> int:
    """Bytes that a file of `packed` bytes may have unpacked."""
    return min(MAX_UNPACKED_BYTES, max(ALWAYS_UNPACKED_BYTES, MAX_UNPACKED_RATIO * packed))


def size_text(count: int) -> str:
    """A number of bytes as people say it: "1.2 GB"."""
    for unit, size in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if count >= size:
            return f"{count / size:.3g} {unit}"
    return f"{count} bytes"
