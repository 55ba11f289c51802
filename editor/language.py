"""The language that the program speaks: one translator for widgets, tools and navcore alike."""

from typing import Final

from PySide6.QtCore import QCoreApplication

from navcore import words

CONTEXT: Final = "words"
"""Under this name translations keep what is said without a widget."""


def install() -> None:
    """Let sentences of tools and of navcore go through Qt's translators, as those of widgets do."""
    words.speak(lambda text: QCoreApplication.translate(CONTEXT, text))
