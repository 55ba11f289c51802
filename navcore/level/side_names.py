"""Names that tell a side, `tower_east`, `lamp_l`, `NorthGate`, and those of their mirror images.

A name is parted at underscores, hyphens, dots, spaces, and before capitals. A side is told by its
first pieces or its last ones, a number after it aside; a single letter counts as the last ones
only: `plan_e`, but not `e_plan`.
"""

import re
from typing import Final

from navcore.level.affine import Affine

_ACROSS: Final = (("east", "west"), ("left", "right"), ("e", "w"), ("l", "r"))
"""What changes places in the mirror image about an upright line."""
_ALONG: Final = (("north", "south"), ("n", "s"))
"""What changes places in the mirror image about a level line."""
_SAME: Final = 1e-9

_PARTS: Final = re.compile(r"([_\-. ]+|(?<=[a-z])(?=[A-Z]))")
_COMPOUND: Final = re.compile(r"(north|south|n|s)?(east|west|e|w)?", re.IGNORECASE)


def mirrored_name(name: str, affine: Affine) -> str:
    """Return a name with its side swapped, if the map is a mirror image about an axis.

    Upper and lower case stay as they were. The same name if it tells no side, or if the map
    doesn't lead to the other one.
    """
    swaps = _swaps(affine)
    if not swaps:
        return name
    pieces = _PARTS.split(name)
    words = range(0, len(pieces), 2)
    ends = [at for at in words if not pieces[at].isdecimal()]
    for at in reversed(ends):
        if not _is_side(pieces, at, letters=at > 0 and pieces[at - 1] != ""):
            break
        pieces[at] = _swapped(pieces[at], swaps)
        ends.pop()
    for at in ends:
        if not _is_side(pieces, at, letters=False):
            break
        pieces[at] = _swapped(pieces[at], swaps)
    return "".join(pieces)


def _swaps(affine: Affine) -> dict[str, str]:
    """What the map swaps: nothing if it is no mirror image about an upright or a level line."""
    if abs(affine.b) > _SAME or abs(affine.c) > _SAME or affine.a * affine.d >= 0:
        return {}
    pairs = _ACROSS if affine.a < 0 else _ALONG
    return {one: other for pair in pairs for one, other in (pair, pair[::-1])}


def _is_side(pieces: list[str], at: int, *, letters: bool) -> bool:
    word = pieces[at].lower()
    if len(word) <= 2:
        return letters and (word in {"l", "r"} or bool(word and _COMPOUND.fullmatch(word)))
    return word in {"left", "right"} or bool(_COMPOUND.fullmatch(word))


def _swapped(word: str, swaps: dict[str, str]) -> str:
    """The word, or the parts of a compound: `northeast`, `nw`."""
    parts = _COMPOUND.fullmatch(word)
    found = [part for part in parts.groups() if part] if parts else [word]
    return "".join(_in_case_of(part, swaps.get(part.lower(), "")) or part for part in found)


def _in_case_of(pattern: str, word: str) -> str:
    if pattern.isupper():
        return word.upper()
    return word.capitalize() if pattern[0].isupper() else word
