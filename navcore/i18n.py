"""Translation of sentences for people; the only way in which they are translated.

A program with translations calls :func:`speak` once; otherwise sentences stay as written. Sentences
are translated whole, with numbered places for values: ``tr("Move {0} by {1} m").format(name,
metres)``. Names, numbers and units are data. A text in a table is written as ``mark("Undo")`` and
passed to `tr` where it is shown.
"""

from collections.abc import Callable
from typing import Final

_GROUPED: Final = 9999.5
"""Numbers that round to five digits or more have separators."""


def _as_written(text: str, count: int) -> str:
    return text


class _Language:
    """The current language, one for the whole program."""

    def __init__(self) -> None:
        self.translate: Callable[[str], str] = str
        self.count: Callable[[str, int], str] = _as_written
        self.known: dict[str, str] = {}
        """Cached translations by English sentence: hints and legends are asked for in every
        frame."""


_language = _Language()


def speak(
    translate: Callable[[str], str] | None, count: Callable[[str, int], str] | None = None
) -> None:
    """Set the translation functions; None leaves sentences as written.

    `count` returns the plural form of a sentence for a number; without it there is one form.
    """
    _language.translate = str if translate is None else translate
    if count is None:
        _language.count = _as_written if translate is None else lambda text, _: tr(text)
    else:
        _language.count = count
    _language.known.clear()


def tr(text: str) -> str:
    """Return the sentence in the language that is spoken."""
    found = _language.known.get(text)
    if found is None:
        found = _language.known[text] = _language.translate(text)
    return found


def mark(text: str) -> str:
    """Return the text as it is, which `tr` gets where it is shown: so that translators find it."""
    return text


def grouped(value: float, digits: int = 0) -> str:
    """Return a number with separators between thousands, from five digits on: 2738, 30,327."""
    text = f"{value:,.{digits}f}"
    return text if abs(value) >= _GROUPED else text.replace(",", "")


def several(count: int, one: str, many: str, *others: object) -> str:
    """Return one of two sentences, translated and filled in: `one` if the count is 1, else `many`.

    In both sentences the count stands at `{0}`, and other values at `{1}`, `{2}`, ...: ``several(n,
    "1 corner", "{0} corners")``, ``several(n, "{1} and 1 more", "{1} and {0} more", names)``. A
    language may have several forms of `many`: Polish has three, Arabic six.
    """
    text = tr(one) if count == 1 else _language.count(many, count)
    return text.format(grouped(count), *others)
