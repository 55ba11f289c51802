"""Letters as strokes, for pictures that are drawn without a system font.

Each letter consists of lines on a grid: the baseline is at 2, lower case reaches 6, capitals 8,
descenders 0. A line is written as pairs of digits, x then y. A line with one point is a dot; `~`
rounds a line by cutting its corners (G. Chaikin, An algorithm for high-speed curve generation,
1974), `@` rounds it and closes it.
"""

import unicodedata
from functools import cache
from typing import Final

import numpy as np

from navcore.report.pictures.shapes import Points

UNIT: Final = 0.118
"""Step of the grid upwards as a share of the size: capitals are six steps high."""

_NARROW: Final = 0.84
"""Horizontal step as a share of a vertical one."""

_GAP: Final = 2.0
"""Steps between letters."""

_SPACE: Final = 3.0

_DOT: Final = 0.25
"""Half the length of a dot, steps."""

_BASE: Final = 2

_ROUNDS: Final = 2
"""Number of rounds of corner cutting."""

_LETTERS: Final = {
    "a": "~4536160503123243 4642", "b": "0802 ~0516364543321203", "c": "~4536160503123243",
    "d": "4842 ~4536160503123243", "e": "0444 ~444536160503123243", "f": "~38281712 0636",
    "g": "~4536160503123243 ~4641301001", "h": "0802 ~0516364542", "i": "0602 08",
    "j": "~16110000 18", "k": "0802 4604 2542", "l": "0802", "m": "0602 ~0516263532 ~3546566562",
    "n": "0602 ~0516364542", "o": "@1636454332120305", "p": "0600 ~0516364543321203",
    "q": "4640 ~4536160503123243", "r": "0602 ~04051636", "s": "~45361605143443321203",
    "t": "~18132232 0636", "u": "~0603123243 4642", "v": "062246", "w": "0622354266",
    "x": "0642 0246", "y": "0622 4610", "z": "06460242",
    "A": "022842 1434", "B": "0208 ~08484505 ~05454202", "C": "~4738180703123243",
    "D": "0208 ~083846443202", "E": "48080242 0535", "F": "480802 0535",
    "G": "~4738180703123243 434525", "H": "0802 4842 0545", "I": "0802", "J": "~3833221203",
    "K": "0802 4804 1542", "L": "080242", "M": "0208346862", "N": "02084248",
    "O": "@1838474332120307", "P": "0208 ~08484404", "Q": "@1838474332120307 2442",
    "R": "0208 ~08484404 2442", "S": "~473818070615354443321203", "T": "0848 2822",
    "U": "~080312324348", "V": "082248", "W": "0822374268", "X": "0842 0248", "Y": "082548 2522",
    "Z": "08480242",
    "0": "@1838474332120307", "1": "172822", "2": "~071838474602 0242",
    "3": "~07183847463525 ~25354443321203", "4": "32380444", "5": "480805 ~05354443321203",
    "6": "~473818070312324344351504", "7": "084812", "8": "@1838474635150607 @1535444332120304",
    "9": "~031232434738180706153546",
    ".": "02", ",": "1201", ":": "02 05", ";": "15 1201", "!": "0804 02",
    "?": "~07183847462524 22", "'": "0806", '"': "0806 2826", "(": "~29070321", ")": "~09272301",
    "[": "29090121", "]": "09292101", "{": "~29191605141121", "}": "~09191625141101",
    "/": "0139", "\\": "0931", "|": "0901", "-": "0434", "+": "0545 2723", "=": "0646 0444",
    "_": "0141", "*": "2824 0745 4705", "#": "1218 3238 0444 0646",
    "%": "0248 @08181707 @33434232", "&": "~4206071828271503122244",
    "@": "@1838474332120307 @25353424", "<": "470543", ">": "074503", "^": "062846",
    "~": "~04153445", "`": "0816", "$": "~473818070615354443321203 2921", "°": "@08181707",
    "²": "~08192806 0626", "·": "05", "×": "0336 0633", "−": "0545", "\u2013": "0545", "—": "0565",
    "…": "02 22 42", "→": "0565 476543",
}  # fmt: skip

_AS: Final = str.maketrans({"“": '"', "”": '"', "„": '"', "\u2018": "'", "\u2019": "'", "ß": "ss"})

_UNKNOWN: Final = "0208484202"
"""An empty box: a letter of another script."""


def strokes_of(text: str, size: float) -> tuple[list[Points], float]:
    """Return the strokes of a line of text, and its width.

    Strokes are (n, 2) pixels from the beginning of the base line, y down.
    """
    found: list[Points] = []
    x = 0.0
    scale = np.array((_NARROW, -1.0)) * UNIT * size
    for letter in _plain(text):
        if letter == " ":
            x += _SPACE
            continue
        strokes, width = _glyph(letter)
        found += [np.add(stroke, (x, -_BASE)) * scale for stroke in strokes]
        x += width + _GAP
    return found, max(0.0, x - _GAP) * _NARROW * UNIT * size


def _plain(text: str) -> str:
    """Letters without accents, where they would be known without."""
    kept: list[str] = []
    for letter in text.translate(_AS):
        if letter in _LETTERS:
            kept.append(letter)
        elif letter.isspace():
            kept.append(" ")
        else:
            kept += (
                one
                for one in unicodedata.normalize("NFKD", letter)
                if not unicodedata.combining(one)
            )
    return "".join(kept)


@cache
def _glyph(letter: str) -> tuple[list[Points], float]:
    strokes = [_stroke(line) for line in _LETTERS.get(letter, _UNKNOWN).split()]
    return strokes, max(float(stroke[:, 0].max()) for stroke in strokes)


def _stroke(line: str) -> Points:
    digits = line.lstrip("~@")
    pairs = zip(digits[::2], digits[1::2], strict=True)
    stroke: Points = np.array([(int(x), int(y)) for x, y in pairs], np.float64)
    if len(stroke) == 1:
        corners = ((-_DOT, 0.0), (_DOT, 0.0), (_DOT, 2 * _DOT), (-_DOT, 2 * _DOT), (-_DOT, 0.0))
        dot: Points = stroke + np.array(corners)
        return dot
    if line[0] in "~@":
        for _ in range(_ROUNDS):
            stroke = _rounded(stroke, closed=line[0] == "@")
    return np.concatenate((stroke, stroke[:1])) if line[0] == "@" else stroke


def _rounded(points: Points, *, closed: bool) -> Points:
    """The line with its corners cut; the ends of an open one stay."""
    ends = np.concatenate((points, points[:1])) if closed else points
    cut = np.empty((2 * (len(ends) - 1), 2))
    cut[::2] = 0.75 * ends[:-1] + 0.25 * ends[1:]
    cut[1::2] = 0.25 * ends[:-1] + 0.75 * ends[1:]
    return cut if closed else np.concatenate((points[:1], cut, points[-1:]))
