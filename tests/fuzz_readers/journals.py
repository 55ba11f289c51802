"""Ways of damaging journals that keep their checksums whole."""

import zlib
from random import Random

from fuzz_readers.mutations import damaged_bytes, damaged_json, damaged_lines

_CHECKSUM = 9
"""Characters of a line before its JSON."""


def damaged_journal(data: bytes, random: Random) -> bytes:
    """A journal with one damage; most are signed again as if they had been written so."""
    if random.random() < 0.2:
        return damaged_lines(data, random)
    lines = data.split(b"\n")
    at = random.randrange(len(lines))
    body = lines[at][_CHECKSUM:]
    if not body:
        return damaged_bytes(data, random)
    changed = damaged_json(body, random).replace(b"\n", b" ")
    lines[at] = b"%08x %s" % (zlib.crc32(changed), changed)
    return b"\n".join(lines)
