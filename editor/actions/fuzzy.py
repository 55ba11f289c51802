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
"""So many letters at least are looked for in their order alone."""
ALSO: Final = 0.95
BESIDE: Final = 0.5
"""What is found in another name, or in the words beside, counts so much of what it counts."""


def score(
    sought: str, text: str, also: Iterable[str] = (), beside: Iterable[str] = ()
) -> float | None:
    """How well `text` is what was sought; None if it is not.

    Every word that is sought must be found in the text, in another name that it `also` has, or
    in what stands `beside` it.
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
    # Of two that hold the same words the shorter one is meant.
    return total - len(whole) / 100.0


def _of_word(word: str, text: str) -> float:
    """How well a word is found in a text, 0 if it is not."""
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
    """Whether the word is made of the beginnings of parts, in their order: `sncell`."""
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
