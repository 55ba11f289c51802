"""The one way in which a sentence for people becomes one in their language.

A program that has translations says so once with :func:`speak`; without, sentences stay as they
are written. Sentences are translated whole, with numbered places for what goes into them:
``tr("Move {0} by {1} m").format(name, metres)``.
"""

from collections.abc import Callable


class _Language:
    """What is spoken: one for the whole program."""

    def __init__(self) -> None:
        self.translate: Callable[[str], str] = str


_language = _Language()


def speak(translate: Callable[[str], str] | None) -> None:
    """Translate with this function from now on; None leaves sentences as they are written."""
    _language.translate = str if translate is None else translate


def tr(text: str) -> str:
    """The sentence in the language that is spoken."""
    return _language.translate(text)
