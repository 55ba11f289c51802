"""Limits of the size of files, checked before memory is allocated.

A file may come from anywhere. Each limit is well above what the program itself writes, and below
what a machine with 8 GB can handle; a larger file is refused with a sentence. The reference is a
level of a million obstacles, which needs 2 GB while it is opened: no file should need much more.
"""

from typing import Final

MAX_FILE_BYTES: Final = 2**29
"""Bytes of any file: hours of a recorded crowd. A recording is held twice while it is read."""

MAX_GRID_TEXT_BYTES: Final = 3 * 2**27
"""Most bytes of a grid or map as text, one byte a cell: 2^28 cells, the most that the editor bakes,
and line ends. The cells need the same amount again."""

MAX_HEADER_LINES: Final = 10_000
"""Most lines before the rows of a grid or map, with blank ones; written files have ten."""

MAX_SCENARIO_BYTES: Final = 2**24
"""Most bytes of a scenario: a quarter of a million queries; each needs ten times as much memory as
text, an empty line sixty times."""

MAX_JSON_BYTES: Final = 3 * 2**26
"""Most bytes of a JSON text: 201 MB; a level of a million obstacles has 137. Python needs four
times as much for a text with a character beyond U+FFFF."""

MAX_JSON_BRACKETS: Final = 2**23
"""Objects and arrays in a JSON text, so also elements and corners: Python takes 72 bytes for an
empty one and 200 for a corner, so these take up to 2.2 GB. A million obstacles have 6 million."""

MAX_JSON_COMMAS: Final = 2**24
"""Commas in a JSON text, about its values: a short text takes 60 bytes. A million obstacles have
10 million."""

MAX_UNPACKED_BYTES: Final = 3 * 2**28
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
    """Return a number of bytes as people say it: "1.2 GB"."""
    for unit, size in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if count >= size:
            return f"{count / size:.3g} {unit}"
    return f"{count} bytes"
