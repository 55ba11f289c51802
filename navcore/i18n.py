"""The one way in which a sentence for people becomes one in their language.

A program that has translations says so once with :func:`speak`; without, sentences stay as they
are written. Sentences are translated whole, with numbered places for what goes into them:
``tr("Move {0} by {1} m").format(name, metres)``. Names, numbers and units are data. A text that
stands in a table is written as ``mark("Undo")`` and goes through `tr` where it is shown.
"""

from collections.abc import Callable


def _as_written(text: str, count: int) -> str:
    return text


class _Language:
    """What is spoken: one for the whole program."""

    def __init__(self) -> None:
        self.translate: Callable[[str], str] = str
        self.count: Callable[[str, int], str] = _as_written
        self.known: dict[str, str] = {}
        """Sentences by their English: hints and legends are asked for at every frame."""


_language = _Language()


def speak(
    translate: Callable[[str], str] | None, count: Callable[[str, int], str] | None = None
) -> None:
    """Translate with this function from now on; None leaves sentences as they are written.

    `count` gives the form of a sentence that a language has for a number; without, there is one.
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


def several(count: int, one: str, many: str, *others: object) -> str:
    """One of two sentences, translated and filled in here: `one`, or `many` for other counts.

    In both the count stands at `{0}`, and what else is told at `{1}`, `{2}`, ...:
    ``several(n, "1 corner", "{0} corners")``, ``several(n, "{1} and 1 more", "{1} and {0} more",
    names)``. A language may have more forms of `many`, by the count: Polish has three, Arabic six.
    """
    text = tr(one) if count == 1 else _language.count(many, count)
    return text.format(count, *others)
