"""Files of other kinds that are named by mistake, known by their first bytes."""

import re
from typing import Final

RECORDING_PART: Final = "header.json"
"""Name of the first part of a recording, which is a zip archive."""

_ZIP: Final = rb"PK\x03\x04"
_KINDS: Final = tuple(
    (re.compile(start, re.DOTALL), sentence)
    for start, sentence in (
        (
            _ZIP + b".{26}" + RECORDING_PART.encode("ascii"),
            "this is a recording: open it in the editor from the Play menu, or name its level",
        ),
        (_ZIP, "this is a zip archive: unpack it first"),
        (rb"\x1f\x8b", "this is a gzip archive: unpack it first"),
        (
            rb"\x89PNG\r\n\x1a\n|\xff\xd8\xff|GIF8|BM.{4}\0\0\0\0|RIFF.{4}WEBP",
            "this is a picture: to draw over it choose Draw > Background in the editor",
        ),
        (rb"%PDF-", "this is a PDF document: save its page as a picture to draw over it"),
        (rb"\xff\xfe|\xfe\xff", "this text is UTF-16: save it as UTF-8"),
    )
)


def foreign_kind(data: bytes) -> str:
    """Return what a file of another format is and what to do with it; empty if unknown."""
    return next((sentence for start, sentence in _KINDS if start.match(data)), "")
