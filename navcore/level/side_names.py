"""Names that contain a side, `tower_east`, `lamp_l`, `NorthGate`, and their mirrored names.

A name is split at underscores, hyphens, dots, spaces, and before capitals. The first or the last
parts may name a side, except for a number at the end. A single letter only counts as the last part:
`plan_e`, but not `e_plan`.
"""

import re
from typing import Final

from navcore.level.affine import Affine

_ACROSS: Final = (("east", "west"), ("left", "right"), ("e", "w"), ("l", "r"))
"""Words that are swapped by a reflection in an upright line."""
_ALONG: Final = (("north", "south"), ("n", "s"))
"""Words that are swapped by a reflection in a horizontal line."""
_SAME: Final = 1e-9

_PARTS: Final = re.compile(r"([_\-. ]+|(?<=[a-z])(?=[A-Z]))")
_COMPOUND: Final = re.compile(r"(north|south|n|s)?(east|west|e|w)?", re.IGNORECASE)


def mirrored_name(name: str, affine: Affine) -> str:
    """Return a name with its side swapped, if the map is a mirror image about an axis.

    Upper and lower case are kept. The name is unchanged if it contains no side, or if the map
    doesn't lead to the opposite side.
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
    """Return the words that the map swaps: none if it is no reflection in an axis."""
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
    """Return the word, or the parts of a compound: `northeast`, `nw`."""
    parts = _COMPOUND.fullmatch(word)
    found = [part for part in parts.groups() if part] if parts else [word]
    return "".join(_in_case_of(part, swaps.get(part.lower(), "")) or part for part in found)


def _in_case_of(pattern: str, word: str) -> str:
    if pattern.isupper():
        return word.upper()
    return word.capitalize() if pattern[0].isupper() else word
