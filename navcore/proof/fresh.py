"""Ids of elements that a fix adds: drawn from the level, so that equal levels get equal fixes."""

import hashlib
from itertools import count

from navcore.level.model import Level
from navcore.level.naming import NewId


def new_ids(level: Level, seed: str = "") -> NewId:
    """Return a source of ids that the level does not use."""
    numbers = count()

    def draw() -> int:
        while True:
            text = f"{seed}\0{next(numbers)}".encode()
            found = int.from_bytes(hashlib.blake2b(text, digest_size=4).digest(), "big")
            if found and level.get(found) is None:
                return found

    return draw
