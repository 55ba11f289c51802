"""Finding by a few letters: beginnings of words, their initials, or letters in their order."""

import re
from collections.abc import Iterable
from typing import Final

WHOLE: Final = 100.0
BEGINNING: Final = 80.0
ALL_INITIALS: Final = 78.0
INITIALS: Final = 70.0
BEGINNINGS: Final = 50.0
INSIDE: Final = 30.0
IN_ORDER: Final = 5.0
LEAST_IN_ORDER: Final = 3
"""Fewest letters that may match with other letters between them."""
ALSO: Final = 0.95
BESIDE: Final = 0.5
"""Factor of the score for matches in another name or in the words beside the text."""


def score(
    sought: str, text: str, also: Iterable[str] = (), beside: Iterable[str] = ()
) -> float | None:
    """Return how well `text` matches the search; None if it doesn't match.

    Every word of the search must be found in the text, in another name that it `also` has, or in
    the words `beside` it.
    """
    wanted = sought.casefold().split()
    whole = text.casefold()
    others = [(ALSO, name.casefold()) for name in also]
    others += [(BESIDE, name.casefold()) for name in beside]
    total = WHOLE if whole.startswith(sought.casefold().strip()) else 0.0
    for word in wanted:
        found = [share * _of_word(word, other) for share, other in others]
        best = max(_of_word(word, whole), *found, 0.0)
        if not best:
            return None
        total += best
    # Among texts with the same matches, prefer the shorter one.
    return total - len(whole) / 100.0


def _of_word(word: str, text: str) -> float:
    """Return how well a word matches a text, 0 if it doesn't."""
    parts = re.findall(r"\w+", text.replace("_", " "))
    for number, part in enumerate(parts):
        if part == word:
            return WHOLE - number
        if part.startswith(word):
            return BEGINNING - number
    initials = "".join(part[0] for part in parts)
    if len(word) > 1 and word in initials:
        return ALL_INITIALS if word == initials else INITIALS
    if len(word) > 1 and _by_beginnings(word, parts):
        return BEGINNINGS
    if word in text:
        return INSIDE
    letters = iter(text)
    if len(word) >= LEAST_IN_ORDER and all(letter in letters for letter in word):
        return IN_ORDER
    return 0.0


def _by_beginnings(word: str, parts: list[str]) -> bool:
    """Return whether the word is made of the beginnings of parts, in their order: `sncell`."""
    if not word:
        return True
    for number, part in enumerate(parts):
        length = 0
        while length < min(len(part), len(word)) and part[length] == word[length]:
            length += 1
        for taken in range(length, 0, -1):
            if _by_beginnings(word[taken:], parts[number + 1 :]):
                return True
    return False
